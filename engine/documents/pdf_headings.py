"""Headings of a PDF: what its outline names, else the lines in larger or heavier type."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.documents.pdf_paragraphs import PlacedLine
from engine.types.extraction import Heading, Span

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_DEEPEST = 6
_MOST_ENTRIES = 10_000
_LONGEST = 200  # characters: more is a paragraph
_LARGER = 1.08  # ratio to the body's type size; LaTeX sets the subsections of an 11 point text in 12 point
_LETTER = re.compile(r"[^\W\d_]")
_NO_HEADING = ".,;"  # at the end of what is merely bold
_LEADERS = re.compile(r"(?:\. ?){4}")  # the dots of a table of contents
_NUMBERING = r"(?:(?:chapter|section|part|appendix)[ \t]+)?(?:\d+|[a-z]|[ivxlc]+)(?:\.\d+)*[.:)]?[ \t]+"

Style = tuple[float, bool]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the outline: its depth from 1, its title, and the page it points to, from 1 (`None`: to none)."""

    level: int
    title: str
    page: int | None


def read_outline(document: PdfDocument) -> list[Entry]:
    """The entries of the document's outline, in its order; a title that is no text is empty."""
    entries = []
    for bookmark in islice(document.get_toc(max_depth=_DEEPEST), _MOST_ENTRIES):
        try:
            title = " ".join(bookmark.get_title().replace("\0", "").split())
        except UnicodeDecodeError:
            title = ""
        destination = bookmark.get_dest()
        index = destination.get_index() if destination else None
        entries.append(Entry(bookmark.level + 1, title, None if index is None else index + 1))
    return entries


def locate_entries(
    entries: Sequence[Entry], text: str, pages: Sequence[Span], lines: Sequence[PlacedLine]
) -> tuple[Heading, ...]:
    """The outline's entries whose title stands on lines of its own on the page the entry points to.

    A title that stands there more than once (a running header repeats it) is taken where the type is largest.
    """
    starts = [line.start for line in lines]
    spans = {page.page: page for page in pages}
    found: dict[int, Heading] = {}
    for entry in entries:
        page = spans.get(entry.page)
        if page is None or not 0 < len(entry.title) <= _LONGEST:
            continue
        places = [
            place for place in _pattern(entry.title).finditer(text, page.start, page.end) if place.start() not in found
        ]
        if places:
            best = max(places, key=lambda place: lines[bisect_right(starts, place.start()) - 1].line.size)
            found[best.start()] = Heading(entry.level, best.start(), best.end(), entry.title)
    return _apart(sorted(found.values(), key=lambda heading: heading.start))


def headings_by_type(text: str, lines: Sequence[PlacedLine]) -> tuple[Heading, ...]:
    """Short lines in type larger than the body's, or all bold where the body is not; never of fixed width, or a table.

    The body's size is the one most characters are set in. The largest type is level 1, the next one level 2, and so on;
    of two of one size the bold one stands above. Neighbouring lines of one type are one heading. One that is told by
    its weight alone has no full stop at its end, which would make it an emphasised sentence.
    """
    amounts: Counter[Style] = Counter()
    for placed in lines:
        amounts[_style(placed)] += placed.end - placed.start
    if not amounts:
        return ()
    sizes: Counter[float] = Counter()
    for (size, _), amount in amounts.items():
        sizes[size] += amount
    body = max(sizes, key=lambda size: sizes[size])
    is_bold = amounts[body, True] > amounts[body, False]
    candidates = [
        (start, end, (size, bold))
        for start, end, (size, bold) in _runs(text, lines)
        if end - start <= _LONGEST
        and _LETTER.search(text, start, end)
        and not _LEADERS.search(text, start, end)
        and (size >= _LARGER * body or (bold and not is_bold and size >= body and _stands_alone(text, start, end)))
    ]
    styles = sorted({style for _, _, style in candidates}, reverse=True)
    return tuple(
        Heading(min(styles.index(style) + 1, _DEEPEST), start, end, " ".join(text[start:end].split()))
        for start, end, style in candidates
    )


def _pattern(title: str) -> re.Pattern[str]:
    """Matches the title alone on its lines, with or without the number that the outline or the page may leave out."""
    bare = re.sub(rf"^{_NUMBERING}", "", title, flags=re.I)
    words = r"\s+".join(re.escape(word) for word in bare.split())
    return re.compile(rf"^(?:{_NUMBERING})?{words}$", re.I | re.M)


def _apart(headings: Sequence[Heading]) -> tuple[Heading, ...]:
    """Without those that begin inside the one before."""
    kept: list[Heading] = []
    for heading in headings:
        if not kept or heading.start >= kept[-1].end:
            kept.append(heading)
    return tuple(kept)


def _runs(text: str, lines: Sequence[PlacedLine]) -> Iterator[tuple[int, int, Style]]:
    """Lines of one style that follow each other without a blank line and are no tables or code."""
    begin = 0
    for number, placed in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else None
        goes_on = (
            following is not None
            and _style(following) == _style(placed)
            and text[placed.end : following.start] in ("", "\n")
        )
        if not goes_on:
            if all(each.line.table is None and not each.line.mono for each in lines[begin : number + 1]):
                yield lines[begin].start, placed.end, _style(placed)
            begin = number + 1


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a line is a paragraph of its own with something below it, and no sentence."""
    apart = start == 0 or text.endswith("\n\n", 0, start)
    return apart and text.startswith("\n\n", end) and text[end - 1] not in _NO_HEADING


def _style(placed: PlacedLine) -> Style:
    """Size and boldness; the size to half a point, so that one that is 11.04 here and 10.98 there is one."""
    return round(placed.line.size * 2) / 2, placed.line.bold
