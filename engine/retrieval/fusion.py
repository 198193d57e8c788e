"""Several rankings -> one, by their ranks alone: a cosine and a BM25 score have no common measure."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

K = 60
"""How little the very first ranks stand out; the value of the paper, which found that it hardly matters."""


def fuse(rankings: Sequence[Sequence[int]], k: int = K) -> list[tuple[int, float]]:
    """Keys with the sum of `1 / (k + rank)` over the rankings that hold them, best first.

    Each ranking holds keys, best first, each once; ranks count from 1. Of equal sums the one whose best rank is better
    stands first, then the one that an earlier ranking holds higher.
    G. V. Cormack, C. L. A. Clarke, S. Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank
    learning methods", SIGIR 2009.
    """
    ranks = [{key: rank for rank, key in enumerate(ranking, start=1)} for ranking in rankings]
    unseen = max(map(len, rankings), default=0) + 1
    order = []
    for key in dict.fromkeys(key for ranking in rankings for key in ranking):
        places = [at.get(key, unseen) for at in ranks]
        order.append((-fsum(1 / (k + at[key]) for at in ranks if key in at), min(places), places, key))
    return [(key, -score) for score, _, _, key in sorted(order)]
