"""The Threshold page: counts that follow the cut, the questions behind them, and a cut put in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

import engine
from dashboard import state
from engine.measuring.work import measure_once
from tests.ui.chunks_page import go
from tests.ui.marks import notices

Open = Callable[[str], AppTest]
Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]

GUIDE = (
    "# Kitchen\n\n## Kettle\n\nDescale the kettle with citric acid every four weeks.\n\n"
    "## Toaster\n\nEmpty the crumb tray on Fridays.\n"
)
ROWS = [
    {"id": "a", "question": "How often is the kettle descaled?", "kind": "in", "needle": "every four weeks"},
    {
        "id": "b",
        "question": "When is the crumb tray emptied?",
        "kind": "in",
        "needle": "Empty the crumb tray on Fridays.",
    },
    {"id": "c", "question": "What does a new kettle cost?", "kind": "near"},
    {"id": "d", "question": "Who composed the Goldberg Variations?", "kind": "far"},
    {"id": "e", "question": "Where is the needle?", "kind": "in", "needle": "nowhere to be found"},
]


@pytest.fixture
def questions(library: engine.Library) -> None:
    """A small set, the only one that is kept."""
    rows = [engine.question_row(line, row) for line, row in enumerate(ROWS, start=1)]
    engine.save_set(library.database, "kitchen", rows)


def _figures(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def _use(page: AppTest) -> Button:
    return next(button for button in page.button if button.label == "Use this cut")


def _type(page: AppTest, cut: float) -> AppTest:
    page.number_input[0].set_value(cut).run()
    assert not page.exception
    return page


def test_an_empty_library_has_nothing_to_measure(library: engine.Library, opened: Open, questions: None) -> None:
    page = opened("threshold")
    assert any("nothing to measure" in element.value for element in page.html)
    assert not page.metric


def test_without_a_question_set_it_leads_to_where_they_are_made(ingested: Ingest, opened: Open) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = opened("threshold")
    assert notices(page) == ["There is no question set yet: there is nothing to measure with."]
    assert [link.label for link in page.page_link] == ["Import on Questions"]
    assert not page.metric


def test_a_set_without_rows_is_told_as_one(library: engine.Library, ingested: Ingest, opened: Open) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    engine.save_set(library.database, "blank", [])
    page = opened("threshold")
    assert notices(page) == ["This set has no rows yet."]


def test_the_set_that_was_looked_at_on_questions_is_looked_at_here(
    library: engine.Library, ingested: Ingest, opened: Open, questions: None
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    engine.save_set(library.database, "another", [])
    page = opened("questions")
    page.selectbox(key=state.SET).set_value("kitchen").run()
    go(page, "threshold")
    assert page.selectbox(key=state.SET).value == "kitchen"


def test_counts_follow_the_cut_and_add_up(ingested: Ingest, opened: Open, questions: None) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = opened("threshold")
    assert _figures(_type(page, 2.0)) == {
        "Right": "2 of 2",
        "Wrong": "0 of 2",
        "Refused": "0 of 2",
        "Near bluffs": "1 of 1",
        "Far bluffs": "1 of 1",
    }
    assert _figures(_type(page, 0.0)) == {
        "Right": "0 of 2",
        "Wrong": "0 of 2",
        "Refused": "2 of 2",
        "Near bluffs": "0 of 1",
        "Far bluffs": "0 of 1",
    }
    page.segmented_control[0].set_value("Flipped").run()
    assert set(page.dataframe[0].value["Question"]) == {row["question"] for row in ROWS[:4]}


def test_a_row_that_cannot_be_scored_says_why(ingested: Ingest, opened: Open, questions: None) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = opened("threshold")
    assert [element.label for element in page.expander] == ["1 row not scored"]
    assert any(text.value.startswith("row 5, e:") for text in page.text)
    assert "Mend them on Questions" in [link.label for link in page.page_link]


def test_every_bluff_comes_with_its_passage_and_the_kind_of_miss(
    ingested: Ingest, opened: Open, questions: None
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = _type(opened("threshold"), 2.0)
    frame = page.dataframe[0].value
    assert list(frame["Question"]) == [ROWS[2]["question"], ROWS[3]["question"]]
    assert "Descale the kettle" in frame["Passage that let it through"][0]
    assert frame["Miss"][0].startswith("near miss")
    assert frame["Miss"][1].startswith("far")


def test_moving_the_cut_searches_nothing(
    ingested: Ingest, opened: Open, questions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = opened("threshold")

    def forbidden(*_: object) -> None:
        raise AssertionError("the cut was moved and something was searched")

    monkeypatch.setattr(engine.Desk, "search", forbidden)
    for cut in (0.3, 0.9, 0.62):
        _type(page, cut)


def test_a_cut_in_force_is_what_ask_uses_until_documents_change(
    ingested: Ingest, library: engine.Library, opened: Open, questions: None
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    desk = engine.Desk(library)
    assert desk.ask(ROWS[0]["question"]).outcome is engine.Outcome.ANSWERED
    page = _type(opened("threshold"), 0.05)
    _use(page).click().run()
    assert any("Ask uses 0.050, chosen on the set kitchen, version 1" in element.value for element in page.html)
    refused = desk.ask(ROWS[0]["question"])
    assert (refused.outcome, refused.decision.cut) == (engine.Outcome.BELOW_CUT, 0.05)
    ingested({"other.md": b"# Other\n\nMore."})
    page = opened("threshold")
    assert any("Out of date" in element.value for element in page.html)


def test_the_slider_stands_at_the_uncalibrated_cut_even_where_nothing_changes_near_it(
    ingested: Ingest, opened: Open, questions: None
) -> None:
    """Beside the box that says 0.675 a slider at 0.700 would be read as another cut."""
    ingested({"other.md": b"# Ledger\n\nQuarterly accruals are reversed."})
    page = opened("threshold")
    assert (page.number_input[0].value, page.select_slider[0].value) == (0.675, 0.675)


def test_another_retriever_is_looked_at_and_puts_no_cut_in_force(
    ingested: Ingest, library: engine.Library, opened: Open, questions: None
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = _type(opened("threshold"), 2.0)
    assert page.selectbox(key=state.SEARCHED_BY).value == "hybrid+late"
    assert not _use(page).disabled
    page.selectbox(key=state.SEARCHED_BY).set_value("bm25").run()
    # the one word that the far question shares with the guide is "the"; the near one shares "kettle"
    assert (_figures(page)["Near bluffs"], _figures(page)["Far bluffs"]) == ("1 of 1", "1 of 1")
    assert _use(page).disabled
    told = "".join(element.value for element in page.html)
    assert f"Ask searches by {engine.found_by(engine.retrieval_of(library))}." in told
    assert "To use a cut for keyword search (BM25), make that the library" in told
    engine.use_retrieval(library, engine.Retrieval("bm25", 25))
    page.run()
    assert not _use(page).disabled
    _use(page).click().run()
    chosen = engine.cut_in_force(library)
    assert chosen is not None
    assert chosen.retrieval == engine.Retrieval("bm25", 25)
    assert chosen.out_of_date(library) is None


def test_a_cut_for_another_retriever_is_out_of_date(
    ingested: Ingest, library: engine.Library, opened: Open, questions: None
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = _type(opened("threshold"), 0.7)
    _use(page).click().run()
    assert not any("Out of date" in element.value for element in page.html)
    engine.use_retrieval(library, engine.Retrieval("dense", 25))
    page = opened("threshold")
    assert page.selectbox(key=state.SEARCHED_BY).value == "dense"
    assert any("Out of date" in element.value and "hybrid + late interaction" in element.value for element in page.html)


def test_a_stale_library_has_nothing_to_measure_and_says_why(
    ingested: Ingest, library: engine.Library, opened: Open, questions: None
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    with library.database.write() as connection:  # as if an update of Candor had changed what a stamp holds
        connection.exec_driver_sql("UPDATE stamps SET digest = 'of an older version'")
    page = opened("threshold")
    assert any("not searched until rebuilt: 1 of 1 documents" in element.value for element in page.html)
    assert "Go to Library" in [link.label for link in page.page_link]


def test_questions_with_their_answer_hidden_are_near_ones_and_the_cut_says_so(
    library: engine.Library, ingested: Ingest, opened: Open, questions: None
) -> None:
    ingested({"kitchen.md": GUIDE.encode(), "garden.md": b"# Garden\n\nWater the roses at dawn, never at noon.\n"})
    page = opened("threshold")
    assert _figures(_type(page, 2.0))["Near bluffs"] == "1 of 1"
    page.selectbox(key=state.NEAR).set_value(engine.Hidden.DOCUMENT).run()
    assert _figures(page)["Near bluffs"] == "1 of 1"
    next(button for button in page.button if button.label == "Search them").click().run()
    assert measure_once(library, "worker", 1)
    page.run()
    assert not page.exception
    assert _figures(page)["Near bluffs"] == "3 of 3"  # both answers are on garden.md now, which does not answer
    assert "The document that answers it was hidden." in page.dataframe[0].value["Why it is no answer"].tolist()
    _use(page).click().run()
    assert "with 2 questions asked with the answer hidden" in " ".join(element.value for element in page.html)
