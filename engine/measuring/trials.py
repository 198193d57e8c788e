"""Questions and a search -> trials: what was ranked for each question, with no gate before it.

This is the only place of `measuring` that searches; everything else is arithmetic on what it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.measuring.questions import Kind, Needle, Question
from engine.retrieval.search import Found
from engine.types.answers import Hit, StageRank
from engine.types.indexing import Progress


@dataclass(frozen=True, slots=True)
class Ranked:
    """A hit, reduced to what figures are made of.

    `holds`: what the chunk covers, `[overlap_start, end)`, has one of the question's needles whole. `quotable`: so has
    what it quotes, `[start, end)`. `distance` is the exact cosine distance to the question, `stages` has the rank and
    score of those stages that saw the chunk. `chunk` is its key in the index that was searched.
    """

    chunk: int
    document: str
    start: int
    end: int
    overlap_start: int
    distance: float
    stages: dict[str, StageRank]
    holds: bool
    quotable: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """One question with what was ranked for it, best first; nothing ranked is a miss. `milliseconds` is per stage.

    `needle_ranks` are, for each of the `needles`, the rank from 1 of the first chunk that covers it whole.
    """

    id: str
    question: str
    kind: Kind
    phrasing: str | None
    pair: str | None
    note: str | None
    ranked: tuple[Ranked, ...]
    needles: tuple[Needle, ...]
    needle_ranks: tuple[int | None, ...]
    milliseconds: dict[str, float]


def run(questions: Sequence[Question], search: Callable[[Question], Found], progress: Progress) -> Iterator[Trial]:
    """Searches once for every question, ungated."""
    for done, question in enumerate(questions):
        progress("questions", done, len(questions), question.id)
        yield trial_of(question, search(question))
    progress("questions", len(questions), len(questions), "")


def trial_of(question: Question, found: Found) -> Trial:
    """What was found for a question, held against its needles."""
    return Trial(
        id=question.id,
        question=question.question,
        kind=question.kind,
        phrasing=question.phrasing,
        pair=question.pair,
        note=question.note,
        ranked=tuple(_ranked(hit, question.needles) for hit in found.hits),
        needles=question.needles,
        needle_ranks=tuple(_rank(needle, found.hits) for needle in question.needles),
        milliseconds=found.milliseconds,
    )


def _rank(needle: Needle, hits: Iterable[Hit]) -> int | None:
    return next((hit.rank for hit in hits if _covers(hit, needle)), None)


def _covers(hit: Hit, needle: Needle) -> bool:
    within = hit.overlap_start <= needle.start and needle.end <= hit.locator.end
    return needle.document == hit.document and within


def _ranked(hit: Hit, needles: Iterable[Needle]) -> Ranked:
    mine = [needle for needle in needles if _covers(hit, needle)]
    return Ranked(
        chunk=hit.chunk_key,
        document=hit.document,
        start=hit.locator.start,
        end=hit.locator.end,
        overlap_start=hit.overlap_start,
        distance=hit.distance,
        stages={stage: seen for stage, seen in hit.stages.items() if seen is not None},
        holds=bool(mine),
        quotable=any(hit.locator.start <= needle.start for needle in mine),
    )


def to_json(trial: Trial) -> tuple[dict[str, Any], list[list[Any]]]:
    """The trial as JSON can hold it: all but what was ranked, and that, in a third of the room that names would take.

    Scores come back bit for bit.
    """
    said = {name: getattr(trial, name) for name in _SAID} | {"needles": trial.needles}
    ranked = [[getattr(hit, name) for name in _PLAIN] + [_stages_to_json(hit.stages)] for hit in trial.ranked]
    return said, ranked


def from_json(said: dict[str, Any], ranked: list[list[Any]]) -> Trial:
    """The trial that `to_json` wrote; with nothing ranked in it where `ranked` was not read."""
    return Trial(
        **{
            **said,
            "kind": Kind(said["kind"]),
            "needles": tuple(Needle(*needle) for needle in said["needles"]),
            "needle_ranks": tuple(said["needle_ranks"]),
        },
        ranked=tuple(
            Ranked(**dict(zip(_PLAIN, plain, strict=True)), stages=_stages_from_json(stages))
            for *plain, stages in ranked
        ),
    )


_SAID = ("id", "question", "kind", "phrasing", "pair", "note", "needle_ranks", "milliseconds")
_PLAIN = ("chunk", "document", "start", "end", "overlap_start", "distance", "holds", "quotable")


def _stages_to_json(stages: dict[str, StageRank]) -> dict[str, list[float]]:
    return {stage: [seen.rank, seen.score] for stage, seen in stages.items()}


def _stages_from_json(stored: dict[str, list[float]]) -> dict[str, StageRank]:
    return {stage: StageRank(int(rank), score) for stage, (rank, score) in stored.items()}
