"""The text of a PDF page as pdfium gives it, in pieces that nothing but ordinary spaces interrupt.

pdfium gives a page's characters in the order of the content stream, right-to-left ones in the order in which they are
read, ligatures taken apart. It puts a line break where the row changes, and U+FFFE for a hyphen at the end of a row,
where it leaves the line break out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.documents.pdf_characters import Characters, Style, Upright
from engine.documents.pdf_glyphs import Marked, read_text

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

_TOKEN = re.compile(r"\r\n|[^\s\ufffe]+\ufffe?|\ufffe")
_NO_CHARACTER = re.compile("[\x00\ud800-\udfff\uffff]")
_UNSEEN = re.compile("\ufeff|\u00ad(?!\\Z)")  # a soft hyphen at the very end is one that is seen
_DIFFERENT = re.compile("[\x00\ud800-\udfff\uffff\u00ad\ufeff\ufffe\r\n\U00010000-\U0010ffff]")
_BREAKS = str.maketrans("\r\n", "  ")
_REPLACEMENT = "\ufffd"

_WIDE = 2.0  # type sizes from which a gap between two words is none of running text, whatever the others are
_WIDER = 0.9  # type sizes from which it is none if it is _TIMES the one beside it, or its sides were drawn apart
_NOTABLE = 0.55  # type sizes from which a gap may be one between cells, if it is _TIMES the row's narrowest
_NARROWEST = 0.2  # type sizes that a space has at least
_TIMES = 2.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a row. Sizes and places are in points, from the lower left corner of the page turned upright.

    `y` is the height of its baseline. `turned` runs in another direction than most of its page. `replaced` counts the
    characters that are none (half a surrogate pair, a glyph without a meaning) and were replaced by U+FFFD. `parts` are
    what notable gaps divide it into, none where there are no such gaps; they are too narrow to tell for themselves
    whether a cell ends there.
    """

    marked: Marked
    left: float
    right: float
    y: float
    size: float
    bold: bool
    mono: bool
    turned: bool = False
    replaced: int = 0
    parts: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The pieces of one page in the order of its content stream, and the size of the page turned upright."""

    pieces: tuple[Piece, ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    left: float
    right: float


def read_sheet(page: PdfPage) -> Sheet:
    """One page. Upright is how most of its text runs, which on a page that is displayed turned is not how it lies."""
    characters = Characters(page)
    rows = [(row, characters.style(row)) for row in _rows(characters.text)]
    upright = Upright.of(page, [(style.turn, row[-1][1] - row[0][0]) for row, style in rows])
    pieces: list[Piece] = []
    for row, style in rows:
        words = _words(characters, upright, row)
        wide, notable = ([], []) if style.turn != upright.turn else _cuts(characters, words, style.size)
        for begin, end in pairwise((0, *wide, len(words))):
            whole = _piece(characters, upright, words[begin:end], None if wide else style)
            cuts = [at for at in notable if begin < at < end]
            if cuts:
                parts = pairwise((begin, *cuts, end))
                cells = tuple(_piece(characters, upright, words[one:other], None) for one, other in parts)
                whole = replace(whole, parts=cells)
            if whole.marked.text:  # else all of it is unseen
                pieces.append(whole)
    return Sheet(tuple(pieces), upright.width, upright.height)


def _rows(text: str) -> list[list[tuple[int, int]]]:
    """The words of every row, as places `[start, end)` in the text."""
    rows: list[list[tuple[int, int]]] = [[]]
    for token in _TOKEN.finditer(text):
        if token[0] == "\r\n":
            rows.append([])
            continue
        rows[-1].append(token.span())
        if token[0].endswith("\ufffe"):
            rows.append([])
    return [row for row in rows if row]


def _words(characters: Characters, upright: Upright, row: list[tuple[int, int]]) -> list[_Word]:
    words = []
    for start, end in row:
        left, right = upright.sides(characters.box(start))
        if end - start > 1:  # of a right-to-left word the last character is the leftmost
            first, last = upright.sides(characters.box(end - 1))
            left, right = min(left, first), max(right, last)
        words.append(_Word(start, end, left, right))
    return words


def _cuts(characters: Characters, words: list[_Word], size: float) -> tuple[list[int], list[int]]:
    """Before which words of a row a wide gap lies, and before which others a notable one.

    Of a justified row all gaps are wide, none wider than the others.
    """
    gaps = [max(after.left - before.right, before.left - after.right) for before, after in pairwise(words)]
    if not gaps:
        return [], []
    narrowest = max(min(gaps), _NARROWEST * size)
    wide, notable = [], []
    for at, gap in enumerate(gaps, start=1):
        is_wider = gap >= _WIDER * size and (
            gap >= _TIMES * min(_beside(gaps, at - 1), default=gap)
            or characters.drawn_apart(words[at - 1].end - 1, words[at].start)
        )
        if gap >= _WIDE * size or is_wider:
            wide.append(at)
        elif gap >= _NOTABLE * size and gap >= _TIMES * narrowest:
            notable.append(at)
    return wide, notable


def _beside(gaps: list[float], at: int) -> list[float]:
    return gaps[max(0, at - 1) : at] + gaps[at + 1 : at + 2]


def _piece(characters: Characters, upright: Upright, words: list[_Word], known: Style | None) -> Piece:
    style = known or characters.style([(word.start, word.end) for word in words])
    start, end = words[0].start, words[-1].end
    raw = characters.text[start:end]
    indices = characters.indices(start, end)
    if not _DIFFERENT.search(raw):
        marked, replaced = read_text(raw, indices), 0
    else:
        kept = [place for place in range(len(raw)) if not _UNSEEN.match(raw, place)]
        text, replaced = _NO_CHARACTER.subn(_REPLACEMENT, "".join(raw[place] for place in kept))
        own = [None if _is_put(raw[place]) else indices[place] for place in kept]
        marked = read_text(text.translate(_BREAKS), own)
    return Piece(
        marked=marked,
        left=min(word.left for word in words),
        right=max(word.right for word in words),
        y=upright.height_of(characters.origin(style.at)),
        size=style.size,
        bold=style.bold,
        mono=style.mono,
        turned=style.turn != upright.turn,
        replaced=replaced,
    )


def _is_put(character: str) -> bool:
    """Whether what is written for it, if anything, is not what pdfium gives."""
    return character <= "\uffff" and _DIFFERENT.match(character) is not None
