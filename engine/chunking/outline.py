"""A document by its headings: which text stands directly under which, and which headings are text themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from engine.chunking.packing import Range
from engine.chunking.sections import SECTION_LEVEL
from engine.types.extraction import Extraction


@dataclass(frozen=True, slots=True)
class Area:
    """The text `[start, end)` between one heading and the next, whatever their levels.

    `headings` are the numbers of those above it that have a title, outermost first, and `path` their titles. `parent`
    is the number of the area of the heading around its own (the area before the first heading has number 0 and is its
    own). `section` is the level-2 heading of its path, else empty.
    """

    start: int
    end: int
    headings: tuple[int, ...]
    path: tuple[str, ...]
    parent: int
    section: str


def areas_of(extraction: Extraction) -> list[Area]:
    """All areas in order: the one before the first heading, then one for each heading. An area may be empty."""
    headings = extraction.headings
    ends = [*(heading.start for heading in headings), len(extraction.text)]
    areas = [Area(extraction.body_start, ends[0], (), (), 0, "")]
    above: list[tuple[int, int, str]] = []  # number, level, title
    for number, (heading, end) in enumerate(zip(headings, ends[1:], strict=True)):
        while above and above[-1][1] >= heading.level:
            above.pop()
        parent = above[-1][0] + 1 if above else 0
        above.append((number, heading.level, heading.title))
        titled = [each for each in above if each[2]]
        section = next((title for _, level, title in titled if level == SECTION_LEVEL), "")
        numbers, path = tuple(each[0] for each in titled), tuple(each[2] for each in titled)
        areas.append(Area(heading.end, end, numbers, path, parent, section))
    return areas


def passages(
    extraction: Extraction, areas: Sequence[Area], lost: Callable[[Area], int]
) -> Iterator[tuple[Area, tuple[Range, ...]]]:
    """The body's text in order: stretches of it under one and the same path, each with the ranges it is made of.

    `lost` tells how many headings of an area's path its header leaves out. A heading that no header shows, for want of
    text beneath it or of room, is text of the area around it.
    """
    headings, text = extraction.headings, extraction.text
    shown = {number for area in areas if _has_text(text, area) for number in area.headings[lost(area) :]}
    written = set()
    for number in reversed(range(len(headings))):
        if headings[number].title and number not in shown:
            written.add(number)
            around = areas[areas[number + 1].parent]
            shown.update(around.headings[lost(around) :])
    for area, ranges in groupby(_ranges(extraction, areas, written), key=itemgetter(0)):
        yield areas[area], tuple((start, end) for _, start, end in ranges)


def _ranges(extraction: Extraction, areas: Sequence[Area], written: set[int]) -> Iterator[tuple[int, int, int]]:
    for number, area in enumerate(areas):
        if number - 1 in written:
            heading = extraction.headings[number - 1]
            yield area.parent, heading.start, heading.end
        if _has_text(extraction.text, area):
            yield number, area.start, area.end


def _has_text(text: str, area: Area) -> bool:
    return not text[area.start : area.end].isspace() and area.start < area.end
