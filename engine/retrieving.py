"""How a library's chunks are found when nobody says otherwise."""

from __future__ import annotations

import sqlalchemy as sa

from engine.library import Library
from engine.retrieval.search import settled
from engine.store.tables import library
from engine.types.answers import Retrieval


def retrieval_of(source: Library) -> Retrieval:
    """The retriever and depth that this library uses."""
    with source.database.read() as connection:
        row = connection.execute(sa.select(library.c.retriever, library.c.depth)).one()
    return Retrieval(row.retriever, row.depth)


def use_retrieval(source: Library, retrieval: Retrieval) -> None:
    """Makes these the library's. Nothing is rebuilt. Raises `EngineError` for what cannot be."""
    settled(retrieval)
    with source.database.write() as connection:
        connection.execute(sa.update(library).values(retriever=retrieval.retriever, depth=retrieval.depth))
