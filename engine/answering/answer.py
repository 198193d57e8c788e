"""Walks a question from its hits to an answer or to a refusal that says which of the ways it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.answering import extractive
from engine.answering.citations import attach
from engine.answering.gate import decide, refusal
from engine.answering.model import CountedGenerator, Generator, abstains
from engine.answering.sources import number
from engine.errors import ModelUnreachable
from engine.types.answers import Answer, Citation, Hit, Outcome, Sentence, Source

_NOTHING_INDEXED = (
    "Nothing is indexed yet, so there was nothing to search: add documents, or wait until one of them is ready. "
    "No model was asked."
)


@dataclass(frozen=True, slots=True)
class _Written:
    """What came of the sources. `text` is empty unless the outcome is `ANSWERED`."""

    outcome: Outcome
    reason: str
    text: str
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    inert: int


def respond(
    question: str,
    question_vector: NDArray[np.float32],
    hits: Sequence[Hit],
    *,
    gate: str,
    cut: float,
    encode: extractive.Encode,
    generator: Generator | None,
    clock: Callable[[], float],
    anything_indexed: bool = False,
) -> Answer:
    """Answer from `hits`, or refuse; nothing but the hits' own scores opens the gate.

    `question_vector` has shape (d,) and length 1; `encode` makes vectors of the same encoder. Without a `generator`
    the answer is made of the sources' sentences. `clock` returns seconds from any origin that does not jump;
    `Answer.milliseconds` has `gate`, and `answer` unless the gate refused. `anything_indexed` matters only without
    hits: true says that there was something to search and the retriever found none of it.

    Raises `GateError` for a gate or cut that cannot be.
    """
    began = clock()
    decision = decide(hits, gate, cut)
    decided = clock()
    milliseconds = {"gate": (decided - began) * 1000}
    if not decision.kept:
        empty = not hits and not anything_indexed
        return Answer(
            question=question,
            outcome=Outcome.NOTHING_INDEXED if empty else Outcome.BELOW_CUT,
            reason=_NOTHING_INDEXED if empty else refusal(decision),
            text="",
            sentences=(),
            citations=(),
            sources=(),
            decision=decision,
            generator=None,
            model_calls=0,
            inert=0,
            milliseconds=milliseconds,
        )
    sources = number(decision.kept)
    counted = None if generator is None else CountedGenerator(generator)
    written = (
        _quoted(question, question_vector, sources, encode) if counted is None else _asked(counted, question, sources)
    )
    milliseconds["answer"] = (clock() - decided) * 1000
    return Answer(
        question=question,
        outcome=written.outcome,
        reason=written.reason,
        text=written.text,
        sentences=written.sentences,
        citations=written.citations,
        sources=sources,
        decision=decision,
        generator=extractive.NAME if counted is None else counted.name,
        model_calls=0 if counted is None else counted.calls,
        inert=written.inert,
        milliseconds=milliseconds,
        unheld=extractive.unheld(question, sources) if written.text else (),
    )


def _quoted(
    question: str, question_vector: NDArray[np.float32], sources: Sequence[Source], encode: extractive.Encode
) -> _Written:
    """The best sentences, a line each with its number behind it."""
    sentences = extractive.extract(question, question_vector, sources, encode)
    if not sentences:
        return _unanswered(
            Outcome.MODEL_ABSTAINED,
            "Passages passed the cut, but they hold headings only and no sentence that could be quoted.",
        )
    ranges: dict[int, list[tuple[int, int]]] = {}
    for sentence in sentences:
        if sentence.start is not None and sentence.end is not None:
            ranges.setdefault(sentence.numbers[0], []).append((sentence.start, sentence.end))
    return _Written(
        outcome=Outcome.ANSWERED,
        reason="",
        text="\n".join(f"{sentence.text} [{sentence.numbers[0]}]" for sentence in sentences),
        sentences=sentences,
        citations=tuple(Citation(s, tuple(sorted(ranges[s.number]))) for s in sources if s.number in ranges),
        inert=0,
    )


def _asked(generator: CountedGenerator, question: str, sources: Sequence[Source]) -> _Written:
    """What the model writes, taken to its end before anything of it counts."""
    try:
        text = "".join(generator.generate(question, sources)).strip()
    except ModelUnreachable as failure:
        return _unanswered(
            Outcome.MODEL_UNREACHABLE,
            f"Passages passed the cut, but the model {generator.name} could not be reached: {failure}",
        )
    if abstains(text):
        return _unanswered(
            Outcome.MODEL_ABSTAINED,
            f"Passages passed the cut, but the model {generator.name} found no answer in them.",
        )
    sentences, citations, inert = attach(text, sources)
    return _Written(Outcome.ANSWERED, "", text, sentences, citations, inert)


def _unanswered(outcome: Outcome, reason: str) -> _Written:
    return _Written(outcome=outcome, reason=reason, text="", sentences=(), citations=(), inert=0)
