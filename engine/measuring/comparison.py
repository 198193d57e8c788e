"""Two runs over the same needles: which of them finds more, and whether that could be chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.measuring.metrics import Groups, grouped

LEVEL = 0.05
"""The p that a difference has to stay below, to be called one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first run against the second: rows, or groups of them, that it wins, loses and ties.

    `p` is how often at least so uneven a split of the wins and losses occurs where both are equally likely.
    """

    wins: int
    losses: int
    ties: int
    p: float

    @property
    def distinguishable(self) -> bool:
        """Whether the difference is more than chance would make of it."""
        return self.p < LEVEL


def compare(first: ArrayLike, second: ArrayLike, groups: Groups | None = None) -> Comparison:
    """The exact two-sided sign test on hits, for every needle row whether it was found, `(rows,)`, in the same order.

    The first run wins a row that it finds and the second does not. With `groups`, one per row, the unit is the group:
    the run with the higher mean over the group's rows wins it. Ties decide nothing and are left out, as by W. J. Dixon
    and A. M. Mood, "The statistical sign test", JASA 41 (1946), 557-566; on rows this is McNemar's test in its exact
    form. Where nothing is decided, p is 1. Raises `ValueError` unless all have the same number of rows.
    """
    ours, theirs = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if ours.shape != theirs.shape:
        raise ValueError(f"Runs over {ours.shape} and {theirs.shape} rows cannot be compared row by row.")
    if groups is not None:
        ours, theirs = grouped(ours, groups), grouped(theirs, groups)
    wins, losses = int((ours > theirs).sum()), int((ours < theirs).sum())
    return Comparison(wins, losses, len(ours) - wins - losses, _sign_test(wins, losses))


def holm(ps: ArrayLike) -> NDArray[np.float64]:
    """Each p of `m` tests, `(m,)`, made as large as it has to be so that all `m` together stay below a level.

    The smallest is multiplied by `m`, the next by `m - 1`, and so on, and none becomes smaller than one before it: the
    chance of calling any of them a difference where there is none is then at most the level, however they depend on
    each other. S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
    (1979), 65-70.
    """
    raw = np.asarray(ps, np.float64)
    order = np.argsort(raw, kind="stable")
    stepped = np.minimum(np.maximum.accumulate(raw[order] * np.arange(len(raw), 0, -1)), 1)
    adjusted = np.empty_like(raw)
    adjusted[order] = stepped
    return adjusted


def _sign_test(wins: int, losses: int) -> float:
    if wins == losses:
        return 1.0
    from scipy.stats import binomtest  # half a second that no page's start should wait

    return float(binomtest(wins, wins + losses).pvalue)
