"""The Evaluate page before, during and after a measurement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import engine
from dashboard import evaluation_state, state
from engine.measuring import evaluation as engine_evaluation
from engine.measuring import work
from engine.measuring.work import measure_once
from engine.retrieval.search import search as engine_search
from tests.types import Ingest
from tests.ui.chunks_page import go
from tests.ui.evaluate_page import GUIDE, ROWS, button, buttons, control, plan, said, save

Open = Callable[[str], AppTest]


@pytest.fixture
def questions(library: engine.Library) -> engine.QuestionSet:
    """A small set, kept."""
    return save(library, ROWS)


@pytest.fixture
def kitchen(ingested: Ingest) -> None:
    """The document that the questions are about."""
    ingested({"kitchen.md": GUIDE.encode()})


def test_without_a_question_set_the_page_leads_to_questions(library: engine.Library, opened: Open) -> None:
    page = opened("evaluate")
    assert "There is no question set yet" in said(page)
    assert [link.label for link in page.page_link] == ["Go to Questions"]


def test_without_documents_the_page_leads_to_the_library(opened: Open, questions: engine.QuestionSet) -> None:
    page = opened("evaluate")
    assert "No document is searched" in said(page)
    assert [link.label for link in page.page_link] == ["Go to Library"]
    assert not any(label.startswith("Run") for label in buttons(page))


def test_while_documents_are_read_nothing_can_be_started(
    library: engine.Library, opened: Open, questions: engine.QuestionSet, kitchen: None
) -> None:
    library.add("later.md", b"# Later\n\nMore.")
    page = opened("evaluate")
    assert "Documents are still being read." in said(page)
    assert not any(label.startswith("Run") for label in buttons(page))


def test_before_the_first_run_it_is_told_what_one_is(
    opened: Open, questions: engine.QuestionSet, kitchen: None
) -> None:
    page = opened("evaluate")
    assert "desk was not measured on these documents yet." in said(page)
    assert "A run cuts all documents by one strategy" in said(page)
    assert button(page, "Run").label == "Run: 7 runs of 3 questions"


def test_the_button_says_what_it_will_do_and_puts_it_in_line(
    library: engine.Library, opened: Open, questions: engine.QuestionSet, kitchen: None
) -> None:
    page = opened("evaluate")
    control(page, evaluation_state.LETTERS).set_value(["A", "F"]).run()
    control(page, evaluation_state.WAYS).set_value(["dense", "bm25", "hybrid+late"]).run()
    page.radio[0].set_value(engine.Hidden.DOCUMENT).run()
    assert button(page, "Run").label == "Run: 6 runs of 2 questions, answers hidden"  # the near one has no answer
    button(page, "Run").click().run()
    assert not page.exception
    (measurement,) = engine.list_measurements(library.database)
    assert [cutting.strategy for cutting in measurement.chunkings] == ["A", "F"]
    assert [way.retriever for way in measurement.retrievals] == ["dense", "bm25", "hybrid+late"]
    assert (measurement.hidden, measurement.course) == (engine.Hidden.DOCUMENT, engine.Course.QUEUED)
    assert "desk, version 1. In line, 6 runs." in said(page)
    assert button(page, "Run").disabled  # it is in line already


def test_sizes_that_cannot_be_are_an_error_and_start_nothing(
    opened: Open, questions: engine.QuestionSet, kitchen: None
) -> None:
    page = opened("evaluate")
    page.number_input(key=evaluation_state.RUN_OVERLAP).set_value(600).run()
    assert "An overlap of 600 characters cannot be used with a target of 512" in said(page)
    assert not any(label.startswith("Run") for label in buttons(page))
    assert control(page, evaluation_state.LOOK).value == "Matrix"


def test_progress_is_shown_until_it_is_done_and_then_the_figures(
    library: engine.Library, opened: Open, questions: engine.QuestionSet, kitchen: None
) -> None:
    engine.queue_measurement(library.database, plan(questions))
    page = opened("evaluate")
    assert "In line, 4 runs." in said(page)
    assert button(page, "Cancel")
    assert not page.dataframe
    assert measure_once(library, "me", 1)
    page.run()
    assert not {"Cancel", "Resume"} & set(buttons(page))
    assert len(page.dataframe[0].value) == 4


def test_cancelled_it_says_how_far_it_came_and_can_go_on(
    library: engine.Library, opened: Open, questions: engine.QuestionSet, kitchen: None
) -> None:
    engine.queue_measurement(library.database, plan(questions))
    page = opened("evaluate")
    button(page, "Cancel").click().run()
    assert "Cancelled." in said(page)
    assert "0 of 4 runs of “desk” done; what is done is kept." in said(page)
    button(page, "Resume").click().run()
    assert not page.exception
    assert [one.course for one in engine.list_measurements(library.database)] == [engine.Course.QUEUED]
    assert button(page, "Cancel")


def test_failed_it_says_why_and_can_go_on(
    library: engine.Library, opened: Open, questions: engine.QuestionSet, ingested: Ingest
) -> None:
    ingested({"other.md": b"# Ledger\n\nQuarterly accruals are reversed."})
    engine.queue_measurement(library.database, plan(questions))
    assert measure_once(library, "me", 1)
    page = opened("evaluate")
    assert "The measurement failed." in said(page)
    assert "No question of this set can be scored" in said(page)
    assert button(page, "Resume")
    assert button(page, "Run").disabled


def test_a_set_without_an_in_domain_question_says_what_is_missing_and_where_to_go(
    library: engine.Library, kitchen: None, opened: Open
) -> None:
    save(library, [ROWS[2], {"id": "f", "question": "Who sang it?", "kind": "far"}])
    page = opened("evaluate")
    assert "No question of this set is in-domain (of kind in), so there is no recall to measure" in said(page)
    assert "add a question with a needle" in said(page)
    assert "press Run" not in said(page)
    assert [link.label for link in page.page_link] == ["Add a question with a needle", "Go to Threshold"]
    assert button(page, "Run").disabled


def test_a_set_whose_needles_are_nowhere_leads_to_the_reasons(
    library: engine.Library, kitchen: None, opened: Open
) -> None:
    save(library, [{"id": "e", "question": "Where?", "kind": "in", "needle": "nowhere to be found"}])
    page = opened("evaluate")
    assert "No question of this set can be scored on these documents" in said(page)
    assert [link.label for link in page.page_link] == ["See why on Questions"]


def test_a_measurement_that_begins_again_says_so(
    library: engine.Library,
    opened: Open,
    questions: engine.QuestionSet,
    ingested: Ingest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = ingested({"kitchen.md": GUIDE.encode(), "other.md": b"# Other\n\nMore."})["other.md"]
    engine.queue_measurement(library.database, plan(questions))
    monkeypatch.setattr(work, "TELL_SECONDS", 0.0)
    searched, search = [0], engine_search

    def remove_first(*given: Any) -> Any:
        searched[0] += 1
        if searched[0] == 2:
            library.remove([other.key])
        return search(*given)

    monkeypatch.setattr(engine_evaluation, "search", remove_first)
    assert measure_once(library, "me", 1)
    page = opened("evaluate")
    assert work.BEGINS_AGAIN in said(page)
    assert measure_once(library, "me", 1)
    page.run()
    assert work.BEGINS_AGAIN not in said(page)


def test_a_set_changed_while_it_is_measured_is_told_and_no_figures_are_promised(
    library: engine.Library, opened: Open, questions: engine.QuestionSet, kitchen: None
) -> None:
    engine.queue_measurement(library.database, plan(questions))
    page = opened("evaluate")
    assert "The figures will stand here" in " ".join(caption.value for caption in page.caption)
    save(library, ROWS[:2])
    page.run()
    assert "this goes on with version 1, and its figures will stand in History." in said(page)
    assert "The newest is version 2" in said(page)
    assert "The figures will stand here" not in " ".join(caption.value for caption in page.caption)
    save(library, ROWS)  # as it was: the figures are its own again
    page.run()
    assert "goes on with version 1" not in said(page)


def test_the_address_names_the_set(library: engine.Library, opened: Open, questions: engine.QuestionSet) -> None:
    for name in ("a first", "other"):
        engine.save_set(library.database, name, questions.rows)
    page = go(opened("help"), "evaluate", set="other")
    chosen = page.selectbox(key=evaluation_state.OF)
    assert chosen.value == "other"
    chosen.set_value("desk").run()  # from then on it is what was chosen, although the address stays
    assert page.selectbox(key=evaluation_state.OF).value == "desk"
    go(page, "help")
    go(page, "evaluate", set="gone")
    assert "There is no question set “gone”; it was deleted or renamed." in said(page)
    assert page.selectbox(key=evaluation_state.OF).value == "desk"
    go(page, "questions")
    assert page.selectbox(key=state.SET).value == "desk"


def test_rows_that_cannot_be_scored_are_counted(library: engine.Library, kitchen: None, opened: Open) -> None:
    save(library, [*ROWS, {"id": "e", "question": "Where?", "kind": "in", "needle": "nowhere to be found"}])
    page = opened("evaluate")
    assert "1 row of desk not scored on these documents." in said(page)
    assert [link.label for link in page.page_link] == ["See why on Questions"]
