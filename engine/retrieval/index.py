"""What is searched: the vectors of all documents that are ready and not stale, ranked exactly by FAISS.

The store is the truth and this is a cache of it, kept in memory and brought up to date before each search.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from engine.errors import StampMismatch
from engine.store.database import BLOCK, Database
from engine.store.tables import chunks, documents, stamps, vectors
from engine.types import EncoderStamp


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk found by its vector, with its exact cosine distance in [0, 2]."""

    chunk_key: int
    distance: float


class EmbeddedIndex:
    """Exact inner-product search over the stored unit vectors of one encoder. Safe to share between threads."""

    def __init__(self, database: Database, stamp: EncoderStamp) -> None:
        """An empty index for vectors that `stamp` describes; `refresh` fills it."""
        import faiss

        faiss.omp_set_num_threads(1)  # one query is too short to share: waking other threads costs more than it saves
        self.stamp = stamp
        self._database = database
        self._faiss: Any = faiss.IndexIDMap2(faiss.IndexFlatIP(stamp.dimensions))
        self._held: dict[int, tuple[int, NDArray[np.int64]]] = {}  # document -> (its generation, its chunks)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return int(self._faiss.ntotal)

    def refresh(self, digests: Iterable[str]) -> None:
        """Takes in what changed in the store. Searched are live documents whose stamp's digest is among `digests`."""
        with self._lock, self._database.read() as connection:
            current = {
                int(row.key): int(row.generation)
                for row in connection.execute(
                    sa.select(documents.c.key, documents.c.generation)
                    .join(stamps, documents.c.stamp == stamps.c.key)
                    .where(documents.c.live, stamps.c.digest.in_(list(digests)))
                )
            }
            self._drop([key for key, (generation, _) in self._held.items() if current.get(key) != generation])
            new = [key for key in current if key not in self._held]
            for start in range(0, len(new), BLOCK):
                self._take(connection, new[start : start + BLOCK], current)

    def _drop(self, keys: Sequence[int]) -> None:
        if keys:
            self._faiss.remove_ids(np.concatenate([self._held.pop(key)[1] for key in keys]))

    def _take(self, connection: sa.Connection, keys: Sequence[int], generations: Mapping[int, int]) -> None:
        rows = connection.execute(
            sa.select(chunks.c.key, chunks.c.document, vectors.c.vector)
            .join(
                vectors,
                sa.and_(vectors.c.text_sha256 == chunks.c.text_sha256, vectors.c.encoder == self.stamp.fingerprint),
            )
            .where(chunks.c.document.in_(keys))
        ).all()
        ids = np.array([row.key for row in rows], np.int64)
        owners = np.array([row.document for row in rows], np.int64)
        if rows:
            matrix = np.frombuffer(b"".join(row.vector for row in rows), "<f4").reshape(len(rows), -1)
            self._faiss.add_with_ids(np.ascontiguousarray(matrix, np.float32), ids)
        for key in keys:
            self._held[key] = (generations[key], ids[owners == key])

    def dense(self, vector: NDArray[np.float32], stamp: EncoderStamp, depth: int) -> list[Candidate]:
        """The `depth` nearest chunks to a unit `vector` of shape `(dimensions,)`, nearest first, ties by key.

        Raises `StampMismatch` when the vector was built by another encoder than the index's.
        """
        if stamp.fingerprint != self.stamp.fingerprint:
            raise StampMismatch(
                f"The question was embedded by {stamp.name} and the index by {self.stamp.name}; rebuild the library."
            )
        with self._lock:
            wanted = min(depth, len(self))
            if wanted == 0:
                return []
            _, found = self._faiss.search(vector[None], wanted)
            stored = np.stack([self._faiss.reconstruct(int(key)) for key in found[0]])
        distances = np.clip(1 - stored.astype(np.float64) @ vector.astype(np.float64), 0, 2)
        ranked = sorted(zip(distances.tolist(), found[0].tolist(), strict=True))
        return [Candidate(int(key), float(distance)) for distance, key in ranked]
