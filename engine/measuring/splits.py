"""A run's figures part by part: by phrasing, by document, and by kind of question at a cut of the distance gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.measuring.figures import Figures, NeedleRow, figures, needle_rows
from engine.measuring.questions import Kind
from engine.measuring.statistics import Estimate, proportion
from engine.measuring.trials import Trial
from engine.measuring.verdicts import Verdict, verdict

NO_PHRASING = "no phrasing"
"""Where the rows are counted of which nobody said how they are phrased."""


class By(StrEnum):
    """What needle rows are told apart by."""

    PHRASING = "phrasing"
    DOCUMENT = "document"
    """The one that the needle stands in."""


@dataclass(frozen=True, slots=True)
class KindFigures:
    """How the `n` questions of one kind end at a cut. `answered` is the share of them that is not refused.

    Near and far questions have no answer: each of them that is answered is a bluff, and `right` is `None`. Of in-domain
    questions `right` is the share that is answered with a needle among the passages that are kept.
    """

    n: int
    answered: Estimate
    right: Estimate | None


def split(trials: Sequence[Trial], by: By) -> dict[str, Figures]:
    """The figures of every part of a run's needle rows, by the part's name: the largest first, then by name."""
    part = _PARTS[by]
    sizes = Counter(map(part, needle_rows(trials)))

    def of(name: str) -> Figures:
        return figures(trials, lambda row: part(row) == name)

    return {name: of(name) for name in sorted(sizes, key=lambda name: (-sizes[name], name))}


def kinds(trials: Sequence[Trial], cut: float) -> dict[Kind, KindFigures]:
    """How the questions of each kind end at this cut of the distance gate."""
    return {kind: _kind(kind, [verdict(trial, cut) for trial in trials if trial.kind is kind]) for kind in Kind}


def _kind(kind: Kind, verdicts: Sequence[Verdict]) -> KindFigures:
    n = len(verdicts)
    right = proportion(verdicts.count(Verdict.RIGHT), n) if kind is Kind.IN else None
    return KindFigures(n, proportion(n - verdicts.count(Verdict.REFUSED), n), right)


_PARTS: dict[By, Callable[[NeedleRow], str]] = {
    By.PHRASING: lambda row: row.trial.phrasing or NO_PHRASING,
    By.DOCUMENT: lambda row: row.needle.document,
}
