"""What a ranking is worth: from the rank at which each needle was found to recall, MRR and recall at a budget.

The unit is a *needle row*: a question with three needles is three rows. `ranks` holds for every row the rank, from 1,
of the first chunk that covers the needle whole, or `None` where no ranked chunk does; a question for which nothing was
ranked has `None` in all its rows and counts like any other. Two runs are compared row by row, so their rows have to
stand in the same order.

Rows of one group (the phrasings of one needle, say) are not independent. Where `groups` names the group of every row,
a figure is the mean over groups of their rows' means, and its `n` is the number of groups.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.measuring.questions import Needle
from engine.measuring.statistics import Estimate, average

Floats = NDArray[np.float64]
Ranks = Sequence[int | None]
Groups = Sequence[Hashable]


def hits_at(ranks: Ranks, k: int) -> NDArray[np.bool_]:
    """Whether each needle is among the first `k` chunks, `(rows,)`. Raises `ValueError` unless `k` is 1 or more."""
    if k < 1:
        raise ValueError(f"Recall is taken among the first 1 or more chunks, not among {k}.")
    return _numbers(ranks) <= k


def recall_at(ranks: Ranks, k: int, groups: Groups | None = None) -> Estimate:
    """Recall@k: the share of needles among the first `k` chunks.

    A needle row is a topic with one relevant document, for which recall and success at k are the same. The interval is
    Wilson's over rows; over groups it is `average`'s, because a group can be found by half.
    """
    return _mean(hits_at(ranks, k), groups)


def reciprocal_ranks(ranks: Ranks) -> Floats:
    """`1 / rank` of each needle, 0 where it was not found, `(rows,)`."""
    return 1 / _numbers(ranks)


def mrr(ranks: Ranks, groups: Groups | None = None) -> Estimate:
    """Mean reciprocal rank, over everything that was ranked, with the interval of `average`.

    E. M. Voorhees, "The TREC-8 question answering track report", Proceedings of TREC-8 (1999), 77-82.
    """
    return _mean(reciprocal_ranks(ranks), groups)


def characters_until(ranks: Ranks, lengths: Sequence[Sequence[int]]) -> Floats:
    """How much has to be read until each needle has been read, in characters, `(rows,)`; infinite where never.

    `lengths` are for every row the lengths of the chunks ranked for its question, best first. The chunk with the needle
    counts in full. Raises `ValueError` where a needle's rank lies behind the chunks.
    """
    return np.array([_read(rank, row) for rank, row in zip(ranks, lengths, strict=True)], np.float64)


def recall_within(characters: ArrayLike, budget: float, groups: Groups | None = None) -> Estimate:
    """Recall at a budget: the share of needles that have been read before `budget` characters are used up.

    `characters` is what `characters_until` returns. Chunks are read in the order of the ranking; the first that does
    not fit into the rest of the budget is not read, and nothing behind it either. Chunkers are compared so, because
    with the same k the one with longer chunks is allowed more text.
    """
    return _mean(np.asarray(characters, np.float64) <= budget, groups)


def grouped(values: ArrayLike, groups: Groups) -> Floats:
    """The mean of each group's values, `(groups,)`, in the order in which the groups first occur."""
    of_rows = np.asarray(values, np.float64)
    places = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    place_of = np.array([places[group] for group in groups], np.intp)
    if of_rows.shape != place_of.shape:
        raise ValueError(f"{len(groups)} rows have a group, but values have the shape {of_rows.shape}.")
    return np.bincount(place_of, weights=of_rows) / np.bincount(place_of)


def destroyed(needles: Iterable[Needle], covers: Mapping[str, Iterable[tuple[int, int]]]) -> tuple[Needle, ...]:
    """The needles that no chunk covers whole, in their order; one that is given twice is returned twice.

    `covers` holds per document what its chunks cover, `[overlap_start, end)`, in any order; they may overlap. Ranges
    are sorted by their starts: a needle is held exactly if those that start no later than it reach its end.
    """
    reaches = {document: _reach(ranges) for document, ranges in covers.items()}

    def held(needle: Needle) -> bool:
        starts, furthest = reaches.get(needle.document, ((), ()))
        before = bisect_right(starts, needle.start)
        return before > 0 and furthest[before - 1] >= needle.end

    return tuple(needle for needle in needles if not held(needle))


def _numbers(ranks: Ranks) -> Floats:
    numbers = np.array([np.inf if rank is None else rank for rank in ranks], np.float64)
    if not (numbers >= 1).all():
        raise ValueError("Ranks count from 1.")
    return numbers


def _mean(values: ArrayLike, groups: Groups | None) -> Estimate:
    return average(values if groups is None else grouped(values, groups))


def _read(rank: int | None, lengths: Sequence[int]) -> float:
    if rank is None:
        return float("inf")
    if not 1 <= rank <= len(lengths):
        raise ValueError(f"A needle cannot be found at rank {rank} of {len(lengths)} chunks.")
    return sum(lengths[:rank])


def _reach(ranges: Iterable[tuple[int, int]]) -> tuple[Sequence[int], Sequence[int]]:
    """The starts of the ranges, sorted, and for each the furthest end up to and including its range."""
    ordered = sorted(ranges)
    return [start for start, _ in ordered], list(accumulate((end for _, end in ordered), max))
