"""Answers with the sources' own sentences: no words are written, the best ones are picked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.answering.sentences import pieces
from engine.retrieval.names import kind, names
from engine.retrieval.terms import terms
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

Mask = NDArray[np.bool_]

Encode = Callable[[Sequence[str]], NDArray[np.float32]]
"""n texts to an array of shape (n, d): unit vectors of the encoder that made the question's."""


class _Candidate(NamedTuple):
    """A sentence and what is embedded of it. `about` is the part of that which is not the title."""

    sentence: Sentence
    embedded: str
    about: str
    is_row: bool


def extract(
    question: str, question_vector: NDArray[np.float32], sources: Sequence[Source], encode: Encode
) -> tuple[Sentence, ...]:
    """Pick the sentences of the sources' quotes that lie closest to the question, best first.

    `question_vector` has shape (d,) and length 1. All sentences are encoded in one call, each behind the title and
    section it stands under, a table row as `column: value` pairs; scores are cosines, and equal ones keep the order
    of the sources. Every sentence is verbatim `[start, end)` of its document, cites exactly the source it was cut
    from, and is shown once however often it occurs. One that asks gives way to those that state. Where a sentence is
    about a name of the question (`retrieval.names`), the encoder hardly tells it from those about another name of its
    kind: of these, table rows are left out and others stand behind it. Empty when no source holds a sentence: a heading
    alone is none.
    """
    candidates = [candidate for source in sources for candidate in _candidates(source)]
    candidates = [each for each in candidates if not each.sentence.text.endswith(_ASKING)] or candidates
    if not candidates:
        return ()
    candidates, holding, others = _told_apart(names(question), candidates)
    scores = encode([candidate.embedded for candidate in candidates]) @ question_vector
    scores[others] = np.minimum(scores[others], scores[holding].max(initial=-1))
    order = np.lexsort((others, -scores))  # stable
    best = float(scores[order[0]])
    chosen: dict[str, Sentence] = {}
    for index in order:
        if chosen and (len(chosen) == MOST or scores[index] < CLOSE * best):
            break
        sentence = candidates[index].sentence
        chosen.setdefault(" ".join(sentence.text.split()), sentence)
    return tuple(chosen.values())


def unheld(question: str, sources: Sequence[Source]) -> tuple[str, ...]:
    """The names of the question that stand in no source, nor above it, as they are typed in the question."""
    held: set[str] = set()
    for source in sources:
        held.update(terms(" ".join((source.hit.document, source.hit.title, *source.hit.section_path, source.quote))))
    missing = [name for name in names(question) if name not in held]
    typed = [re.search(re.escape(name), question, re.IGNORECASE) for name in missing]
    return tuple(found[0] if found else name for name, found in zip(missing, typed, strict=True))


def _told_apart(asked: list[str], candidates: list[_Candidate]) -> tuple[list[_Candidate], Mask, Mask]:
    """The candidates without table rows about other names; which of them hold a name, which one of its kind instead."""
    holding = [bool(asked) and not set(terms(each.embedded)).isdisjoint(asked) for each in candidates]
    kinds = set(map(kind, asked)) if any(holding) else set()
    others = [
        not holds and bool(kinds) and not kinds.isdisjoint(map(kind, names(each.about)))
        for holds, each in zip(holding, candidates, strict=True)
    ]
    left = [at for at, each in enumerate(candidates) if not (others[at] and each.is_row)]
    return [candidates[at] for at in left], np.array(holding)[left], np.array(others)[left]


def _candidates(source: Source) -> list[_Candidate]:
    hit = source.hit
    context = _context(hit)
    found = []
    lines_are_rows = hit.locator.sheet is not None
    for piece in pieces(source.quote, headings={hit.title, hit.section, *hit.section_path}, by_line=lines_are_rows):
        if piece.quotable:
            text = source.quote[piece.start : piece.end]
            start, end = hit.locator.start + piece.start, hit.locator.start + piece.end
            said = text if piece.head is None else _row(source.quote[slice(*piece.head)], text)
            is_row = lines_are_rows or _BAR.search(text) is not None
            sentence = Sentence(text, (source.number,), start, end)
            found.append(_Candidate(sentence, context + said, f"{hit.section}: {said}", is_row))
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
