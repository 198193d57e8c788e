"""Where a needle stands in the documents, to the character, although white space may be written otherwise there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from engine.measuring.questions import Needle, QuestionRow, Unscored
from engine.types import Extraction

_TELLING = 3
"""Words in common from which on a passage is worth naming as what may have been meant."""


class Haystack:
    """The canonical texts of the documents that are searched, by name, made ready to look for many needles."""

    def __init__(self, texts: Mapping[str, Extraction]) -> None:
        self._texts = texts
        self._folded = {name: _fold(extraction.text) for name, extraction in texts.items()}

    def find(self, row: QuestionRow) -> Needle:
        """Where the row's needle stands: where the row says, or the one place where its words do.

        Raises `Unscored` where there is no such place or more than one, and for a place that no chunk can quote.
        """
        if row.start is None and row.end is None:
            needle = self._only(row)
        elif row.document is None or row.start is None or row.end is None:
            raise Unscored("A place needs document, start and end; give all three, or the needle's words alone.")
        else:
            needle = self._given(row, row.document, row.start, row.end)
        self._check_place(needle)
        return needle

    def _given(self, row: QuestionRow, document: str, start: int, end: int) -> Needle:
        if document not in self._texts:
            raise Unscored(f"No document called {document} is searched; mend the name, or ingest it.")
        text = self._texts[document].text
        if not start < end <= len(text):
            raise Unscored(
                f"There is no range from {start} to {end} in {document}, which has {len(text):,} characters."
            )
        said = text[start:end]
        if not said.strip():
            raise Unscored(f"Characters {start} to {end} of {document} are nothing but white space.")
        if row.needle is not None and _fold(row.needle) != _fold(said):
            raise Unscored(f"Characters {start} to {end} of {document} are not the needle but {_short(said)}.")
        start += len(said) - len(said.lstrip())  # chunks are trimmed: a needle must not end in what they leave out
        return Needle(document, start, start + len(said.strip()))

    def _only(self, row: QuestionRow) -> Needle:
        if row.needle is None:
            raise Unscored("A question of kind in needs a needle, or the document, start and end of one.")
        places = self._places(row.needle)
        if not places:
            raise Unscored(f"The needle is in no document that is searched{self._closest(row.needle.split())}.")
        if len(places) > 1:
            first, second = (f"{place.document}, characters {place.start} to {place.end}" for place in places)
            raise Unscored(f"The needle stands in {first} and in {second}; say which by document, start and end.")
        if row.document not in (None, places[0].document):
            raise Unscored(f"The needle is not in {row.document} but in {places[0].document}.")
        return places[0]

    def _places(self, needle: str) -> list[Needle]:
        """The first two places where the words of `needle` stand, with any white space between them."""
        words = needle.split()
        pattern = re.compile(r"\s+".join(map(re.escape, words)))
        holding = (name for name, folded in self._folded.items() if " ".join(words) in folded)
        found = (
            Needle(name, *match.span()) for name in holding for match in _overlapping(pattern, self._texts[name].text)
        )
        return list(islice(found, 2))

    def _closest(self, words: Sequence[str]) -> str:
        """Which document the needle's beginning or end is in, whichever is longer, as the rest of a sentence."""
        first = _longest(lambda count: self._holder(words[:count]), len(words))
        last = _longest(lambda count: self._holder(words[len(words) - count :]), len(words))
        if max(first, last) < _TELLING:
            return ""
        if first >= last:
            return f"; its first {first} words are in {self._holder(words[:first])}, which goes on otherwise"
        return f"; its last {last} words are in {self._holder(words[-last:])}, with something else before them"

    def _holder(self, words: Sequence[str]) -> str | None:
        wanted = " ".join(words)
        return next((name for name, folded in self._folded.items() if wanted in folded), None)

    def _check_place(self, needle: Needle) -> None:
        extraction = self._texts[needle.document]
        for heading in extraction.headings:
            if heading.start <= needle.start and needle.end <= heading.end:
                raise Unscored(f"The needle is a heading of {needle.document}; choose a sentence that answers.")
        if needle.start < extraction.body_start:
            raise Unscored(f"The needle is in the front matter of {needle.document}, which is in no chunk.")


def _fold(text: str) -> str:
    return " ".join(text.split())


def _short(text: str) -> str:
    folded = _fold(text)
    return f"“{folded}”" if len(folded) <= 60 else f"“{folded[:59]}…”"


def _overlapping(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """All matches, those that overlap too."""
    match = pattern.search(text)
    while match:
        yield match
        match = pattern.search(text, match.start() + 1)


def _longest(holder: Callable[[int], str | None], most: int) -> int:
    """The largest count of words that `holder` finds; whoever holds more words holds fewer as well."""
    return bisect_left(range(1, most + 1), True, key=lambda count: holder(count) is None)
