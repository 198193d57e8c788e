"""A passage in its document: on its page as it is printed, in the text, and the chunks beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from streamlit.testing.v1 import AppTest

import engine
from engine.store.tables import layouts
from tests.hostile.pdf_bytes import one_page
from tests.pdfs import drawn, put, simple_pdf, typeset, words
from tests.scans import scan_of
from tests.types import Drain, Ingest
from tests.ui.chunks_page import follow
from tests.ui.marks import drawn_html, notices, quiet_lines
from tests.ui.page_pictures import links, pictures
from tests.ui.passage_dialog import beside, expect_around, in_sight, opened, passage, press
from tests.ui.reader import Reader

FIRST = ["The harbour opens at seven.", "", "Tickets are sold at the counter."]
SECOND = ["Fish travels on deck.", "", "Letters stay in the cabin."]
TEXT = (
    "# Harbour\n\nThe harbour opens at seven.\n\n## Fish\n\nFish travels on deck.\n\n## Mail\n\nLetters stay inside.\n"
)


def test_the_page_is_shown_with_the_passage_and_the_cited_sentence_on_it(
    ingested: Ingest, library: engine.Library
) -> None:
    document = ingested({"a.pdf": simple_pdf([FIRST, SECOND])})["a.pdf"]
    page = opened(passage(library, document, "Fish…cabin.", "Letters stay in the cabin."))
    assert page.text[0].value == "a.pdf, page 2"
    [seen] = pictures(page)
    assert seen.said == "Page 2 as it is printed, the passage marked"
    assert seen.image.size == (1200, 1698)
    fish, letters = seen.passage
    expect_around(fish, "", SECOND[0], 1)
    expect_around(letters, "", SECOND[2], 3)
    assert seen.sentences == [letters]
    assert links(page) == [f"/originals/{document.id}#page=2"]
    text = beside(page)
    assert text.marked == {"passage": ["Fish travels on deck.\nLetters stay in the cabin."], "sentence": [SECOND[2]]}


def test_a_passage_on_two_pages_is_followed_from_one_to_the_other(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.pdf": simple_pdf([FIRST, SECOND])})["a.pdf"]
    page = opened(passage(library, document, "sold at…Fish"))
    assert page.text[0].value == "a.pdf, pages 1\u20132"
    assert page.button(key="Previous page").disabled
    [box] = pictures(page)[0].passage
    expect_around(box, "Tickets are ", "sold at the counter.", 3)
    press(page, "Next page")
    assert page.button(key="Next page").disabled
    assert pictures(page)[0].said.startswith("Page 2 ")
    [box] = pictures(page)[0].passage
    expect_around(box, "", "Fish", 1)
    assert links(page) == [f"/originals/{document.id}#page=2"]
    press(page, "Previous page")
    assert pictures(page)[0].said.startswith("Page 1 ")


def test_the_text_is_looked_at_where_the_shown_page_begins_or_a_cited_sentence(
    ingested: Ingest, library: engine.Library
) -> None:
    documents = ingested({"a.pdf": simple_pdf([FIRST, SECOND]), "a.md": TEXT.encode()})
    page = opened(passage(library, documents["a.pdf"], "The harbour…cabin."))
    assert in_sight(page) is None
    press(page, "Next page")
    assert (in_sight(page) or "").startswith(SECOND[0])
    across = f"{FIRST[2]}\n\n{SECOND[0]}"
    assert across in library.extraction(documents["a.pdf"].key).text
    page = opened(passage(library, documents["a.pdf"], "The harbour…cabin.", across))
    assert (in_sight(page) or "").startswith(FIRST[2])
    press(page, "Next page")
    assert (in_sight(page) or "").startswith(SECOND[0])
    assert "".join(beside(page).marked["sentence"]) == across  # marked on both sides of where it is looked at
    page = opened(passage(library, documents["a.md"], "The harbour…inside.", "Letters stay inside."))
    assert (in_sight(page) or "").startswith("Letters stay inside.")


def test_the_chunks_beside_a_passage_are_one_click_away(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.md": TEXT.encode()})["a.md"]
    page = opened(passage(library, document, "Fish travels on deck.", "Fish travels on deck."))
    assert not pictures(page)
    assert Reader(drawn_html(page)[0]).text == TEXT
    assert Reader(drawn_html(page)[0]).marked == {"passage": [SECOND[0]], "sentence": [SECOND[0]]}
    assert links(page) == [f"/originals/{document.id}"]
    assert "back" not in [button.key for button in page.button]
    press(page, "Next chunk")
    assert Reader(drawn_html(page)[0]).marked == {"passage": ["Letters stay inside."], "sentence": []}
    assert page.button(key="Next chunk").disabled
    press(page, "back")
    press(page, "Previous chunk")
    assert Reader(drawn_html(page)[0]).marked["passage"] == ["# Harbour\n\nThe harbour opens at seven."]
    assert page.button(key="Previous chunk").disabled


@pytest.mark.parametrize(("confidence", "kind"), [(0.93, "quiet"), (0.6, "quiet"), (0.5, "warning")])
def test_the_confidence_of_a_recognised_page_is_said(
    ingested: Ingest, library: engine.Library, confidence: float, kind: str
) -> None:
    document = ingested({"a.pdf": scan_of(simple_pdf([FIRST]))})["a.pdf"]
    with library.database.write() as connection:
        stored = connection.execute(sa.select(layouts.c.layout)).scalar_one()
        stored["reads"][0]["confidence"] = confidence
        connection.execute(sa.update(layouts).values(layout=stored))
    page = opened(passage(library, document, "Tickets are sold at the counter."))
    said = {"quiet": quiet_lines(page), "warning": notices(page, "warning")}
    assert [line for line in said.pop(kind) if f"Page 1 was read by OCR, confidence {confidence:.2f}." in line]
    assert said.popitem()[1] == []
    [box] = pictures(page)[0].passage
    expect_around(box, "", FIRST[2], 3, slack=3)  # around the ink, which ends before the letters' advance does


def test_a_page_that_cannot_be_drawn_is_a_sentence_beside_the_text(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.pdf": simple_pdf([FIRST])})["a.pdf"]
    library.blobs.path(document.id).unlink()
    page = opened(passage(library, document, "Tickets"))
    assert notices(page, "error") == ["Page 1 of a.pdf cannot be shown: the file is damaged or gone."]
    assert beside(page).marked["passage"] == ["Tickets"]
    assert not pictures(page)


def test_a_page_whose_letters_are_in_no_known_place_is_shown_unmarked(
    ingested: Ingest, library: engine.Library
) -> None:
    document = ingested({"a.pdf": simple_pdf([FIRST])})["a.pdf"]
    with library.database.write() as connection:
        connection.execute(sa.delete(layouts))
    page = opened(passage(library, document, "Tickets"))
    assert (pictures(page)[0].said, pictures(page)[0].passage) == ("Page 1 as it is printed", [])
    assert quiet_lines(page)[-1].startswith("It is not known where on this page")


def test_a_passage_that_is_cut_off_from_its_page_is_not_looked_for_in_vain(
    ingested: Ingest, library: engine.Library
) -> None:
    document = ingested({"a.pdf": one_page(page_entries=b"/CropBox [0 0 600 400] ")})["a.pdf"]
    page = opened(passage(library, document, library.extraction(document.key).text))
    assert (pictures(page)[0].said, pictures(page)[0].passage) == ("Page 1 as it is printed", [])
    said = "The passage stands on a part of this page that is cut off when it is shown or printed."
    assert quiet_lines(page) == [said]


def test_a_text_that_has_changed_since_is_not_marked(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.md": TEXT.encode()})["a.md"]
    page = opened(passage(library, document, "Fish")._replace(quote="Meat"))
    assert notices(page, "warning")[0].startswith("This document was read anew since the passage was found")
    assert not drawn_html(page)


def test_a_text_that_has_changed_behind_the_passage_is_not_walked_through(
    ingested: Ingest, library: engine.Library, drained: Drain
) -> None:
    said = (f"The {what} is opened in the morning, an hour after the gate. " * 8 for what in ("ferry", "inn", "quay"))
    pages = (drawn(words(each), put("Harbour guide", 50, 30, 9)) for each in said)
    document = ingested({"a.pdf": typeset(*pages)})["a.pdf"]
    page = opened(passage(library, document, "The ferry"))
    press(page, "Next chunk")
    assert not notices(page)
    press(page, "back")
    library.keep_running_lines(document.key, True)  # now the pages end with a line that was not in the text before
    drained()
    press(page, "Next chunk")
    assert notices(page, "warning")[0].startswith("This document was read anew since the passage was found")
    assert not pictures(page)


def test_on_chunks_what_is_marked_is_seen_on_its_page(ingested: Ingest, library: engine.Library) -> None:
    documents = ingested({"a.pdf": simple_pdf([FIRST, SECOND]), "a.md": TEXT.encode()})
    assert "on_page" not in [button.key for button in follow(document="a.md").button]
    text = library.extraction(documents["a.pdf"].key).text
    start = text.index("Letters")
    page = follow(document="a.pdf", char=f"{start},{start + 7}")
    page.button(key="on_page").click().run()
    assert not page.exception
    [box] = pictures(page)[0].passage
    expect_around(box, "", "Letters", 3)
    page = follow(document="a.pdf")
    page.button(key="on_page").click().run()
    assert len(pictures(page)[0].passage) == 2  # the whole chunk's lines on its first page


def test_a_hit_opens_at_the_page_of_the_sentence_that_is_cited(
    ingested: Ingest, library: engine.Library, opened: Callable[[str], AppTest]
) -> None:
    ingested({"a.pdf": simple_pdf([FIRST, SECOND])})
    page = opened("ask")
    page.text_input(key="question").input("Where do letters stay?")
    page.button(key="ask").click().run()
    page.button(key="source_1_show").click().run()
    assert not page.exception
    [seen] = pictures(page)
    assert seen.said.startswith("Page 2 ")
    [sentence] = seen.sentences
    expect_around(sentence, "", SECOND[2], 3)
    assert links(page)[-1].endswith("#page=2")
