"""Where a document's sections run, and which headings stand above an offset.

Every function is linear in the number of headings plus the number of offsets asked for. Offsets are code points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.types.extraction import Extraction, Heading

SECTION_LEVEL = 2


@dataclass(frozen=True, slots=True)
class Section:
    """The characters `[start, end)` under one level-2 heading, the heading itself left out.

    `title` is the heading's own text; empty for what stands before the first one.
    """

    start: int
    end: int
    title: str


def sections(extraction: Extraction) -> tuple[Section, ...]:
    """Divides the body at its level-2 headings. The first section, before any of them, may be an empty range."""
    cuts = [heading for heading in extraction.headings if heading.level == SECTION_LEVEL]
    starts = [extraction.body_start, *(heading.end for heading in cuts)]
    ends = [*(heading.start for heading in cuts), len(extraction.text)]
    titles = ["", *(heading.title for heading in cuts)]
    return tuple(Section(start, end, title) for start, end, title in zip(starts, ends, titles, strict=True))


def section_paths(headings: Sequence[Heading], offsets: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """For each offset (ascending) the titles of the headings it stands under, outermost first.

    A heading ends the one before it of the same or a deeper level. A heading that begins at the offset counts: a
    passage that opens with its own heading belongs to it and not to its predecessor. Headings without text are left
    out.
    """
    paths = []
    above: list[Heading] = []
    seen = 0
    for offset in offsets:
        while seen < len(headings) and headings[seen].start <= offset:
            while above and above[-1].level >= headings[seen].level:
                above.pop()
            above.append(headings[seen])
            seen += 1
        paths.append(tuple(heading.title for heading in above if heading.title))
    return tuple(paths)
