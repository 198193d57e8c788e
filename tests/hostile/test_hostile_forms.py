"""Forms made to break a reader: the page is read and drawn all the same, and soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.documents import Limits, extract_isolated
from engine.documents.page_view import page_isolated
from tests.hostile.pdf_bytes import FONT, PAGE, WORDS, assemble, stream, tree

LIMITS = Limits(seconds=30, memory_bytes=400 << 20, output_characters=1_000_000)
FIELD = b"<< /Type /Annot /Subtype /Widget /Rect [50 50 100 80] /FT /Tx /T (a) /V (filled) %s>>"
PART = b"<< /Type /Annot /Subtype /Widget /Rect [50 50 100 80] /Parent 7 0 R >>"
FOREVER = b"/AA << /K << /S /JavaScript /JS (while(1){}) >> /C << /S /JavaScript /JS (while(1){}) >> >> "


def form(*fields: bytes, times: int = 1, entries: bytes = b"") -> bytes:
    """A page of words with the first of these fields on it so many times."""
    catalog = b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] %s>> >>" % entries
    page = PAGE % (b"/Annots [%s] " % (b"6 0 R " * times))
    return assemble(catalog, tree(), page, stream(WORDS), FONT % b"", *fields)


@pytest.mark.parametrize(
    ("data", "is_filled"),
    [
        pytest.param(form(PART, b"<< /FT /Tx /T (x) /V (filled) /Kids [6 0 R] >>"), True, id="value of the parent"),
        pytest.param(form(FIELD % b"", times=50_000), True, id="one field many times"),
        pytest.param(form(FIELD % b"/Parent 6 0 R /Kids [6 0 R] "), False, id="its own parent"),
        pytest.param(form(PART, b"<< /T (x) /Parent 6 0 R /Kids [6 0 R 7 0 R] >>"), False, id="parents in a circle"),
        pytest.param(form(FIELD % FOREVER, entries=b"/CO [6 0 R] "), True, id="a script without end"),
        pytest.param(form(FIELD % b"", entries=b"/XFA (<xdp/>) "), True, id="broken XFA"),
        pytest.param(form(b"(no field)"), False, id="no field"),
        pytest.param(form(), False, id="a field that is not there"),
    ],
)
def test_a_form_costs_neither_the_text_nor_the_picture_of_its_page(
    tmp_path: Path, data: bytes, is_filled: bool
) -> None:
    path = tmp_path / "stored"
    path.write_bytes(data)
    extraction = extract_isolated(path, "x.pdf", LIMITS)
    assert extraction.text == "Some words"
    assert any(warning.startswith("Form fields") for warning in extraction.warnings) == is_filled
    assert page_isolated(path, "x.pdf", 1, [[(0, 10)]], 800, LIMITS).boxes[0]
