"""The passage that reads most like a needle that is in no document: found by its words, cut out by alignment.

No model has a part in it, so that a suggestion costs a few milliseconds and is the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz

from engine.measuring.folded import Folded
from engine.measuring.questions import Needle
from engine.types.extraction import Extraction

ALIKE = 70.0
"""Percent of likeness (characters in common, in order, of both together) from which on a passage is suggested.

Measured with 150 needles of the public set: another document's best passage has 62 at most; the right one, with a third
of the needle's words taken out, exchanged or misspelt, has 73 or more in all but one of a hundred.
"""

LONGEST = 1000
"""Characters. What is longer is no needle, and the time that alignment takes grows with the square."""

_SPACELESS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_SPACELESS}]|[^\W{_SPACELESS}]+")  # a character is a word where none are written apart
_PIECE = re.compile(rf"[{_SPACELESS}][^\w\s]*|[^\s{_SPACELESS}]+")  # a word with the signs that are written to it
_POSTINGS = 100_000  # occurrences that are looked at; the rarest words of the needle come first
_LOOKED_AT = 300  # windows, among which the overlapping ones count once
_ALIGNED = 6
_SNAP = 4  # pieces by which the ends of an alignment may move, so that no word is cut

_Ints = npt.NDArray[np.int64]


class Passages:
    """All words of the documents, without their front matter, with where they stand."""

    def __init__(self, texts: Mapping[str, Extraction]) -> None:
        self._texts = texts
        self._names = list(texts)
        self._vocabulary: dict[str, int] = {}
        words: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        stops: list[int] = []
        for extraction in texts.values():
            for match in _WORD.finditer(extraction.text, extraction.body_start):
                words.append(self._vocabulary.setdefault(match[0].casefold(), len(self._vocabulary)))
                starts.append(match.start())
                ends.append(match.end())
            stops.append(len(words))
        ids = np.asarray(words, np.int64)
        self._words, self._stops = ids, np.asarray(stops, np.int64)  # a document's words end before its stop
        self._starts, self._ends = np.asarray(starts, np.int64), np.asarray(ends, np.int64)
        counts = np.bincount(ids, minlength=len(self._vocabulary))
        self._rarity = np.log((1 + len(ids)) / np.maximum(counts, 1))
        self._order = np.argsort(ids, kind="stable")
        self._lists = np.concatenate(([0], np.cumsum(counts)))

    def nearest(self, needle: str, document: str | None) -> Needle | None:
        """The passage that is most like `needle`, or `None` if none is like it; of equals the one in `document`."""
        wanted = " ".join(needle.split())
        words = [match[0].casefold() for match in _WORD.finditer(wanted)]
        if len(wanted) > LONGEST:
            return None
        likeness, best = 0.0, None
        for first, stop in self._windows(words):
            name, folded, offset = self._region(first, stop, 3 + len(words) // 3)
            found = fuzz.partial_ratio_alignment(_lower(wanted), _lower(folded.text))
            if found is None:
                continue
            alike, start, end = _snapped(wanted, folded.text, found.dest_start, found.dest_end)
            place = Needle(name, *(offset + each for each in folded.original(start, end)))
            if (alike, name == document) > (likeness, best is not None and best.document == document) and not any(
                heading.start <= place.start and place.end <= heading.end for heading in self._texts[name].headings
            ):
                likeness, best = alike, place
        return best if likeness >= ALIKE else None

    def _windows(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The ranges of words, as long as the needle, that share the most with it, rare words counting more."""
        known = {self._vocabulary[word] for word in words if word in self._vocabulary}
        lists: list[_Ints] = []
        for word in sorted(known, key=lambda word: -self._rarity[word]):
            lists.append(self._order[self._lists[word] : self._lists[word + 1]])
            if sum(map(len, lists)) > _POSTINGS:
                break
        if not lists:
            return
        hits = np.sort(np.concatenate(lists))
        stops = np.minimum(hits + len(words), self._stops[np.searchsorted(self._stops, hits, side="right")])
        summed = np.concatenate(([0.0], np.cumsum(self._rarity[self._words[hits]])))
        shared = summed[np.searchsorted(hits, stops)] - summed[:-1]
        taken: list[int] = []
        for place in np.argsort(-shared, kind="stable")[:_LOOKED_AT]:
            first = int(hits[place])
            if all(abs(first - other) > len(words) // 2 for other in taken):
                taken.append(first)
                yield first, int(stops[place])
            if len(taken) == _ALIGNED:
                return

    def _region(self, first: int, stop: int, margin: int) -> tuple[str, Folded, int]:
        """The document of these words, their text with `margin` words on either side, and where that begins."""
        document = int(np.searchsorted(self._stops, first, side="right"))
        begin = max(first - margin, int(self._stops[document - 1]) if document else 0)
        end = min(stop + margin, int(self._stops[document])) - 1
        name = self._names[document]
        text, offset = self._texts[name].text, int(self._starts[begin])
        reach = re.compile(r"\S*").match(text, int(self._ends[end]))  # with the full stop behind its last word
        return name, Folded(text[offset : reach.end() if reach else None]), offset


def _snapped(wanted: str, text: str, start: int, end: int) -> tuple[float, int, int]:
    """The likeness of the most similar range around `[start, end)` that cuts no word, and that range."""
    pieces = [match.span() for match in _PIECE.finditer(text)]
    first = max(0, sum(begin <= start for begin, _ in pieces) - 1)
    last = min(len(pieces) - 1, sum(stop < end for _, stop in pieces))
    low = _lower(text)
    ranges = (
        (begin, stop)
        for begin, _ in pieces[max(0, first - _SNAP) : first + _SNAP + 1]
        for _, stop in pieces[max(0, last - _SNAP) : last + _SNAP + 1]
        if begin < stop
    )
    return max(
        ((fuzz.ratio(_lower(wanted), low[begin:stop]), begin, stop) for begin, stop in ranges),
        key=lambda each: (each[0], each[1] - each[2]),
    )


def _lower(text: str) -> str:
    """Without capitals, if that leaves every character where it is."""
    lower = text.lower()
    return lower if len(lower) == len(text) else text
