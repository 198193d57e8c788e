"""Trials, rows and texts for the tests of `engine.measuring`, built around what a test is about."""

from __future__ import annotations

from engine.measuring.questions import Kind, Needle, QuestionRow
from engine.measuring.trials import Ranked, Trial
from engine.types.answers import StageRank
from engine.types.extraction import Extraction, Heading


def ranked(distance: float, holds: bool = False) -> Ranked:
    return Ranked(7, "a.md", 10, 20, 5, distance, {"dense": StageRank(3, 1 - distance)}, holds, holds)


def trial(id: str, kind: str, *distances: float, holding: frozenset[int] | set[int] = frozenset()) -> Trial:
    """A trial ranked in this order; `holding` are the places, from 0, whose chunks hold the needle."""
    hits = tuple(ranked(distance, place in holding) for place, distance in enumerate(distances))
    first = next((rank for rank, hit in enumerate(hits, start=1) if hit.holds), None)
    needles = (Needle("a.md", 12, 18),) if kind == Kind.IN else ()
    ranks = (first,) * len(needles)
    return Trial(id, f"What is {id}?", Kind(kind), None, None, None, hits, needles, ranks, {"dense": 1.5})


def row(id: str = "q", kind: str = "in", **columns: object) -> QuestionRow:
    fields: dict[str, object] = dict.fromkeys(("needle", "document", "start", "end", "phrasing", "pair", "note"))
    fields |= {"line": 2, "id": id, "kind": kind, "question": "Which one?"}
    return QuestionRow(**{**fields, **columns})  # type: ignore[arg-type]


def text(content: str, *headings: str, body_start: int = 0) -> Extraction:
    """A document; `headings` are lines of it."""
    places = [(content.index(line), line) for line in headings]
    found = tuple(Heading(2, start, start + len(line), line) for start, line in places)
    return Extraction(content, None, found, (), body_start, None, (), (), "text", 1)
