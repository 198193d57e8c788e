"""How a document was read, on Library: its pages, what was left out of them, what could not be read, its headings."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pytest
import sqlalchemy as sa
import streamlit as st
from PIL import Image
from streamlit.testing.v1 import AppTest

import engine
from dashboard import extractions, reading_state
from engine.store.tables import extractions as extractions_table
from engine.store.tables import layouts
from tests.pdfs import drawn, line, put, simple_pdf, typeset
from tests.scans import pictures as scans
from tests.scans import scanned
from tests.types import Drain, Ingest
from tests.ui.chunks_page import follow, go
from tests.ui.marks import drawn_html, notices, quiet_lines
from tests.ui.page_pictures import links, pictures

BODIES = ("Boats are let by the hour.", "Nets are mended on deck.", "Ropes are dried in the loft.", "Sails are sewn.")
GUIDE = typeset(
    *(
        drawn(put("Harbour guide", 50, 815, 9), put(f"Sheet {at} of 4", 480, 30, 9), line(body))
        for at, body in enumerate(BODIES, start=1)
    )
)
NOTICE = ["Notice to all captains", "", "The buoy has been moved to the west."]


def shown(name: str) -> AppTest:
    """Library as it opens for one document."""
    return go(follow(), "library", read=name)


def text_of(page: AppTest) -> str:
    """The HTML of what was read of the page that is shown, which is a quote."""
    return next(each for each in drawn_html(page) if each.startswith("<blockquote"))


def test_pages_and_what_was_left_out_of_them_are_listed(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"guide.pdf": GUIDE})["guide.pdf"]
    page = shown("guide.pdf")
    assert page.text[0].value == "guide.pdf"
    assert quiet_lines(page)[0].startswith("4 pages: 4 with text of their own \u00b7 ")
    pages, running = (table.value for table in page.dataframe)
    assert list(pages["Page"]) == [1, 2, 3, 4]
    assert list(pages["Characters"]) == [len(body) for body in BODIES]
    assert list(pages["Read from"]) == ["text"] * 4
    assert list(pages["Left out"]) == [2] * 4
    assert "Confidence" not in pages
    assert sorted(running.itertuples(index=False, name=None)) == [
        ("Harbour guide", "header", "1\u20134"),
        ("Sheet 1 of 4 \u2026 Sheet 4 of 4", "footer", "1\u20134"),
    ]
    assert BODIES[0] in text_of(page)
    assert sorted(quiet_lines(page)[1].removeprefix("Left out: ").split(" \u00b7 ")) == [
        "Harbour guide",
        "Sheet 1 of 4",
    ]
    assert links(page) == [f"/originals/{document.id}", f"/originals/{document.id}#page=1"]


def test_a_page_is_chosen_and_turned_and_stands_beside_its_text(ingested: Ingest, library: engine.Library) -> None:
    ingested({"guide.pdf": GUIDE, "short.pdf": simple_pdf([["Only one page."]])})
    page = shown("guide.pdf")
    assert pictures(page)[0].said == "Page 1 as it is printed"
    assert page.button(key="Previous page").disabled
    page.number_input(key=reading_state.READ_PAGE).set_value(3).run()
    assert pictures(page)[0].said == "Page 3 as it is printed"
    assert BODIES[2] in text_of(page)
    page.button(key="Next page").click().run()
    assert pictures(page)[0].said == "Page 4 as it is printed"
    assert page.button(key="Next page").disabled
    page.button(key="Previous page").click().run()
    assert page.number_input(key=reading_state.READ_PAGE).value == 3
    assert links(page)[-1].endswith("#page=3")
    page = go(page, "library", read="short.pdf")
    assert page.number_input(key=reading_state.READ_PAGE).value == 1


def test_the_page_that_is_shown_is_the_one_chosen_in_the_table(ingested: Ingest, library: engine.Library) -> None:
    ingested({"guide.pdf": GUIDE, "short.pdf": simple_pdf([["Only one page."]])})

    def chosen() -> list[int]:
        rows: list[int] = page.session_state[reading_state.PAGES_TABLE]["selection"]["rows"]
        return rows

    page = shown("guide.pdf")
    assert chosen() == [0]
    page.button(key="Next page").click().run()
    assert chosen() == [1]
    page.number_input(key=reading_state.READ_PAGE).set_value(4).run()
    assert chosen() == [3]
    page = go(page, "library", read="short.pdf")
    assert chosen() == [0]


def test_running_lines_are_kept_and_left_out_again_in_one_click(
    ingested: Ingest, library: engine.Library, drained: Drain
) -> None:
    key = ingested({"guide.pdf": GUIDE})["guide.pdf"].key
    page = shown("guide.pdf")
    assert page.button(key="keep_lines").label == "Keep these lines"
    page.button(key="keep_lines").click().run()
    assert not page.exception
    waiting = library.document(key)
    assert (waiting.state, waiting.keep_running_lines) == (engine.State.QUEUED, True)
    assert any("in line or being read: queued." in said for said in notices(page, "info"))
    assert page.button(key="keep_lines").disabled
    drained()
    page.run()
    assert "Sheet 2 of 4" in library.extraction(key).text
    assert not notices(page)
    assert len(page.dataframe) == 1
    assert "Kept in the text." in [caption.value for caption in page.caption]
    page.button(key="keep_lines").click().run()
    drained()
    page.run()
    assert "Sheet 2 of 4" not in library.extraction(key).text
    assert page.button(key="keep_lines").label == "Keep these lines"


def test_a_page_read_with_little_confidence_and_one_not_read_are_marked(
    ingested: Ingest, library: engine.Library
) -> None:
    printed = scans(simple_pdf([NOTICE], size=14))
    blank = Image.new("L", printed[0].size, 255)
    ingested({"scan.pdf": scanned([*printed, blank])})
    page = shown("scan.pdf")
    pages = page.dataframe[0].value
    assert list(pages["Read from"]) == ["OCR", "nothing"]
    assert pages["Confidence"][0] > 0.8
    assert pd.isna(pages["Confidence"][1])
    assert list(pages["Note"]) == ["", "no text, not searched"]
    assert "Left out" not in pages
    assert any(said.startswith("Page 1 was read by OCR, confidence 0.") for said in quiet_lines(page))
    assert notices(page, "warning") == ["No text could be read on page 2; those pages are not searched."]
    [todo] = notices(page, "info")
    assert todo.startswith("What to do about page 2: ")
    assert "\u201ceng\u201d" in todo
    page.button(key="Next page").click().run()
    assert any(said.startswith("Nothing was read from this page") for said in quiet_lines(page))

    with library.database.write() as connection:
        stored = connection.execute(sa.select(layouts.c.layout)).scalar_one()
        stored["reads"][0]["confidence"] = 0.59
        connection.execute(sa.update(layouts).values(layout=stored))
        connection.execute(sa.update(extractions_table).values(warnings=["One.", "Two."]))
    st.cache_resource.clear()
    page = shown("scan.pdf")
    assert "One.\nTwo." in notices(page, "warning")  # one box, that what stands below is not pushed out of sight
    assert list(page.dataframe[0].value["Note"]) == ["doubtful: compare", "no text, not searched"]
    assert any("confidence 0.59. That is little" in said for said in notices(page, "warning"))


def test_a_document_without_pages_shows_its_headings_and_its_text(ingested: Ingest, library: engine.Library) -> None:
    text = "# Pumps <b>x</b>\n\nA pump moves water.\n\n## Priming\n\nFill the casing.\n"
    ingested({"pumps.md": text.encode(), "plain.txt": b"No heading here."})
    page = shown("pumps.md")
    assert quiet_lines(page)[0].startswith(f"{len(text)} characters \u00b7 2 headings \u00b7 read by markdown")
    assert page.dataframe[0].value.to_dict("records") == [
        {"Level": 1, "Heading": "Pumps <b>x</b>", "From character": 0},
        {"Level": 2, "Heading": "Priming", "From character": text.index("## Priming")},
    ]
    assert "<b>" not in text_of(page)
    assert "# Pumps &lt;b&gt;x&lt;/b&gt;" in text_of(page)
    page = shown("plain.txt")
    assert not page.dataframe
    assert page.caption[-1].value.startswith("None was found")


def test_a_document_that_is_not_read_says_why_and_one_that_is_unknown_leaves_the_table(
    ingested: Ingest, library: engine.Library
) -> None:
    broken = ingested({"broken.pdf": b"%PDF-1.7 and no more", "a.md": b"# A\n\nText."})["broken.pdf"]
    page = shown("broken.pdf")
    assert notices(page, "error") == [broken.reason]
    assert not page.dataframe
    page.button(key="leave").click().run()
    assert not page.exception
    assert "read" not in page.query_params
    assert list(page.dataframe[0].value["Document"]) == ["a.md", "broken.pdf"]
    page = shown("gone.pdf")
    assert notices(page, "warning") == [
        "There is no document \u201cgone.pdf\u201d in the library; it was renamed or removed."
    ]
    assert list(page.dataframe[0].value["Document"]) == ["a.md", "broken.pdf"]


def test_an_original_that_is_gone_leaves_what_was_read(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"guide.pdf": GUIDE})["guide.pdf"]
    library.blobs.path(document.id).unlink()
    page = shown("guide.pdf")
    assert notices(page, "error") == ["Page 1 of guide.pdf cannot be shown: the file is damaged or gone."]
    assert BODIES[0] in text_of(page)


def test_reading_is_offered_for_one_document_of_the_table(
    ingested: Ingest, library: engine.Library, opened: Callable[[str], AppTest]
) -> None:
    ingested({"a.md": b"# A\n\nText."})
    page = opened("library")
    assert next(button for button in page.button if button.label == "How it was read").disabled


@pytest.mark.parametrize(
    ("numbers", "said"),
    [([], ""), ([3], "3"), ([2, 1, 2], "1\u20132"), ([1, 3, 4, 5, 9], "1, 3\u20135, 9")],
)
def test_page_numbers_are_said_as_ranges(numbers: list[int], said: str) -> None:
    assert extractions.ranges(numbers) == said


def test_running_lines_are_one_where_only_their_numbers_differ() -> None:
    rows = [engine.Removed(page, f"{page + 6} Guide", "header") for page in (1, 2, 4)]
    rows += [engine.Removed(1, "Guide", "header"), engine.Removed(1, "Guide", "footer")]
    assert list(extractions.running_table(rows).itertuples(index=False, name=None)) == [
        ("7 Guide \u2026 10 Guide", "header", "1\u20132, 4"),
        ("Guide", "header", "1"),
        ("Guide", "footer", "1"),
    ]
