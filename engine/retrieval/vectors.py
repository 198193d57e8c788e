"""Unit vectors by key, ranked exactly: a quick look at all of them in 8 bits, then exact arithmetic on the best."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
Vectors = NDArray[np.float32]

REACH = 8.0
"""Standard deviations of a unit vector's component, `1 / sqrt(d)`, that 8 bits span; what lies further is cut off.

all-MiniLM-L6-v2 reached 5.2 in prose and 5.9 in single words and lines of code.
"""

SPARE = 50
"""Candidates beyond half as many again as asked for that the quick look hands on."""

SIGMAS = 5.0
"""Standard deviations of its rounding error by which the quick look may misjudge a cosine and still be relied on."""

FLOAT32_ERROR = 1e-5
"""More than a cosine worked out in float32 can be wrong by."""


SIDE_BY_SIDE = 20_000
"""Vectors from which on two threads look at one half each. Waking the second one costs as much as looking at 3,000."""

_BESIDE = ThreadPoolExecutor(os.cpu_count(), "vectors")
"""OpenMP cannot do it: FAISS shares out questions among threads, and there is only one."""


class VectorIndex:
    """Vectors of one encoder. Not safe to share between threads: whoever holds it has a lock."""

    def __init__(self, dimensions: int) -> None:
        import faiss

        self._halves: list[Any] = [_coarse(dimensions), _coarse(dimensions)]
        self._exact: Any = faiss.IndexIDMap2(faiss.IndexFlatIP(dimensions))
        self._reach = REACH / sqrt(dimensions)
        self._scale = 127 / self._reach
        self._rounding = SIGMAS * sqrt(2 / 12) / self._scale  # two vectors' uniform errors, each seen along a unit
        self._cut_off = 0.0  # the longest part of a vector that lay beyond the reach

    def __len__(self) -> int:
        return int(self._exact.ntotal)

    def add(self, keys: Keys, vectors: Vectors) -> None:
        """Takes in unit vectors `(n, d)` under new keys `(n,)`."""
        self._exact.add_with_ids(vectors, keys)
        self._halves.sort(key=lambda half: half.ntotal)  # the odd one goes to the smaller
        for half, its in zip(self._halves, (slice(0, None, 2), slice(1, None, 2)), strict=True):
            half.add_with_ids(self._in_8_bits(vectors[its]), keys[its])
        self._cut_off = max(self._cut_off, self._beyond(vectors))

    def remove(self, keys: Keys) -> None:
        """Forgets the vectors under these keys."""
        self._exact.remove_ids(keys)
        for half in self._halves:
            half.remove_ids(keys)

    def search(self, vector: Vectors, depth: int, within: Keys | None = None) -> list[tuple[int, float]]:
        """Key and cosine distance, in [0, 2], of the `depth` nearest to a unit `vector` `(d,)`; ties by key.

        `within` are the only keys that may be found.
        """
        chosen = len(self) if within is None else len(within)
        wanted = min(depth + depth // 2 + SPARE, chosen)
        if not wanted:
            return []
        only = _only(within)
        scores, found = self._look(self._in_8_bits(vector[None]), wanted, only)
        best = self._best(vector, found, depth)
        if len(found) == wanted < chosen:  # something was left out: may it be as near as the last of the best?
            least = 1 - best[-1][1]
            doubt = self._rounding + self._cut_off + self._beyond(vector[None])
            if scores[-1] / self._scale**2 > least - doubt:
                _, _, keys = self._exact.range_search(vector[None], least - FLOAT32_ERROR, params=only)
                best = self._best(vector, keys, depth)
        return best

    def _look(self, question: Vectors, wanted: int, only: Any) -> tuple[Vectors, Keys]:
        """Scores and keys of the `wanted` best by 8 bits, or of as many as there are, best first."""
        one, other = self._halves
        if only is None and len(self) >= SIDE_BY_SIDE:
            beside = _BESIDE.submit(_scan, other, question, wanted, only)
            parts = _scan(one, question, wanted, only), beside.result()
        else:
            parts = _scan(one, question, wanted, only), _scan(other, question, wanted, only)
        scores, keys = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
        order = np.argsort(-scores, kind="stable")[:wanted]
        return scores[order], keys[order]

    def _best(self, vector: Vectors, keys: Keys, depth: int) -> list[tuple[int, float]]:
        distances = self.distances(vector, keys)
        order = np.lexsort((keys, distances))[:depth]
        return list(zip(keys[order].tolist(), distances[order].tolist(), strict=True))

    def distances(self, vector: Vectors, keys: Keys) -> NDArray[np.float64]:
        """The exact cosine distances, `(n,)`, of a unit `vector` `(d,)` to those under `keys` `(n,)`."""
        stored = self._exact.reconstruct_batch(keys).astype(np.float64)
        # row by row: a product of matrices sums up equal rows in different orders, and ties would be none
        distances: NDArray[np.float64] = np.clip(1 - np.vecdot(stored, vector.astype(np.float64)), 0, 2)
        return distances

    def _in_8_bits(self, vectors: Vectors) -> Vectors:
        rounded: Vectors = np.rint(np.clip(vectors * self._scale, -127, 127))
        return rounded

    def _beyond(self, vectors: Vectors) -> float:
        """The length of the longest part of these vectors that 8 bits do not span."""
        return float(np.linalg.norm(vectors - np.clip(vectors, -self._reach, self._reach), axis=1).max(initial=0))


def _coarse(dimensions: int) -> Any:
    """An empty index of vectors in 8 bits."""
    import faiss

    signed = faiss.ScalarQuantizer.QT_8bit_direct_signed
    return faiss.IndexIDMap2(faiss.IndexScalarQuantizer(dimensions, signed, faiss.METRIC_INNER_PRODUCT))


def _only(within: Keys | None) -> Any:
    """What tells FAISS to look at these keys alone."""
    import faiss

    parameters: Any = faiss.SearchParameters
    return None if within is None else parameters(sel=faiss.IDSelectorBatch(within))


def _scan(half: Any, question: Vectors, wanted: int, only: Any) -> tuple[Vectors, Keys]:
    """Scores and keys of the `wanted` best of one half, or of as many as it has."""
    import faiss

    faiss.omp_set_num_threads(1)  # this thread's: one question is nothing to share out, and waking others costs more
    scores, keys = half.search(question, wanted, params=only)
    there = keys[0] >= 0
    return scores[0][there], keys[0][there]
