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
    unseen = max(map(len, rankings), default=0) + 1
    worth = [0.0, *(1 / (k + rank) for rank in range(1, unseen)), 0.0]
    places = {key: [unseen] * len(rankings) for ranking in rankings for key in ranking}
    for at, ranking in enumerate(rankings):
        for rank, key in enumerate(ranking, start=1):
            places[key][at] = rank
    # a sum must not depend on the order of the rankings
    order = sorted([(-fsum(map(worth.__getitem__, its)), min(its), its, key) for key, its in places.items()])
    return [(key, -score) for score, _, _, key in order]
