"""Runs as files: what a spreadsheet program and what a program sees."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest

from engine.measuring.cutting_report import Destroyed
from engine.measuring.evaluation import Evaluated
from engine.measuring.exporting import run_csv, run_json
from engine.measuring.questions import Kind, Needle
from engine.shapes import run_figures_json
from engine.types.answers import Retrieval
from tests.unit.kept_runs import HERE, asked, kept_run

CUT = Needle("b.md", 7, 20)
LEDGER = [Destroyed("one", "Which one?", CUT, "Fill the pump", ((7, 12), (12, 20)))]
TRIALS = [
    asked("one", {HERE: 5, CUT: None}, phrasing="ticket", pair="p", nearest=0.25),
    asked("near", kind=Kind.NEAR, question="Is it red, or\nblue?", nearest=0.75),
    asked("empty", kind=Kind.FAR, depth=0),
]


def lines(one: Evaluated) -> list[dict[str, str]]:
    written = run_csv(one)
    assert written.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(written.decode("utf-8-sig"), newline=""), strict=True))


def test_a_line_is_a_needle_row_or_a_question_without_one() -> None:
    found = lines(kept_run(TRIALS, ledger=LEDGER))
    assert [(line["id"], line["kind"], line["document"]) for line in found] == [
        ("one", "in", "a.md"),
        ("one", "in", "b.md"),
        ("near", "near", ""),
        ("empty", "far", ""),
    ]
    assert {(line["set"], line["version"], line["sha256"]) for line in found} == {("set", "3", "5e" * 32)}
    assert list(found[0]) == [
        *("set", "version", "sha256", "id", "question", "kind", "phrasing", "pair", "document", "start", "end", "rank"),
        *("found_at_1", "found_at_4", "found_at_8", "found_at_20", "destroyed"),
        *("best_distance", "first_document", "first_start", "first_end"),
        *("dense_rank", "dense_score", "bm25_rank", "bm25_score", "hybrid_rank", "hybrid_score"),
    ]


def test_a_needle_that_is_found_has_its_rank_and_the_stages_of_the_chunk_that_holds_it() -> None:
    found = lines(kept_run(TRIALS, ledger=LEDGER))[0]
    assert (found["phrasing"], found["pair"], found["start"], found["end"]) == ("ticket", "p", "100", "140")
    assert [found[f"found_at_{k}"] for k in (1, 4, 8, 20)] == ["0", "0", "1", "1"]
    assert (found["rank"], found["destroyed"]) == ("5", "0")
    assert (float(found["best_distance"]), found["first_document"]) == (0.25, "other.md")
    assert (found["first_start"], found["first_end"]) == ("1000", "1400")
    # the passage at rank 5 was sixth and seventh of its stages; a number below 0 stays a number
    assert (found["dense_rank"], found["bm25_rank"], found["bm25_score"]) == ("6", "7", "-1.5")
    assert float(found["dense_score"]) == pytest.approx(1 - 0.29)
    assert (found["hybrid_rank"], found["hybrid_score"]) == ("", "")  # a stage that has not seen the chunk


def test_a_needle_that_is_not_found_has_neither_rank_nor_stages() -> None:
    found = lines(kept_run(TRIALS, ledger=LEDGER))[1]
    assert (found["rank"], found["found_at_20"], found["destroyed"]) == ("", "0", "1")
    assert {found[f"{stage}_{what}"] for stage in ("dense", "bm25") for what in ("rank", "score")} == {""}


def test_the_same_needle_is_destroyed_for_the_question_that_the_ledger_names() -> None:
    others = [asked("one", {CUT: None}), asked("two", {CUT: None})]
    assert [line["destroyed"] for line in lines(kept_run(others, ledger=LEDGER))] == ["1", "0"]


def test_a_question_without_a_needle_has_its_nearest_passage_and_nothing_to_find() -> None:
    near, empty = lines(kept_run(TRIALS))[2:]
    assert near["question"] == "Is it red, or\nblue?"
    assert (float(near["best_distance"]), near["first_document"]) == (0.75, "other.md")
    assert {near[name] for name in ("rank", "found_at_1", "found_at_20", "destroyed", "dense_rank")} == {""}
    assert {empty[name] for name in ("best_distance", "first_document", "first_start")} == {""}


def test_the_best_distance_is_not_always_the_first_passages() -> None:
    (one,) = TRIALS[:1]
    turned = replace(one, ranked=(*one.ranked[1:], one.ranked[0]), needles=(), needle_ranks=())
    assert float(lines(kept_run([turned]))[0]["best_distance"]) == 0.25


def test_a_retriever_has_the_columns_of_its_own_stages() -> None:
    one = kept_run([asked("near", kind=Kind.NEAR)])
    dense = replace(one, run=replace(one.run, way=replace(one.run.way, retrieval=Retrieval("dense", 25))))
    assert [name for name in lines(dense)[0] if name.endswith("_rank")] == ["dense_rank"]


def test_a_run_in_which_no_question_could_be_asked_has_its_columns_all_the_same() -> None:
    (line,) = run_csv(kept_run([])).decode("utf-8-sig").splitlines()
    assert line.startswith("set,version,sha256,id,")
    assert json.loads(run_json(kept_run([])))["trials"] == []


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=HYPERLINK(1)"])
def test_no_cell_is_run_as_a_formula(cell: str) -> None:
    where = Needle(cell, 0, 5)
    one = kept_run([asked(cell, {where: 1}, question=cell, phrasing=cell, pair=cell)], name=cell)
    (found,) = lines(one)
    for column in ("set", "id", "question", "phrasing", "pair", "document", "first_document"):
        assert found[column] == f"'{cell}", column


def test_the_json_has_the_figures_the_ledger_and_all_that_was_ranked() -> None:
    one = kept_run(TRIALS, ledger=LEDGER, left_out={"q9": "It stands elsewhere."})
    found = json.loads(run_json(one))
    assert {name: found[name] for name in run_figures_json(one)} == json.loads(json.dumps(run_figures_json(one)))
    assert found["left_out"] == {"q9": "It stands elsewhere."}
    assert found["ledger"] == [
        {
            "id": "one",
            "question": "Which one?",
            "needle": {"document": "b.md", "start": 7, "end": 20},
            "text": "Fill the pump",
            "parts": [[7, 12], [12, 20]],
        }
    ]
    first, _, last = found["trials"]
    assert (first["id"], first["needle_ranks"], len(first["ranked"])) == ("one", [5, None], 25)
    assert first["needles"] == [
        {"document": "a.md", "start": 100, "end": 140},
        {"document": "b.md", "start": 7, "end": 20},
    ]
    assert first["ranked"][4] == {
        "chunk": 5,
        "document": "a.md",
        "start": 90,
        "end": 490,
        "overlap_start": 90,
        "distance": 0.29,
        "stages": {"dense": {"rank": 6, "score": 0.71}, "bm25": {"rank": 7, "score": -1.5}},
        "holds": True,
        "quotable": True,
    }
    assert (last["kind"], last["ranked"], last["milliseconds"]) == ("far", [], {"encode": 2.0})
