"""`questions` on the command line: what is kept, what is written, and what becomes of rows that are not scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.shell import VALVES, Shell

GOOD = (
    "id;question;kind;needle\n"
    "red;Which colour is the relief valve?;in;The relief valve is painted red.\n"
    "far;Who composed the Goldberg Variations?;far;\n"
)
RED = {"id": "red", "question": "Which colour is the relief valve?", "kind": "in"} | {
    "needle": "The relief valve is painted red."
}
FAR = {"id": "far", "question": "Who composed the Goldberg Variations?", "kind": "far"}
START = VALVES.index("The relief")


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "valves.csv"
    file.write_text(GOOD, "utf-8")
    return file


@pytest.fixture
def run(shell: Shell, folder: Path) -> Shell:
    """The command line on a library that holds the two documents."""
    shell("ingest", str(folder))
    return shell


def test_check_keeps_nothing_and_names_the_version(run: Shell, questions: Path) -> None:
    found = run.json("questions", "check", str(questions))
    assert (found["n"], found["faults"], found["warnings"]) == ({"in": 1, "near": 0, "far": 1}, [], [])
    long = "The relief valve is painted red. The drain valve is painted blue."
    assert long in VALVES
    questions.write_text(GOOD.replace("The relief valve is painted red.", long), "utf-8")
    assert run.json("questions", "check", str(questions))["sha256"] != found["sha256"]
    assert run.json("questions", "list") == {"sets": []}
    assert "keeps no question set" in run("questions", "list")[1]


def test_a_row_that_is_not_scored_says_where_its_needle_may_be_meant(run: Shell, questions: Path) -> None:
    questions.write_text(GOOD.replace("is painted red", "was painted red"), "utf-8")
    (fault,) = run.json("questions", "check", str(questions), code=1)["faults"]
    assert (fault["line"], fault["id"]) == (2, "red")
    assert fault["places"] == [{"document": "api/README.md", "start": START, "end": START + len(RED["needle"])}]


def test_a_set_is_imported_listed_and_exported(run: Shell, questions: Path, tmp_path: Path) -> None:
    kept = run.json("questions", "import", str(questions))
    assert (kept["name"], kept["version"], kept["rows"], kept["faults"]) == ("valves", 1, 2, [])
    assert kept["n"] == {"in": 1, "near": 0, "far": 1}
    assert kept["sha256"] == run.json("questions", "check", str(questions))["sha256"]
    (listed,) = run.json("questions", "list")["sets"]
    assert [listed[name] for name in ("name", "version", "sha256", "rows")] == ["valves", 1, kept["sha256"], 2]
    code, out, _ = run("questions", "export", "valves")
    assert (code, [json.loads(line) for line in out.splitlines()]) == (0, [RED, FAR])
    for ending in ("csv", "jsonl"):
        file = tmp_path / f"out.{ending}"
        assert run("questions", "export", "valves", "--output", str(file))[0] == 0
        assert run.json("questions", "check", str(file))["sha256"] == kept["sha256"]


def test_the_same_rows_stay_the_version_they_are_and_others_are_a_new_one(run: Shell, questions: Path) -> None:
    run("questions", "import", str(questions), "--name", "pumps & valves")
    code, out, _ = run("questions", "import", str(questions), "--name", "pumps & valves")
    assert (code, out.startswith("pumps & valves, version 1, 2 rows, ")) == (0, True)
    questions.write_text(GOOD + "new;Where is the sea?;far;\n", "utf-8")
    assert run.json("questions", "import", str(questions), "--name", "pumps & valves")["version"] == 2
    rows = {v: run.json("questions", "export", "pumps & valves", "--version", v)["rows"] for v in ("1", "2")}
    assert {v: [row["id"] for row in found] for v, found in rows.items()} == {
        "1": ["red", "far"],
        "2": ["red", "far", "new"],
    }
    assert run.json("questions", "export", "pumps & valves")["version"] == 2


def test_a_row_that_cannot_be_read_is_named_and_not_kept_one_that_fails_is_kept(run: Shell, questions: Path) -> None:
    questions.write_text(GOOD + "gone;Is it there?;in;Nothing like that.\nmute;;far;\n", "utf-8")
    kept = run.json("questions", "import", str(questions), code=1)
    assert (kept["rows"], kept["n"]) == (3, {"in": 1, "near": 0, "far": 1})
    assert [(fault["line"], fault["id"]) for fault in kept["faults"]] == [(5, "mute"), (4, "gone")]
    code, out, _ = run("questions", "import", str(questions))
    assert code == 1
    assert "line 5 (mute), not scored: It has no question." in out
    assert "line 4 (gone), not scored: The needle is in no document" in out
    assert [row["id"] for row in run.json("questions", "export", "valves")["rows"]] == ["red", "far", "gone"]


def test_a_row_without_an_id_is_kept_with_the_one_that_it_was_given(run: Shell, questions: Path) -> None:
    questions.write_text(GOOD + ";Nameless?;far;\n", "utf-8")
    kept = run.json("questions", "import", str(questions))
    assert (kept["rows"], kept["n"], kept["faults"]) == (3, {"in": 1, "near": 0, "far": 2}, [])
    assert [(each["line"], each["reason"].split(";")[0]) for each in kept["warnings"]] == [(4, "It has no id")]
    (made,) = (row["id"] for row in run.json("questions", "export", "valves")["rows"] if row["question"] == "Nameless?")
    again = questions.with_name("again.csv")
    again.write_text("question,kind\nNameless?,far\n", "utf-8")
    run("questions", "import", str(again))
    assert [row["id"] for row in run.json("questions", "export", "again")["rows"]] == [made]


def test_a_file_is_written_over_only_by_force(run: Shell, questions: Path, tmp_path: Path) -> None:
    run("questions", "import", str(questions))
    file = tmp_path / "mine.csv"
    file.write_text("mine", "utf-8")
    code, out, err = run("questions", "export", "valves", "--output", str(file))
    assert (code, out, file.read_text("utf-8")) == (2, "", "mine")
    assert "--force" in err
    found = run.json("questions", "export", "valves", "--output", str(file), "--force")
    assert found["output"] == str(file)
    assert file.read_text("utf-8-sig").startswith("id,question,kind")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["export", "pumps"], "no question set called pumps; it keeps: valves."),
        (["export", "valves", "--version", "7"], "no version 7; there are: 1."),
        (["export", "valves", "--output", "set.xlsx"], "neither .csv nor .jsonl"),
        (["export", "valves", "--output", "no/such/folder/set.csv"], "cannot be written"),
        (["import", "nowhere.csv"], "nowhere.csv cannot be read"),
        (["import", "{questions}", "--name", " "], "needs a name"),
        (["import", "{unreadable}"], "no row that can be read, so nothing was kept. Line 2: It has no question."),
    ],
)
def test_a_mistake_of_the_callers_is_one_sentence(run: Shell, questions: Path, words: list[str], told: str) -> None:
    run("questions", "import", str(questions))
    unreadable = questions.with_name("bad.csv")
    unreadable.write_text("id,question,kind\na,,far\n", "utf-8")
    named = [word.format(questions=questions, unreadable=unreadable) for word in words]
    code, out, err = run("questions", *named)
    assert (code, out) == (2, "")
    assert told in err
    assert len(run.json("questions", "list")["sets"]) == 1
