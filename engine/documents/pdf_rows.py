"""Pieces in reading order -> the lines of a page; those of tables with a bar between their cells."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from engine.documents.pdf_glyphs import Marked, bare, joined
from engine.documents.pdf_order import Row, on_one_row
from engine.documents.pdf_pieces import Piece

BAR = " | "

_APART = 3.0  # type sizes: rows of one table are no farther apart
_OVERLAP = 0.3  # type sizes that the gaps of two rows have in common at least
_BETWEEN = 2  # rows of a single cell that may stand between two rows of several: the rest of a cell that is wrapped
_SURE = 3  # rows of several cells, below which a table has to stand apart from running text
_LABEL = re.compile(r"[-•*▪◦‣–—]|\(?(?:\d+(?:\.\d+)*|[A-Za-z]|[ivxlc]+)[.):]?")  # of an item of a list
_LEADERS = re.compile(r"(?:\. ?){4}")  # the dots of a table of contents


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page, in points as for a piece. `table` numbers the page's tables; `None` for running text."""

    marked: Marked
    left: float
    right: float
    y: float
    size: float
    bold: bool
    mono: bool
    table: int | None
    replaced: int

    @property
    def text(self) -> str:
        """What it says."""
        return self.marked.text


@dataclass(frozen=True, slots=True)
class _Gap:
    """White space of a row behind its cell number `after`. Only a `wide` one tells for itself that it ends the cell."""

    left: float
    right: float
    wide: bool
    after: int


@dataclass(frozen=True, slots=True)
class _Row:
    """The pieces of a row, its cells as finely as they can be told, and the gaps between these."""

    pieces: Row
    cells: Row
    gaps: tuple[_Gap, ...]

    @property
    def decisive(self) -> list[_Gap]:
        """The wide gaps, if there are any, else all."""
        return [gap for gap in self.gaps if gap.wide] or list(self.gaps)

    @property
    def y(self) -> float:
        return _main(self.pieces).y

    @property
    def size(self) -> float:
        return _main(self.pieces).size


def lines_of(pieces: Sequence[Piece]) -> list[Line]:
    """The lines of one page, in its reading order; every piece is in exactly one of them."""
    rows = [_row(row) for row in _side_by_side(pieces)]
    lines = [_line(row.pieces, " ", None) for row in rows]
    for number, block in enumerate(_tables(rows)):
        for at in range(block[0], block[-1] + 1):
            others = block[bisect_left(block, at - _BETWEEN - 1) : bisect_right(block, at + _BETWEEN + 1)]
            neighbours = [rows[other] for other in others if other != at]
            lines[at] = _line(_cells(rows[at], neighbours), BAR, number)
    return lines


def _side_by_side(pieces: Sequence[Piece]) -> list[Row]:
    """Pieces that follow each other on one row together."""
    rows: list[Row] = []
    for piece in pieces:
        before = rows[-1][-1] if rows else None
        if before is None or piece.turned or before.turned or not on_one_row(before, piece):
            rows.append([piece])
        else:
            rows[-1].append(piece)
    return rows


def _row(pieces: Row) -> _Row:
    cells = [part for piece in pieces for part in piece.parts or (piece,)]
    firsts = {id((piece.parts or (piece,))[0]) for piece in pieces}
    gaps = [
        _Gap(min(one.right, other.right), max(one.left, other.left), id(other) in firsts, number)
        for number, (one, other) in enumerate(pairwise(cells))
    ]
    has_leaders = any(_LEADERS.search(cell.marked.text) for cell in cells)
    return _Row(pieces, cells, () if has_leaders else tuple(gaps))


def _tables(rows: Sequence[_Row]) -> Iterator[list[int]]:
    """The rows of several cells of each table.

    A table is rows whose gaps lie below each other. Two lines of justified text can look like one by chance: below
    three rows it counts only if no line of running text goes on from it, or into it. A list is none, though its labels
    stand in a column.
    """
    blocks: list[list[int]] = []
    for at, row in enumerate(rows):
        if not row.gaps:
            continue
        above = blocks[-1][-1] if blocks else None
        if above is not None and _go_together(rows[above : at + 1]):
            blocks[-1].append(at)
        else:
            blocks.append([at])
    for block in blocks:
        is_sure = len(block) >= _SURE or (len(block) > 1 and not _is_in_text(rows, block))
        if is_sure and not all(_is_item(rows[at]) for at in block):
            yield block


def _go_together(rows: Sequence[_Row]) -> bool:
    """Whether the first and the last are rows of one table, and those between them nothing else."""
    above, *between, below = rows
    if len(between) > _BETWEEN or not _aligned(above, below, len(between) + 1):
        return False
    return not any(_crosses(single, below) for single in between)


def _aligned(above: _Row, below: _Row, steps: int) -> bool:
    """Whether every gap of the row with fewer cells lies below or above one of the other row, so many rows apart."""
    if not 0 < above.y - below.y <= steps * _APART * max(above.size, below.size):
        return False
    if not any(gap.wide for row in (above, below) for gap in row.gaps):
        return False
    fewer, more = sorted((above, below), key=lambda row: len(row.decisive))
    least = _OVERLAP * min(above.size, below.size)
    return all(any(_overlap(gap, one) >= least for one in more.gaps) for gap in fewer.decisive)


def _overlap(one: _Gap, other: _Gap) -> float:
    return min(one.right, other.right) - max(one.left, other.left)


def _crosses(single: _Row, row: _Row) -> bool:
    """Whether the row, taken as a whole, lies across a gap of the other."""
    left, right = min(piece.left for piece in single.pieces), max(piece.right for piece in single.pieces)
    return any(left < gap.left and gap.right < right for gap in row.decisive)


def _is_in_text(rows: Sequence[_Row], block: Sequence[int]) -> bool:
    """Whether a row beside the block crosses its gaps at the distance its own rows have: then all are one paragraph."""
    first, last = block[0], block[-1]
    step = median(rows[one].y - rows[other].y for one, other in pairwise(block))
    beside = [(rows[first - 1], rows[first])] if first else []
    if last + 1 < len(rows):
        beside.append((rows[last + 1], rows[last]))
    return any(abs(abs(row.y - edge.y) - step) < 0.25 * step and _crosses(row, edge) for row, edge in beside)


def _is_item(row: _Row) -> bool:
    """Whether all that the row's gaps set apart is the labels before its words, more than one in a list in a list."""
    has_words = any(letter.isalpha() for letter in row.cells[-1].marked.text)
    return has_words and all(_LABEL.fullmatch(row.cells[gap.after].marked.text) for gap in row.decisive)


def _cells(row: _Row, neighbours: Sequence[_Row]) -> Row:
    """The cells of a row of a table: ended by its wide gaps, and by narrow ones where a neighbour has a wide one."""
    wide = [gap for other in neighbours for gap in other.gaps if gap.wide]
    ends = [
        gap.after + 1
        for gap in row.gaps
        if gap.wide or any(_overlap(gap, other) >= _OVERLAP * row.size for other in wide)
    ]
    cells = (row.cells[begin:end] for begin, end in pairwise((0, *ends, len(row.cells))))
    return [_spread(cell) for cell in cells]


def _spread(parts: Row) -> Piece:
    """One cell of what narrow gaps divide."""
    return parts[0] if len(parts) == 1 else replace(parts[0], marked=_with(parts, " "), right=parts[-1].right)


def _main(pieces: Row) -> Piece:
    """The piece that says where the row is and how it is set: not a number raised before a note."""
    return max(pieces, key=lambda piece: len(piece.marked.text))


def _with(pieces: Row, separator: str) -> Marked:
    return joined([part for piece in pieces for part in (bare(separator), piece.marked)][1:])


def _line(pieces: Row, separator: str, table: int | None) -> Line:
    main = _main(pieces)
    return Line(
        marked=_with(pieces, separator),
        left=min(piece.left for piece in pieces),
        right=max(piece.right for piece in pieces),
        y=main.y,
        size=main.size,
        bold=all(piece.bold for piece in pieces),
        mono=all(piece.mono for piece in pieces),
        table=table,
        replaced=sum(piece.replaced for piece in pieces),
    )
