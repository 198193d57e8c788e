"""Where a needle stands in the documents, to the character, although white space may be written otherwise there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from engine.answering.sentences import pieces
from engine.documents.locators import locate
from engine.measuring.folded import Folded
from engine.measuring.questions import Needle, Unscored
from engine.types.extraction import Extraction, Heading

if TYPE_CHECKING:
    from engine.measuring.nearest import Passages

MOST_PLACES = 5
"""Places that are named where a needle's words stand more often than once."""

_UNDER = 5000  # characters under a heading in which its first sentence is looked for


class Haystack:
    """The canonical texts of the documents that are searched, by name, made ready to look for many needles."""

    def __init__(self, texts: Mapping[str, Extraction]) -> None:
        self._texts = texts
        self._folded = {name: Folded(extraction.text) for name, extraction in texts.items()}

    def find(self, needle: str | None, document: str | None, start: int | None, end: int | None) -> Needle:
        """Where the needle of a row with these cells stands: where they say, or the one place where its words do.

        Words alone are looked for in all documents, words with a `document` in that one only.

        Raises `Unscored` where there is no such place or more than one, and for a place that no chunk can quote; its
        `places` are those that may be meant.
        """
        if start is None and end is None:
            place = self._only(needle, document)
        elif document is None or start is None or end is None:
            raise Unscored(
                "A place needs document, start and end; give all three, or the needle's words alone.",
                self._said(needle, document)[:MOST_PLACES],
            )
        else:
            place = self._given(needle, document, start, end)
        self._check_place(place)
        return place

    def unknown(self, document: str) -> str | None:
        """That no document called so is searched, as a sentence; `None` where there is one."""
        if document in self._texts:
            return None
        return f"No document called {document} is searched; mend the name, or ingest it."

    def places(self, needle: str, first: str | None = None) -> Iterator[Needle]:
        """Every place where the words of `needle` stand, those in the document called `first` before all others."""
        words = " ".join(needle.split())
        for name in sorted(self._texts, key=lambda name: name != first):
            yield from (Needle(name, *place) for place in self._folded[name].places(words))

    def doubt(self, needle: Needle) -> str | None:
        """What is doubtful about a place although it can be scored: that it runs over the end of a page."""
        extraction = self._texts[needle.document]
        place = None if extraction.pages is None else locate(extraction.spans, needle.start, needle.end)
        if place is None or place.page == place.last_page:
            return None
        return (
            f"The needle runs from page {place.page} to page {place.last_page} of {needle.document}; "
            "a running header or footer that was removed may stand between."
        )

    def _given(self, needle: str | None, document: str, start: int, end: int) -> Needle:
        wrong = self._wrong_range(needle, document, start, end)
        if wrong is not None:
            places = self._said(needle, document)
            really = f" The needle's words stand in {_listed(places)}." if places else ""
            raise Unscored(wrong + really, places[:MOST_PLACES])
        said = self._texts[document].text[start:end]
        start += len(said) - len(said.lstrip())  # chunks are trimmed: a needle must not end in what they leave out
        return Needle(document, start, start + len(said.strip()))

    def _wrong_range(self, needle: str | None, document: str, start: int, end: int) -> str | None:
        if unknown := self.unknown(document):
            return unknown
        text = self._texts[document].text
        if not start < end <= len(text):
            return f"There is no range from {start} to {end} in {document}, which has {len(text):,} characters."
        said = text[start:end]
        if not said.strip():
            return f"Characters {start} to {end} of {document} are nothing but white space."
        if needle is not None and _fold(needle) != _fold(said):
            return f"Characters {start} to {end} of {document} are not the needle but {_short(said)}."
        return None

    def _only(self, needle: str | None, document: str | None) -> Needle:
        if needle is None:
            raise Unscored("A question of kind in needs a needle, or the document, start and end of one.")
        places = self._said(needle, document)
        if document is not None:
            places = self._within(needle, document, places)
        if not places:
            nearest = self._passages.nearest(needle, document)
            if nearest is None:
                raise Unscored("The needle is in no document that is searched.")
            passage = self._texts[nearest.document].text[nearest.start : nearest.end]
            raise Unscored(
                f"The needle is in no document that is searched; nearest is {_short(passage)} in {_place(nearest)}.",
                (nearest,),
            )
        if len(places) > 1:
            raise Unscored(
                f"The needle stands in {_listed(places)}; say which by document, start and end.", places[:MOST_PLACES]
            )
        return places[0]

    def _within(self, needle: str, document: str, places: tuple[Needle, ...]) -> tuple[Needle, ...]:
        """Those of the `places` that are in the `document`. Raises `Unscored` where all are elsewhere."""
        if unknown := self.unknown(document):
            nearest = None if places else self._passages.nearest(needle, None)
            really = f" The needle's words stand in {_listed(places)}." if places else ""
            raise Unscored(unknown + really, places[:MOST_PLACES] if nearest is None else (nearest,))
        within = tuple(place for place in places if place.document == document)
        if places and not within:
            raise Unscored(f"The needle is not in {document} but in {_listed(places)}.", places[:MOST_PLACES])
        return within

    def _said(self, needle: str | None, document: str | None) -> tuple[Needle, ...]:
        """Where the needle's words stand: one place more than are named at most, those in `document` first."""
        return () if needle is None else tuple(islice(self.places(needle, document), MOST_PLACES + 1))

    @cached_property
    def _passages(self) -> Passages:
        from engine.measuring.nearest import Passages

        return Passages(self._texts)

    def _check_place(self, needle: Needle) -> None:
        extraction = self._texts[needle.document]
        before = bisect_right(extraction.headings, needle.start, key=lambda heading: heading.start)
        for heading in extraction.headings[max(0, before - 1) : before]:
            if needle.end <= heading.end:
                raise Unscored(
                    f"The needle is a heading of {needle.document}; choose a sentence that answers.",
                    _first_sentence(needle.document, extraction, heading),
                )
        if needle.start < extraction.body_start:
            raise Unscored(f"The needle is in the front matter of {needle.document}, which is in no chunk.")


def _first_sentence(name: str, extraction: Extraction, heading: Heading) -> tuple[Needle, ...]:
    """The first sentence under a heading, those of the headings under it included; nothing where there is none."""
    below = [other for other in extraction.headings if other.start >= heading.end]
    following = next((other.start for other in below if other.level <= heading.level), len(extraction.text))
    text = extraction.text[heading.end : min(following, heading.end + _UNDER)]
    titles = {line for other in below for line in extraction.text[other.start : other.end].split("\n")}
    quotable = (piece for piece in pieces(text, headings=titles) if piece.quotable)
    return tuple(Needle(name, heading.end + one.start, heading.end + one.end) for one in islice(quotable, 1))


def _fold(text: str) -> str:
    return " ".join(text.split())


def _short(text: str) -> str:
    folded = _fold(text)
    return f"“{folded}”" if len(folded) <= 60 else f"“{folded[:59]}…”"


def _place(place: Needle) -> str:
    return f"{place.document}, characters {place.start} to {place.end}"


def _listed(places: Sequence[Needle]) -> str:
    """The first two of the places, and how many there are besides."""
    named = " and in ".join(map(_place, places[:2]))
    if len(places) > MOST_PLACES:
        return f"{named}, and more than {MOST_PLACES - 2} times elsewhere"
    more = len(places) - 2
    return f"{named}, and {more} {'time' if more == 1 else 'times'} elsewhere" if more > 0 else named
