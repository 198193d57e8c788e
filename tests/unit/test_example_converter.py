"""The converter that the examples show: what it writes is a question set that this engine reads and scores."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.measuring.checking import check_questions
from engine.measuring.questions import QuestionRow
from engine.measuring.reading import read_questions
from tests.unit.measuring_trials import text

CONVERTER = Path(__file__).resolve().parents[2] / "data" / "examples" / "chunking_evaluation.py"
RIVERS = "Rivers run.\n\nThe Ob — 3,650 km — is long. It freezes over.\n"
STUDY = [
    ("How long is the Ob?", [("The Ob — 3,650 km — is long.", 13, 41)]),
    ("What do rivers do, “really”?", [("Rivers run.", 0, 11), ("It freezes over.", 42, 58)]),
    ("How long is the Ob?", [("The Ob — 3,650 km — is long.", 13, 41), ("It is short.", 42, 54)]),
]


@pytest.fixture
def rows(tmp_path: Path) -> tuple[QuestionRow, ...]:
    """What the converter, run as its text says, makes of a file of the study's shape."""
    file = tmp_path / "questions_df.csv"
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow(["question", "references", "corpus_id"])
        for question, excerpts in STUDY:
            names = ("content", "start_index", "end_index")
            references = [dict(zip(names, excerpt, strict=True)) for excerpt in excerpts]
            writer.writerow([question, json.dumps(references), "rivers"])
    done = subprocess.run([sys.executable, str(CONVERTER), str(file)], capture_output=True, check=True)
    read = read_questions("rivers.jsonl", done.stdout)
    assert (read.faults, read.warnings) == ((), ())
    return read.rows


def test_every_excerpt_is_a_row_and_the_rows_of_a_question_share_its_id(rows: tuple[QuestionRow, ...]) -> None:
    assert [(row.id, row.start, row.end) for row in rows] == [
        ("q1", 13, 41),
        ("q2", 0, 11),
        ("q2", 42, 58),
        ("q1", 13, 41),
        ("q1", 42, 54),
    ]
    assert {row.document for row in rows} == {"rivers.md"}
    assert (rows[1].question, rows[1].kind, rows[1].needle) == ("What do rivers do, “really”?", "in", "Rivers run.")


def test_the_import_scores_what_holds_and_names_the_rest(rows: tuple[QuestionRow, ...]) -> None:
    checked = check_questions(rows, {"rivers.md": text(RIVERS)})
    assert [(one.id, [needle[1:] for needle in one.needles]) for one in checked.questions] == [
        ("q1", [(13, 41)]),
        ("q2", [(0, 11), (42, 58)]),
    ]
    assert [fault.line for fault in checked.faults] == [4, 5]
    assert "same needle" in checked.faults[0].reason
    assert "not the needle but" in checked.faults[1].reason


def test_without_a_file_it_says_what_it_needs() -> None:
    done = subprocess.run([sys.executable, str(CONVERTER)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "questions_df.csv" in done.stderr
