"""What a way of cutting costs and what it destroys: the figures of a run that no search changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine.chunking import WindowReport, window_report
from engine.measuring.metrics import destroyed
from engine.measuring.questions import Needle, Question
from engine.types.indexing import Chunk, StoredChunk


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A needle that no chunk covers whole. `id` is its question's, `text` are its words as the document has them.

    `parts` are those that single chunks cover, `[start, end)` of the document, in their order: between them, and where
    one begins, lies a cut.
    """

    id: str
    question: str
    needle: Needle
    text: str
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CuttingReport:
    """The window's figures over all chunks, and the ledger of what was destroyed, a needle row each."""

    window: WindowReport
    ledger: tuple[Destroyed, ...]


def cutting_report(
    questions: Iterable[Question], texts: Mapping[str, str], pieces: Mapping[str, Sequence[StoredChunk]]
) -> CuttingReport:
    """The report of documents cut into `pieces`. `texts` and `pieces` are by document."""
    covers = {name: [(one.chunk.overlap_start, one.chunk.end) for one in its] for name, its in pieces.items()}
    lost = set(destroyed([needle for question in questions for needle in question.needles], covers))
    ledger = [
        Destroyed(
            id=question.id,
            question=question.question,
            needle=needle,
            text=texts[needle.document][needle.start : needle.end],
            parts=_parts(needle, [one.chunk for one in pieces.get(needle.document, ())]),
        )
        for question in questions
        for needle in question.needles
        if needle in lost
    ]
    window = window_report((one.chunk.text, one.use) for its in pieces.values() for one in its)
    return CuttingReport(window, tuple(ledger))


def _parts(needle: Needle, chunks: Iterable[Chunk]) -> tuple[tuple[int, int], ...]:
    parts = [(max(chunk.overlap_start, needle.start), min(chunk.end, needle.end)) for chunk in chunks]
    return tuple(sorted((start, end) for start, end in parts if start < end))


def to_json(report: CuttingReport) -> dict[str, Any]:
    """The report as JSON can hold it."""
    return asdict(report)


def from_json(stored: dict[str, Any]) -> CuttingReport:
    """The report that `to_json` wrote."""
    ledger = tuple(
        Destroyed(
            **{
                **one,
                "needle": Needle(*one["needle"]),
                "parts": tuple((start, end) for start, end in one["parts"]),
            }
        )
        for one in stored["ledger"]
    )
    return CuttingReport(WindowReport(**stored["window"]), ledger)
