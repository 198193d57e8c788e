"""Links into the Chunks page: they reopen what they were made of, and may say anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl

import pytest

import engine
from tests.ui.chunks_page import GUIDE, HOSTILE, badge, drawn, figures, follow, go, warnings
from tests.ui.marks import notices

Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]


@pytest.fixture
def kettle(library: engine.Library, ingested: Ingest) -> engine.Document:
    return ingested({"kettle.md": GUIDE.encode()})["kettle.md"]


def test_the_link_of_a_citation_opens_at_its_passage(library: engine.Library, ingested: Ingest) -> None:
    document = ingested({HOSTILE: GUIDE.encode(), "a.md": b"# Other\n\nNothing.\n"})[HOSTILE]
    start = GUIDE.index("the water here")
    locator = engine.locate(library.extraction(document.key).spans, start, start + 24)
    page = follow(**dict(parse_qsl(engine.query(HOSTILE, locator).removeprefix("?"))))
    assert page.selectbox(key="document").value == HOSTILE
    assert page.number_input(key="chunk").value == 2
    assert drawn(page).where("title", "the passage of the link") == ["the water here is hard a"]
    assert not warnings(page)
    page.selectbox(key="document").set_value("a.md").run()
    assert not drawn(page).where("title", "the passage of the link")
    assert "char" not in page.query_params


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ({"document": "gone.md"}, "There is no document “gone.md” in the library"),
        ({"strategy": "Z"}, "The link's strategy cannot be “Z”; shown is “E”."),
        ({"strategy": "0"}, "The link's strategy cannot be “0”; shown is “E”."),
        ({"target": "abc"}, "The link's target “abc” is no number of characters; shown is 512."),
        ({"target": "inf"}, "The link's target “inf” is no number of characters; shown is 512."),
        ({"target": "5"}, "A chunking target of 5 characters cannot be used"),
        ({"chunk": "-5"}, "The link's chunk “-5” is no number from 1 to 3; shown is the first one."),
        ({"chunk": "inf"}, "The link's chunk “inf” is no number from 1 to 3; shown is the first one."),
        ({"chunk": "999"}, "There is no chunk 999: this document has 3. Shown is the last one."),
        ({"char": "9,3"}, "The link's char “9,3” is no range of characters such as 100,250; nothing is marked."),
        ({"char": "99999,99999999"}, "it was replaced since the link was made."),
        ({"view": "<script>alert(1)</script>"}, "The link's view cannot be “<script>alert(1)</script>”"),
    ],
)
def test_a_link_that_cannot_be_is_told_once_and_leads_to_no_fault(
    library: engine.Library, kettle: engine.Document, link: dict[str, str], said: str
) -> None:
    page = follow(**link)
    assert len(warnings(page)) == 1
    assert said in warnings(page)[0]
    assert not notices(page, "error")
    page.run()
    assert not warnings(page)
    assert not page.exception


def test_a_passage_that_is_not_there_leaves_the_address(library: engine.Library, kettle: engine.Document) -> None:
    assert "char" not in follow(char="9,3").query_params


def test_a_faulty_chunk_number_ends_at_the_last_chunk(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(chunk="999")
    assert page.number_input(key="chunk").value == 3
    assert page.query_params["chunk"] == "3"


def test_an_unknown_document_shows_no_other_one(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(document="gone.md")
    assert page.selectbox(key="document").value is None
    assert not page.metric
    page.selectbox(key="document").set_value("kettle.md").run()
    assert figures(page)["Chunks"] == "3"


def test_the_page_is_found_again_as_it_was_left(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(strategy="A", target="100", view="Chunk by chunk", chunk="5")
    go(go(page, "system"), "chunks")
    assert page.number_input(key="chunk").value == 5
    assert page.query_params["strategy"] == "A"
    assert page.button_group(key="view").value == "Chunk by chunk"


def test_a_link_says_everything_whatever_was_looked_at_before(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(strategy="A", target="100", view="Distribution", filter="Overflowing", chunk="5", against="B")
    start = GUIDE.index("the water here")
    go(go(page, "library"), "chunks", document="kettle.md", char=f"{start},{start + 9}")
    assert "as indexed" in badge(page)
    assert page.number_input(key="chunk").value == 2
    assert page.button_group(key="view").value == "In place"
    assert page.button_group(key="filter").value == "All"
    assert drawn(page).where("title", "the passage of the link") == ["the water"]
