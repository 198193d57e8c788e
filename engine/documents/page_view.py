"""One page of a PDF as a picture, and where on it some of its characters stand."""

from __future__ import annotations

import base64
import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from engine.documents.boxes import Box, fractions, line_boxes
from engine.documents.limits import Limits
from engine.documents.page_picture import scale_within
from engine.documents.sandbox import run_isolated
from engine.errors import ExtractionError

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_GRID = 1000  # per point: pdfium displays points on a grid of whole numbers

Run = tuple[int, int]
"""The index of a character on its page, as pdfium counts them, and a number of characters from there on."""


@dataclass(frozen=True, slots=True)
class PageView:
    """A page as it is displayed, turned and cropped as the file says: a PNG of `width` × `height` pixels.

    `boxes` are where the passages asked for stand: of each passage one for each line of text, in the order of its
    characters, as fractions of the page. What lies outside of the displayed part has none.
    """

    png: bytes
    width: int
    height: int
    boxes: tuple[tuple[Box, ...], ...]


def page_isolated(
    path: Path, name: str, page: int, passages: Sequence[Sequence[Run]], width: int, limits: Limits
) -> PageView:
    """The view of page `page` (from 1) of the PDF at `path`, made in a process of its own; see `page_view`.

    Fails as `run_isolated` does.
    """
    made = run_isolated("page", path, name, limits, page=page, passages=passages, width=width)
    return PageView(
        png=base64.b64decode(made["png"]),
        width=made["width"],
        height=made["height"],
        boxes=tuple(tuple((left, top, right, bottom) for left, top, right, bottom in each) for each in made["boxes"]),
    )


def page_view(path: Path, name: str, page: int, passages: Sequence[Sequence[Run]], width: int) -> PageView:
    """Page `page` (from 1) as a picture `width` pixels wide, what is filled into its forms included, and the boxes of
    each of the `passages`.

    A picture of more than 12 million pixels is made smaller. Raises ExtractionError where the file or the page cannot
    be opened, or the page has no size.
    """
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(path) as document:
            if not 1 <= page <= len(document):
                raise ExtractionError(f"{name} has no page {page}; its last one is {len(document)}.")
            document.init_forms()  # else what is filled in is not drawn; it has to be done before a page is opened
            opened = document[page - 1]
            if not all(opened.get_size()):
                raise ExtractionError(f"Page {page} of {name} cannot be shown: it has no size.")
            png, across, down = _picture(opened, width)
            return PageView(png, across, down, _boxes(opened, passages))
    except (pypdfium2.PdfiumError, FileNotFoundError) as error:
        raise ExtractionError(f"Page {page} of {name} cannot be shown: the file is damaged or gone.") from error


def _picture(page: PdfPage, width: int) -> tuple[bytes, int, int]:
    across, down = page.get_size()
    bitmap = page.render(scale=scale_within(across, down, width / across))
    out = BytesIO()
    bitmap.to_pil().save(out, "PNG", compress_level=1)  # it is looked at once, and the reader waits for it
    return out.getvalue(), bitmap.width, bitmap.height


def _boxes(page: PdfPage, passages: Sequence[Sequence[Run]]) -> tuple[tuple[Box, ...], ...]:
    if not any(passages):
        return tuple(() for _ in passages)
    text = page.get_textpage()
    return tuple(tuple(_lines(page, text, runs)) for runs in passages)


def _lines(page: PdfPage, text: PdfTextPage, runs: Sequence[Run]) -> Iterator[Box]:
    across, down = page.get_size()
    last = text.count_chars()
    shown = (
        (box, _runs_down(page, text, character))
        for index, count in runs
        for character in range(index, min(index + count, last))
        if (box := _box(page, text, character)) is not None
    )
    for line in line_boxes(shown):
        left, top, right, bottom = fractions(line, across, down)
        if left < right and top < bottom:
            yield left, top, right, bottom


def _box(page: PdfPage, text: PdfTextPage, character: int) -> Box | None:
    """A character's box on the displayed page, in points; `None` for one that is not drawn, as a space is not."""
    import pypdfium2.raw as pdfium

    if chr(pdfium.FPDFText_GetUnicode(text, character)).isspace() or pdfium.FPDFText_IsGenerated(text, character) == 1:
        return None
    found = pdfium.FS_RECTF()
    if not pdfium.FPDFText_GetLooseCharBox(text, character, found):
        return None
    corners = [_displayed(page, x, y) for x, y in ((found.left, found.top), (found.right, found.bottom))]
    (x0, x1), (y0, y1) = (sorted(each) for each in zip(*corners, strict=True))
    return x0, y0, x1, y1


def _displayed(page: PdfPage, x: float, y: float) -> tuple[float, float]:
    """A point of the page's own space on the displayed page, in points from its upper left corner."""
    import pypdfium2.raw as pdfium

    across, down = (round(side * _GRID) for side in page.get_size())
    right, below = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, across, down, 0, x, y, right, below)
    return right.value / _GRID, below.value / _GRID


def _runs_down(page: PdfPage, text: PdfTextPage, character: int) -> bool:
    """Whether the character's line runs up or down the displayed page."""
    import pypdfium2.raw as pdfium

    angle = math.degrees(pdfium.FPDFText_GetCharAngle(text, character)) + float(page.get_rotation())
    return round(angle / 90) % 2 == 1
