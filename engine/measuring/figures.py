"""What the trials of one run are worth, over needle rows and over groups of them, and how two runs compare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from engine.measuring.comparison import LEVEL, Comparison, compare, holm
from engine.measuring.metrics import hits_at, mrr, recall_at
from engine.measuring.questions import Needle
from engine.measuring.statistics import Estimate
from engine.measuring.trials import Trial

KS = (1, 4, 8, 20)
"""Where recall is taken."""

COMPARED_AT = 4
"""Where runs are compared: as many passages as an answer is built from."""


@dataclass(frozen=True, slots=True)
class NeedleRow:
    """A needle of a question with the rank of the first chunk that covers it whole, `None` where none does.

    `group` names the pair, else the question, that it belongs to: rows of one group are not independent.
    """

    trial: Trial
    needle: Needle
    rank: int | None

    @property
    def group(self) -> str:
        return f"pair {self.trial.pair}" if self.trial.pair else f"question {self.trial.id}"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some needle rows. `recall` and `recall_of_groups` are by k.

    `milliseconds` is the mean of each stage over the questions of the rows; of a run whose answers were hidden, which
    has no rows, over all its questions. It is empty where there are none.
    """

    rows: tuple[NeedleRow, ...]
    recall: dict[int, Estimate]
    recall_of_groups: dict[int, Estimate]
    mrr: Estimate
    mrr_of_groups: Estimate
    milliseconds: dict[str, float]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two runs row by row and group by group at `k`; the decision is made on groups. The first wins or loses."""

    k: int
    rows: Comparison
    groups: Comparison


@dataclass(frozen=True, slots=True)
class Pair:
    """Two of several runs, by their places, and the p of their groups corrected for how many pairs there are."""

    first: int
    second: int
    compared: Compared
    corrected_p: float

    @property
    def distinguishable(self) -> bool:
        """Whether the difference is more than chance makes of the largest of so many."""
        return self.corrected_p < LEVEL


def needle_rows(trials: Iterable[Trial]) -> tuple[NeedleRow, ...]:
    """Every needle of every question, in the set's order."""
    return tuple(
        NeedleRow(trial, needle, rank)
        for trial in trials
        for needle, rank in zip(trial.needles, trial.needle_ranks, strict=True)
    )


def figures(trials: Sequence[Trial], only: Callable[[NeedleRow], bool] | None = None) -> Figures:
    """The figures of a run, or of those of its rows that `only` is true of."""
    rows = tuple(row for row in needle_rows(trials) if only is None or only(row))
    ranks, groups = [row.rank for row in rows], [row.group for row in rows]
    timed = list({row.trial.id: row.trial.milliseconds for row in rows}.values()) or [
        trial.milliseconds for trial in trials if only is None
    ]
    stages = timed[0] if timed else {}
    return Figures(
        rows=rows,
        recall={k: recall_at(ranks, k) for k in KS},
        recall_of_groups={k: recall_at(ranks, k, groups) for k in KS},
        mrr=mrr(ranks),
        mrr_of_groups=mrr(ranks, groups),
        milliseconds={stage: fmean(each[stage] for each in timed) for stage in stages},
    )


def compared(first: Sequence[NeedleRow], second: Sequence[NeedleRow], k: int = COMPARED_AT) -> Compared:
    """The paired comparison of two runs over the same rows. Raises `ValueError` where they are not the same."""
    if [(row.trial.id, row.needle) for row in first] != [(row.trial.id, row.needle) for row in second]:
        raise ValueError("Two runs can only be compared over the same questions with the same needles.")
    ours, theirs = (hits_at([row.rank for row in rows], k) for rows in (first, second))
    return Compared(k, compare(ours, theirs), compare(ours, theirs, [row.group for row in first]))


def paired_matrix(runs: Sequence[Sequence[NeedleRow]], k: int = COMPARED_AT) -> tuple[Pair, ...]:
    """Every two of these runs, which are over the same rows, with Holm's correction over all of them."""
    places = list(combinations(range(len(runs)), 2))
    results = [compared(runs[first], runs[second], k) for first, second in places]
    corrected = holm([result.groups.p for result in results]).tolist()
    return tuple(Pair(*place, result, p) for place, result, p in zip(places, results, corrected, strict=True))
