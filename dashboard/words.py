"""What the pages say in the same words wherever they say it."""

from __future__ import annotations

from collections.abc import Sequence

import engine

UNFINISHED = (engine.State.QUEUED, engine.State.EXTRACTING, engine.State.CHUNKING, engine.State.EMBEDDING)


def counted(number: int, noun: str) -> str:
    """`1 chunk`, `2,311 chunks`: for nouns that take an s."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def headings(path: Sequence[str]) -> str:
    """The headings above a passage, the outermost first."""
    return " › ".join(path)


def state_in_words(document: engine.Document) -> str:
    """The state with its progress; a stale document says so."""
    if document.state is engine.State.EMBEDDING and document.total:
        return f"embedding {document.done} of {document.total}"
    return f"{document.state}, stale" if document.stale and document.state not in UNFINISHED else str(document.state)


def outcome_in_words(outcome: str) -> str:
    """How a question ended, for a person."""
    return {
        engine.Outcome.ANSWERED: "Answered",
        engine.Outcome.BELOW_CUT: "Refused: nothing passed the cut",
        engine.Outcome.NOTHING_INDEXED: "Refused: nothing was indexed",
        engine.Outcome.MODEL_ABSTAINED: "Passages passed the cut, but no answer was found in them",
        engine.Outcome.MODEL_UNREACHABLE: "The model could not be reached",
    }[engine.Outcome(outcome)]


def size_in_words(count: int) -> str:
    """Bytes in the largest unit that leaves at least 1."""
    size, unit = float(count), "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:,.0f} {unit}" if unit == "bytes" else f"{size:,.1f} {unit}"


def figure(score: float, cut: float) -> str:
    """A score to three decimals, or to as many more as tell it from the cut."""
    decimals = next((n for n in range(3, 9) if f"{score:.{n}f}" != f"{cut:.{n}f}"), 3)
    return f"{score:.{decimals}f}"


def origin_of_cut(chosen: engine.Cut | None, cut: float, outdated: bool) -> str:
    """Where a cut comes from: what Ask must say beside every answer and refusal."""
    if chosen is None or chosen.cut != cut:
        return "not calibrated for these documents"
    return f"chosen on the set {chosen.question_set}" + (", out of date since" if outdated else "")
