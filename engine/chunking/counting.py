"""The word pieces of a document, counted once and told for any range of it."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from engine.chunking.packing import Range
from engine.chunking.window import Window

LONGEST_WORD = 100
"""Characters. A WordPiece tokenizer reads a longer word as a single unknown piece (`max_input_chars_per_word`)."""


class LongWord(NamedTuple):
    """A word that is read as one unknown piece for its length; whether a part of it would be `readable`."""

    start: int
    end: int
    readable: bool


class Count:
    """Word pieces by the offsets at which they begin. What a part of a word has by itself they do not tell."""

    def __init__(self, starts: Iterable[int], words: Sequence[LongWord]) -> None:
        """`starts` and `words` in the order of the text."""
        self._starts = array("q", starts)
        self.words = words

    def within(self, start: int, end: int) -> int:
        """The pieces that begin in a range."""
        return bisect_left(self._starts, end) - bisect_left(self._starts, start)

    def around(self, at: int) -> LongWord | None:
        """The long word that the offset divides."""
        number = bisect_left(self.words, at, key=attrgetter("start")) - 1
        return self.words[number] if number >= 0 and at < self.words[number].end else None

    def overlapping(self, start: int, end: int) -> Iterator[tuple[LongWord, int]]:
        """The long words of a range, each with how many of its characters are in it."""
        first = bisect_right(self.words, start, key=attrgetter("end"))
        last = bisect_left(self.words, end, key=attrgetter("start"))
        return ((word, min(word.end, end) - max(word.start, start)) for word in self.words[first:last])


def counted(text: str, ranges: Sequence[Range], window: Window) -> Count:
    """The pieces of these ranges of the text, which are in order and cut no word; tokenized in batches."""
    starts = array("q")
    long: list[Range] = []
    tokenized = window.tokenized(text[start:end] for start, end in ranges)
    for (offset, _), pieces in zip(ranges, tokenized, strict=True):
        starts.extend(offset + start for start, _ in pieces)
        long += [(offset + start, offset + end) for start, end in pieces if end - start > LONGEST_WORD]
    return Count(starts, _words(text, long, window))


def _words(text: str, ranges: Sequence[Range], window: Window) -> list[LongWord]:
    """Readable is what becomes several pieces once it is short enough. What no vocabulary knows stays one."""
    begun = window.tokenized(text[start : start + LONGEST_WORD] for start, _ in ranges)
    return [LongWord(*span, len(pieces) > 1) for span, pieces in zip(ranges, begun, strict=True)]
