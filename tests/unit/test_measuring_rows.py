"""Rows from an edited table, whatever a data frame makes of its cells."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from engine.errors import EngineError
from engine.measuring.rows import new_id, question_row
from tests.unit.measuring_trials import row

BLANK = row("", "", line=7, question="")


@pytest.mark.parametrize("empty", [None, float("nan"), np.nan, np.float64("nan"), pd.NA, pd.NaT, "", " \n\t"])
def test_every_way_to_be_empty_is_an_empty_cell(empty: object) -> None:
    columns = ("id", "question", "kind", "needle", "document", "start", "end", "phrasing", "pair", "note")
    assert question_row(7, dict.fromkeys(columns, empty)) == BLANK
    assert question_row(7, {}) == BLANK


@pytest.mark.parametrize("whole", [12, 12.0, np.int64(12), np.float64(12.0), np.uint8(12), "12", " 12.0 "])
def test_a_place_is_a_whole_number_in_any_dress(whole: object) -> None:
    assert question_row(7, {"start": whole, "end": whole}) == row("", "", line=7, question="", start=12, end=12)


def test_the_rows_of_a_data_frame_are_read_as_they_stand() -> None:
    frame = pd.DataFrame(
        {
            "id": [1.0, None],
            "question": ["Who?\r\nWhere?\rWhen?", None],
            "kind": pd.Series([" in ", "far"], dtype="string"),
            "start": pd.Series([4, None], dtype="Int64"),
            "pair": np.array([3, 4]),
            "checked": [True, False],
        }
    )
    first, second = (question_row(n, values) for n, values in enumerate(frame.to_dict("records"), start=1))
    assert first == row("1", "in", line=1, question="Who?\nWhere?\nWhen?", start=4, pair="3")
    assert second == row("", "far", line=2, question="", pair="4")


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("start", 1.5, "Row 7: Its start is '1.5'"),
        ("end", -1, "Row 7: Its end is '-1'"),
        ("end", float("inf"), "Row 7: Its end is 'inf'"),
        ("end", np.True_, "Row 7: Its end is 'True'"),
        ("note", ["x"], "Row 7: Its note is no text"),
        ("needle", "half \ud83d", "stand for nothing"),
    ],
)
def test_a_cell_that_cannot_be_held_is_one_sentence(column: str, value: object, told: str) -> None:
    with pytest.raises(EngineError, match=told):
        question_row(7, {column: value})


@pytest.mark.parametrize(
    ("ids", "new"),
    [
        ([], "q1"),
        (["pump", "Q7", "q", "q07", "q0"], "q1"),
        (["q1", "q2"], "q3"),
        (["q4", "x", "q2"], "q5"),  # q1 and q3 may have been other questions
        (["q9", "q10"], "q11"),
    ],
)
def test_a_new_question_gets_the_next_free_id(ids: list[str], new: str) -> None:
    assert new_id(map(row, ids)) == new
