"""What a library holds and finds, as the tests of ingestion ask for it."""

from __future__ import annotations

import sqlalchemy as sa

import engine
from engine.store.tables import chunks, documents, extractions, vectors

TEXT = b"# Pumps\n\nA pump moves water.\n\n## Priming\n\nFill the casing before the first start.\n"


def counts(library: engine.Library) -> dict[str, int]:
    """Table -> rows."""
    with library.database.read() as connection:
        return {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            for table in (documents, extractions, chunks, vectors)
        }


def searched(library: engine.Library, question: str = "How do I prime it?") -> list[str]:
    """The contents of the chunks that are found."""
    return [hit.content for hit in engine.Desk(library).search(question).hits]
