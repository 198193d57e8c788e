"""Several rankings -> one, by their ranks alone: a cosine and a BM25 score have no common measure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import fsum

K = 60
"""How little the very first ranks stand out; the value of the paper, which found that it hardly matters."""


def fuse(rankings: Sequence[Sequence[int]], k: int = K) -> list[tuple[int, float]]:
    """Keys with the sum of `1 / (k + rank)` over the rankings that hold them, best first.

    Each ranking holds keys, best first, each once; ranks count from 1. Of equal sums the one whose best rank is better
    stands first, then the one that has it in an earlier ranking.
    G. V. Cormack, C. L. A. Clarke, S. Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank
    learning methods", SIGIR 2009.
    """
    parts: dict[int, list[float]] = {}
    for rank, level in enumerate(zip_longest(*rankings), start=1):
        worth = 1 / (k + rank)
        for key in level:
            if key is not None:
                parts.setdefault(key, []).append(worth)
    sums = [(key, fsum(its)) for key, its in parts.items()]  # fsum: it must not depend on the order of the rankings
    return sorted(sums, key=lambda one: -one[1])  # stable
