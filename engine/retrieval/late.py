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
    if not len(question):
        return np.array([NO_PIECE for _ in passages])
    # One product a passage is no slower than one of all, which would copy them and, being large, wake other threads to
    # wait for; and a passage's score is the same to the last bit whichever others are scored with it.
    columns, total = np.ascontiguousarray(question.T), weights.sum()
    scores = [weights @ (passage @ columns).max(axis=0, initial=NO_TOKEN) / total for passage in passages]
    return np.clip(np.array(scores, np.float64), -1, 1)
