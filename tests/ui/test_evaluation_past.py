"""What the Evaluate page draws of single and of earlier runs: destroyed answers, hidden ones, and the history."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import engine
from dashboard import evaluation, evaluation_history, evaluation_ledger
from tests.ui.evaluation_runs import figures_of, run_of, trial_of

TEXT = "Once. The kettle <b>boils</b> at noon. Ever since."
NEEDLE = engine.Needle("a.md", 6, 38)


def _lost(*parts: tuple[int, int], strategy: str = "A", key: int = 1) -> engine.Run:
    entry = engine.Destroyed("q", "When does it boil?", NEEDLE, TEXT[6:38], parts)
    report = engine.CuttingReport(engine.window_report(()), (entry, replace(entry, id="r", question="At what time?")))
    return run_of(key, strategy, report=report)


def test_the_ledger_says_which_strategy_destroys_which_needle() -> None:
    runs = [_lost((6, 20), (20, 38)), _lost((6, 20), (20, 38), key=2), run_of(3, "C")]
    lost = evaluation_ledger.ledger(runs)
    table = evaluation_ledger.ledger_table(lost, evaluation.cutting_names(runs))
    assert table.iloc[0].to_dict() == {
        "Needle": "The kettle <b>boils</b> at noon.", "A": "✂", "C": "", "Questions": 2, "Document": "a.md"
    }  # fmt: skip
    assert len(table) == 1


def _drawn(text: str, *parts: tuple[int, int]) -> str:
    run = _lost(*parts)
    return evaluation_ledger.severed_html(evaluation_ledger.ledger([run])[0], run.way.chunking, text)


def _words(drawn: str) -> str:
    """What is read of it: without tags, with what was escaped."""
    return html.unescape(re.sub(r"<[^>]*>", "", drawn))


def test_the_cut_is_drawn_through_the_needle_in_its_surroundings() -> None:
    drawn = _drawn(TEXT, (6, 20), (20, 38))
    assert _words(drawn) == f"{TEXT[:20]}✂{TEXT[20:]}"
    assert "<b>" not in drawn


def test_a_needle_whose_document_is_another_one_now_stands_alone() -> None:
    assert _words(_drawn("", (6, 20), (20, 38))) == f"{TEXT[6:20]}✂{TEXT[20:38]}"
    assert _words(_drawn(TEXT.upper(), (6, 20), (20, 38))) == f"{TEXT[6:20]}✂{TEXT[20:38]}"


def test_what_two_chunks_have_and_what_none_has_is_told() -> None:
    drawn = _drawn(TEXT, (6, 20), (12, 30))
    assert _words(drawn) == f"{TEXT[:12]}✂{TEXT[12:20]}✂{TEXT[20:30]}✂{TEXT[30:]}"
    assert drawn.count("in two chunks, whole in neither") == 1
    assert drawn.count("in no chunk") == 1


def test_history_marks_what_cannot_be_compared_with_the_newest() -> None:
    runs = [run_of(2), run_of(1, "F", corpus=engine.Corpus("other", "others"))]
    table = evaluation_history.history_table(runs, lambda run: figures_of(1, None))
    assert table["Not comparable"].tolist() == [
        "", "With desk, version 2 · E, 512 · dense · 1970-01-01 00:00:02: the documents were others."
    ]  # fmt: skip
    assert table["Cut by"].tolist() == ["E, 512", "F, 512 with 64 overlap"]
    assert table["R@1"].tolist() == ["50.0 (9.5–90.5)"] * 2
    assert table["n"].tolist() == [2, 2]
    assert table["Version"].tolist() == ["2 · ssssssss"] * 2


def test_hidden_runs_are_held_against_the_newest_that_hides_the_same() -> None:
    way = replace(run_of(1).way, hidden=engine.Hidden.DOCUMENT)
    runs = [run_of(4, way=way), run_of(3), run_of(2, "A"), run_of(1, way=way, name="pans", sha256="p" * 64)]
    told = evaluation_history.history_table(runs, lambda run: figures_of(1))["Not comparable"].tolist()
    assert told[:3] == ["", "", ""]
    assert told[3] == (
        "With desk, version 2 · E, 512 · dense · 1970-01-01 00:00:04: one is of the question set “pans”, the other of "
        "“desk”."
    )


def test_bluffs_of_hidden_runs_are_counted_at_the_cut() -> None:
    near = [replace(trial_of(f"{n}", None), kind=engine.Kind.NEAR, needles=(), needle_ranks=()) for n in range(4)]
    near = [
        replace(trial, ranked=(engine.Ranked(1, "a.md", 0, 5, 0, distance, {}, False, False),))
        for trial, distance in zip(near, (0.2, 0.5, 0.6, 0.9), strict=True)
    ]
    run = run_of(1, way=replace(run_of(1).way, hidden=engine.Hidden.DOCUMENT), left_out={"9": "still there"})
    row = evaluation_history.hidden_table([run], [engine.sweep(near)], ["E · dense"], 0.6).iloc[0]
    assert row[["Asked", "Bluffs", "Left out"]].tolist() == [4, 2, 1]
    assert row["Bluffs, %"] == "50.0 (15.0–85.0)"
