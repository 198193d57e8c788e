"""The implementations of `Index` that are put through the tests of this folder: add yours to `IMPLEMENTATIONS`."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from engine.measuring.trial_index import CutContents, CutDocument
from engine.retrieval.contents import StoredContents
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.index import Index
from engine.store.database import Database
from engine.store.records import spans_of, stored_chunk_of
from engine.store.tables import chunks, documents, extractions
from engine.types.indexing import EncoderStamp

Open = Callable[[Database, EncoderStamp], Index]


def _over_the_store(database: Database, stamp: EncoderStamp) -> Index:
    return EmbeddedIndex(database, StoredContents(database), stamp)


def _over_a_cut(database: Database, stamp: EncoderStamp) -> Index:
    """As a measurement does it, here with the very chunks of the store."""
    with database.read() as connection:
        found = connection.execute(sa.select(documents, extractions.c.spans).join(extractions)).all()
        cut = {
            row.key: connection.execute(sa.select(chunks).where(chunks.c.document == row.key)).all() for row in found
        }
    return EmbeddedIndex(
        database,
        CutContents(
            [
                CutDocument(
                    row.key,
                    row.name,
                    row.sha256,
                    row.title,
                    spans_of(row.spans),
                    [stored_chunk_of(piece).chunk for piece in cut[row.key]],
                )
                for row in found
            ]
        ),
        stamp,
    )


IMPLEMENTATIONS: dict[str, Open] = {
    "store": _over_the_store,
    "cut": _over_a_cut,
}
FROZEN = {"cut"}
"""Those that hold documents as they were when they were opened; all others follow the store."""
