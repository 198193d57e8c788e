"""The passage in its document under test: how it is opened, and what stands in the dialog."""

from __future__ import annotations

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from streamlit.testing.v1 import AppTest

import engine
from dashboard.passage_views import Passage
from tests.ui.marks import drawn_html
from tests.ui.page_pictures import Box
from tests.ui.reader import Reader


def opened(passage: Passage) -> AppTest:
    """What stands in the dialog, which AppTest would close again with the first button in it."""
    page = AppTest.from_string(
        "import streamlit as st\n"
        "from dashboard import passage_views, reading_state, views\n"
        "passage = st.session_state['asked']\n"
        "if reading_state.SHOWN not in st.session_state:\n"
        "    passage_views.look_at(passage.at, passage.page)\n"
        "with views.errors():\n"
        "    passage_views.in_document(passage)\n",
        default_timeout=60,
    )
    page.session_state["asked"] = passage
    page.run()
    assert not page.exception
    return page


def passage(library: engine.Library, document: engine.Document, quote: str, *sentences: str) -> Passage:
    """A passage that begins and ends with the same words as `quote`, `…` standing for what is between them."""
    text = library.extraction(document.key).text
    first, _, last = quote.partition("…")
    start, end = text.index(first), text.index(last or first) + len(last or first)
    taken = tuple((text.index(each), text.index(each) + len(each)) for each in sentences)
    chunks = [(each.chunk.start, each.chunk.end) for each in library.chunks(document.key)]
    page = engine.locate(library.extraction(document.key).spans, start, end).page
    return Passage(document.key, (start, end), text[start:end], taken, page, chunks, len(text))


def beside(page: AppTest) -> Reader:
    """The text beside the picture of its page."""
    return Reader(next(each for each in drawn_html(page) if "<mark" in each))


def press(page: AppTest, label: str) -> None:
    page.button(key=label).click().run()
    assert not page.exception


def expect_around(box: Box, lead: str, words: str, row: int, slack: float = 1) -> None:
    """The box is around these words of `simple_pdf`, which stand behind `lead` in this row from the top."""
    left, top, right, bottom = box
    start = 50 + stringWidth(lead, "Helvetica", 11)
    baseline = 50 + 1.3 * 11 * row
    assert left * A4[0] == pytest.approx(start, abs=slack)
    assert right * A4[0] == pytest.approx(start + stringWidth(words, "Helvetica", 11), abs=slack)
    assert top * A4[1] == pytest.approx(baseline - 8.5, abs=2.5)
    assert bottom * A4[1] == pytest.approx(baseline + 2.5, abs=1 + slack)


def in_sight(page: AppTest) -> str | None:
    """The marked text from where it is looked at first, if that is not where the passage begins."""
    source = next(each for each in drawn_html(page) if "<mark" in each)
    _, here, rest = source.partition('<span class="here"')
    return Reader(f"<mark class='passage'{rest.partition('<style>')[0]}").text if here else None
