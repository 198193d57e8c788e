"""Ties a model's text to the sources it was given, and writes an answer down as plain text.

What counts as a citation is decided here and nowhere else: `[n]` exactly so, for an `n` that was given. `[1][2]` are
two of them. `[1, 2]`, `[01]`, `[ 1 ]` and `[^1]` are none, and neither is an `[n]` that is part of a link
(`[1](target)`, `[1]: target`, inside `<a>`) or of code, where it is a subscript. All of these stay in the text as
the characters they are, and each is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.answering.sentences import pieces
from engine.types.answers import Answer, Citation, Sentence, Source

_URL = r"(?:(?<!\w)[a-z][a-z0-9+.-]{1,20}://|(?<!\w)(?:www\.|mailto:|javascript:|data:\w+/))[^\s<>\[\]]+"

_MARK = re.compile(
    rf"""
      (?P<code> ```.*?(?:```|\Z) | `[^`\n]+` )
    | <a\b[^<>]*>(?:(?!</?a\b).)*</a\s*>                                      # an anchor, whole
    | </?[a-z!][^<>\[\]]*>                                                    # any other tag, or <https://...>
    | !?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)    # [words](target)
    | ^[ ]{{0,3}}\[[^\[\]\n]+\]:[ \t]*<?{_URL}>?                              # [label]: target
    | {_URL}
    | \[(?P<n>[1-9][0-9]{{0,8}})\](?!\()
    | \[[^\[\]]*\] | 【[^【】]*】 | ［[^［］]*］                                # any other bracket
    | \[                                                                      # one around brackets, or left open
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL | re.MULTILINE,
)

_VISIBLE = re.compile(r"\S")


class Attached(NamedTuple):
    """A model's text as sentences, what they cite, and how many brackets, links and URLs became no citation."""

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    inert: int


def attach(text: str, sources: Sequence[Source]) -> Attached:
    """Cut a model's text into sentences and find which of `sources` each of them cites.

    The sentences' texts, joined, are `text` again, white space and markers included. A sentence's numbers are in the
    order in which it names them; they are empty for one that cites nothing valid. Citations ascend by number; their
    `sentences` are empty, because the words are the model's and stand in no document.
    """
    given = {source.number: source for source in sources}
    marks: list[tuple[int, int | None]] = list(_marks(text))
    sentences = []
    for start, end in pairwise([*_sentence_starts(text), len(text)]):
        numbers = dict.fromkeys(n for at, n in marks if start <= at < end and n is not None and n in given)
        sentences.append(Sentence(text=text[start:end], numbers=tuple(numbers), start=None, end=None))
    cited = sorted({n for sentence in sentences for n in sentence.numbers})
    return Attached(
        sentences=tuple(sentences),
        citations=tuple(Citation(source=given[n], sentences=()) for n in cited),
        inert=sum(n not in given for _, n in marks),
    )


def as_text(answer: Answer) -> str:
    """The answer, a caution where there is one, and its sources, one paragraph each: number, document name, label, and
    the quote below.

    Without an answer it is the reason why there is none.
    """
    if not answer.text:
        return answer.reason
    lines = [f"[{s.number}] {s.hit.document}, {s.label}:\n{s.quote}" for s in answer.sources]
    return "\n\n".join(filter(None, [answer.text, caution(answer), *lines]))


def caution(answer: Answer) -> str:
    """That names of the question stand in no source of the answer, as a sentence; empty where all do."""
    if not answer.unheld:
        return ""
    named = " nor ".join(f"“{name}”" for name in answer.unheld)
    return f"No source has {named} as the question writes it: this may be about something else."


def _marks(text: str) -> Iterator[tuple[int, int | None]]:
    """Yield the offset of everything that looks like a bracket, link or URL, with `n` where it reads `[n]`."""
    for mark in _MARK.finditer(text):
        if mark["code"]:
            inside = mark["code"].strip("`")
            yield from ((mark.start(), None) for _ in _MARK.finditer(inside))
        else:
            yield mark.start(), int(mark["n"]) if mark["n"] else None


def _sentence_starts(text: str) -> list[int]:
    """Offsets at which the sentences begin: 0 first, none for an empty text.

    White space goes with what stands before it, list markers with what stands behind them, and a piece without any
    word of its own (`[2]` on its own line, a rule, a closing fence) with the piece before it.
    """
    starts = [0] if text else []
    reached = 0
    for index, piece in enumerate(pieces(text)):
        begins = _VISIBLE.search(text, reached)
        if index and begins and any(map(str.isalnum, _MARK.sub("", text[piece.start : piece.end]))):
            starts.append(begins.start())
        reached = piece.end
    return starts
