"""The Chunks page: how a document is cut, and what is shown where there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from streamlit.testing.v1 import AppTest

import engine
from tests.ui.chunks_page import CARE, GUIDE, HOSTILE, INTRO, LONG, badge, drawn, figures, follow, warnings
from tests.ui.marks import notices

Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]
Open = Callable[[str], AppTest]


@pytest.fixture
def kettle(library: engine.Library, ingested: Ingest) -> engine.Document:
    return ingested({"kettle.md": GUIDE.encode()})["kettle.md"]


def test_an_empty_library_says_what_to_do(library: engine.Library, opened: Open) -> None:
    page = opened("chunks")
    assert notices(page) == ["The library is empty: there is nothing to cut yet."]
    assert [link.label for link in page.page_link] == ["Add documents on Library"]


def test_what_is_stored_is_shown_with_its_figures_and_a_complete_address(
    library: engine.Library, ingested: Ingest
) -> None:
    stored = ingested({"kettle.md": GUIDE.encode()})["kettle.md"]
    page = follow()
    assert "as indexed" in badge(page)
    found = figures(page)
    assert found["Chunks"] == "3"  # the text before the first heading, and two sections
    assert found["Tokens"] == f"{stored.tokens:,}"
    assert found["Header share"] == f"{stored.header_tokens / stored.tokens:.1%}"
    assert found["Overflowing"] == "1"
    assert found["Cut mid-sentence"] == "0"
    assert page.query_params == {
        "document": "kettle.md",
        "strategy": "E",
        "target": "512",
        "overlap": "64",
        "chunk": "1",
    }
    text = drawn(page)
    assert text.where("class", "chunk")[:4] == ["1", INTRO, "2", CARE]
    assert text.where("class", "gap")[0] == "\n\n## Care\n\n"
    lost = text.where("title", "past the window")
    assert len(lost) == 1
    assert int(found["Words lost"]) == len(lost[0].split()) > 0
    assert GUIDE.endswith(f"{lost[0]}\n")


def test_what_is_indexed_is_read_and_not_cut_again(
    library: engine.Library, kettle: engine.Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(engine.Library, "preview")
    assert figures(follow())["Chunks"] == "3"


def test_a_preview_embeds_nothing_and_leads_to_where_it_is_applied(library: engine.Library, ingested: Ingest) -> None:
    ingested({"kettle.md": GUIDE.encode()})
    before = engine.facts(library).vectors
    page = follow(strategy="A", target="100")
    assert "preview: nothing is embedded" in badge(page)
    assert "Apply to the library" in [link.label for link in page.page_link]
    assert figures(page)["Chunks"] == f"{-(-len(GUIDE) // 100)}"
    assert drawn(page).where("class", "chunk")[1] == GUIDE[:100]
    assert engine.facts(library).vectors == before


def test_a_document_cannot_bring_elements_of_its_own(library: engine.Library, ingested: Ingest) -> None:
    text = "# <img src=x onerror=alert(1)>\n\n<script>alert(2)</script> $5 to $9 **bold** [link](http://x)\n"
    ingested({HOSTILE: text.encode()})
    for view in ("In place", "Chunk by chunk"):
        page = follow(document=HOSTILE, view=view)
        found = drawn(page)
        assert found.elements <= {"div", "span", "b"}
        assert "<script>alert(2)</script> $5 to $9 **bold** [link](http://x)" in "".join(run for run, _ in found.runs)


def test_each_chunk_is_a_card_with_header_overlap_and_content_apart(
    library: engine.Library, kettle: engine.Document
) -> None:
    page = follow(view="Chunk by chunk", strategy="F", overlap="20", chunk="2")
    found = drawn(page)
    assert found.where("class", "header")[0] == "[Kettle > Care]\n"
    assert found.where("class", "overlap")[0] == GUIDE[GUIDE.index(CARE) - 20 : GUIDE.index(CARE)]
    assert found.where("class", "content")[0] == CARE
    assert "3 chunks. Shown: 2 to 3." in [caption.value for caption in page.caption]
    assert any(" of 256 tokens, header " in run for run, _ in found.runs)


def test_filters_leave_the_chunks_that_match(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(view="Chunk by chunk", filter="Overflowing")
    assert [run for run, _ in drawn(page).runs if run.startswith("Chunk ")] == ["Chunk 3"]
    page.button_group(key="filter").set_value("Cut mid-sentence").run()
    assert "No chunk ends inside a sentence." in [caption.value for caption in page.caption]
    page.button_group(key="strategy").set_value("A").run()
    assert any(run.endswith("ends inside a sentence") for run, _ in drawn(page).runs)


def test_two_strategies_stand_beside_each_other(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(against="A", chunk="2")
    assert page.metric[0].delta == "A: 3 (same)"
    assert page.metric[2].delta.startswith("A: 0.0% (-")
    assert [each.value for each in page.markdown if each.value.startswith("**Strategy")] == [
        "**Strategy E**",
        "**Strategy A**",
    ]
    left, right = drawn(page, -2), drawn(page, -1)
    assert left.where("class", "chunk")[:2] == ["1", INTRO]
    assert right.where("class", "chunk")[:2] == ["1", GUIDE[:512]]
    assert page.query_params["against"] == "A"


def test_the_distribution_has_a_chart_for_each_strategy(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(view="Distribution")
    charts = page.get("vega_lite_chart")
    assert len(charts) == 1
    assert "window 256" in str(charts[0].proto) or "window 256" in charts[0].proto.spec
    page.selectbox(key="against").set_value("B").run()
    assert len(page.get("vega_lite_chart")) == 2
    assert not page.exception


def test_another_strategy_looks_at_the_same_place(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(chunk="3")
    page.button_group(key="strategy").set_value("A").run()
    page.number_input(key="target").set_value(100).run()
    assert GUIDE.index(LONG[:40]) // 100 + 1 == 2
    assert page.number_input(key="chunk").value == 2
    page.button(key="as_indexed").click().run()
    assert "as indexed" in badge(page)
    assert page.number_input(key="target").value == 512


def test_sizes_that_cannot_be_are_told_beside_their_controls(library: engine.Library, kettle: engine.Document) -> None:
    page = follow(strategy="F")
    page.number_input(key="overlap").set_value(512).run()
    assert "An overlap of 512 characters cannot be used" in notices(page, "error")[0]
    page.number_input(key="overlap").set_value(100).run()
    assert not notices(page, "error")
    assert figures(page)["Chunks"] == "3"


def test_a_failed_document_gives_its_reason_and_the_way_out(library: engine.Library, ingested: Ingest) -> None:
    document = ingested({"broken.pdf": b"%PDF-1.4\nnot really"})["broken.pdf"]
    page = follow(document="broken.pdf")
    assert notices(page, "error") == [document.reason]
    assert [link.label for link in page.page_link] == ["Retry or remove it on Library"]
    assert not page.metric


def test_a_document_that_is_being_read_says_so(library: engine.Library) -> None:
    library.add("kettle.md", GUIDE.encode())
    page = follow(document="kettle.md")
    assert notices(page) == ["kettle.md is being read: queued."]


def test_a_replacement_that_waits_is_told_beside_what_is_searched(
    library: engine.Library, kettle: engine.Document
) -> None:
    library.add("kettle.md", b"# Kettle\n\nAnother text.\n")
    page = follow(document="kettle.md")
    assert notices(page) == ["Another version of this document is queued. Shown is the one that is searched."]
    assert drawn(page).where("class", "chunk")[1] == INTRO


def test_a_stale_document_says_so_and_still_shows_what_is_stored(
    library: engine.Library, kettle: engine.Document
) -> None:
    library.apply(engine.Chunking("C", 300, 64), library.encoder_name)
    page = follow(document="kettle.md")
    assert warnings(page) == [
        "Stale. Built with other settings or by an earlier version of Candor (strategy E, 512 characters), and not "
        "searched until it is rebuilt on Library."
    ]
    assert "preview: nothing is embedded" in badge(page)  # today's settings are not stored yet
    page = follow(document="kettle.md", strategy="E", target="512")
    assert "stored, but stale: not searched" in badge(page)


def test_a_document_without_text_to_cut_says_so(library: engine.Library, ingested: Ingest) -> None:
    ingested({"blank.md": b"---\ntitle: x\n---\n\n## Heading\n"})
    page = follow(document="blank.md")
    assert notices(page) == ["This document holds no text to cut."]
    assert not page.metric


def test_half_a_megabyte_is_read_and_cut_once_and_drawn_in_part(
    library: engine.Library, ingested: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    chapter = "## A chapter\n\n" + "\n\n".join(f"Paragraph {n}. It says {n} things about kettles." for n in range(200))
    text = "# Big\n\n" + "\n\n".join([chapter] * 52)
    assert len(text) > 500_000
    ingested({"big.md": text.encode()})
    page = follow(document="big.md", chunk="600", against="A")
    assert int(figures(page)["Chunks"].replace(",", "")) > 1_000
    assert page.metric[0].delta.startswith("A: ")  # compared: the other strategy was worked out
    for read_or_cut in ("extraction", "preview"):
        monkeypatch.delattr(engine.Library, read_or_cut)
    page.number_input(key="chunk").set_value(603).run()
    assert not page.exception
    assert drawn(page, -2).where("class", "number")[:2] == ["603", "604"]
    assert all(len(element.value) < 100_000 for element in page.html)
