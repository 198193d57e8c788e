"""Rows of a question set <-> the table that is edited: what is typed is what is kept."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from dashboard import question_sets

NEEDLE = engine.Needle("pump & co.md", 10, 21)


def _row(line: int, **cells: Any) -> engine.QuestionRow:
    return engine.question_row(line, {"id": f"r{line}", "question": "How?", "kind": "in", **cells})


def _typed(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """A table into which all of this was typed: of no certain types, as an editor may give it back."""
    cells = [[row.get(column) for column in question_sets.DRAWN] for row in rows]
    index = pd.RangeIndex(1, len(rows) + 1)
    return pd.DataFrame(cells, index, question_sets.DRAWN, dtype=object)


WORDS = st.text("aZ é\n#,", min_size=1, max_size=8).map(str.strip)
CELLS = st.none() | WORDS.filter(bool)
OFFSETS = st.none() | st.integers(0, 10**12 - 1)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "id": WORDS.filter(bool),
            **dict.fromkeys(("question", "kind", "needle", "document", "phrasing", "pair", "note"), CELLS),
            **dict.fromkeys(("start", "end"), OFFSETS),
        }
    ),
    max_size=6,
)


@given(ROWS)
def test_rows_survive_the_table(cells: list[dict[str, Any]]) -> None:
    rows = tuple(engine.question_row(line, values) for line, values in enumerate(cells, start=1))
    frame = question_sets.frame_of(rows, {})
    assert question_sets.rows_of(frame) == (rows, ())
    assert question_sets.rows_of(question_sets.renewed(frame, {})) == (rows, ())


@given(ROWS, st.sets(st.integers(1, 6)))
def test_a_new_table_counts_from_one_and_keeps_what_was_typed(cells: list[dict[str, Any]], deleted: set[int]) -> None:
    frame = _typed(cells).drop(index=[line for line in deleted if line <= len(cells)])
    renewed = question_sets.renewed(frame, {})
    assert list(renewed.index) == list(range(1, len(frame) + 1))
    assert question_sets.same(question_sets.rows_of(renewed)[0], question_sets.rows_of(frame)[0])


def test_a_row_keeps_the_label_that_the_table_shows() -> None:
    frame = question_sets.frame_of([_row(1), _row(2), _row(3)], {}).drop(index=2)
    rows, _ = question_sets.rows_of(frame)
    assert [(row.line, row.id) for row in rows] == [(1, "r1"), (3, "r3")]


def test_new_rows_get_the_next_free_ids_and_an_empty_one_is_none() -> None:
    frame = _typed(
        [{"question": "One?"}, {}, {"id": "q7", "question": "Two?"}, {"id": "  ", "kind": "far"}, {"note": " "}]
    )
    rows, faults = question_sets.rows_of(frame)
    assert [(row.line, row.id, row.question, row.kind) for row in rows] == [
        (1, "q8", "One?", ""),
        (3, "q7", "Two?", ""),
        (4, "q9", "", "far"),
    ]
    assert faults == ()
    assert list(question_sets.renewed(frame, {})["id"]) == ["q8", "q7", "q9"]


def test_a_cell_that_cannot_be_kept_is_named_and_stays_in_the_table() -> None:
    frame = _typed([{"id": "a", "question": "One?"}, {"question": "nul \0 in it"}])
    rows, faults = question_sets.rows_of(frame)
    assert [row.id for row in rows] == ["a"]
    assert [(fault.line, fault.id) for fault in faults] == [(2, None)]
    assert "question" in faults[0].reason
    renewed = question_sets.renewed(frame, {})
    assert list(renewed["question"]) == ["One?", "nul \0 in it"]
    assert renewed["id"].isna().tolist() == [False, True]


def test_an_empty_set_is_a_table_that_takes_texts_and_numbers() -> None:
    frame = question_sets.frame_of((), {})
    assert len(frame) == 0
    assert frame.dtypes["start"] == "Int64"
    assert frame.dtypes["needle"] == "string"


def test_a_row_typed_into_an_empty_set_can_go_on() -> None:
    """Its columns without a cell have lost their types: pandas gives them one that holds nothing."""
    frame = _typed([{"question": "Why?", "kind": "in"}])
    frame["id"] = frame["needle"] = pd.array([None], pd.ArrowDtype(pa.null()))
    assert question_sets.renewed(frame, {1: NEEDLE}).at[1, "id"] == "q1"
    assert question_sets.placed(frame, 1, NEEDLE, "moves water").at[1, "needle"] == "moves water"


def test_a_place_is_taken_with_its_words_where_they_differ() -> None:
    frame = question_sets.frame_of([_row(1, needle="water  moves"), _row(2, needle="A pump\nmoves.")], {})
    first = question_sets.placed(frame, 1, NEEDLE, "moves water")
    assert question_sets.rows_of(first)[0] == (
        _row(1, needle="moves water", document="pump & co.md", start=10, end=21),
        _row(2, needle="A pump\nmoves."),
    )
    second = question_sets.placed(frame, 2, NEEDLE, "A pump moves.")
    assert second.at[2, "needle"] == "A pump\nmoves."
    assert (second.at[2, "start"], second.at[2, "end"]) == (10, 21)
    assert frame.at[1, "needle"] == "water  moves"


def test_a_place_is_taken_by_a_row_without_a_needle() -> None:
    frame = question_sets.placed(question_sets.frame_of([_row(1)], {}), 1, NEEDLE, "moves water")
    assert frame.at[1, "needle"] == "moves water"


def test_every_scored_row_has_its_own_place() -> None:
    """Also where one question has several needles, and a row between them fails."""
    rows = [
        _row(1, id="a", needle="one"),
        _row(2, id="a", needle="gone"),
        _row(3, id="b", kind="near"),
        _row(4, id="a", needle="two"),
    ]
    first, second = engine.Needle("x", 0, 3), engine.Needle("x", 4, 7)
    checked = engine.Checked(
        (
            engine.Question("a", "How?", engine.Kind.IN, (first, second), None, None, None),
            engine.Question("b", "How?", engine.Kind.NEAR, (), None, None, None),
        ),
        (engine.Remark(2, "a", "It is nowhere.", ()),),
        (),
    )
    assert question_sets.places_of(rows, checked) == {1: first, 4: second}


def test_a_place_is_linked_by_document_and_characters() -> None:
    frame = question_sets.frame_of([_row(1), _row(2)], {2: NEEDLE})
    assert frame.at[2, "place"] == "/chunks?document=pump+%26+co.md&char=10%2C21"
    assert pd.isna(frame.at[1, "place"])


@pytest.mark.parametrize(
    ("kinds", "faults", "said"),
    [
        ("", 0, "0 in, 0 near, 0 far; all rows are scored"),
        ("in in near", 1, "2 in, 1 near, 0 far; 1 row is not scored"),
        ("far", 3, "0 in, 0 near, 1 far; 3 rows are not scored"),
    ],
)
def test_counts(kinds: str, faults: int, said: str) -> None:
    questions = tuple(
        engine.Question(f"{n}", "?", engine.Kind(kind), (), None, None, None) for n, kind in enumerate(kinds.split())
    )
    assert question_sets.counts(engine.Checked(questions, (), ()), faults) == said


def test_a_sentence_becomes_a_row_of_a_new_question() -> None:
    rows, id = question_sets.with_needle((_row(1, id="q4"),), " Why does it move? ", NEEDLE, "moves water")
    assert id == "q5"
    assert rows == (
        _row(1, id="q4"),
        _row(2, id="q5", question="Why does it move?", needle="moves water", document="pump & co.md", start=10, end=21),
    )


def test_a_sentence_fills_the_row_that_waits_for_one() -> None:
    before = (_row(1, question="Why?", needle="x"), _row(2, question="How  much?", note="asked"), _row(3, kind="near"))
    rows, id = question_sets.with_needle(before, "how much?", NEEDLE, "moves water")
    assert id == "r2"
    assert rows[1] == _row(
        2, question="How  much?", note="asked", needle="moves water", document="pump & co.md", start=10, end=21
    )
    assert (rows[0], rows[2], len(rows)) == (before[0], before[2], 3)


def test_a_second_sentence_is_another_needle_of_its_question() -> None:
    before = (_row(1, question="Why?", needle="x", phrasing="ticket", pair="p", note="first"),)
    rows, id = question_sets.with_needle(before, "Why?", NEEDLE, "moves water")
    assert id == "r1"
    assert rows[1] == _row(
        2,
        id="r1",
        question="Why?",
        phrasing="ticket",
        pair="p",
        needle="moves water",
        document="pump & co.md",
        start=10,
        end=21,
    )


def test_a_near_question_of_the_same_words_gets_no_needle() -> None:
    rows, id = question_sets.with_needle((_row(1, question="Why?", kind="near"),), "Why?", NEEDLE, "moves water")
    assert (id, rows[0].needle, rows[1].id) == ("q1", None, "q1")


def test_what_was_asked_becomes_rows_each_once() -> None:
    rows = question_sets.with_asked(
        (_row(1, id="q1"),), {"Who?": "near", " who?  ": "far", "HOW?": "in", "Where?": "in"}
    )
    assert [(row.id, row.question, row.kind, row.needle) for row in rows] == [
        ("q1", "How?", "in", None),
        ("q2", "Who?", "near", None),
        ("q3", "Where?", "in", None),
    ]


def test_only_rows_that_say_nothing_of_a_needle_lack_one() -> None:
    rows = [_row(1), _row(2, needle="x"), _row(3, start=0, end=2), _row(4, kind="near"), _row(5, document="a.md")]
    assert [row.line for row in question_sets.lacking(rows)] == [1, 5]


def test_what_stands_in_a_cell_can_be_chosen_though_it_is_wrong() -> None:
    frame = question_sets.frame_of([_row(1, kind="nearly"), _row(2, kind="far")], {})
    assert question_sets.options(frame, "kind", ["in", "near", "far"]) == ["in", "near", "far", "nearly"]
