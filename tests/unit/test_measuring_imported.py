"""What an import makes of rows that lack something: an id is made, the rest comes back as a file with its reasons."""

from __future__ import annotations

import csv
import io

import pytest

from engine.measuring.checking import check_questions
from engine.measuring.reading import read_questions
from engine.measuring.writing import questions_csv, rejected_csv
from tests.unit.measuring_trials import text

# printf '["Who?", "far", null, null]' | sha256sum, its first 8 digits
WHO = "q-d51a19ec"


@pytest.mark.parametrize(
    "data",
    [
        "id,question,kind\n,Who?,far\n",
        "question,kind\nWho?,far\n",
        "kind;question;id\nfar;Where?;w\nfar; Who? ;\n",
        '{"question": "Who?", "kind": "far", "note": "another one"}',
    ],
)
def test_a_row_without_an_id_has_the_same_one_in_every_file(data: str) -> None:
    file = read_questions("q", data.encode())
    assert [row.id for row in file.rows if row.question == "Who?"] == [WHO]
    assert (file.faults, file.rejected) == ((), ())


def test_ids_that_are_made_are_told_once_for_the_file() -> None:
    file = read_questions("q", b"id,question,kind\na,x,far\n,y,far\n,z,near\n,v,near\n")
    ((line, reason),) = [(one.line, one.reason) for one in file.warnings]
    assert line == 3
    assert reason.startswith("It has no id; it and 2 more were given one made of question, kind, phrasing and pair")
    (one,) = read_questions("q", b"question,kind\ny,far\n").warnings
    assert "it was given one" in one.reason


def test_an_id_that_is_made_is_that_of_no_other_row() -> None:
    file = read_questions("q", f"id,question,kind\n{WHO},Where?,far\n,Who?,far\n,Who?,near\n".encode())
    ids = [row.id for row in file.rows]
    assert len(set(ids)) == 3
    assert ids[1].startswith(WHO)
    assert len(ids[1]) == len(WHO) + 1


def test_one_more_needle_without_an_id_is_of_the_question_whose_id_was_made_of_the_same() -> None:
    """A set whose ids were made was exported, and a row was written below."""
    first = read_questions("q", b"question,kind,needle\nWhich?,in,Oil it.\nWhich?,in,Fill it.\n").rows
    assert len({row.id for row in first}) == 1
    exported = questions_csv(first).decode("utf-8-sig") + ",Which?,in,Drain it.,,,,,,\r\n,Which?,near,,,,,,,\r\n"
    *same, other = [row.id for row in read_questions("q", exported.encode()).rows]
    assert set(same) == {first[0].id}
    assert other != first[0].id


def test_two_ids_that_would_be_made_alike_are_two() -> None:
    # printf '["Part 4788?", "far", null, null]' | sha256sum, and of 63883: both begin with 13dc1dd2
    rows = read_questions("q", b"question,kind\nPart 4788?,far\nPart 63883?,far\nPart 4788?,far\n").rows
    assert [row.id for row in rows] == ["q-13dc1dd2", "q-13dc1dd20", "q-13dc1dd2"]


def test_rows_without_an_id_that_ask_the_same_are_needles_of_one_question() -> None:
    written = "question,kind,needle,pair\nWhich?,in,Oil it.,\nWhich?,in,Fill it.,\nWhich?,in,Fill it.,other\n"
    checked = check_questions(read_questions("q", written.encode()).rows, {"t": text("Oil it. Fill it.")})
    assert [len(question.needles) for question in checked.questions] == [2, 1]
    assert checked.faults == ()


def test_rejected_rows_come_back_with_their_reasons_and_as_they_were_written() -> None:
    lines = [
        "id,question,kind,start,end,colour",
        "a,x,far,,,red",
        'b,"two\nlines",in,7.5,9,',
        "c,,far,,,green",
        'd,"x"y,in,,,',
        "e,x,far,,,,extra",
        "=f,,far,,,",
    ]
    file = read_questions("q.csv", "\n".join(lines).encode())
    assert [row.id for row in file.rows] == ["a"]
    back = list(csv.DictReader(io.StringIO(rejected_csv(file.rejected).decode("utf-8-sig"), newline="")))
    assert [(row["line"], row["id"], row["question"], row["start"]) for row in back] == [
        ("3", "b", "two\nlines", "7.5"),
        ("5", "c", "", ""),
        ("6", "", "", ""),
        ("7", "e", "x", ""),
        ("8", "'=f", "", ""),
    ]
    assert [row["as written"] for row in back] == [*lines[2:6], "'=f,,far,,,"]
    assert [row["reason"] for row in back] == [fault.reason for fault in file.faults if "no column" not in fault.reason]
    assert back[0]["reason"].startswith("Its start is '7.5'")


def test_rows_mended_in_the_file_of_rejected_rows_are_read_and_the_others_stay_rejected_as_first_written() -> None:
    file = read_questions("q.csv", b'id,question,kind,start,end\nb,two,in,7.5,9\nc,,far,,\nd,"x"y,in,,\n=e,,far,,\n')
    assert len(file.rejected) == 4
    written = rejected_csv(file.rejected)
    mended = written.replace(b",7.5,9,", b",7,9,").replace(b"'=e,,far", b"'=e,Mended?,far")
    back = read_questions("q, rejected rows.csv", mended)
    assert [(row.id, row.question, row.start) for row in back.rows] == [("b", "two", 7), ("=e", "Mended?", None)]
    assert [fault.reason for fault in back.faults] == ["It has no question.", "It has no question and no kind."]
    assert [row.written for row in back.rejected] == ["c,,far,,", 'd,"x"y,in,,']
    assert read_questions("q", written).rows == ()


def test_columns_called_like_those_of_a_file_of_rejected_rows_are_strangers_where_not_all_three_are_there() -> None:
    file = read_questions("q", b"id,question,kind,line,reason\na,Who?,far,7,None\n")
    assert [fault.reason.split()[0] for fault in file.faults] == ["“line”", "“reason”"]
    all_three = read_questions("q", b"As Written,id,question,kind,Line,reason,colour\nx,a,Who?,far,7,None,red\n")
    assert [fault.reason.split()[0] for fault in all_three.faults] == ["“colour”"]
    assert len(all_three.rows) == 1


def test_a_rejected_row_of_json_keeps_whatever_its_cells_were() -> None:
    line = '{"id": "b", "question": ["x", "é"], "kind": "in", "start": 3, "note": "half \\ud83d", "more": {"a": 1}}'
    file = read_questions("q.jsonl", line.encode())
    (back,) = csv.DictReader(io.StringIO(rejected_csv(file.rejected).decode("utf-8-sig"), newline=""))
    assert (back["question"], back["start"], back["note"]) == ('["x", "é"]', "3", "half \\ud83d")
    assert back["as written"] == line


def test_a_cell_of_any_length_is_read() -> None:
    long = "word " * 40_000  # 200,000 characters; csv takes 131,072 unless it is told otherwise
    file = read_questions("q.csv", f'id,question,kind,note\na,x,far,"{long}\n{long}"\nb,{long},far,\n'.encode())
    assert (file.faults, file.rejected) == ((), ())
    assert [row.note for row in file.rows] == [f"{long}\n{long}".strip(), None]
    (fault,) = check_questions(file.rows, {}).faults
    assert fault.reason.startswith("The question has 199,999 characters; at most 2,000 are asked.")


@pytest.mark.parametrize(
    ("opening", "delimiter"),
    [("sep=;", ";"), ("SEP=,", ","), ('"sep=|"', "|"), ("sep=\t", "\t"), ("\ufeffsep=;", ";"), ("\nsep=;", ";")],
)
def test_the_line_by_which_excel_names_the_separator_is_understood(opening: str, delimiter: str) -> None:
    cells = [("id", "question", "kind"), ("a", "One, two; three?" if delimiter not in ",;" else "One?", "far")]
    written = "\r\n".join([opening, *(delimiter.join(row) for row in cells), ""])
    file = read_questions("q.csv", written.encode())
    assert (file.faults, file.warnings) == ((), ())
    assert [(row.line, row.id, row.question) for row in file.rows] == [
        (2 + written.count("\n", 0, written.index("id")), "a", cells[1][1])
    ]
