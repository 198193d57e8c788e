"""Running headers and footers: rows that come again, page after page, near the edge at the same height.

What is compared is whole rows, so that a cell of a table that repeats is never taken out of its row. Digits are
folded, so that `Page 3 of 12` and `Page 4 of 12` are the same. A row with fewer than three letters, a bare page number,
is taken only where its number rises by one from page to page.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.documents.pdf_rows import Line
from engine.types.extraction import Removed

_OUTERMOST = 4  # rows from either edge that can be running ones
_FEWEST_PAGES = 3
_LEFT_OUT = 2  # pages in between that may lack the row: every other one, and the first page of a chapter
_FEWEST_LETTERS = 3
_LONGEST_NUMBER = 14  # characters, with the dashes or the `/ 12` around it
_SAME_HEIGHT = 0.75  # type sizes
_SAME_ROW = 0.5  # type sizes by which the baselines of one row may differ
_LARGER = 1.15  # ratio to the type size of the body
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class PageLines:
    """The lines of one page, numbered from 1, in reading order, and the page's height in points."""

    number: int
    lines: tuple[Line, ...]
    height: float


@dataclass(frozen=True, slots=True)
class _Row:
    """A row near an edge, whose distance from that edge is in points; `members` are places in the page's lines."""

    page: int
    members: tuple[int, ...]
    text: str
    size: float
    place: Literal["header", "footer"]
    distance: float

    @property
    def key(self) -> tuple[str, str, int | None]:
        """The same for rows that may be one running line; of bare numbers it holds by how much it is off the page's."""
        folded = _NUMBER.sub("#", " ".join(self.text.casefold().split()))
        number = _NUMBER.search(self.text)
        bare = sum(letter.isalpha() for letter in folded) < _FEWEST_LETTERS
        return self.place, folded, int(number[0]) - self.page if bare and number else None

    @property
    def can_run(self) -> bool:
        letters = sum(letter.isalpha() for letter in self.text)
        number = _NUMBER.search(self.text)
        return letters >= _FEWEST_LETTERS or (number is not None and len(self.text) <= _LONGEST_NUMBER)


def without_running(pages: Sequence[PageLines]) -> tuple[list[PageLines], tuple[Removed, ...]]:
    """The pages without their running headers and footers, and these, page by page from top to bottom.

    A row of a table goes only with the whole table. A row that is all there is on most of its pages is what they say,
    and rows in larger type that differ in a number are headings: `Chapter 3`.
    """
    outer = [list(_outer_rows(page)) for page in pages]
    groups: defaultdict[tuple[str, str, int | None], list[_Row]] = defaultdict(list)
    for rows in outer:
        for row in rows:
            if row.can_run:
                groups[row.key].append(row)
    found = [run for rows in groups.values() for level in _levels(rows) for run in _runs(level)]
    by_number = {page.number: page for page in pages}
    taken = _members(found)
    body = _body_size(pages)
    running = [run for run in found if _leaves_text(run, by_number, taken) and not _are_headings(run, body)]
    taken = _without_torn_tables(_members(running), by_number)
    removed = [row for run in running for row in run if set(row.members) <= taken.get(row.page, set())]
    removed.sort(key=lambda row: (row.page, -by_number[row.page].lines[row.members[0]].y))
    gone = _members([removed])
    kept = [
        PageLines(
            page.number,
            tuple(line for at, line in enumerate(page.lines) if at not in gone.get(page.number, ())),
            page.height,
        )
        for page in pages
    ]
    return kept, tuple(Removed(row.page, row.text, row.place) for row in removed)


def _outer_rows(page: PageLines) -> Iterator[_Row]:
    """The outermost rows of a page, each once: from the edge it is nearer to."""
    rows: list[list[int]] = []
    for at in sorted(range(len(page.lines)), key=lambda at: -page.lines[at].y):
        line = page.lines[at]
        if rows and page.lines[rows[-1][0]].y - line.y <= _SAME_ROW * line.size:
            rows[-1].append(at)
        else:
            rows.append([at])
    for rank, row in enumerate(rows):
        y = page.lines[row[0]].y
        is_upper = y > page.height / 2
        if (rank if is_upper else len(rows) - 1 - rank) >= _OUTERMOST:
            continue
        row.sort(key=lambda at: page.lines[at].left)
        text = " ".join(page.lines[at].text for at in row)
        size = page.lines[row[0]].size
        distance = page.height - y if is_upper else y
        yield _Row(page.number, tuple(row), text, size, "header" if is_upper else "footer", distance)


def _levels(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """The rows at one height, by their pages."""
    level: list[_Row] = []
    for row in sorted(rows, key=lambda row: row.distance):
        if level and row.distance - level[-1].distance > _SAME_HEIGHT * row.size:
            yield sorted(level, key=lambda row: row.page)
            level = []
        level.append(row)
    yield sorted(level, key=lambda row: row.page)


def _runs(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """Stretches of enough pages without a long pause."""
    run: list[_Row] = []
    for row in rows:
        if run and row.page - run[-1].page > _LEFT_OUT + 1:
            if len(run) >= _FEWEST_PAGES:
                yield run
            run = []
        run.append(row)
    if len(run) >= _FEWEST_PAGES:
        yield run


def _members(runs: Sequence[Sequence[_Row]]) -> dict[int, set[int]]:
    """Page -> places of lines of these rows."""
    members: defaultdict[int, set[int]] = defaultdict(set)
    for run in runs:
        for row in run:
            members[row.page].update(row.members)
    return members


def _leaves_text(run: Sequence[_Row], pages: Mapping[int, PageLines], taken: Mapping[int, set[int]]) -> bool:
    left = sum(len(pages[row.page].lines) > len(taken[row.page]) for row in run)
    return 2 * left > len(run)


def _body_size(pages: Sequence[PageLines]) -> float:
    """The type size of most characters."""
    amounts: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            amounts[line.size] += len(line.text)
    return max(amounts, key=lambda size: amounts[size], default=0.0)


def _are_headings(run: Sequence[_Row], body: float) -> bool:
    return len({row.text for row in run}) > 1 and min(row.size for row in run) > _LARGER * body


def _without_torn_tables(taken: Mapping[int, set[int]], pages: Mapping[int, PageLines]) -> dict[int, set[int]]:
    """Without the lines of tables of which other lines stay."""
    whole: dict[int, set[int]] = {}
    for number, members in taken.items():
        lines = pages[number].lines
        staying = {line.table for at, line in enumerate(lines) if at not in members}
        whole[number] = {at for at in members if lines[at].table is None or lines[at].table not in staying}
    return whole
