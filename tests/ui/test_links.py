"""Links come from outside: what they say is shown, and what cannot be is told in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from dashboard import cuts, links
from tests.ui.cut_text import plain

NAMES = ["a.md", 'q"<b>&#.md']
LIBRARY = engine.Chunking("E", 512, 64)
AS_THE_LIBRARY: dict[str, links.Value] = {
    "document": "a.md",
    "strategy": "E",
    "target": 512,
    "overlap": 64,
    "against": "none",
    "filter": "All",
    "view": "In place",
}


def test_what_a_link_leaves_out_is_as_the_library_has_it() -> None:
    assert links.read({}, NAMES, LIBRARY) == (AS_THE_LIBRARY, [])
    assert links.read({"document": NAMES[1]}, NAMES, LIBRARY) == ({**AS_THE_LIBRARY, "document": NAMES[1]}, [])


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ({"strategy": "Z"}, "The link's strategy cannot be “Z”; shown is “E”."),
        ({"strategy": "0"}, "The link's strategy cannot be “0”; shown is “E”."),
        ({"target": "abc"}, "The link's target “abc” is no number of characters; shown is 512."),
        ({"target": "inf"}, "The link's target “inf” is no number of characters; shown is 512."),
        ({"target": "-5"}, "The link's target “-5” is no number of characters; shown is 512."),
        ({"overlap": "1e400"}, "The link's overlap “1e400” is no number of characters; shown is 64."),
        ({"overlap": "٣"}, "The link's overlap “٣” is no number of characters; shown is 64."),
        ({"against": "E"}, "The link's against cannot be “E”; shown is “none”."),
        ({"view": "<b>"}, "The link's view cannot be “<b>”; shown is “In place”."),
        ({"filter": ""}, "The link's filter cannot be “”; shown is “All”."),
    ],
)
def test_what_cannot_be_is_told_and_not_obeyed(link: dict[str, str], fault: str) -> None:
    assert links.read(link, NAMES, LIBRARY) == (AS_THE_LIBRARY, [fault])


@pytest.mark.parametrize("sizes", [{"target": "5"}, {"overlap": "600"}, {"target": "999999999"}])
def test_sizes_that_cannot_be_cut_by_are_those_of_the_library(sizes: dict[str, str]) -> None:
    values, faults = links.read({**sizes, "strategy": "F"}, NAMES, LIBRARY)
    assert values == {**AS_THE_LIBRARY, "strategy": "F"}
    assert len(faults) == 1
    assert next(iter(sizes.values())) in faults[0]
    assert faults[0].endswith("Shown are the library's sizes.")


def test_an_overlap_that_is_not_used_is_no_fault() -> None:
    assert links.read({"overlap": "600"}, NAMES, LIBRARY) == ({**AS_THE_LIBRARY, "overlap": 600}, [])


def test_an_unknown_document_is_not_replaced_by_another_one() -> None:
    values, faults = links.read({"document": "gone.md"}, NAMES, LIBRARY)
    assert values["document"] is None
    assert faults == ["There is no document “gone.md” in the library; it was renamed or removed. Choose one."]


def test_a_strategy_is_compared_with_another_one() -> None:
    assert links.comparable("E") == ["none", "A", "B", "C", "D", "F", "G"]


SETTINGS = st.fixed_dictionaries(
    {
        "document": st.sampled_from(NAMES),
        "strategy": st.sampled_from(sorted(engine.STRATEGIES)),
        "target": st.integers(100, 2_000),
        "overlap": st.integers(0, 99),
        "filter": st.sampled_from(cuts.FILTERS),
        "view": st.sampled_from(links.VIEWS),
    }
)


@given(SETTINGS, st.sampled_from([links.ALONE, *sorted(engine.STRATEGIES)]))
def test_an_address_reopens_what_it_was_made_of(values: dict[str, links.Value], against: str) -> None:
    values["against"] = links.ALONE if against == values["strategy"] else against
    assert links.read(links.address(values), NAMES, engine.Chunking("A", 99, 1)) == (values, [])


def test_an_address_names_the_librarys_settings_and_no_constant_default() -> None:
    kept = {"document": "a.md", "strategy": "E", "target": "512", "overlap": "64"}
    assert links.address(AS_THE_LIBRARY) == kept
    assert links.address({"target": 640.0, "document": None, "view": "Distribution"}) == {
        "target": "640",
        "view": "Distribution",
    }


@pytest.mark.parametrize(
    ("said", "passage"),
    [("0,5", (0, 5)), ("10,20", (10, 20)), ("0,100", (0, 100)), ("90,101", (90, 100)), ("100,120", None)],
)
def test_the_passage_is_what_the_text_has_of_it(said: str, passage: tuple[int, int] | None) -> None:
    assert links.passage({"char": said}, 100)[0] == passage


@pytest.mark.parametrize("said", ["abc", "5", "9,3", "5,5", "-3,9", "1,2,3", "", ",", "inf,nan", "1e3,2e3"])
def test_what_is_no_range_marks_nothing_and_is_told(said: str) -> None:
    passage, fault = links.passage({"char": said}, 100)
    assert passage is None
    assert f"“{said}” is no range of characters" in fault


def test_a_range_behind_the_end_is_told_with_both_lengths() -> None:
    fault = links.passage({"char": "99999,100200"}, 12_345)[1]
    assert "99,999 to 100,200" in fault
    assert "12,345" in fault
    assert links.passage({"char": "12000,12345"}, 12_345)[1] == ""
    assert links.passage({}, 12_345) == (None, "")


@pytest.mark.parametrize(
    ("said", "number", "fault"),
    [
        ("1", 1, ""),
        ("3", 3, ""),
        ("2.0", 2, ""),
        ("4", 3, "There is no chunk 4: this document has 3. Shown is the last one."),
        ("0", 1, "The link's chunk “0” is no number from 1 to 3; shown is the first one."),
        ("-5", 1, "The link's chunk “-5” is no number from 1 to 3; shown is the first one."),
        ("inf", 1, "The link's chunk “inf” is no number from 1 to 3; shown is the first one."),
    ],
)
def test_the_chunk_of_a_link_is_one_that_exists(said: str, number: int, fault: str) -> None:
    pieces = plain("x" * 30, (0, 10), (10, 20), (20, 30))
    assert links.chunk_number({"chunk": said}, pieces, (25, 28)) == (number, fault)


def test_without_a_number_the_passage_chooses_the_chunk() -> None:
    pieces = plain("x" * 30, (0, 10), (10, 20), (22, 30))
    assert links.chunk_number({}, pieces, (15, 28)) == (2, "")
    assert links.chunk_number({}, pieces, (20, 21)) == (3, "")  # in a heading: the chunk under it
    assert links.chunk_number({}, pieces, None) == (1, "")
    assert links.chunk_number({"chunk": "7"}, [], None) == (1, "")
