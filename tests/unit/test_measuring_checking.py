"""The rules of a question set: what is scored, and the reason for everything that is not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.measuring.checking import Checker, check_questions
from engine.measuring.needles import Haystack
from engine.measuring.questions import Needle
from tests.unit.measuring_texts import TEXTS, check, reason
from tests.unit.measuring_trials import row, text


def test_a_question_without_an_answer_that_names_a_document_that_is_not_there_is_scored_and_doubtful() -> None:
    checked = check(row("n", "near", document="gone.md"), row("o", "near", document="pump.md", question="Other?"))
    assert [question.id for question in checked.questions] == ["n", "o"]
    assert [(one.id, one.reason.startswith("No document called gone.md")) for one in checked.warnings] == [("n", True)]


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"kind": "middle", "needle": "Fill the casing first."}, "kind is 'middle'"),
        ({}, "needs a needle"),
        ({"document": "pump.md"}, "needs a needle"),
        ({"document": "pump.md", "start": 9}, "document, start and end"),
        ({"start": 9, "end": 41}, "document, start and end"),
        ({"document": "gone.md", "start": 0, "end": 3}, "No document called gone.md"),
        ({"document": "pump.md", "start": 9, "end": 9}, "no range from 9 to 9"),
        ({"document": "pump.md", "start": 84, "end": 88}, "has 86 characters"),
        ({"document": "pump.md", "start": 64, "end": 66}, "white space"),
        ({"document": "pump.md", "start": 9, "end": 19, "needle": "Fill"}, "not the needle but “The relief”"),
        ({"document": "valve.md", "needle": "Fill the casing first."}, "not in valve.md but in pump.md, characters 42"),
        ({"needle": "Pumps"}, "heading of pump.md"),
        ({"needle": "Colours"}, "heading of valve.md"),
        ({"kind": "near", "needle": "Fill the casing first."}, "cannot have a needle"),
        ({"kind": "far", "document": "pump.md", "start": 9, "end": 41}, "cannot have a needle"),
        ({"needle": "Fill the casing first.", "question": "?" * 2001}, "2,001 characters"),
    ],
)
def test_a_row_that_fails_says_why(columns: dict[str, object], told: str) -> None:
    assert told in reason(row(**columns))  # type: ignore[arg-type]
    assert check(row(**columns)).questions == ()  # type: ignore[arg-type]


def test_a_row_that_is_not_whole_yet_is_a_fault_by_itself() -> None:
    rows = [
        row("", line=1, question="", kind=""),
        row("", line=2, needle="Gone."),
        row("a", line=3, question=""),
        row("a", line=4, needle="Fill the casing first."),
        row("b", "", line=5),
    ]
    checked = check(*rows)
    assert [(fault.line, fault.id, fault.reason) for fault in checked.faults] == [
        (1, None, "It has no id and no question and no kind."),
        (2, None, "It has no id."),
        (3, "a", "It has no question."),
        (5, "b", "It has no kind."),
    ]
    assert [question.id for question in checked.questions] == ["a"]  # line 3 is no question that line 4 must agree with


def test_a_checker_says_the_same_again_and_looks_only_for_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str | None] = []
    find = Haystack.find

    def counted(self: Haystack, needle: str | None, *place: Any) -> Needle:
        looked.append(needle)
        return find(self, needle, *place)

    monkeypatch.setattr(Haystack, "find", counted)
    checker = Checker(TEXTS)
    rows = [row("a", needle="Fill the casing first."), row("b", needle="Gone."), row("c", needle="Pumps")]
    first = checker.check(rows)
    assert first == check_questions(rows, TEXTS)
    looked.clear()
    assert checker.check(rows) == first
    assert looked == []
    rows[1] = row("b", needle="Turn the wheel to the left.")
    assert [question.id for question in checker.check(rows).questions] == ["a", "b"]
    assert looked == ["Turn the wheel to the left."]


def test_a_long_needle_is_a_warning_and_scored() -> None:
    words = " ".join(f"word{n}" for n in range(60))
    assert (len(words[:300]), len(words[:301])) == (300, 301)
    checked = check_questions([row("a", needle=words[:300]), row("b", needle=words[:301])], {"t": text(words)})
    assert len(checked.questions) == 2
    assert [(remark.id, "301 characters" in remark.reason) for remark in checked.warnings] == [("b", True)]


def test_rows_of_one_id_are_the_needles_of_one_question() -> None:
    rows = [
        row("a", needle="Fill the casing first.", pair="p", note="twice"),
        row("n", "near", document="pump.md", note="near miss"),
        row("a", needle="Turn the wheel to the left.", pair="p"),
    ]
    first, second = check(*rows).questions
    assert (first.id, first.pair, first.note) == ("a", "p", "twice")
    assert first.needles == (("pump.md", 42, 64), ("valve.md", 29, 56))
    assert (second.id, second.needles, second.note) == ("n", (), "near miss")


@pytest.mark.parametrize("column", ["question", "kind", "phrasing", "pair"])
def test_rows_of_one_id_must_agree(column: str) -> None:
    first = row(line=4, needle="Fill the casing first.")
    other: dict[str, object] = {"needle": "Turn the wheel to the left."}
    other |= {"kind": "near", "needle": None} if column == "kind" else {column: "other"}
    assert reason(first, row(line=7, **other)).startswith(f"Line 4 has the same id and another {column}")  # type: ignore[arg-type]


def test_a_question_without_an_answer_stands_in_one_row() -> None:
    assert "Line 2 has the same id" in reason(row(kind="far"), row(kind="far", line=3))


def test_the_same_needle_twice_is_told_and_the_question_still_scored() -> None:
    again = row(line=3, document="pump.md", start=42, end=64)
    assert "same needle" in reason(row(needle="Fill the casing first."), again)
    failed = check(row(needle="Gone."), row(line=3, needle="Fill the casing first."))
    assert [len(question.needles) for question in failed.questions] == [1]
