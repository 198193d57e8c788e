"""Scans for tests: pages without a text layer, each one picture of what was typeset."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

Degrade = Callable[[Image.Image], Image.Image]


def pictures(pdf: bytes, resolution: int = 200) -> list[Image.Image]:
    """The pages of a PDF as grey pictures with so many dots per inch."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=resolution / 72).to_pil().convert("L") for page in document]


def scanned(pages: Iterable[Image.Image], resolution: int = 200, quality: int = 75) -> bytes:
    """A PDF of these pictures, each filling a page, compressed as scanners do it."""
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    for picture in pages:
        jpeg = BytesIO()
        picture.save(jpeg, "JPEG", quality=quality)
        width, height = (side * 72 / resolution for side in picture.size)
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(BytesIO(jpeg.getvalue())), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def scan_of(pdf: bytes, resolution: int = 200, degrade: Degrade | None = None) -> bytes:
    """What comes out when a PDF is printed, and scanned on a machine that does this to each page."""
    return scanned([degrade(page) if degrade else page for page in pictures(pdf, resolution)], resolution)


def worn(picture: Image.Image) -> Image.Image:
    """Slightly askew, out of focus, grey, grainy and specked: what a bad copier makes of a page."""
    random = np.random.default_rng(7)
    askew = picture.rotate(0.7, resample=Image.Resampling.BICUBIC, fillcolor=255)
    soft = askew.filter(ImageFilter.GaussianBlur(0.8))
    grey = np.asarray(soft, float) * 0.85 + 10 + random.normal(0, 22, (picture.height, picture.width))
    grey[random.random(grey.shape) < 0.002] = 0
    return Image.fromarray(grey.clip(0, 255).astype(np.uint8))


def speckled(picture: Image.Image) -> Image.Image:
    """One dot of a hundred black or white, as dust on the glass makes them."""
    random = np.random.default_rng(7)
    grey = np.array(picture)
    grey[random.random(grey.shape) < 0.005] = 0
    grey[random.random(grey.shape) < 0.005] = 255
    return Image.fromarray(grey)
