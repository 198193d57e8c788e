"""Every page of a PDF as lines: those of its text layer, else those recognised in its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from engine.documents.ocr import OcrLine, OcrPage, Recognizer
from engine.documents.pdf_glyphs import Marked, Run
from engine.documents.pdf_order import ordered
from engine.documents.pdf_pieces import read_sheet
from engine.documents.pdf_rows import Line, lines_of
from engine.documents.pdf_running import PageLines, without_running
from engine.types.extraction import Removed

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

    Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page: its lines in reading order, where they are from, and the boxes of recognised words, in their order.

    `broken`: too damaged to be loaded. `late`: not recognised, because the time was up.
    """

    lines: PageLines
    source: Literal["text", "ocr", "none"]
    confidence: float | None = None
    boxes: tuple[Box, ...] = ()
    broken: bool = False
    late: bool = False


def read_pages(document: PdfDocument, recognizer: Recognizer | None) -> list[ReadPage]:
    """The pages of the document. Those without a text layer are recognised where there is a `recognizer`."""
    import pypdfium2

    pages: list[ReadPage] = []
    for number in range(1, len(document) + 1):
        try:
            page = document[number - 1]
            pages.append(_read(page, number, recognizer))
            page.close()  # and the text page with it; a thousand open pages would hold all their images
        except pypdfium2.PdfiumError:
            pages.append(ReadPage(PageLines(number, (), 0.0), "none", broken=True))
    return pages


def trimmed_pages(
    document: PdfDocument, pages: Sequence[ReadPage], recognizer: Recognizer | None
) -> tuple[list[ReadPage], tuple[Removed, ...]]:
    """The pages without running lines, and these.

    A page of which only a picture is left, a scan under a header that was typeset, is recognised or unread after all.
    """
    kept, removed = without_running([page.lines for page in pages])
    scans = [at for at, page in enumerate(pages) if page.lines.lines and not kept[at].lines and page.source == "text"]
    read = list(pages)
    for at in scans:
        page = document[at]
        if _has_picture(page):
            read[at] = _recognized(page, at + 1, recognizer)
        page.close()
    if read != list(pages):
        kept, removed = without_running([page.lines for page in read])
    return [replace(page, lines=lines) for page, lines in zip(read, kept, strict=True)], removed


def _read(page: PdfPage, number: int, recognizer: Recognizer | None) -> ReadPage:
    sheet = read_sheet(page)
    if sheet.pieces:
        return ReadPage(PageLines(number, tuple(lines_of(ordered(sheet.pieces))), sheet.height), "text")
    return _recognized(page, number, recognizer)


def _recognized(page: PdfPage, number: int, recognizer: Recognizer | None) -> ReadPage:
    width, height = page.get_size()
    nothing = ReadPage(PageLines(number, (), height), "none")
    if recognizer is None:
        return nothing
    found = recognizer.read(page)
    if found is None:
        return replace(nothing, late=True)
    if not found.lines:
        return nothing
    lines, boxes = _placed(found, width)
    return ReadPage(PageLines(number, lines, height), "ocr", found.confidence, boxes)


def _placed(found: OcrPage, width: float) -> tuple[tuple[Line, ...], tuple[Box, ...]]:
    """The lines with their words numbered throughout the page, and the box of each word."""
    boxes: list[Box] = []
    lines: list[Line] = []
    for line in found.lines:
        marked = _marked(line, len(boxes))
        boxes += (word.box for word in line.words)
        left, right = min(word.box[0] for word in line.words), max(word.box[2] for word in line.words)
        lines.append(Line(marked, left * width, right * width, line.top, line.size, False, False, None, 0))
    return tuple(lines), tuple(boxes)


def _marked(line: OcrLine, first: int) -> Marked:
    runs: list[Run] = []
    offset = 0
    for number, word in enumerate(line.words, start=first):
        runs.append(Run(offset, offset + len(word.text), number))
        offset += len(word.text) + 1
    return Marked(" ".join(word.text for word in line.words), tuple(runs))


def _has_picture(page: PdfPage) -> bool:
    import pypdfium2.raw as pdfium

    return next(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]), None) is not None
