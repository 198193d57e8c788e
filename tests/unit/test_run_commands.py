"""`runs list` and `runs export`: what a script and a person get, and what is refused in a sentence."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.unit.shell import Shell

QUESTIONS = (
    "id;question;kind;needle\n"
    "red;Which colour is the relief valve?;in;The relief valve is painted red.\n"
    "casing;What has to be filled first?;in;Fill the casing before the first start.\n"
    "far;Who composed the Goldberg Variations?;far;\n"
)


@pytest.fixture
def measured(shell: Shell, folder: Path, tmp_path: Path) -> Shell:
    """A shell in whose library E and A were measured, the latter last."""
    file = tmp_path / "valves.csv"
    file.write_text(QUESTIONS, "utf-8")
    shell("ingest", str(folder))
    for strategy in "EA":
        shell("evaluate", "--questions", str(file), "--strategies", strategy, "--retrievers", "dense")
    return shell


def test_runs_are_listed_the_newest_first(measured: Shell) -> None:
    newest, oldest = measured.json("runs", "list")["runs"]
    assert [run["strategy"] for run in (newest, oldest)] == ["A", "E"]
    assert newest["key"] > oldest["key"]
    assert (oldest["question_set"]["name"], oldest["question_set"]["version"]) == ("valves", 1)
    assert (oldest["retriever"], oldest["hidden"], oldest["destroyed"]) == ("dense", "nothing", 0)
    # three passages in all, so that both needles are among the first four: of 2, the interval reaches down to 34 %
    assert oldest["recall"]["4"] == {"value": 1.0, "low": pytest.approx(0.342, abs=0.001), "high": 1.0, "n": 2}
    _, out, _ = measured("runs", "list")
    lines = out.splitlines()
    assert len(lines) == 3
    assert lines[2].split()[3:] == [
        *("E", "dense", "nothing", "0", "1.000"),
        "(0.342–1.000)",
        "2",
        "valves,",
        "version",
        "1",
    ]


def test_a_library_without_runs_says_how_to_make_one(shell: Shell, folder: Path) -> None:
    shell("ingest", str(folder))
    assert shell.json("runs", "list") == {"runs": []}
    assert "evaluate --questions" in shell("runs", "list")[1]


def test_a_run_is_written_as_the_ending_says(measured: Shell, tmp_path: Path) -> None:
    newest, oldest = (run["key"] for run in measured.json("runs", "list")["runs"])
    table, dump, report = (tmp_path / f"run{ending}" for ending in (".csv", ".json", ".HTML"))
    assert measured.json("runs", "export", str(oldest), "--output", str(table)) == {
        "key": oldest,
        "against": [],
        "output": str(table),
    }
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8-sig"), newline="")))
    assert [(row["id"], row["found_at_4"], row["document"]) for row in rows] == [
        ("red", "1", "api/README.md"),
        ("casing", "1", "guide/README.md"),
        ("far", "", ""),
    ]
    assert measured("runs", "export", str(oldest), "--output", str(dump))[0] == 0
    assert [trial["id"] for trial in json.loads(dump.read_bytes())["trials"]] == ["red", "casing", "far"]
    code, out, _ = measured("runs", "export", str(oldest), "--output", str(report), "--against", str(newest))
    assert (code, out) == (0, f"Run {oldest} of valves, version 1: 3 questions in {report}\n")
    assert "not distinguishable" in report.read_text("utf-8")


def test_a_report_has_the_words_of_what_was_missed(measured: Shell, tmp_path: Path) -> None:
    sizes = ("--strategies", "A", "--retrievers", "dense", "--target", "64", "--overlap", "0")
    measured("evaluate", "--questions", str(tmp_path / "valves.csv"), *sizes)
    newest = measured.json("runs", "list")["runs"][0]
    assert newest["destroyed"] == 1  # the cut at 64 is inside "Fill the casing", which begins at 42
    report = tmp_path / "run.html"
    measured("runs", "export", str(newest["key"]), "--output", str(report))
    assert "<bdi>Fill the casing before the first start.</bdi>" in report.read_text("utf-8")


def test_a_mistake_of_the_callers_is_exit_2_and_writes_nothing(measured: Shell, tmp_path: Path) -> None:
    key = str(measured.json("runs", "list")["runs"][0]["key"])
    there, new = tmp_path / "there.csv", tmp_path / "new.csv"
    there.write_text("mine", "utf-8")
    for words, told in (
        ((key, "--output", str(tmp_path / "run.xlsx")), "none of .csv, .json and .html"),
        ((key, "--output", str(new), "--against", key), "Only a report compares runs"),
        ((key, "--output", str(new.with_suffix(".html")), "--against", key), "with itself"),
        (("999", "--output", str(new)), "no finished run 999"),
        ((key, "--output", str(new.with_suffix(".html")), "--against", "999"), "no finished run 999"),
        ((key, "--output", str(there)), "exists already"),
        ((key, "--output", str(tmp_path / "nowhere" / "run.csv")), "cannot be written"),
    ):
        code, out, err = measured("runs", "export", *words)
        assert (code, out) == (2, "")
        assert told in err
    assert there.read_text("utf-8") == "mine"
    assert not new.exists()
    assert not new.with_suffix(".html").exists()
    assert measured("runs", "export", key, "--output", str(there), "--force")[0] == 0
    assert there.read_bytes().startswith(b"\xef\xbb\xbfset,")
