"""Reads the pictures of pages that the dashboard draws: which page, what is marked on it, and the picture itself."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass
from io import BytesIO

from PIL import Image
from streamlit.testing.v1 import AppTest

Box = tuple[float, float, float, float]

_MARK = r'<div class="{}" style="left:([\d.]+)%;top:([\d.]+)%;width:([\d.]+)%;height:([\d.]+)%;'


@dataclass(slots=True)
class Picture:
    """What is drawn of one page. Boxes are left, top, right, bottom as fractions of it."""

    said: str
    image: Image.Image
    passage: list[Box]
    sentences: list[Box]


def pictures(page: AppTest) -> list[Picture]:
    """The pictures of pages on a page of the dashboard."""
    return [_read(each.value) for each in page.html if each.value.startswith('<div class="page"')]


def _read(source: str) -> Picture:
    said = re.search(r'<img alt="([^"]*)"', source)
    png = re.search(r'src="data:image/png;base64,([^"]*)"', source)
    assert said
    assert png
    image = Image.open(BytesIO(b64decode(png[1])))
    return Picture(said[1], image, _boxes(source, "passage"), _boxes(source, "sentence"))


def _boxes(source: str, kind: str) -> list[Box]:
    found = (tuple(float(side) / 100 for side in each) for each in re.findall(_MARK.format(kind), source))
    return [(left, top, left + width, top + height) for left, top, width, height in found]


def links(page: AppTest) -> list[str]:
    """The addresses of the link buttons."""
    return [each.proto.url for each in page.get("link_button")]
