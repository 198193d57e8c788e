"""Unit vectors by key, ranked exactly: a quick look at all of them in 8 bits, then exact arithmetic on the best."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
Vectors = NDArray[np.float32]

REACH = 6.0
"""Standard deviations of a unit vector's component, `1 / sqrt(d)`, that 8 bits span; what lies further is cut off."""

SPARE = 50
"""Candidates beyond half as many again as asked for that the quick look hands on. See `tests/unit/test_vectors.py`."""


class VectorIndex:
    """Vectors of one encoder. Not safe to share between threads: whoever holds it has a lock."""

    def __init__(self, dimensions: int) -> None:
        import faiss

        faiss.omp_set_num_threads(1)  # one query is too short to share: waking other threads costs more than it saves
        signed = faiss.ScalarQuantizer.QT_8bit_direct_signed
        coarse = faiss.IndexScalarQuantizer(dimensions, signed, faiss.METRIC_INNER_PRODUCT)
        self._coarse: Any = faiss.IndexIDMap2(coarse)
        self._exact: Any = faiss.IndexIDMap2(faiss.IndexFlatIP(dimensions))
        self._scale = 127 * np.sqrt(dimensions) / REACH

    def __len__(self) -> int:
        return int(self._exact.ntotal)

    def add(self, keys: Keys, vectors: Vectors) -> None:
        """Takes in unit vectors `(n, d)` under new keys `(n,)`."""
        self._exact.add_with_ids(vectors, keys)
        self._coarse.add_with_ids(self._in_8_bits(vectors), keys)

    def remove(self, keys: Keys) -> None:
        """Forgets the vectors under these keys."""
        self._exact.remove_ids(keys)
        self._coarse.remove_ids(keys)

    def search(self, vector: Vectors, depth: int, within: Keys | None = None) -> list[tuple[int, float]]:
        """Key and cosine distance, in [0, 2], of the `depth` nearest to a unit `vector` `(d,)`; ties by key.

        `within` are the only keys that may be found.
        """
        import faiss

        chosen = len(self) if within is None else len(within)
        wanted = min(depth + depth // 2 + SPARE, chosen)
        if not wanted:
            return []
        parameters: Any = faiss.SearchParameters
        only = None if within is None else parameters(sel=faiss.IDSelectorBatch(within))
        _, found = self._coarse.search(self._in_8_bits(vector[None]), wanted, params=only)
        keys = found[0][found[0] >= 0]
        return sorted(zip(keys.tolist(), self.distances(vector, keys).tolist(), strict=True), key=_by_distance)[:depth]

    def distances(self, vector: Vectors, keys: Keys) -> NDArray[np.float64]:
        """The exact cosine distances, `(n,)`, of a unit `vector` `(d,)` to those under `keys` `(n,)`."""
        stored = np.empty((len(keys), len(vector)), np.float32)
        for row, key in enumerate(keys.tolist()):
            self._exact.reconstruct(key, stored[row])
        distances: NDArray[np.float64] = np.clip(1 - stored.astype(np.float64) @ vector.astype(np.float64), 0, 2)
        return distances

    def _in_8_bits(self, vectors: Vectors) -> Vectors:
        return np.rint(np.clip(vectors * self._scale, -127, 127)).astype(np.float32)


def _by_distance(found: tuple[int, float]) -> tuple[float, int]:
    key, distance = found
    return distance, key
