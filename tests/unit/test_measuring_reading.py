"""Question files: what spreadsheet programs and scripts write is read, and what cannot be says why and where."""

from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.measuring.questions import COLUMNS, columns_of, digest
from engine.measuring.reading import QuestionFile, read_questions
from tests.unit.measuring_trials import row

CSV = 'id,question,kind,needle\np1,"Which, say, pump?",in,"The “red” ""pump"""\nf1,Who sang it?,far,\n'
SEMICOLONS = 'id;question;kind;needle\np1;"Which, say, pump?";in;"The “red” ""pump"""\nf1;Who sang it?;far;\n'
TABS = 'ID\tQuestion\tKind\tNeedle\r\np1\tWhich, say, pump?\tin\t"The “red” ""pump"""\r\nf1\tWho sang it?\tfar\t\r\n'


def reasons(file: QuestionFile) -> list[tuple[int, str | None, str]]:
    return [(fault.line, fault.id, fault.reason) for fault in file.faults]


@pytest.mark.parametrize(
    "data",
    [
        CSV.encode(),
        codecs.BOM_UTF8 + CSV.replace("\n", "\r\n").encode(),
        codecs.BOM_UTF16_LE + CSV.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + CSV.replace("\n", "\r\n").encode("utf-16-be"),
        SEMICOLONS.encode(),
        codecs.BOM_UTF8 + SEMICOLONS.replace("\n", "\r\n").encode(),
        codecs.BOM_UTF16_LE + SEMICOLONS.replace("\n", "\r\n").encode("utf-16-le"),
        TABS.encode(),
        codecs.BOM_UTF8 + TABS.encode(),
        codecs.BOM_UTF16_BE + TABS.encode("utf-16-be"),
        CSV.replace("\n", "\r").encode(),
        codecs.BOM_UTF16_LE + TABS.encode("utf-16-le"),
        codecs.BOM_UTF8 + CSV.replace("id,question,kind,needle", '"ID", "Question", "Kind","Needle"').encode(),
        b'\n{"id":"p1","question":"Which, say, pump?","kind":"in","needle":"The \\u201cred\\u201d \\"pump\\""}\n'
        b'\n{"kind":"far","id":"f1","question":"Who sang it? ","needle":"","pair":null}',
    ],
    ids=[
        "utf-8",
        "bom-crlf",
        "utf-16-le",
        "utf-16-be",
        "semicolon",
        "bom-semicolon",
        "utf-16-semicolon",
        "tabs",
        "bom-tabs",
        "utf-16-be-tabs",
        "old-mac",
        "utf-16-tabs",
        "quoted-titles",
        "jsonl",
    ],
)
def test_one_set_is_read_alike_from_every_kind_of_file(data: bytes) -> None:
    file = read_questions("set", data)
    assert (file.faults, file.warnings) == ((), ())
    assert [columns_of(one) for one in file.rows] == [
        columns_of(row("p1", "in", question="Which, say, pump?", needle='The “red” "pump"')),
        columns_of(row("f1", "far", question="Who sang it?")),
    ]


@pytest.mark.parametrize("written", ["12", "12.0", 12, 12.0])
def test_a_place_may_be_any_whole_number(written: object) -> None:
    as_json = json.dumps({"id": "a", "question": "x", "kind": "in", "start": written, "end": 30})
    for data in (as_json, f"id,question,kind,start,end\na,x,in,{written},30\n"):
        file = read_questions("q", data.encode())
        assert [(one.start, one.end) for one in file.rows] == [(12, 30)]


@pytest.mark.parametrize("empty", ["null", '""', "NaN"])
def test_what_programs_write_for_an_empty_cell_is_one(empty: str) -> None:
    line = f'{{"id": "a", "question": "x", "kind": "far", "needle": {empty}, "start": {empty}}}'
    assert read_questions("q", line.encode()).rows == (row("a", "far", line=1, question="x"),)


def test_a_line_inside_a_value_ends_as_all_lines_do() -> None:
    expected = "one\ntwo\nthree"
    as_json = json.dumps({"id": "a", "question": "one\r\ntwo\rthree", "kind": "far"})
    for data in (as_json, 'id,question,kind\r\na,"one\r\ntwo\rthree",far\r\n'):
        assert read_questions("q", data.encode()).rows[0].question == expected


def test_lines_are_those_of_the_file() -> None:
    quoted = 'id,question,kind\n\na,"two\nlines",far\n,,\nb,Who?,far\n'
    assert [(one.line, one.id) for one in read_questions("q.csv", quoted.encode()).rows] == [(3, "a"), (6, "b")]
    lined = '\n{"id":1,"question":"Who?","kind":"far"}\n\n{"id":"b","question":"Who?","kind":"far"}'
    assert [(one.line, one.id) for one in read_questions("q", lined.encode()).rows] == [(2, "1"), (4, "b")]


def test_a_line_separator_inside_a_question_ends_no_row() -> None:
    lined = json.dumps({"id": "a", "question": "one\u2028two", "kind": "far"}, ensure_ascii=False)
    assert read_questions("q", lined.encode()).rows[0].question == "one\u2028two"


@pytest.mark.parametrize(
    ("line", "id", "told"),
    [
        ("{nonsense", None, "no JSON object"),
        ("[1]", None, "no object"),
        ("[" * 100_000, None, "no JSON object"),
        ('{"kind": "in"}', None, "has no question"),
        ('{"id": "b", "kind": "in"}', "b", "has no question"),
        ('{"id": "b", "question": "x"}', "b", "has no kind"),
        ('{"id": "b", "question": ["x"], "kind": "in"}', "b", "question is no text"),
        ('{"id": true, "question": "x", "kind": "in"}', None, "id is no text"),
        ('{"id": "b", "question": "x", "kind": "in", "start": -1}', "b", "start is '-1'"),
        ('{"id": "b", "question": "x", "kind": "in", "end": 1.5}', "b", "end is '1.5'"),
        ('{"id": "b", "question": "x", "kind": "in", "end": true}', "b", "end is 'True'"),
        ('{"id": "b", "question": "half \\ud83d", "kind": "in"}', "b", "stand for nothing"),
        ('{"id": "b", "question": "n\\u0000l", "kind": "in"}', "b", "stand for nothing"),
    ],
)
def test_a_json_row_that_cannot_be_read_says_why_and_stops_no_other(line: str, id: str | None, told: str) -> None:
    good = '{"id": "%s", "question": "x", "kind": "far"}'
    file = read_questions("q.jsonl", "\n".join([good % "a", line, good % "c"]).encode())
    assert [one.id for one in file.rows] == ["a", "c"]
    ((at, named, reason),) = reasons(file)
    assert (at, named) == (2, id)
    assert told in reason
    assert [(one.line, one.reason, one.written) for one in file.rejected] == [(2, reason, line)]


@pytest.mark.parametrize(
    ("line", "id", "told"),
    [
        ('b,x,in,"7,5"', "b", "start is '7,5'"),
        ("b,x,in,9,9", "b", "more cells"),
        ('b,"x"y,in,', None, "quotation marks of line 3 do not close"),
        (",,in,", None, "has no question"),
    ],
)
def test_a_csv_row_that_cannot_be_read_says_why_and_stops_no_other(line: str, id: str | None, told: str) -> None:
    file = read_questions("q.csv", f"id,question,kind,start\na,x,far,\n{line}\nc,x,far,12\n".encode())
    assert [(one.id, one.start) for one in file.rows] == [("a", None), ("c", 12)]
    ((at, named, reason),) = reasons(file)
    assert (at, named) == (3, id)
    assert told in reason
    assert [(one.line, one.reason, one.written) for one in file.rejected] == [(3, reason, line)]


def test_a_quotation_mark_that_never_closes_names_the_lines_it_took() -> None:
    file = read_questions("q.csv", b'id,question,kind\na,x,far\nb,"x,far\nc,x,far\n')
    assert [one.id for one in file.rows] == ["a"]
    assert "line 3 to 5" in file.faults[0].reason
    assert file.rejected[0].written == 'b,"x,far\nc,x,far\n'


def test_an_unknown_column_is_a_fault_of_the_file_and_its_rows_are_read() -> None:
    file = read_questions("q.csv", b"id,question,kind,note,colour\na,x,far,why,red\nb,x,far,,\n")
    assert [(one.id, one.note) for one in file.rows] == [("a", "why"), ("b", None)]
    assert [(fault.id, "“colour”" in fault.reason) for fault in file.faults] == [(None, True)]
    lined = read_questions("q", b'{"id":"a","question":"x","kind":"far"}\n{"id":"b","question":"x","kind":"far","x":1}')
    assert [(fault.line, "“x”" in fault.reason) for fault in lined.faults] == [(2, True)]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b'[{"id": "a"}]', "one JSON object a line"),
        (b"id,kind\na,in\n", "lacks the column question"),
        (b"id,id,question,kind\n", "the column id twice"),
        (b'"id" ,question,kind\n', "quotation marks of line 1"),
        ("id,question,kind".encode("utf-16-le"), "UTF-16 without a byte order mark"),
    ],
)
def test_a_file_that_is_no_question_set_is_one_sentence(data: bytes, told: str) -> None:
    with pytest.raises(EngineError, match=told):
        read_questions("q.csv", data)


def test_a_guessed_encoding_is_told() -> None:
    file = read_questions("q.csv", "id,question,kind\na,Où est passée la clé à molette?,far\n".encode("cp1252"))
    assert file.rows[0].question == "Où est passée la clé à molette?"
    assert "guessed" in file.warnings[0].reason


def test_a_version_is_named_by_what_its_rows_say() -> None:
    # the rows as JSON without spaces, columns sorted, written by hand and put through sha256sum
    assert digest([row("p", line=9)]) == "8641b5d83615649a126aff29053377be1d3f0a786bab0ffbd88f95f3e78dec3d"
    assert digest([row("p", line=9)]) == digest([row("p", line=3)])
    assert digest([row("p")]) != digest([row("p", note="near miss")])
    assert digest([row("p"), row("q")]) != digest([row("q"), row("p")])


@given(st.binary(max_size=200) | st.text(alphabet='{}[]",;\t\nabidquestonk:1é', max_size=200).map(str.encode))
def test_whatever_the_bytes_rows_come_back_or_a_sentence(data: bytes) -> None:
    for opening in (b"", b"id,question,kind\n", b'{"id":"a","question":"x","kind":"far"}\n'):
        try:
            file = read_questions("q", opening + data)
        except EngineError:
            continue
        assert all(set(columns_of(one)) == set(COLUMNS) for one in file.rows)
        assert all(fault.reason for fault in file.faults)
