"""Question files that are written: every row comes back as it was, and no cell runs in a spreadsheet program."""

from __future__ import annotations

import codecs
import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measuring.questions import COLUMNS, QuestionRow, columns_of
from engine.measuring.reading import read_questions
from engine.measuring.rows import question_row
from engine.measuring.writing import questions_csv, questions_jsonl
from tests.unit.measuring_trials import row

RUNS = "=+-@\t\r＝＋－＠"
SIGNS = "'" * 4 + RUNS + ';,"\n\r \u2028\u00a0abé🔧אב\u200f\ufeff\x0b\x85'
STARTS = st.builds(
    lambda marks, sign, rest: "'" * marks + sign + rest, st.integers(0, 3), st.sampled_from(RUNS), st.text()
)
CELLS = (STARTS | st.text(SIGNS) | st.text()).filter(lambda cell: not any(sign in cell for sign in "\0"))
FILLED = CELLS.filter(str.strip)
PLACES = st.none() | st.integers(0, 10**12 - 1)


def _row(number: int, cells: tuple[str, str, str, list[str], tuple[int | None, int | None]]) -> QuestionRow:
    """A row as tables and files make them."""
    id, question, kind, others, (start, end) = cells
    values = dict(zip(("needle", "document", "phrasing", "pair", "note"), others, strict=True))
    return question_row(number, {**values, "id": id, "question": question, "kind": kind, "start": start, "end": end})


ROWS = st.lists(
    st.tuples(FILLED, FILLED, FILLED, st.lists(CELLS, min_size=5, max_size=5), st.tuples(PLACES, PLACES)), max_size=4
).map(lambda rows: [_row(number, cells) for number, cells in enumerate(rows, start=1)])


@given(ROWS)
def test_whatever_a_row_says_it_comes_back_from_csv(rows: list[QuestionRow]) -> None:
    file = read_questions("set.csv", questions_csv(rows))
    assert (file.faults, file.warnings) == ((), ())
    assert [columns_of(one) for one in file.rows] == [columns_of(one) for one in rows]


@given(ROWS.filter(bool))
def test_whatever_a_row_says_it_comes_back_from_json_lines(rows: list[QuestionRow]) -> None:
    file = read_questions("set.jsonl", questions_jsonl(rows))
    assert (file.faults, file.warnings, file.rows) == ((), (), tuple(rows))  # a row a line, so lines agree as well


@given(ROWS)
def test_no_cell_of_a_csv_runs(rows: list[QuestionRow]) -> None:
    cells = [
        cell for line in csv.reader(io.StringIO(questions_csv(rows).decode("utf-8-sig"), newline="")) for cell in line
    ]
    assert len(cells) == len(COLUMNS) * (len(rows) + 1)
    assert not [cell for cell in cells if cell[:1] and cell[0] in RUNS]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("=1+1", "'=1+1"),
        ("'=1+1", "''=1+1"),
        ("''-2", "'''-2"),
        ("＝SUM(A1)", "'＝SUM(A1)"),
        ("'tis", "'tis"),
        ("a=b", "a=b"),
        ("'", "'"),
    ],
)
def test_a_formula_is_marked_and_nothing_else(value: str, written: str) -> None:
    data = questions_csv([row(note=value)]).decode("utf-8-sig")
    assert data == f"{','.join(COLUMNS)}\r\nq,Which one?,in,,,,,,,{written}\r\n"
    assert read_questions("q.csv", data.encode()).rows[0].note == value


def test_a_formula_stays_as_it_is_in_json_lines_and_empty_cells_are_left_out() -> None:
    rows = [row("ü", "far", note="=1", question="Où?"), row("p", needle="=x", document="a", start=0, end=2)]
    assert questions_jsonl(rows).decode() == (
        '{"id": "ü", "question": "Où?", "kind": "far", "note": "=1"}\n'
        '{"id": "p", "question": "Which one?", "kind": "in", "needle": "=x", "document": "a", "start": 0, "end": 2}\n'
    )
    assert [one.note for one in read_questions("q", questions_jsonl(rows)).rows] == ["=1", None]


def test_a_csv_opens_in_spreadsheet_programs() -> None:
    data = questions_csv([row(question='Où, "là"?\nIci?')])
    assert data.startswith(codecs.BOM_UTF8 + b"id,question,kind,needle,document,start,end,phrasing,pair,note\r\n")
    assert data.endswith('q,"Où, ""là""?\nIci?",in,,,,,,,\r\n'.encode())
