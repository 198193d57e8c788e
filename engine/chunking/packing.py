"""Cuts a range of text into pieces of about `target` characters: blindly, or along paragraphs and sentences.

All ranges are half-open code points into the whole text, in order. Time is linear in the length of the range: no
pattern here has anything behind its repetitions that could fail, so none is ever tried a second way. (Possessive
quantifiers would say so, but Python before 3.11.5 matches them wrongly.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

Range = tuple[int, int]

_PARAGRAPH = re.compile(r"[^\n]+(?:\n(?!\n)[^\n]*)*")
_SENTENCE = re.compile(r"[^.!?]+[.!?]*\s*|[.!?]+\s*")


def blind_pieces(start: int, end: int, target: int) -> Iterator[Range]:
    """A cut every `target` characters, whatever stands there; the last piece is what is left."""
    for cut in range(start, end, target):
        yield cut, min(cut + target, end)


def packed_pieces(text: str, start: int, end: int, target: int) -> Iterator[Range]:
    """Paragraphs packed greedily, those longer than `target` by sentences; trimmed, and none of them empty."""
    for first, last in _packed(text, start, end, target):
        piece = text[first:last]
        content = piece.strip()
        if content:
            trimmed = first + len(piece) - len(piece.lstrip())
            yield trimmed, trimmed + len(content)


def _packed(text: str, start: int, end: int, target: int) -> Iterator[Range]:
    paragraphs = _ranges(_PARAGRAPH, text, (start, end))
    for is_long, run in groupby(paragraphs, key=lambda paragraph: paragraph[1] - paragraph[0] > target):
        if is_long:
            for paragraph in run:
                yield from _merged(_ranges(_SENTENCE, text, paragraph), target)
        else:
            yield from _merged(run, target)


def _ranges(pattern: re.Pattern[str], text: str, within: Range) -> Iterator[Range]:
    return (match.span() for match in pattern.finditer(text, *within))


def _merged(units: Iterable[Range], target: int) -> Iterator[Range]:
    """Joins neighbours as long as the joint range, gaps included, is no longer than `target`."""
    opened: Range | None = None
    for start, end in units:
        if opened is not None and end - opened[0] <= target:
            opened = opened[0], end
            continue
        if opened is not None:
            yield opened
        opened = start, end
    if opened is not None:
        yield opened
