"""Which runs the Evaluate page shows, and their figures, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import engine
from dashboard import evaluation, evaluation_matrix, words
from dashboard.evaluation import Shown
from tests.ui.evaluation_runs import BASIS, CORPUS, ENCODER, SET, figures_of, run_of, trial_of


def _todays(*runs: engine.Run) -> list[int]:
    return [run.key for run in evaluation.todays(runs, SET, BASIS)]


def test_shown_are_the_newest_runs_of_each_way() -> None:
    assert _todays(run_of(3), run_of(2, "A"), run_of(1)) == [3, 2]


@pytest.mark.parametrize(
    "changed",
    [
        {"sha256": "t" * 64},
        {"basis": "other"},
    ],
    ids=["set", "reading"],
)
def test_runs_that_cannot_be_compared_are_not_shown(changed: dict[str, Any]) -> None:
    assert _todays(run_of(3), run_of(2, "A", **changed)) == [3]


def test_an_encoder_under_another_name_is_the_same() -> None:
    assert _todays(run_of(3, encoder=replace(ENCODER, name="/models/small"))) == [3]


def test_why_runs_are_stale() -> None:
    other = run_of(1, version=1, sha256="t" * 64, corpus=engine.Corpus("corpus", "others"))
    assert evaluation.outdated([other], SET, BASIS, CORPUS, ENCODER) == (
        "The set was changed: they are of version 1, the newest is 2. Documents were added, changed or removed since."
    )
    assert evaluation.outdated([replace(other, name="another")], SET, BASIS, CORPUS, ENCODER) == ""
    assert evaluation.outdated([run_of(1, basis="other")], SET, BASIS, CORPUS, ENCODER) == (
        "Candor now reads or embeds documents otherwise than it did then."
    )


def test_sizes_are_named_only_where_they_differ() -> None:
    small = run_of(2, "F")
    wide = replace(small.way, chunking=engine.Chunking("F", 1024, 64))
    deep = replace(small.way, retrieval=engine.Retrieval("hybrid+late", 100))
    late = run_of(4, "A", "hybrid+late")
    assert evaluation.names([small, late]) == {2: "F · dense", 4: "A · hybrid + late"}
    assert evaluation.names([small, run_of(3, "F", way=wide)]) == {2: "F 512 · dense", 3: "F 1024 · dense"}
    assert evaluation.names([late, run_of(5, "F", way=deep)]) == {4: "A · hybrid + late 25", 5: "F · hybrid + late 100"}


def test_the_matrix_has_the_figures_with_their_intervals() -> None:
    """Ranks 1, 1, 4, none: recall@1 is 2 of 4, recall@4 is 3 of 4, MRR (1 + 1 + 1/4) / 4."""
    shown = [Shown("E · dense", run_of(1), figures_of(1, 1, 4, None))]
    row = evaluation_matrix.matrix(shown, evaluation.ROWS).iloc[0]
    assert (row["Strategy"], row["Retriever"]) == ("E", "dense")
    assert row["Recall@1"] == "50.0 (15.0–85.0)"  # Wilson, 2 of 4
    assert row["Recall@4"] == row["Recall@20"] == "75.0 (30.1–95.4)"  # 3 of 4
    assert row["MRR"].startswith("0.56 (")
    assert (row["ms"], row["ms encode"], row["ms dense"]) == (3.0, 2.0, 1.0)


def test_over_pairs_two_phrasings_count_once() -> None:
    """The first pair is found by half, the second whole: 1.5 of 2."""
    shown = [Shown("E · dense", run_of(1), figures_of(1, None, 2, 3, pairs=True))]
    assert evaluation.dots(shown, 4, evaluation.PAIRS).iloc[0][["recall", "n"]].tolist() == [75.0, 2]
    assert evaluation.dots(shown, 4, evaluation.ROWS).iloc[0][["recall", "n"]].tolist() == [75.0, 4]


def test_the_best_come_first_and_equals_by_mrr() -> None:
    shown = [
        Shown("A", run_of(1), figures_of(4, None)),
        Shown("B", run_of(2), figures_of(1, None)),
        Shown("C", run_of(3), figures_of(1, 1)),
    ]
    assert [one.name for one in evaluation.best_first(shown, 4, evaluation.ROWS)] == ["C", "B", "A"]


def test_a_part_of_a_run_has_a_row_over_rows() -> None:
    trials = [
        trial_of("0", 1, phrasing="plain"),
        trial_of("1", 2, phrasing="plain"),
        trial_of("2", None, phrasing="ticket"),
    ]
    parts = engine.split(trials, engine.By.PHRASING)
    table = evaluation.parts_table(parts, "Phrasing")
    assert table[["Phrasing", "Rows"]].to_numpy().tolist() == [["plain", 2], ["ticket", 1]]
    assert table["Recall@1"].tolist() == ["50.0 (9.5–90.5)", "0.0 (0.0–79.3)"]
    assert evaluation.part_dots(parts, 4)["recall"].tolist() == [100.0, 0.0]


def test_kinds_without_questions_are_left_out() -> None:
    none = engine.proportion(0, 0)
    kinds = {
        engine.Kind.IN: engine.KindFigures(2, engine.proportion(2, 2), engine.proportion(1, 2)),
        engine.Kind.NEAR: engine.KindFigures(4, engine.proportion(1, 4), None),
        engine.Kind.FAR: engine.KindFigures(0, none, None),
    }
    table = evaluation.kinds_table(kinds)
    assert table["Kind"].tolist() == ["in-domain", "near"]
    assert table["Answered, %"].tolist() == ["100.0 (34.2–100.0)", "25.0 (4.6–69.9)"]
    assert table["Right, %"].tolist() == ["50.0 (9.5–90.5)", "has no answer"]


@pytest.mark.parametrize(
    ("course", "stage", "told"),
    [
        ("queued", "", "In line, 6 runs. It begins when documents are read and others are done."),
        ("running", "", "Run 3 of 6. Loading the encoder."),
        ("running", "B: embedding", "Run 3 of 6. Strategy B: 7 of 30 chunks embedded"),
        ("running", "B, hybrid+late: questions", "Run 3 of 6. Strategy B, hybrid + late: 7 of 30 questions searched"),
    ],
)
def test_progress_is_told_in_plain_words(course: str, stage: str, told: str) -> None:
    cuttings = tuple(engine.Chunking(letter, 512, 0) for letter in "ACE")
    ways = (engine.Retrieval("dense", 25), engine.Retrieval("bm25", 25))
    measurement = engine.Measurement(
        1,
        "desk",
        2,
        "s" * 64,
        cuttings,
        ways,
        engine.Hidden.NOTHING,
        engine.Course(course),
        "",
        stage,
        7,
        30,
        2,
        0.0,
        0.0,
    )
    assert words.measuring(measurement) == told
