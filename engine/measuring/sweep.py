"""What a gate would do at every cut at once: trials -> counts, without asking the gate 10,000 times.

A hit passes strictly below the cut, and the first `KEEP` that pass are kept. Hence hit i of a ranking is kept exactly
for the cuts in `(s_i, u_i]`, where `s_i` is its score and `u_i` the KEEP-th smallest score ranked before it (infinite
where fewer are). This holds in whichever order a retriever ranked. Counting at a cut is then two binary searches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.answering.gate import GATES, KEEP, POOL
from engine.errors import GateError
from engine.measuring.questions import Kind
from engine.measuring.trials import Ranked, Trial

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NO_CUT = 2.0
"""The cut that refuses nothing: no cosine distance is above it."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Numbers of questions at each cut; all arrays have the shape of `cuts`, `(c,)`.

    `answered_right + answered_wrong + refused` is the number of in-domain questions; right means that a kept hit holds
    a needle whole. Bluffs are the near and far questions that were answered.
    """

    cuts: Floats
    answered_right: Ints
    answered_wrong: Ints
    refused: Ints
    bluffs_near: Ints
    bluffs_far: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """Every cut of one gate over one set of trials. `n_*` are the questions of each kind.

    `best_*` are the questions' best scores, sorted, `(n,)`, infinite where nothing was ranked. An in-domain question is
    right for the cuts in the disjoint intervals `(low, high]`, whose ends are sorted each for itself in `right_*`.
    """

    gate: str
    n_in: int
    n_near: int
    n_far: int
    best_in: Floats
    best_near: Floats
    best_far: Floats
    right_lows: Floats
    right_highs: Floats

    def at(self, cuts: ArrayLike) -> Counts:
        """The counts at these cuts, `(c,)` or one number. Raises `GateError` for a cut that the gate cannot use."""
        wanted = np.array(cuts, np.float64, ndmin=1)
        low, high = GATES[self.gate].cuts
        if not ((wanted >= low) & (wanted <= high)).all():
            raise GateError(f"The {self.gate} gate can only use cuts from {low:g} to {high:g}.")
        answered = _below(self.best_in, wanted)
        right = _below(self.right_lows, wanted) - _below(self.right_highs, wanted)
        return Counts(
            cuts=wanted,
            answered_right=right,
            answered_wrong=answered - right,
            refused=self.n_in - answered,
            bluffs_near=_below(self.best_near, wanted),
            bluffs_far=_below(self.best_far, wanted),
        )

    def steps(self) -> Counts:
        """The counts at every score at which something changes, and without a cut.

        What is said of a cut holds from just above the cut before it up to and including itself.
        """
        events = (self.best_in, self.best_near, self.best_far, self.right_lows, self.right_highs)
        scores = np.unique(np.concatenate([*events, [NO_CUT]]))
        return self.at(scores[np.isfinite(scores)])


def sweep(trials: Sequence[Trial], gate: str = "distance") -> Sweep:
    """Prepares every cut of `gate`. Raises `GateError` for a gate that trials have no scores for."""
    score = _SCORES.get(gate)
    if score is None:
        raise GateError(f"There is no gate called {gate!r} to sweep; choose one of: {', '.join(sorted(_SCORES))}.")
    kinds = {kind: [trial for trial in trials if trial.kind is kind] for kind in Kind}
    scores = {kind: _pools(those, score, np.inf) for kind, those in kinds.items()}
    lows, highs = _right(scores[Kind.IN], _pools(kinds[Kind.IN], attrgetter("holds"), 0) > 0)
    best = {kind: np.sort(those.min(axis=1)) for kind, those in scores.items()}
    return Sweep(
        gate=gate,
        n_in=len(best[Kind.IN]),
        n_near=len(best[Kind.NEAR]),
        n_far=len(best[Kind.FAR]),
        best_in=best[Kind.IN],
        best_near=best[Kind.NEAR],
        best_far=best[Kind.FAR],
        right_lows=lows,
        right_highs=highs,
    )


_SCORES: dict[str, Callable[[Ranked], float]] = {"distance": attrgetter("distance")}
"""Per gate the score, lower is better, that a trial holds for it."""


def _below(ordered: Floats, cuts: Floats) -> Ints:
    """How many are strictly below each cut."""
    return np.searchsorted(ordered, cuts, side="left").astype(np.int64)


def _pools(trials: Sequence[Trial], value: Callable[[Ranked], float], nothing: float) -> Floats:
    """`(n, POOL)`: a value of every pool's hits by rank, `nothing` where there is no hit."""
    pools = [trial.ranked[:POOL] for trial in trials]
    sizes = np.array([len(pool) for pool in pools], np.int64)
    found = np.fromiter(map(value, chain.from_iterable(pools)), np.float64, int(sizes.sum()))
    unusable = np.flatnonzero(~np.isfinite(found))
    if len(unusable):
        trial = trials[int(np.searchsorted(sizes.cumsum(), unusable[0], side="right"))]
        raise GateError(f"A passage found for question {trial.id} has no score that is a number; rebuild its document.")
    values = np.full((len(pools), POOL), nothing)
    values[np.arange(POOL) < sizes[:, None]] = found
    return values


def _right(scores: Floats, holds: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Ends of the intervals of cuts at which a needle is kept; those of one question made disjoint."""
    rows, ranks = np.nonzero(holds)
    lows = scores[rows, ranks]
    before = np.where(np.arange(POOL) < ranks[:, None], scores[rows], np.inf)
    highs = np.partition(before, KEEP - 1, axis=1)[:, KEEP - 1]
    order = np.lexsort((lows, rows))
    kept: list[tuple[float, float]] = []
    question, reach = -1, -np.inf
    for row, low, high in zip(rows[order].tolist(), lows[order].tolist(), highs[order].tolist(), strict=True):
        if row != question:
            question, reach = row, -np.inf
        if max(low, reach) < high:  # what begins earlier covers everything up to `reach`
            kept.append((max(low, reach), high))
            reach = high
    ends = np.array(kept, np.float64).reshape(-1, 2)
    return np.sort(ends[:, 0]), np.sort(ends[:, 1])
