"""Late interaction: how well a passage answers each word piece of a question, weighed by how rare the piece is.

O. Khattab and M. Zaharia, "ColBERT: Efficient and Effective Passage Search via Contextualized Late Interaction over
BERT", SIGIR 2020, with the idf of BM25 as weights, and the vectors of whatever encoder the library has.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

NO_TOKEN = -1.0
"""What a passage without any token scores: the least that a cosine can be, so that no token makes a passage worse."""

NO_PIECE = 0.0
"""What every passage scores for a question without any word piece: none is preferred."""


def weights(counts: NDArray[np.int64], total: int) -> NDArray[np.float64]:
    """The weight of each word piece, `(q,)`, that `counts` `(q,)` of `total` chunks hold.

    `ln(1 + (N - n + 0.5) / (n + 0.5))`, always above 0. A count above the total is taken for the total: the two are
    asked for one after the other, and documents may go in between.
    """
    held = np.minimum(counts, total)
    idf: NDArray[np.float64] = np.log1p((total - held + 0.5) / (held + 0.5))
    return idf


def late_scores(
    question: NDArray[np.float32], weights: NDArray[np.float64], passages: Iterable[NDArray[np.float32]]
) -> NDArray[np.float64]:
    """The score of each of `k` passages, `(k,)`, in [-1, 1]: `sum_i w_i max_j cos(q_i, d_j) / sum_i w_i`.

    `question` holds a unit vector for each occurrence of a word piece, `(q, d)`, with its weight above 0 in `weights`
    `(q,)`; each passage holds those of its tokens, `(t, d)`. Unpacked vectors do as well, against a projected question:
    their products estimate cosines. Only where rounding, or that estimate, leads out of the range is a score cut off.

    Passages are best unpacked as they are asked for (a generator): then all take turns in the same little memory.
    """
    # One small product a passage: as fast as one large product of all, and needs neither a copy nor other threads.
    columns = np.ascontiguousarray(question.T)
    best = [(passage @ columns).max(axis=0, initial=NO_TOKEN) for passage in passages]
    if not len(question):
        return np.full(len(best), NO_PIECE)
    met = np.array(best, np.float64).reshape(len(best), len(question))
    scores: NDArray[np.float64] = np.clip(met @ weights / weights.sum(), -1, 1)
    return scores
