"""Answers with the sources' own sentences: no words are written, the best ones are picked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.answering.sentences import pieces
from engine.retrieval.names import names, shape
from engine.types.answers import Hit, Sentence, Source

NAME = "extractive"
"""What `Answer.generator` says when nobody but this module wrote the text."""

MOST = 3
"""The best sentence and up to two more."""

CLOSE = 0.8
"""A further sentence is shown when its cosine is at least this share of the best one's."""

_ASKING = ("?", "\N{FULLWIDTH QUESTION MARK}", "\N{ARABIC QUESTION MARK}")
"""Sentences that ask lie close to a question and do not answer it; they are shown only where there is nothing else."""

_BAR = re.compile(r"(?<!\\)\|")

Encode = Callable[[Sequence[str]], NDArray[np.float32]]
"""n texts to an array of shape (n, d): unit vectors of the encoder that made the question's."""


class _Candidate(NamedTuple):
    sentence: Sentence
    embedded: str


def extract(
    question: str, question_vector: NDArray[np.float32], sources: Sequence[Source], encode: Encode
) -> tuple[Sentence, ...]:
    """Pick the sentences of the sources' quotes that lie closest to the question, best first.

    `question_vector` has shape (d,) and length 1. All sentences are encoded in one call, each behind the title and
    section it stands under, a table row as `column: value` pairs; scores are cosines, and equal ones keep the order
    of the sources. Every sentence is verbatim `[start, end)` of its document, cites exactly the source it was cut
    from, and is shown once however often it occurs. One that asks gives way to those that state. Where the
    question has names (`names`), sentences about one of them come first, and those about another name of its kind are
    left out: the encoder can hardly tell them apart. Empty when nothing is left, or no source holds a sentence: a
    heading alone is none.
    """
    candidates = [candidate for source in sources for candidate in _candidates(source)]
    candidates = [each for each in candidates if not each.sentence.text.endswith(_ASKING)] or candidates
    candidates, named = _about(names(question), candidates)
    if not candidates:
        return ()
    scores = encode([candidate.embedded for candidate in candidates]) @ question_vector
    order = sorted(range(len(candidates)), key=lambda at: (at not in named, -scores[at]))
    best = float(scores[order[0]])
    chosen: dict[str, Sentence] = {}
    for at in order:
        if not chosen or (len(chosen) < MOST and scores[at] >= CLOSE * best):
            sentence = candidates[at].sentence
            chosen.setdefault(" ".join(sentence.text.split()), sentence)
    return tuple(chosen.values())


def unheld(question: str, sources: Sequence[Source]) -> list[str]:
    """The names of the question that no source is about, as they are typed there."""
    about = {name for source in sources for candidate in _candidates(source) for name in names(candidate.embedded)}
    typed = {name: re.search(re.escape(name), question, re.IGNORECASE) for name in names(question) if name not in about}
    return [found[0] if found else name for name, found in typed.items()]


def _about(asked: list[str], candidates: list[_Candidate]) -> tuple[list[_Candidate], set[int]]:
    """The candidates that are not about others than the names asked for, and the places of those that hold one."""
    if not asked:
        return candidates, set()
    kinds = set(map(shape, asked))
    its = [set(names(candidate.embedded)) for candidate in candidates]
    left = [
        (candidate, not held.isdisjoint(asked))
        for candidate, held in zip(candidates, its, strict=True)
        if held.intersection(asked) or kinds.isdisjoint(map(shape, held))
    ]
    return [candidate for candidate, _ in left], {at for at, (_, holds) in enumerate(left) if holds}


def _candidates(source: Source) -> list[_Candidate]:
    hit = source.hit
    context = _context(hit)
    found = []
    rows = hit.locator.sheet is not None
    for piece in pieces(source.quote, headings={hit.title, hit.section, *hit.section_path}, by_line=rows):
        if piece.quotable:
            text = source.quote[piece.start : piece.end]
            start, end = hit.locator.start + piece.start, hit.locator.start + piece.end
            said = text if piece.head is None else _row(source.quote[slice(*piece.head)], text)
            found.append(_Candidate(Sentence(text, (source.number,), start, end), context + said))
    return found


def _row(head: str, row: str) -> str:
    """A table row as `column: value` pairs, because its cells alone say nothing of what they are."""
    columns, values = _cells(head), _cells(row)
    if len(columns) != len(values):
        return row
    return "; ".join(f"{column}: {value}" for column, value in zip(columns, values, strict=True))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in _BAR.split(row.strip().removeprefix("|").removesuffix("|"))]


def _context(hit: Hit) -> str:
    names = " - ".join(name for name in (hit.title, hit.section) if name)
    return f"{names}: " if names else ""
