"""The order in which a page is read: that of its content stream, unless that jumps about.

Most programs write a page as it is read; sorting what they wrote by its place would mix up columns. Only where more
than a quarter of the steps from piece to piece go sideways on a row, or upward in a column, are pieces sorted: from top
to bottom, row by row, but column by column where lines of running text stand side by side.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean

from engine.documents.pdf_pieces import Piece

Interval = tuple[float, float]
Row = list[Piece]

_ODD = 0.25  # of the steps
_SAME_ROW = 0.5  # type sizes by which baselines may differ on one row
_TOUCHING = 0.5  # points by which what stands side by side may overlap
_GUTTER = 0.8  # type sizes that lie between two columns at least
_FEWEST_ROWS = 3
_PROSE_CHARACTERS = 14  # a line of running text has on average, in a narrow column
_FULL = 0.7  # of the widest line, from which a line counts as full
_MOSTLY_FULL = 0.5  # of the lines of running text are


def ordered(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of one page in reading order; each exactly once."""
    straight = [piece for piece in pieces if not piece.turned]
    odd = sum(_is_odd(before, after) for before, after in pairwise(straight))
    if odd <= _ODD * max(1, len(straight) - 1):
        return list(pieces)
    leftward = _runs_leftward(straight)
    found = [piece for band in _bands(rows(straight)) for piece in _in_order(band, leftward)]
    return [*found, *(piece for piece in pieces if piece.turned)]


def on_one_row(one: Piece, other: Piece) -> bool:
    """Whether the baselines are so close that a reader sees one row, small signs raised beside large ones included."""
    apart = abs(one.y - other.y)
    is_beside = one.right <= other.left + _TOUCHING or other.right <= one.left + _TOUCHING
    return apart <= _SAME_ROW * (max if is_beside else min)(one.size, other.size)


def rows(pieces: Iterable[Piece]) -> list[Row]:
    """The rows of a page from top to bottom, each from left to right."""
    found: list[Row] = []
    for piece in sorted(pieces, key=lambda piece: -piece.y):
        if found and on_one_row(found[-1][0], piece):
            found[-1].append(piece)
        else:
            found.append([piece])
    return [sorted(row, key=lambda piece: piece.left) for row in found]


def _is_odd(before: Piece, after: Piece) -> bool:
    if on_one_row(before, after):
        return True
    overlap = min(before.right, after.right) - max(before.left, after.left)
    return after.y > before.y and overlap > 0


@dataclass(slots=True)
class _Band:
    """Rows below each other from `left` to `right`, and the intervals across the page that none of them touches."""

    rows: list[Row]
    left: float
    right: float
    free: list[Interval]

    def gutters(self) -> list[Interval]:
        """The free intervals with pieces on both sides, from left to right."""
        return [(begin, end) for begin, end in self.free if self.left < begin and end < self.right]


def _bands(found: Iterable[Row]) -> list[_Band]:
    """The page cut where a row, a title for example, crosses all the gutters of the rows above it."""
    bands: list[_Band] = []
    for row in found:
        alone = _Band([row], row[0].left, max(piece.right for piece in row), _free(row))
        if bands:
            above = bands[-1]
            common = _common(above.free, alone.free, _GUTTER * min(piece.size for piece in row))
            left, right = min(above.left, alone.left), max(above.right, alone.right)
            together = _Band(above.rows, left, right, common)
            if together.gutters() or not (above.gutters() or alone.gutters()):
                together.rows.append(row)
                bands[-1] = together
                continue
        bands.append(alone)
    return bands


def _free(row: Row) -> list[Interval]:
    """What the pieces of a row, from left to right, leave free."""
    free, begin = [], float("-inf")
    for piece in row:
        if piece.left > begin:
            free.append((begin, piece.left))
        begin = max(begin, piece.right)
    return [*free, (begin, float("inf"))]


def _common(one: Sequence[Interval], other: Sequence[Interval], least: float) -> list[Interval]:
    """Where both are free for at least so many points. Each is in order."""
    common, at, by = [], 0, 0
    while at < len(one) and by < len(other):
        begin, end = max(one[at][0], other[by][0]), min(one[at][1], other[by][1])
        if end - begin >= least:
            common.append((begin, end))
        if one[at][1] < other[by][1]:
            at += 1
        else:
            by += 1
    return common


def _in_order(band: _Band, leftward: bool) -> list[Piece]:
    """Column by column where the band's columns are running text, else row by row."""
    columns = _columns(band)
    if len(columns) > 1 and all(_is_prose(column) for column in columns):
        return [piece for column in (reversed(columns) if leftward else columns) for piece in column]
    return [piece for row in band.rows for piece in (reversed(row) if leftward else row)]


def _columns(band: _Band) -> list[list[Piece]]:
    """The pieces between the gutters, each column from top to bottom."""
    ends = [end for _, end in band.gutters()]
    columns: list[list[Piece]] = [[] for _ in range(len(ends) + 1)]
    for row in band.rows:
        for piece in row:
            columns[bisect_right(ends, piece.left)].append(piece)
    return columns


def _is_prose(column: Sequence[Piece]) -> bool:
    """Whether the lines of a column go on from one to the next: there are some, and most of them fill it."""
    if len(column) < _FEWEST_ROWS or mean(len(piece.marked.text) for piece in column) < _PROSE_CHARACTERS:
        return False
    widest = max(piece.right - piece.left for piece in column)
    full = sum(piece.right - piece.left >= _FULL * widest for piece in column)
    return full >= _MOSTLY_FULL * len(column)


def _runs_leftward(pieces: Iterable[Piece]) -> bool:
    sides = [unicodedata.bidirectional(character) for piece in pieces for character in piece.marked.text]
    return sides.count("R") + sides.count("AL") > sides.count("L")
