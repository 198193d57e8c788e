"""What an index must hold, read from the store's tables row by row: the other side of every comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa
from numpy.typing import NDArray

import engine
from engine.retrieval.contents import StoredContents
from engine.retrieval.index import Index, Placed
from engine.store.database import Database
from engine.store.tables import chunks, documents, token_vectors, vectors
from engine.worker import drain, new_owner

EVERYTHING = 100_000
"""A depth beyond any index of the tests."""


@dataclass(frozen=True, slots=True)
class Row:
    """A chunk of the store: which it is, its vector as float64, and the ids of its word pieces."""

    document_key: int
    document: str
    start: int
    end: int
    overlap_start: int
    section_path: tuple[str, ...]
    text: str
    vector: NDArray[np.float64]
    pieces: tuple[int, ...]


@contextmanager
def stocked(home: Path, models: Path, files: Mapping[str, bytes]) -> Iterator[engine.Library]:
    """A library in `home` that has read these files, one small chunk a paragraph. For tests that change nothing."""
    (home / "models").symlink_to(models)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CANDOR_HOME", str(home))
        library = engine.Library(engine.read_settings(home), create=engine.Chunking("E", 64, 0))
        for name, data in files.items():
            library.add(name, data)
        for _ in drain(library, new_owner(), None):
            pass
        yield library
        library.database.close()


def rows(database: Database, names: Sequence[str] | None = None) -> dict[tuple[str, int, int], Row]:
    """The chunks of all documents, or of those with these names, by document name, start and end."""
    query = (
        sa.select(chunks, documents.c.name, vectors.c.vector, token_vectors.c.pieces)
        .join(documents, chunks.c.document == documents.c.key)
        .join(vectors, vectors.c.text_sha256 == chunks.c.text_sha256)
        .join(token_vectors, token_vectors.c.text_sha256 == chunks.c.text_sha256)
    )
    with database.read() as connection:
        found = connection.execute(query).all()
    return {
        (row.name, row.start, row.end): Row(
            row.document,
            row.name,
            row.start,
            row.end,
            row.overlap_start,
            tuple(row.section_path),
            row.text,
            np.frombuffer(row.vector, "<f4").astype(np.float64),
            tuple(np.frombuffer(row.pieces, "<u4").tolist()),
        )
        for row in found
        if names is None or row.name in names
    }


def searched(library: engine.Library, names: Sequence[str] | None = None) -> dict[int, int]:
    """Key -> generation of the documents that an index of this library is to hold; only those with these names."""
    found = StoredContents(library.database).searched(library.digests().values())
    return {
        one.key: found[one.key]
        for one in library.documents()
        if one.key in found and (names is None or one.name in names)
    }


def hits_of(index: Index, keys: Sequence[int]) -> tuple[engine.Hit, ...]:
    """What the index says of these chunks, in this order."""
    return index.fetch([Placed(key, 0.5, {}) for key in keys])


def keyed(index: Index, database: Database) -> dict[int, Row]:
    """The rows of the store by the keys that the index gives its chunks, for every chunk that it holds."""
    held = rows(database)
    vector = np.zeros(index.stamp.dimensions, np.float32)
    vector[0] = 1
    found = [scored.chunk_key for scored in index.dense(vector, index.stamp, EVERYTHING, None)]
    hits = hits_of(index, found)
    assert [hit.chunk_key for hit in hits] == found
    assert len(set(found)) == len(found)
    return {hit.chunk_key: held[hit.document, hit.locator.start, hit.locator.end] for hit in hits}


def exact(by_key: Mapping[int, Row], vector: NDArray[np.float32]) -> list[tuple[int, float]]:
    """Keys and cosine distances, nearest first and ties by key. Equal texts are equally far, without any rounding."""
    once = {row.text: float(np.clip(1 - row.vector @ vector.astype(np.float64), 0, 2)) for row in by_key.values()}
    return sorted(((key, once[row.text]) for key, row in by_key.items()), key=lambda pair: (pair[1], pair[0]))


def pieces_counted(by_key: Mapping[int, Row]) -> dict[int, int]:
    """Word piece -> the number of chunks that hold it, counted one by one; with some that none holds."""
    counted = dict.fromkeys((0, 30_521, 10**6), 0)
    for row in by_key.values():
        for piece in set(row.pieces):
            counted[piece] = counted.get(piece, 0) + 1
    return counted
