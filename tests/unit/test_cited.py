"""The page a citation stands on: the right page, and a box around exactly the words that are cited."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth

import engine.cited
from engine.cited import CitedPage, cited_page
from engine.documents.page_view import PageView, page_isolated
from engine.errors import ExtractionError
from tests.hostile.pdf_bytes import one_page
from tests.pdfs import simple_pdf, typeset, words
from tests.scans import pictures, scan_of, scanned
from tests.types import Ingest

LINES = ["The harbour opens at seven.", "Tickets are sold at the counter.", "Fish travels on deck."]
OTHER = ["Cargo is weighed on the quay.", "Letters stay in the cabin."]


def baseline(line: int, size: float = 11) -> float:
    """How far below the upper edge the baseline of a line stands, as `simple_pdf` draws it; a fraction of the page."""
    return (50 + 1.3 * size * line) / A4[1]


def cited(library: engine.Library, document: engine.Document, quote: str, page: int | None = None) -> CitedPage:
    text = library.extraction(document.key).text
    start = text.index(quote)
    return cited_page(library, document.key, start, start + len(quote), 800, page)


def test_a_quote_is_marked_on_its_page_where_it_is_printed(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.pdf": simple_pdf([OTHER, LINES])})["a.pdf"]
    seen = cited(library, document, "sold at the counter")
    assert (seen.page, seen.pages, seen.confidence) == (2, (2,), None)
    assert Image.open(BytesIO(seen.png)).size == (seen.width, seen.height) == (800, 1132)
    [(left, top, right, bottom)] = seen.boxes
    before, quote = (stringWidth(text, "Helvetica", 11) for text in ("Tickets are ", "sold at the counter"))
    assert left * A4[0] == pytest.approx(50 + before, abs=1)
    assert right * A4[0] == pytest.approx(50 + before + quote, abs=1)
    assert top < baseline(2) < bottom
    assert top > baseline(1)


def test_a_quote_over_a_line_end_has_a_box_on_each_line(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.pdf": simple_pdf([LINES])})["a.pdf"]
    text = library.extraction(document.key).text
    start, end = text.index("at the counter"), text.index(" travels")
    seen = cited_page(library, document.key, start, end, 800)
    assert len(seen.boxes) == 2
    for line, (_, top, _, bottom) in zip((2, 3), seen.boxes, strict=True):
        assert top < baseline(line) < bottom


def test_of_a_passage_on_two_pages_the_first_is_shown_and_the_second_on_request(
    ingested: Ingest, library: engine.Library
) -> None:
    document = ingested({"a.pdf": simple_pdf([OTHER, LINES, ["Nothing of it."]])})["a.pdf"]
    text = library.extraction(document.key).text
    start, end = text.index("Letters"), text.index(" opens")
    first, second, third = (cited_page(library, document.key, start, end, 400, page) for page in (None, 2, 3))
    assert [(seen.page, seen.pages, len(seen.boxes)) for seen in (first, second, third)] == [
        (1, (1, 2), 1),
        (2, (1, 2), 1),
        (3, (1, 2), 0),
    ]


def test_sentences_are_marked_on_the_same_page_by_the_same_reading(
    ingested: Ingest, library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = ingested({"text.pdf": simple_pdf([LINES, OTHER]), "scan.pdf": scan_of(simple_pdf([LINES, OTHER]))})
    drawn: list[object] = []

    def counted(*told: Any) -> PageView:
        drawn.append(told)
        return page_isolated(*told)

    monkeypatch.setattr(engine.cited, "page_isolated", counted)
    for name, slack in (("text.pdf", 1.0), ("scan.pdf", 3.0)):
        text = library.extraction(documents[name].key).text
        sentences = [(text.index(line), text.index(line) + len(line)) for line in (LINES[0], LINES[2], OTHER[0])]
        seen = cited_page(library, documents[name].key, 0, len(text), 800, 1, sentences)
        assert (seen.page, len(seen.boxes), seen.located) == (1, 3, True)
        assert seen.sentences == (seen.boxes[0], seen.boxes[2])  # the third one stands on the next page
        left, _, right, _ = seen.sentences[1]
        assert (right - left) * A4[0] == pytest.approx(stringWidth(LINES[2], "Helvetica", 11), abs=slack)
    assert len(drawn) == 2


def test_a_quote_that_is_cut_off_from_its_page_is_located_and_not_marked(
    ingested: Ingest, library: engine.Library
) -> None:
    cropped = one_page(page_entries=b"/CropBox [0 0 600 400] ")  # its words stand at a height of 700
    document = ingested({"a.pdf": cropped})["a.pdf"]
    seen = cited_page(library, document.key, 0, 4, 800)
    assert (seen.boxes, seen.located) == ((), True)


@pytest.mark.parametrize("turn", [0, 90])
def test_a_quote_of_a_scan_is_marked_around_its_recognised_words(
    ingested: Ingest, library: engine.Library, turn: int
) -> None:
    pages = [page.rotate(turn, expand=True) for page in pictures(simple_pdf([LINES], size=14))]
    document = ingested({"a.pdf": scanned(pages)})["a.pdf"]
    seen = cited(library, document, "sold at the counter")
    assert seen.confidence is not None
    assert seen.confidence > 0.8
    [box] = seen.boxes
    left, top, right, bottom = box if turn == 0 else (1 - box[3], box[0], 1 - box[1], box[2])  # as on the upright page
    before, quote = (stringWidth(text, "Helvetica", 14) for text in ("Tickets are ", "sold at the counter"))
    assert left * A4[0] == pytest.approx(50 + before, abs=3)
    assert right * A4[0] == pytest.approx(50 + before + quote, abs=3)
    assert top < baseline(2, 14) <= bottom + 0.003
    assert top > baseline(1, 14)


def test_pages_that_are_read_in_two_ways_are_marked_in_both(ingested: Ingest, library: engine.Library) -> None:
    documents = ingested({"text.pdf": simple_pdf([LINES]), "scan.pdf": scan_of(simple_pdf([LINES]))})
    text, scan = (cited(library, documents[name], LINES[1]) for name in ("text.pdf", "scan.pdf"))
    assert scan.boxes == (pytest.approx(text.boxes[0], abs=0.006),)


def test_what_has_no_pages_says_so(ingested: Ingest, library: engine.Library) -> None:
    documents = ingested({"a.md": b"# Title\n\nSome text.", "b.pdf": typeset(words("Some text."))})
    with pytest.raises(engine.StoreError, match=r"^a\.md has no page to show"):
        cited_page(library, documents["a.md"].key, 0, 5, 800)
    for page in (0, 2):
        with pytest.raises(engine.StoreError, match=r"^b\.pdf has no page"):
            cited_page(library, documents["b.pdf"].key, 0, 4, 800, page)
    with pytest.raises(engine.StoreError, match=r"^b\.pdf has no page to show for this passage"):
        cited_page(library, documents["b.pdf"].key, 9000, 9001, 800)
    library.remove([documents["b.pdf"].key])
    with pytest.raises(engine.StoreError, match="removed or replaced"):
        cited_page(library, documents["b.pdf"].key, 0, 4, 800)


def test_an_original_that_is_gone_is_a_sentence(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.pdf": simple_pdf([LINES])})["a.pdf"]
    library.blobs.path(document.id).unlink()
    with pytest.raises(ExtractionError, match=r"^Page 1 of a\.pdf cannot be shown"):
        cited(library, document, "Fish")
