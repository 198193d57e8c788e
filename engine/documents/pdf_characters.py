"""What pdfium knows of a page's characters: where they stand, how they are set, and which way they run."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

Box = tuple[float, float, float, float]  # left, bottom, right, top, in points on the page as it lies in the file

_BOLD = re.compile(r"bold|black|heavy|(?:^|[-_,])(?:b|bd|cmbx)\d*$|cmbx|sfbx", re.I)
_MONO = re.compile(r"mono|courier|consol|typewriter|cmtt|sftt|fixed", re.I)
_FIXED_PITCH = 1  # of a font descriptor's flags
_FORCE_BOLD = 1 << 18
_BOLD_WEIGHT = 600
_NAME_BYTES = 200
_SLANT = 3.0  # degrees off a right angle that text may run and still count as straight


@dataclass(frozen=True, slots=True)
class Style:
    """How a row is set. `at` is a place of a character of this size.

    `size` is in points. `turn` is the direction it runs in, counter-clockwise in degrees from left to right on the page
    as it lies in the file; `None` for one that runs aslant. `bold` and `mono` hold for the whole row.
    """

    size: float
    bold: bool
    mono: bool
    turn: int | None
    at: int


@dataclass(frozen=True, slots=True)
class Upright:
    """The page turned by `turn` degrees, so that its text runs from left to right; its size in points."""

    turn: int
    visible: Box

    @classmethod
    def of(cls, page: PdfPage, rows: Iterable[tuple[int | None, int]]) -> Upright:
        """The turn that suits most characters; `rows` are pairs of a direction and a number of characters."""
        amounts: Counter[int] = Counter()
        for turn, amount in rows:
            if turn is not None:
                amounts[turn] += amount
        return cls(max(amounts, key=lambda turn: amounts[turn], default=0), page.get_bbox())

    @property
    def width(self) -> float:
        left, bottom, right, top = self.visible
        return top - bottom if self.turn % 180 else right - left

    @property
    def height(self) -> float:
        left, bottom, right, top = self.visible
        return right - left if self.turn % 180 else top - bottom

    def sides(self, box: Box) -> tuple[float, float]:
        """How far right a box begins and ends."""
        left, bottom, right, top = self.visible
        match self.turn:
            case 90:
                return box[1] - bottom, box[3] - bottom
            case 180:
                return right - box[2], right - box[0]
            case 270:
                return top - box[3], top - box[1]
        return box[0] - left, box[2] - left

    def height_of(self, point: tuple[float, float]) -> float:
        """How high a point lies."""
        left, bottom, right, top = self.visible
        return {0: point[1] - bottom, 90: right - point[0], 180: top - point[1], 270: point[0] - left}[self.turn]


class Characters:
    """The characters of one page. Places count the code points of `text`; pdfium's indices count UTF-16 units."""

    def __init__(self, page: PdfPage) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium = pdfium
        self._owner = page.get_textpage()
        self._page = self._owner.raw
        self.text: str = self._owner.get_text_range(errors="surrogatepass")
        self._indices = self._numbered()
        self._matrix, self._rectangle = pdfium.FS_MATRIX(), pdfium.FS_RECTF()
        self._x, self._y, self._flags = ctypes.c_double(), ctypes.c_double(), ctypes.c_int()
        self._name = ctypes.create_string_buffer(_NAME_BYTES)
        self._samples: dict[int, Style] = {}

    def indices(self, start: int, end: int) -> Sequence[int]:
        """pdfium's index of each character `[start, end)`; of one of two units, that of the first."""
        return self._indices[start:end]

    def box(self, place: int) -> Box:
        """Where a character stands, from one line's height to the next."""
        box = self._rectangle
        self._pdfium.FPDFText_GetLooseCharBox(self._page, self._indices[place], box)
        return box.left, box.bottom, box.right, box.top

    def origin(self, place: int) -> tuple[float, float]:
        """Where on the baseline a character begins."""
        self._pdfium.FPDFText_GetCharOrigin(self._page, self._indices[place], self._x, self._y)
        return self._x.value, self._y.value

    def style(self, words: Sequence[tuple[int, int]]) -> Style:
        """How words are set, which are places `[start, end)`: of the size of the middle one of three samples."""
        samples = [self._sample(words[number][0]) for number in sorted({0, len(words) // 2, len(words) - 1})]
        middle = sorted(samples, key=lambda style: style.size)[len(samples) // 2]
        bold = all(style.bold for style in samples) and all(self._sample(start).bold for start, _ in words)
        return Style(middle.size, bold, all(style.mono for style in samples), middle.turn, middle.at)

    def drawn_apart(self, one: int, other: int) -> bool:
        """Whether two characters were drawn by two commands, as cells are and the words of a line mostly are not."""
        first, second = (
            self._pdfium.FPDFText_GetTextObject(self._page, self._indices[place]) for place in (one, other)
        )
        return ctypes.cast(first, ctypes.c_void_p).value != ctypes.cast(second, ctypes.c_void_p).value

    def _numbered(self) -> Sequence[int]:
        """The index of every place. Where pdfium leaves nothing out of its text, units are numbered as they come."""
        counted = self._pdfium.FPDFText_CountChars(self._page)
        units: Sequence[int] = range(len(self.text))
        if any(character > "\uffff" for character in self.text):
            units, unit = [], 0
            for character in self.text:
                units.append(unit)
                unit += 1 + (character > "\uffff")
        total = units[-1] + 1 + (self.text[-1] > "\uffff") if units else 0
        if total == counted:
            return units
        return [self._pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, unit) for unit in units]

    def _sample(self, place: int) -> Style:
        """One character. It is shown in the font's nominal size, stretched by the text matrix (1 × 12 is usual)."""
        known = self._samples.get(place)
        if known is not None:
            return known
        index, matrix = self._indices[place], self._matrix
        self._pdfium.FPDFText_GetMatrix(self._page, index, matrix)
        size = self._pdfium.FPDFText_GetFontSize(self._page, index) * math.hypot(matrix.c, matrix.d)
        self._name.value = b""
        self._pdfium.FPDFText_GetFontInfo(self._page, index, self._name, _NAME_BYTES, self._flags)
        weight = self._pdfium.FPDFText_GetFontWeight(self._page, index)
        bold, mono = _face(self._name.value, self._flags.value)
        style = Style(float(size), bold or weight >= _BOLD_WEIGHT, mono, _turn(matrix.a, matrix.b), place)
        self._samples[place] = style
        return style


@lru_cache(maxsize=1024)
def _face(name: bytes, flags: int) -> tuple[bool, bool]:
    """Whether a font is bold, and whether it is of fixed width."""
    said = name.decode("utf-8", "replace")
    bold = bool(flags & _FORCE_BOLD) or _BOLD.search(said) is not None
    return bold, bool(flags & _FIXED_PITCH) or _MONO.search(said) is not None


def _turn(a: float, b: float) -> int | None:
    angle = math.degrees(math.atan2(b, a)) % 360
    nearest = round(angle / 90)
    return None if abs(angle - 90 * nearest) > _SLANT else 90 * nearest % 360
