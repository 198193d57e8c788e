"""`sweep` on the command line, beside `questions check`: JSON, exit codes, and a table for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.shell import Shell

GOOD = (
    "id;question;kind;needle\n"
    "red;Which colour is the relief valve?;in;The relief valve is painted red.\n"
    "far;Who composed the Goldberg Variations?;far;\n"
)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "set.csv"
    file.write_text(GOOD, "utf-8")
    return file


def test_sweep_prints_a_row_at_every_change(shell: Shell, folder: Path, questions: Path) -> None:
    shell("ingest", str(folder))
    found = shell.json("sweep", "--questions", str(questions))
    assert {**found, "rows": []} == {
        "gate": "distance",
        "retriever": "hybrid+late",
        "depth": 100,
        "n": {"in": 1, "near": 0, "far": 1},
        "rows": [],
        "faults": [],
    }
    # three cuts: nothing passes below the first distance; then the valve's passage does; then the far question's best
    assert [[row[name] for name in row if name != "cut"] for row in found["rows"]] == [
        [0, 0, 1, 0, 0],
        [1, 0, 0, 0, 0],
        [1, 0, 0, 0, 1],
    ]
    assert list(found["rows"][0]) == ["cut", "answered_right", "answered_wrong", "refused", "bluffs_near", "bluffs_far"]
    asked = shell.json("ask", "Which colour is the relief valve?")
    assert found["rows"][0]["cut"] == asked["best_distance"]
    assert found["rows"][-1]["cut"] == 2.0
    assert "questions 2/2" not in shell("sweep", "--questions", str(questions))[2]  # nothing is searched twice


def test_a_row_that_is_not_scored_is_exit_1_and_the_json_is_still_printed(
    shell: Shell,
    folder: Path,
    questions: Path,
) -> None:
    shell("ingest", str(folder))
    questions.write_text(GOOD + "gone;Is it there?;in;No such sentence.\nmute;;far;\n", "utf-8")
    found = shell.json("sweep", "--questions", str(questions), code=1)
    assert found["n"] == {"in": 1, "near": 0, "far": 1}
    assert [(fault["line"], fault["id"]) for fault in found["faults"]] == [(5, "mute"), (4, "gone")]
    checked = shell.json("questions", "check", str(questions), code=1)
    assert (checked["n"], checked["faults"]) == (found["n"], found["faults"])
    code, out, _ = shell("questions", "check", str(questions))
    assert (code, "line 4 (gone), not scored: The needle is in no document" in out) == (1, True)


def test_a_set_without_an_in_domain_question_is_not_evaluated_and_says_why(
    shell: Shell, folder: Path, questions: Path
) -> None:
    shell("ingest", str(folder))
    questions.write_text("id;question;kind\nfar;Who composed the Goldberg Variations?;far\n", "utf-8")
    code, out, err = shell("evaluate", "--questions", str(questions))
    assert (code, out) == (2, "")
    assert "No question of this set is in-domain (of kind in), so there is no recall to measure" in err
    assert "add a question with a needle. Near and far questions alone are for Threshold, or the command sweep." in err
    assert shell.json("sweep", "--questions", str(questions))["n"] == {"in": 0, "near": 0, "far": 1}


def test_the_table_has_counts_shares_and_intervals(shell: Shell, folder: Path, questions: Path) -> None:
    shell("ingest", str(folder))
    code, out, _ = shell("sweep", "--questions", str(questions))
    assert code == 0
    lines = {line.split("  ")[0]: line for line in out.splitlines()}
    assert lines["distance below"].split() == ["distance", "below", "0.525", "0.675", "any"]
    # of one question the interval reaches from 1 / (1 + z²) = 20.7 % to all, of none it is nothing
    assert lines["right"].endswith("1/1 100.0% (20.7%–100.0%)")
    assert lines["refused"].endswith("0/1 0.0% (0.0%–79.3%)")
    assert lines["near bluffs"].endswith("0/0 no questions")
    assert lines["far bluffs"].split()[2:5] == ["0/1", "0.0%", "(0.0%–79.3%)"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--gate=magic"], "'magic'"),
        (["--retriever=guessing"], "guessing"),
        (["--depth=0"], "depth of 0"),
        (["--questions=nowhere.csv"], "nowhere.csv cannot be read"),
    ],
)
def test_a_mistake_of_the_callers_is_exit_2(
    shell: Shell,
    folder: Path,
    questions: Path,
    words: list[str],
    told: str,
) -> None:
    shell("ingest", str(folder))
    code, out, err = shell("sweep", "--questions", str(questions), *words)
    assert (code, out) == (2, "")
    assert told in err
