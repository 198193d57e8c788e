"""How large a page of a PDF is drawn, and what is done to the drawing before anything is recognised in it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfBitmap, PdfPage

POINTS_PER_INCH = 72

_RESOLUTIONS = (150, 300)  # dots per inch: with fewer small type is misread, more only take longer
_MOST_PIXELS = 12_000_000  # a page of A4 at 300 dots per inch has 8.7 million
_LONGEST_SIDE = 20_000  # pixels; Tesseract refuses pictures over 32,767
_DEEPEST_FORM = 2  # forms in forms: scanners put their picture on the page or in one


def scale_within(width: float, height: float, scale: float) -> float:
    """`scale`, or less where a page of this size, in points, would have more pixels or too long a side."""
    return min(scale, math.sqrt(_MOST_PIXELS / (width * height)), _LONGEST_SIDE / max(width, height))


def resolution_of(page: PdfPage) -> float:
    """The dots per inch of the pictures that cover a page: drawn with more of them, its noise is taken for signs.

    As many as are of use, where pictures do not cover half of the page: what is not in them has no dots.
    """
    import pypdfium2.raw as pdfium

    width, height = page.get_size()
    dots = covered = 0.0
    for picture in page.get_objects([pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=_DEEPEST_FORM):
        left, bottom, right, top = picture.get_bounds()
        across, down = picture.get_px_size()
        covered += (right - left) * (top - bottom)
        dots += across * down
    least, most = _RESOLUTIONS
    if covered < width * height / 2:
        return most
    return min(max(POINTS_PER_INCH * math.sqrt(dots / (width * height)), least), most)


def smoothed_pixels(bitmap: PdfBitmap) -> bytes:
    """The picture with every pixel as bright as the middle one of the nine around it."""
    from PIL import ImageFilter

    return bytes(bitmap.to_pil().filter(ImageFilter.MedianFilter(3)).tobytes())
