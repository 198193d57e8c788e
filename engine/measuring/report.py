"""A finished run as one HTML file that explains itself: nothing is fetched, nothing runs, and it prints.

Here is what the page says; how it looks is in `templates`. Whatever comes from a document, a question or a name of a
file is escaped there, by the template engine, wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from engine.chunking import STRATEGIES
from engine.measuring.comparison import LEVEL, holm
from engine.measuring.cutting_report import Destroyed
from engine.measuring.evaluation import Evaluated
from engine.measuring.figures import COMPARED_AT, KS, Compared, Figures, NeedleRow, compared
from engine.measuring.hiding import Hidden
from engine.measuring.needle_words import Words
from engine.measuring.questions import Kind
from engine.measuring.rendering import render
from engine.measuring.splits import By, split
from engine.measuring.statistics import Estimate
from engine.measuring.trials import Trial
from engine.retrieval.search import found_by

LISTED_PARTS = 40
"""How many phrasings and how many documents have a line of their own; a library may hold thousands."""

NO_WORDS: Words = {}

NOTHING_TO_FIND = "Neither has a question with a needle, so that there is nothing to win or lose."

STAGES = {
    "encode": "making the question’s vector",
    "dense": "looking up by meaning",
    "bm25": "looking up by keywords",
    "hybrid": "merging both rankings",
    "late": "second stage: late interaction",
    "fetch": "reading the passages from the store",
}
"""What happens in a stage, for a person."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of a chart: its name, a filled dot for rows and, where there is one, a ring for pairs."""

    name: str
    rows: Estimate
    pairs: Estimate | None


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a destroyed needle, from one cut to the next. `chunks` is how many chunks have them."""

    text: str
    chunks: int


@dataclass(frozen=True, slots=True)
class Rival:
    """Another run held against this one; `compared` is `None` where it cannot be, and `why_not` says so."""

    other: Evaluated
    compared: Compared | None
    corrected_p: float
    why_not: str

    @property
    def title(self) -> str:
        """What the other one is called."""
        return _title(self.other)

    @property
    def decision(self) -> str:
        """The words for it."""
        return "distinguishable" if self.corrected_p < LEVEL else "not distinguishable"


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near the nearest passages to the `n` questions of one kind came, as cosine distances."""

    kind: Kind
    n: int
    found: tuple[float, ...]

    @property
    def summary(self) -> tuple[float, float, float] | None:
        """The least, the median and the largest; `None` where nothing was found for any."""
        return (min(self.found), median(self.found), max(self.found)) if self.found else None


def run_report(one: Evaluated, others: Sequence[Evaluated] = (), words: Words = NO_WORDS) -> bytes:
    """The report of a run, compared with each of the `others` where that can be done, as a file in UTF-8.

    `words` are those of its needles; where they are not known, only the place is named.
    """
    return render(
        "run.html",
        one=one,
        figures=one.figures,
        title=_title(one),
        strategy=STRATEGIES[one.run.way.chunking.strategy],
        groups=len({row.group for row in one.figures.rows}),
        marks=[Mark(f"Recall@{k}", one.figures.recall[k], one.figures.recall_of_groups[k]) for k in KS],
        reciprocal=[Mark("MRR", one.figures.mrr, one.figures.mrr_of_groups)],
        rivals=_rivals(one, others),
        parts={by.value: split(one.trials, by) for by in By},
        ledger=[(lost, list(_cut_through(lost))) for lost in one.run.report.ledger],
        missed=_missed(one.figures),
        lost={(lost.id, lost.needle) for lost in one.run.report.ledger},
        words=words,
        nearness=_nearness(one.trials),
        COMPARED_AT=COMPARED_AT,
        KS=KS,
        LEVEL=LEVEL,
        LISTED_PARTS=LISTED_PARTS,
        part_marks=_part_marks,
        STAGES=STAGES,
        Hidden=Hidden,
    )


def _title(one: Evaluated) -> str:
    return f"Strategy {one.run.way.chunking.strategy}, {found_by(one.run.way.retrieval)}"


def _part_marks(parts: Iterable[tuple[str, Figures]]) -> list[Mark]:
    return [Mark(name, part.recall[COMPARED_AT], None) for name, part in parts]


def _rivals(one: Evaluated, others: Sequence[Evaluated]) -> list[Rival]:
    """In the order given; Holm's correction is over those that can be compared."""
    why_not = [_why_not(one, other) for other in others]
    results = [
        None if told else compared(one.figures.rows, other.figures.rows)
        for other, told in zip(others, why_not, strict=True)
    ]
    corrected = iter(holm([result.groups.p for result in results if result is not None]).tolist())
    return [
        Rival(other, result, 1.0 if result is None else next(corrected), told or "")
        for other, result, told in zip(others, results, why_not, strict=True)
    ]


def _why_not(one: Evaluated, other: Evaluated) -> str | None:
    return one.run.differs(other.run) or (None if one.figures.rows else NOTHING_TO_FIND)


def _missed(found: Figures) -> list[NeedleRow]:
    return [row for row in found.rows if row.rank is None or row.rank > KS[-1]]


def _nearness(trials: Iterable[Trial]) -> list[Nearness]:
    of: dict[Kind, list[Trial]] = {kind: [] for kind in Kind}
    for trial in trials:
        of[trial.kind].append(trial)
    return [
        Nearness(kind, len(its), tuple(min(hit.distance for hit in trial.ranked) for trial in its if trial.ranked))
        for kind, its in of.items()
    ]


def _cut_through(lost: Destroyed) -> Iterable[Piece]:
    """The needle's words, parted wherever a chunk begins or ends in them."""
    needle = lost.needle
    for start, end in pairwise(sorted({needle.start, needle.end, *(edge for part in lost.parts for edge in part)})):
        holding = sum(part_start <= start and end <= part_end for part_start, part_end in lost.parts)
        yield Piece(lost.text[start - needle.start : end - needle.start], holding)
