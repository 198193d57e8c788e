"""Is a passage on its pages where it is said to be? What the store says, against what a second reading found."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from engine.documents import Reread
from engine.documents.locators import locate
from engine.types.extraction import Glyphs, Layout, Span, Word


class Placement:
    """The places that are stored for the text of one document, ready to be compared passage by passage."""

    def __init__(self, spans: Sequence[Span], layout: Layout, again: Reread) -> None:
        """`spans` and `layout` are the stored ones, `again` is what the original gives today."""
        self._spans = spans
        self._claimed: list[Glyphs | Word] = sorted((*layout.glyphs, *layout.words), key=lambda each: each.start)
        self._starts = [each.start for each in self._claimed]
        self._ends = [each.end for each in self._claimed]
        fresh = again.extraction.layout
        found: set[Glyphs | Word] = {*fresh.glyphs, *fresh.words} if fresh else set()
        self._moved = {each for each in self._claimed if each not in found}
        self._misread = again.misread

    def fault(self, start: int, end: int) -> str | None:
        """What is wrong with where the characters `[start, end)` are said to stand, as a sentence; `None`: nothing.

        On their page pdfium has to have these characters under these indices, and the pages of the passage's locator
        have to be the ones that these are on.
        """
        claimed = self._claimed[bisect_right(self._ends, start) : bisect_left(self._starts, end)]
        if any(first < end and start < last for first, last in self._misread):
            return f"characters {start:,}–{end:,} do not stand on the page where they are said to."
        if not self._moved.isdisjoint(claimed):
            return f"characters {start:,}–{end:,} stand elsewhere on their page than is stored."
        pages = {each.page for each in claimed}
        locator = locate(self._spans, start, end)
        if pages and (locator.page, locator.last_page) != (min(pages), max(pages)):
            return f"its locator says pages {locator.page}–{locator.last_page}, it stands on {min(pages)}–{max(pages)}."
        return None
