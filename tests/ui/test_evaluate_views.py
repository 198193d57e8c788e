"""The views of the Evaluate page: their figures are the engine's, and what is stale or cannot be compared says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

import engine
from dashboard import evaluation, evaluation_state
from tests.types import Ingest
from tests.ui.evaluate_page import GUIDE, ROWS, SMALLEST, button, choose_row, control, look, plan, said, save

Open = Callable[[str], AppTest]


@pytest.fixture
def measured(library: engine.Library, ingested: Ingest) -> engine.Evaluation:
    """Two strategies by two retrievers."""
    ingested({"kitchen.md": GUIDE.encode()})
    return engine.evaluate(library, plan(save(library, ROWS)), lambda *_: None)


def test_the_matrix_shows_the_engines_figures(measured: engine.Evaluation, opened: Open) -> None:
    page = opened("evaluate")
    frame = page.dataframe[0].value
    shown = {(row["Strategy"], row["Retriever"]): row for _, row in frame.iterrows()}
    names = {"dense": "dense", "bm25": "BM25"}
    for one in measured.runs:
        row = shown.pop((one.run.way.chunking.strategy, names[one.run.way.retrieval.retriever]))
        assert row["Recall@4"] == evaluation.percent(one.figures.recall[4])
        assert row["MRR"] == evaluation.score(one.figures.mrr)
        assert row["Destroyed"] == len(one.run.report.ledger)
        assert row["Chunks"] == one.run.report.window.chunks
    assert not shown
    assert "n = 2 rows, 2 pairs, of desk, version 1, in 1 document" in said(page)
    assert "Wilson 95%" in said(page)


def test_the_matrix_shows_one_kind_of_columns_at_a_time(measured: engine.Evaluation, opened: Open) -> None:
    page = opened("evaluate")
    naming = ["Strategy", "Retriever"]
    orders = {"found": _order(page)}
    for what in ("costs", "times"):
        control(page, evaluation_state.COLUMNS).set_value(what).run()
        orders[what] = _order(page)
    assert orders["found"] == [*naming, *(f"Recall@{k}" for k in engine.KS), "MRR", "Destroyed"]
    assert orders["costs"] == [*naming, "Destroyed", "Chunks", "Tokens", "Header share", "Overflowing", "ms"]
    assert orders["times"][:3] == [*naming, "ms"]
    assert all(name.startswith("ms ") for name in orders["times"][3:])
    assert set().union(*orders.values()) == set(page.dataframe[0].value.columns)  # no column is never shown


def _order(page: AppTest) -> list[str]:
    """The columns that the first table shows."""
    return list(page.dataframe[0].proto.column_order)


def test_runs_that_are_kept_are_not_made_again(measured: engine.Evaluation, opened: Open) -> None:
    page = opened("evaluate")
    page.number_input(key=evaluation_state.RUN_TARGET).set_value(SMALLEST).run()
    page.number_input(key=evaluation_state.RUN_OVERLAP).set_value(16).run()
    control(page, evaluation_state.LETTERS).set_value(["A", "E"]).run()
    control(page, evaluation_state.WAYS).set_value(["dense"]).run()
    assert button(page, "Run").disabled
    control(page, evaluation_state.WAYS).set_value(["dense", "hybrid"]).run()
    assert not button(page, "Run").disabled
    assert "2 of 4 are measured already" in button(page, "Run").help


def test_a_comparison_of_two_runs_says_it_in_words(measured: engine.Evaluation, opened: Open) -> None:
    page = look(opened("evaluate"), "Compare two")
    page.selectbox(key=evaluation_state.FIRST).set_value("E · dense").run()
    page.selectbox(key=evaluation_state.SECOND).set_value("A · dense").run()
    by_name = {(one.run.way.chunking.strategy, one.run.way.retrieval.retriever): one.figures for one in measured.runs}
    compared = engine.compared(by_name["E", "dense"].rows, by_name["A", "dense"].rows)
    assert compared.groups.wins == 1  # A cuts one needle apart
    assert "E · dense and A · dense are not distinguishable at 4. Over pairs: 1 win, 0 losses, 1 tie, p = 1.000." in (
        said(page)
    )
    assert page.dataframe[1].value["Question"].tolist() == [ROWS[0]["question"]]
    assert page.dataframe[1].value["Needle"].tolist() == [ROWS[0]["needle"]]
    choose_row(page, "differing", 0)
    assert [link.label for link in page.page_link] == [
        "Open in Ask with dense (meaning)", "Show in Chunks under E", "Show in Chunks under A"
    ]  # fmt: skip
    assert "Ask searches what is indexed" in said(page)


def test_all_pairs_are_corrected(measured: engine.Evaluation, opened: Open) -> None:
    page = look(opened("evaluate"), "All pairs")
    assert "0 of 6 comparisons of 4 runs can be told apart by recall@4." in said(page)
    assert page.dataframe[0].value["p, corrected"].tolist() == [1.0] * 6


def test_a_run_is_split_by_kind_at_the_cut_in_force(measured: engine.Evaluation, opened: Open) -> None:
    page = look(opened("evaluate"), "Split")
    assert page.dataframe[0].value["Rows"].tolist() == [2]
    control(page, evaluation_state.PART).set_value("kind").run()
    assert page.dataframe[0].value["Questions"].tolist() == [2, 1]
    assert "At the cut 0.675, not calibrated for these documents" in said(page)
    assert {element.proto.label for element in page.get("download_button")} == {"CSV", "JSON", "Report (HTML)"}


def test_destroyed_answers_are_shown_with_the_cut(measured: engine.Evaluation, opened: Open) -> None:
    page = look(opened("evaluate"), "Destroyed")
    table = page.dataframe[0].value
    assert table[["A", "E"]].to_numpy().tolist() == [["✂", ""]]
    drawn = next(element.value for element in page.html if 'class="scissors"' in element.value)
    assert "a cut" in drawn


def test_answers_that_are_hidden_make_bluffs_countable(
    library: engine.Library, measured: engine.Evaluation, opened: Open
) -> None:
    page = look(opened("evaluate"), "Hidden")
    assert "No run hides answers yet." in said(page)
    engine.evaluate(library, plan(save(library, ROWS), "E", engine.Hidden.PASSAGE), lambda *_: None)
    page.run()
    table = page.dataframe[0].value
    assert table["Hidden"].tolist() == ["each question's passage"] * 2
    assert table["Asked"].tolist() == [2, 2]


def test_runs_of_an_earlier_version_are_stale_and_stay_in_history(
    library: engine.Library, measured: engine.Evaluation, opened: Open
) -> None:
    save(library, ROWS[:2])
    page = opened("evaluate")
    assert "The set was changed: they are of version 1, the newest is 2." in said(page)
    assert not page.dataframe
    assert len(look(page, "History").dataframe[0].value) == 4


def test_runs_on_other_documents_are_stale(measured: engine.Evaluation, ingested: Ingest, opened: Open) -> None:
    ingested({"other.md": b"# Ledger\n\nQuarterly accruals are reversed."})
    page = opened("evaluate")
    assert "Documents were added, changed or removed since." in said(page)
    assert not button(page, "Run").disabled


def test_history_compares_two_runs_and_forgets_those_chosen(
    library: engine.Library, measured: engine.Evaluation, opened: Open
) -> None:
    page = look(opened("evaluate"), "History")
    choose_row(page, "history", 0, 3)
    assert "not distinguishable at 4" in said(page)
    assert any(text.value.startswith("desk, version 1: E, 64 · BM25 ·") for text in page.text)
    button(page, "Delete").click().run()
    assert not page.exception
    assert {run.key for run in engine.list_runs(library.database)} == {one.run.key for one in measured.runs[1:3]}


def test_runs_that_differ_in_more_than_their_way_are_not_compared(
    library: engine.Library, measured: engine.Evaluation, opened: Open
) -> None:
    engine.evaluate(library, plan(save(library, ROWS[:2]), "E"), lambda *_: None)
    page = look(opened("evaluate"), "History")
    none, told = sorted(set(page.dataframe[0].value["Not comparable"]))
    assert (none, told.partition(" · E, 64 · BM25 · ")[0]) == ("", "With desk, version 2")
    assert told.endswith(": one is of version 1 of “desk”, the other of version 2.")
    choose_row(page, "history", 0, 5)
    assert "These two cannot be compared." in said(page)
