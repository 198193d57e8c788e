"""Where a row's needle stands: found by its words or given, and what is suggested where it is not there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measuring.checking import check_questions
from engine.measuring.questions import Needle
from engine.types.extraction import Span
from tests.unit.measuring_texts import PUMP, TEXTS, check, needle, reason
from tests.unit.measuring_trials import row, text


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


@pytest.mark.parametrize(("document", "place"), [("valve.md", (9, 28)), ("pump.md", (66, 85))])
def test_a_needle_is_looked_for_only_in_the_document_that_the_row_names(document: str, place: tuple[int, int]) -> None:
    assert needle(row(needle="Drain it  in winter.", document=document)) == (document, *place)


def test_a_needle_that_stands_twice_in_the_named_document_names_its_places_there_alone() -> None:
    texts = {"a.md": text("Oil it."), "t.md": text("Oil it. Oil it.")}
    (fault,) = check_questions([row(needle="Oil it.", document="t.md")], texts).faults
    assert fault.reason.startswith("The needle stands in t.md, characters 0 to 7 and in t.md, characters 8 to 15;")
    assert fault.places == (("t.md", 0, 7), ("t.md", 8, 15))


def test_a_named_document_that_is_not_there_is_told_by_its_name_and_the_needle_suggested_elsewhere() -> None:
    for said, places in (
        ("Turn the wheel to the left.", (("valve.md", 29, 56),)),
        ("You must turn the wheel to the left.", (("valve.md", 29, 56),)),
        ("Nothing of it.", ()),
    ):
        (fault,) = check(row(needle=said, document="gone.md")).faults
        assert fault.reason.startswith("No document called gone.md is searched;")
        assert fault.places == places


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


def test_front_matter_is_in_no_chunk() -> None:
    front = text("---\nabout: pumps\n---\nFill it.", body_start=21)
    assert "front matter" in check_questions([row(needle="about: pumps")], {"t": front}).faults[0].reason
    assert check_questions([row(needle="Fill it.")], {"t": front}).faults == ()
