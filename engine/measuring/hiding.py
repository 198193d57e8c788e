"""Questions whose answer is hidden: an honest test of refusing, as many as there are questions, without a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from engine.measuring.needles import Haystack
from engine.measuring.questions import Kind, Needle, Question
from engine.types.answers import Filter, Stretch
from engine.types.extraction import Extraction
from engine.types.indexing import Chunk

ENDLESS = 2**62
"""An end behind that of any document."""


class Hidden(StrEnum):
    """What of the documents is out of sight while a question is searched."""

    NOTHING = "nothing"
    DOCUMENT = "document"
    """Every document that answers it."""

    PASSAGE = "passage"
    """The chunks that hold a part of an answer to it, and the chunk before and behind them."""


@dataclass(frozen=True, slots=True)
class Hiding:
    """The questions that can be asked so, as near ones, and by id what is hidden from each of them.

    `left_out` says by id why a question cannot: its answer would still be there.
    """

    questions: tuple[Question, ...]
    within: Mapping[str, Filter]
    left_out: Mapping[str, str]


def hide(
    questions: Iterable[Question],
    what: Hidden,
    texts: Mapping[str, Extraction],
    chunks: Mapping[str, Sequence[Chunk]],
) -> Hiding:
    """Takes the answers of in-domain questions away. `texts` and `chunks`, in their order, are by document."""
    haystack = Haystack(texts)
    kept: list[Question] = []
    within: dict[str, Filter] = {}
    left_out: dict[str, str] = {}
    for question in questions:
        if not question.needles:
            continue
        hidden = frozenset(chain.from_iterable(_stretches(needle, what, chunks) for needle in question.needles))
        elsewhere = (_elsewhere(needle, hidden, texts, haystack) for needle in question.needles)
        if (told := next(filter(None, elsewhere), None)) is not None:
            left_out[question.id] = told
            continue
        note = f"The {what} that answers it was hidden."
        kept.append(Question(question.id, question.question, Kind.NEAR, (), question.phrasing, question.pair, note))
        within[question.id] = Filter(frozenset(), frozenset(), hidden)
    return Hiding(tuple(kept), within, left_out)


def _stretches(needle: Needle, what: Hidden, chunks: Mapping[str, Sequence[Chunk]]) -> Iterable[Stretch]:
    if what is Hidden.DOCUMENT:
        return (Stretch(needle.document, 0, ENDLESS),)
    its = chunks.get(needle.document, ())
    touching = [
        place for place, chunk in enumerate(its) if chunk.overlap_start < needle.end and needle.start < chunk.end
    ]
    if not touching:
        return ()
    first, last = its[max(0, touching[0] - 1)], its[min(len(its) - 1, touching[-1] + 1)]
    return (Stretch(needle.document, first.start, last.end),)


def _elsewhere(
    needle: Needle, hidden: frozenset[Stretch], texts: Mapping[str, Extraction], haystack: Haystack
) -> str | None:
    """Where the needle's words still stand, as a sentence, or `None`."""
    words = texts[needle.document].text[needle.start : needle.end]
    for place in haystack.places(words):
        if not any(
            place.document == stretch.document and stretch.start <= place.start and place.end <= stretch.end
            for stretch in hidden
        ):
            return f"Its needle also stands in {place.document}, characters {place.start} to {place.end}."
    return None
