"""Whether what a search is to be confined to is there at all: a name with a slip would only seem to find nothing."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import sqlalchemy as sa

from engine.errors import EngineError
from engine.store.database import Database
from engine.store.tables import chunks, documents
from engine.types.answers import Filter


def checked(database: Database, within: Filter) -> Filter | None:
    """The same filter, `None` where it confines nothing. Raises `EngineError` for a name that no document has."""
    if not within.documents and not within.sections and not within.hidden:
        return None
    if within.documents:
        with database.read() as connection:
            names = connection.scalars(sa.select(documents.c.name).where(documents.c.live)).all()
        _assert_there("document", within.documents, names)
    if within.sections:
        _assert_there("section", within.sections, section_titles(database, within.documents))
    return within


def section_titles(database: Database, names: Iterable[str] = ()) -> list[str]:
    """The titles of all headings that chunks stand under, sorted; of the documents `names` where any are given."""
    query = (
        sa.select(chunks.c.section_path).join(documents, chunks.c.document == documents.c.key).where(documents.c.live)
    )
    if wanted := list(names):
        query = query.where(documents.c.name.in_(wanted))
    with database.read() as connection:
        return sorted({title for path in connection.scalars(query.distinct()) for title in path})


def _assert_there(what: str, wanted: Iterable[str], there: Iterable[str]) -> None:
    there = sorted(there)
    for name in sorted(set(wanted).difference(there)):
        near = get_close_matches(name, there, n=1)
        hint = f"; did you mean “{near[0]}”?" if near else "; leave it out, or take one that is there."
        raise EngineError(f"There is no {what} “{name}” to search in{hint}")
