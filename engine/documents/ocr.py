"""Text recognised in the picture of a page, with Tesseract, for pages that hold none of their own."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.documents.boxes import Box
from engine.documents.limits import Recognition
from engine.documents.page_picture import POINTS_PER_INCH, resolution_of, scale_within, smoothed_pixels
from engine.errors import ExtractionError

if TYPE_CHECKING:
    from pypdfium2 import PdfPage
    from tesserocr import PyResultIterator, PyTessBaseAPI

DOUBTFUL = 0.6
"""A page that is read with less confidence is worth a warning."""

_SMOOTH_BELOW = 0.95  # a clean page is read with 0.96; with less, specks were taken for signs
_TURN_BELOW = 0.5  # what is read with less is often a page that lies on its side, or on its head
_TURNED_WELL = 0.8  # no other turn is better than one that is read like this
_TURNS = (90, 270, 180)
_SMALLEST_SIZE = 1.0  # points; a row of specks may have no height at all
_HEIGHT_PER_SIZE = 0.96  # from a font's descenders to its ascenders, in type sizes, in the usual text faces


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word and its box: left, top, right, bottom as fractions of the displayed page, from its upper left corner."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class OcrLine:
    """A line: its words, its type size, and how high its baseline begins (`top`) and ends (`bottom`), in points.

    As for the lines of a text layer, heights grow upward. On a page that lies on its side they are those of the page
    once it is turned upright; the boxes of the words always are where the words are displayed.
    """

    text: str
    size: float
    top: float
    bottom: float
    words: tuple[OcrWord, ...]


@dataclass(frozen=True, slots=True)
class OcrPage:
    """The lines of a page in reading order, and the mean confidence of its words, in [0, 1]; 0 where there are none.

    `blank` tells a page on which nothing at all is drawn from one whose drawing holds no readable text.
    """

    lines: tuple[OcrLine, ...]
    confidence: float
    blank: bool


class Recognizer:
    """Reads the pages without text of one document, for as long as the document's time allows."""

    def __init__(self, recognition: Recognition, seconds: float) -> None:
        """`seconds`, from now, is what all pages together may take."""
        self._recognition = recognition
        self._deadline = time.monotonic() + seconds
        self._slowest = 0.0  # page so far, in seconds

    def read(self, page: PdfPage) -> OcrPage | None:
        """The page as `read_page` reads it, or `None` when too little time is left to finish another one."""
        begun = time.monotonic()
        if begun + self._slowest >= self._deadline:
            return None
        try:
            return read_page(page, self._recognition.languages, self._recognition.folder, self._deadline - begun)
        except TimeoutError:
            return None
        finally:
            self._slowest = max(self._slowest, time.monotonic() - begun)


def read_page(page: PdfPage, languages: str, folder: str | None = None, seconds: float | None = None) -> OcrPage:
    """The text in the picture of `page`, as it is displayed. A page that reads badly is tried on its sides as well.

    `languages` are Tesseract's names, joined by `+`; `folder` holds their `.traineddata` files, `None` for those that
    were installed along.
    Raises TimeoutError where that takes longer than `seconds`, ExtractionError where the data of a language is missing,
    and pypdfium2.PdfiumError where the page cannot be drawn. Neither Tesseract nor pdfium may be called from two
    threads at once, and both may end the process over a hostile file: see `extract_isolated`.
    """
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    api = _api(languages, str(folder or tessdata()))
    resolution = resolution_of(page)
    best = _read(api, page, resolution, 0, False, deadline)
    if best.blank:
        return best
    if best.confidence < _SMOOTH_BELOW:
        best = max(best, _read(api, page, resolution, 0, True, deadline), key=_confidence)
    if best.confidence < _TURN_BELOW:
        for turn in _TURNS:
            best = max(best, _read(api, page, resolution, turn, False, deadline), key=_confidence)
            if best.confidence > _TURNED_WELL:
                break
    return best


def tessdata() -> Path:
    """The folder of the language data that was installed along."""
    return Path(sys.prefix) / "share" / "tessdata"


@lru_cache(maxsize=1)
def _api(languages: str, folder: str) -> PyTessBaseAPI:
    """Tesseract with these languages loaded."""
    for language in languages.split("+"):
        if not (Path(folder) / f"{language}.traineddata").is_file():
            raise ExtractionError(
                f"Pages without text cannot be recognised: {folder} holds no {language}.traineddata, which "
                "CANDOR_OCR_LANGUAGES asks for; put it there, or name the folder that has it as CANDOR_TESSDATA."
            )
    import tesserocr

    return tesserocr.PyTessBaseAPI(path=folder, lang=languages, psm=tesserocr.PSM.AUTO)


def _confidence(read: OcrPage) -> float:
    return read.confidence


def _read(api: PyTessBaseAPI, page: PdfPage, resolution: float, turn: int, smoothed: bool, deadline: float) -> OcrPage:
    """What is read when the displayed page is turned clockwise by so many degrees, and its specks are smoothed out."""
    width, height = page.get_size()
    scale = scale_within(width, height, resolution / POINTS_PER_INCH)
    bitmap = page.render(scale=scale, rotation=turn, grayscale=True)
    try:
        pixels = smoothed_pixels(bitmap) if smoothed else bytes(bitmap.buffer)
        if pixels.count(pixels[0]) == len(pixels):
            return OcrPage((), 0.0, True)
        api.SetImageBytes(pixels, bitmap.width, bitmap.height, 1, len(pixels) // bitmap.height)
        api.SetSourceResolution(max(70, round(scale * POINTS_PER_INCH)))  # it takes less than 70 for a mistake
        left = deadline - time.monotonic()
        recognised = left > 0 and api.Recognize(0 if left == math.inf else math.ceil(left * 1000))
        if time.monotonic() >= deadline:
            raise TimeoutError
        sheet = _Sheet(bitmap.width, bitmap.height, scale, turn)
        lines, confidences = _lines(api.GetIterator() if recognised else None, sheet)
        return OcrPage(lines, sum(confidences) / len(confidences) if confidences else 0.0, False)
    finally:
        api.Clear()
        bitmap.close()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The picture that was read: its size in pixels, pixels per point, and its clockwise turn in degrees."""

    width: int
    height: int
    scale: float
    turn: int

    def displayed(self, left: int, top: int, right: int, bottom: int) -> Box:
        """A box of the picture, in pixels, as fractions of the page as it is displayed."""
        x0, x1, y0, y1 = left / self.width, right / self.width, top / self.height, bottom / self.height
        match self.turn:
            case 90:
                return y0, 1 - x1, y1, 1 - x0
            case 180:
                return 1 - x1, 1 - y1, 1 - x0, 1 - y0
            case 270:
                return 1 - y1, x0, 1 - y0, x1
        return x0, y0, x1, y1


def _lines(found: PyResultIterator | None, sheet: _Sheet) -> tuple[tuple[OcrLine, ...], list[float]]:
    """The lines that hold a letter or digit, and the confidence of each of their words."""
    import tesserocr

    lines: list[OcrLine] = []
    confidences: list[float] = []
    words: list[OcrWord] = []
    sure: list[float] = []
    for at in tesserocr.iterate_level(found, tesserocr.RIL.WORD) if found is not None else ():
        if at.Empty(tesserocr.RIL.WORD):
            continue
        text = " ".join(at.GetUTF8Text(tesserocr.RIL.WORD).split())
        box = at.BoundingBox(tesserocr.RIL.WORD)
        if text and box:
            words.append(OcrWord(text, sheet.displayed(*box)))
            sure.append(at.Confidence(tesserocr.RIL.WORD) / 100)
        if not at.IsAtFinalElement(tesserocr.RIL.TEXTLINE, tesserocr.RIL.WORD):
            continue
        if any(letter.isalnum() for word in words for letter in word.text):  # rules and specks are read as signs
            lines.append(_line(at, words, sheet))
            confidences += sure
        words, sure = [], []
    return tuple(lines), confidences


def _line(at: PyResultIterator, words: list[OcrWord], sheet: _Sheet) -> OcrLine:
    """The line that the iterator stands on."""
    import tesserocr

    (x0, y0), (x1, y1) = at.Baseline(tesserocr.RIL.TEXTLINE)
    _, direction, _, _ = at.Orientation()
    if direction == tesserocr.WritingDirection.TOP_TO_BOTTOM:  # the page lies on its left side, its top to the right
        top, bottom = x0 / sheet.scale, x1 / sheet.scale
    else:
        top, bottom = (sheet.height - y0) / sheet.scale, (sheet.height - y1) / sheet.scale
    size = max(_SMALLEST_SIZE, at.RowAttributes()["row_height"] / sheet.scale / _HEIGHT_PER_SIZE)
    text = " ".join(word.text for word in words)
    return OcrLine(text, size, top, bottom, tuple(words))
