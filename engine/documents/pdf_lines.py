"""The lines of a PDF page as pdfium reads them.

pdfium gives a page's characters in the order of the content stream, with a line break where the row changes, and U+FFFE
for a hyphen at the end of a row, where it leaves the line break out.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_NO_CHARACTER = re.compile("[\x00\ud800-\udfff\uffff]")
_REPLACEMENT = "\ufffd"
_LONE_NEWLINE = re.compile(r"[\r\n]+")


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its text, its type size, and how high the baselines of its first and last character are, in points.

    Heights are measured upward on the page as it is displayed. `replaced` counts the characters that are none (half a
    surrogate pair, a glyph without a meaning) and were replaced by U+FFFD.
    """

    text: str
    size: float
    top: float
    bottom: float
    replaced: int


def read_lines(page: PdfPage) -> list[Line]:
    """The lines of one page, in the order of its content stream; empty for a page without text."""
    text_page = page.get_textpage()
    rotation = page.get_rotation()
    lines = []
    position = 0  # of the line in pdfium's text, in UTF-16 code units as pdfium counts them
    for row in text_page.get_text_range(errors="surrogatepass").split("\r\n"):
        words = row.strip()
        if words:
            first = position + _units(row[: len(row) - len(row.lstrip())])
            last = first + _units(words) - 1
            text, replaced = _NO_CHARACTER.subn(_REPLACEMENT, _LONE_NEWLINE.sub(" ", words))
            size = sorted(_type_size(text_page, at) for at in (first, (first + last) // 2, last))[1]
            lines.append(
                Line(text, size, _height(text_page, first, rotation), _height(text_page, last, rotation), replaced)
            )
        position += _units(row) + len("\r\n")
    return lines


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


def _type_size(text_page: PdfTextPage, at: int) -> float:
    """The size the character is shown in: the font's nominal size, stretched by the text matrix (1 × 12 is usual)."""
    import pypdfium2.raw as pdfium

    index = pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, at)
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text_page, index, matrix)
    return float(pdfium.FPDFText_GetFontSize(text_page, index)) * math.hypot(matrix.c, matrix.d)


def _height(text_page: PdfTextPage, at: int, rotation: int) -> float:
    """The height of a character's baseline after the page's own rotation (clockwise, in degrees)."""
    import ctypes

    import pypdfium2.raw as pdfium

    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFText_GetCharOrigin(text_page, pdfium.FPDFText_GetCharIndexFromTextIndex(text_page, at), x, y)
    return {0: y.value, 90: -x.value, 180: -y.value, 270: x.value}[rotation]
