"""The rules of a question set: what is scored, and the reason for everything that is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measuring.checking import Checked, Checker, check_questions
from engine.measuring.needles import Haystack
from engine.measuring.questions import Needle, QuestionRow
from engine.types.extraction import Span
from tests.unit.measuring_trials import row, text

PUMP = "# Pumps\n\nThe relief valve is painted\nred. Fill the casing first.\n\nDrain it in winter.\n"
TEXTS = {
    "pump.md": text(PUMP, "# Pumps"),
    "valve.md": text("Colours\n\nDrain it in winter. Turn the wheel to the left.\n", "Colours"),
    "emoji.md": text("🔧🧑‍🔧 Fix it — naïve 🦊 foxes jump. Then rest.\n"),
}


def check(*rows: QuestionRow) -> Checked:
    return check_questions(rows, TEXTS)


def reason(*rows: QuestionRow) -> str:
    """The reason of the only fault; the last row has it."""
    (fault,) = check(*rows).faults
    assert (fault.line, fault.id) == (rows[-1].line, rows[-1].id)
    return fault.reason


def needle(found: QuestionRow) -> Needle:
    checked = check(found)
    assert checked.faults == ()
    return checked.questions[0].needles[0]


def test_a_needle_is_found_where_it_stands_although_a_line_ends_in_it() -> None:
    assert needle(row(needle="The relief  valve is painted red.")) == ("pump.md", 9, 41)
    assert PUMP[9:41] == "The relief valve is painted\nred."


def test_offsets_count_code_points() -> None:
    # the wrench is 1, the mechanic 3 (a person, a joiner, a wrench), a space; so Fix begins at 5
    assert needle(row(needle="Fix it — naïve 🦊 foxes jump.")) == ("emoji.md", 5, 33)


@given(st.lists(st.sampled_from(["pump", "ÄÖ", "🦊", "x.y*", "(a"]), min_size=1, max_size=6), st.data())
def test_a_folded_needle_comes_back_exactly(words: list[str], data: st.DataObject) -> None:
    gaps = st.text(alphabet=" \n\t\u00a0\u2003", min_size=1, max_size=3)
    written = words[0] + "".join(data.draw(gaps) + word for word in words[1:])
    document = text(f"{data.draw(gaps)}before {written} after")
    checked = check_questions([row(needle=" ".join(words))], {"t": document})
    if checked.questions:  # else its words stand there twice, as in `🦊 🦊 🦊`
        _, start, end = checked.questions[0].needles[0]
        assert document.text[start:end] == written


def test_a_needle_that_stands_twice_names_both_places() -> None:
    told = reason(row(needle="Drain it in winter."))
    assert "pump.md, characters 66 to 85" in told
    assert "valve.md, characters 9 to 28" in told
    (fault,) = check_questions([row(needle="a a")], {"t": text("a a a")}).faults
    assert "t, characters 0 to 3 and in t, characters 2 to 5;" in fault.reason
    assert fault.places == (("t", 0, 3), ("t", 2, 5))


@pytest.mark.parametrize(
    ("times", "told"), [(3, ", and 1 time elsewhere;"), (5, ", and 3 times elsewhere;"), (9, ", and more than 3 times")]
)
def test_of_many_places_the_first_are_suggested_and_the_rest_counted(times: int, told: str) -> None:
    (fault,) = check_questions([row(needle="Oil it.")], {"t": text("Oil it. " * times)}).faults
    assert fault.places == tuple(("t", 8 * place, 8 * place + 7) for place in range(min(times, 5)))
    assert told in fault.reason


def test_places_in_the_document_that_the_row_names_come_first() -> None:
    (fault,) = check(row(needle="Drain it in winter.", document="valve.md")).faults
    assert fault.places == (("valve.md", 9, 28), ("pump.md", 66, 85))


@pytest.mark.parametrize(
    ("needle", "nearest"),
    [
        ("The relief valve is made of brass.", ("pump.md", 9, 41)),
        ("You must turn the wheel to the left.", ("valve.md", 29, 56)),
        ("DRAIN THEM IN WINTER", ("pump.md", 66, 85)),
    ],
)
def test_a_needle_that_is_nowhere_names_the_nearest_passage(needle: str, nearest: Needle) -> None:
    (fault,) = check(row(needle=needle)).faults
    document, start, end = nearest
    said = " ".join(TEXTS[document].text[start:end].split())
    assert fault.places == (nearest,)
    assert fault.reason == (
        f"The needle is in no document that is searched; nearest is “{said}” in {document}, "
        f"characters {start} to {end}."
    )
    assert check(row(document=document, start=start, end=end)).faults == ()  # the suggestion can be taken


def test_of_two_passages_that_are_equally_near_the_one_in_the_named_document_is_suggested() -> None:
    (fault,) = check(row(needle="Drain them in winter.", document="valve.md")).faults
    assert fault.places == (("valve.md", 9, 28),)


def test_a_needle_that_is_like_nothing_gets_no_suggestion() -> None:
    (fault,) = check(row(needle="Nothing of it.")).faults
    assert (fault.reason, fault.places) == ("The needle is in no document that is searched.", ())


def test_a_place_is_taken_as_given_and_trimmed_as_chunks_are() -> None:
    assert needle(row(document="pump.md", start=66, end=85)) == ("pump.md", 66, 85)
    assert needle(row(document="pump.md", start=64, end=86)) == ("pump.md", 66, 85)
    assert needle(row(document="pump.md", start=9, end=41, needle="The relief valve is painted red.")) == (
        "pump.md",
        9,
        41,
    )


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
        ({"document": "valve.md", "needle": "Fill the casing first."}, "not in valve.md but in pump.md"),
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


@pytest.mark.parametrize(
    "columns",
    [
        {"document": "pump.md", "start": 9, "end": 19},
        {"document": "pump.md", "start": 80, "end": 880},
        {"document": "gone.md", "start": 0, "end": 3},
    ],
)
def test_a_range_that_is_wrong_says_where_the_needles_words_really_stand(columns: dict[str, object]) -> None:
    (fault,) = check(row(needle="Turn the wheel to the left.", **columns)).faults
    assert fault.reason.endswith(" The needle's words stand in valve.md, characters 29 to 56.")
    assert fault.places == (("valve.md", 29, 56),)
    (nowhere,) = check(row(needle="Turn it.", **columns)).faults
    assert nowhere.places == ()


def test_under_a_heading_its_first_sentence_is_suggested() -> None:
    (fault,) = check(row(needle="Pumps")).faults
    assert fault.places == (("pump.md", 9, 41),)
    nested = text("# A\n\n## B\n\n- One. Two.\n\n# C\n\n# D\n\nThree.\n", "# A", "## B", "# C", "# D")
    levels = (1, 2, 1, 1)
    headings = tuple(replace(one, level=level) for one, level in zip(nested.headings, levels, strict=True))
    texts = {"t": replace(nested, headings=headings)}
    places = [check_questions([row(needle=title)], texts).faults[0].places for title in ("A", "B", "# C")]
    assert places == [(("t", 13, 17),), (("t", 13, 17),), ()]  # what is under B is under A, and nothing is under C


def test_a_needle_that_runs_over_the_end_of_a_page_is_a_warning() -> None:
    spans = tuple(Span(start, end, page, None, None, None) for start, end, page in ((0, 26, 1), (27, 60, 2)))
    paged = replace(text("Close the valve. Fill the\ncasing. Then wait a minute."), spans=spans, pages=2)
    checked = check_questions(
        [row("a", needle="Fill the casing."), row("b", needle="Then wait a minute.")], {"t": paged}
    )
    assert [question.needles for question in checked.questions] == [(("t", 17, 33),), (("t", 34, 53),)]
    ((id, told),) = [(remark.id, remark.reason) for remark in checked.warnings]
    assert id == "a"
    assert told.startswith("The needle runs from page 1 to page 2 of t; a running header or footer")


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


def test_front_matter_is_in_no_chunk() -> None:
    front = text("---\nabout: pumps\n---\nFill it.", body_start=21)
    assert "front matter" in check_questions([row(needle="about: pumps")], {"t": front}).faults[0].reason
    assert check_questions([row(needle="Fill it.")], {"t": front}).faults == ()


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
