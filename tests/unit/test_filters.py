"""What a search can be confined to, and what is said of a name that is not there."""

from __future__ import annotations

from collections.abc import Collection

import pytest

import engine
from engine.errors import EngineError
from engine.retrieval.filters import checked, section_titles
from engine.types.answers import Filter
from tests.types import Ingest

NONE: frozenset[str] = frozenset()
FILES = {
    "guide/pumps.md": b"# Pumps\n\n## Priming\n\n### In winter\n\nFill the casing.\n\n## Care\n\nWipe it.",
    "valves.md": b"# Valves\n\n## Care\n\nGrease the spindle.",
    "notes.txt": b"No heading stands here.",
}


@pytest.fixture
def filled(ingested: Ingest, library: engine.Library) -> engine.Library:
    ingested(FILES)
    return library


def test_section_titles_are_those_of_all_levels_each_once(filled: engine.Library) -> None:
    assert section_titles(filled.database) == ["Care", "In winter", "Priming", "Pumps", "Valves"]
    assert section_titles(filled.database, ["valves.md"]) == ["Care", "Valves"]
    assert section_titles(filled.database, ["valves.md", "notes.txt"]) == ["Care", "Valves"]
    assert section_titles(filled.database, ["notes.txt"]) == []


def test_what_is_there_is_let_through_as_it_is(filled: engine.Library) -> None:
    for within in (
        Filter(frozenset({"valves.md", "guide/pumps.md"}), NONE),
        Filter(NONE, frozenset({"In winter", "Valves"})),
        Filter(frozenset({"valves.md"}), frozenset({"Care"})),
    ):
        assert checked(filled.database, within) == within
    assert checked(filled.database, Filter(NONE, NONE)) is None


@pytest.mark.parametrize(
    ("documents", "sections", "told"),
    [
        ({"valve.md"}, {}, "no document “valve.md” to search in; did you mean “valves.md”?"),
        ({"pumps.md"}, {}, "no document “pumps.md” to search in; did you mean “guide/pumps.md”?"),
        ({}, {"priming"}, "no section “priming” to search in; did you mean “Priming”?"),
        ({"valves.md"}, {"Priming"}, "no section “Priming” to search in; leave it out, or take one that is there."),
        ({"xyz"}, {"Care"}, "no document “xyz” to search in; leave it out, or take one that is there."),
        ({}, {"Care", "Car"}, "no section “Car” to search in; did you mean “Care”?"),
    ],
)
def test_a_name_that_is_not_there_gets_the_nearest_that_is(
    filled: engine.Library, documents: Collection[str], sections: Collection[str], told: str
) -> None:
    with pytest.raises(EngineError) as raised:
        checked(filled.database, Filter(frozenset(documents), frozenset(sections)))
    assert str(raised.value) == f"There is {told}"


def test_what_waits_to_be_read_cannot_be_searched_in(filled: engine.Library) -> None:
    filled.add("waiting.md", b"# Waiting\n\n## Its own\n\nNot read yet.")
    with pytest.raises(EngineError, match=r"no document “waiting\.md”"):
        checked(filled.database, Filter(frozenset({"waiting.md"}), NONE))
    with pytest.raises(EngineError, match="no section “Its own”"):
        checked(filled.database, Filter(NONE, frozenset({"Its own"})))


def test_a_desk_tells_a_name_that_is_not_there_before_it_seems_to_find_nothing(filled: engine.Library) -> None:
    desk = engine.Desk(filled)
    with pytest.raises(EngineError, match=r"did you mean “valves\.md”"):
        desk.search("spindle", within=Filter(frozenset({"Valves.md"}), NONE))
    with pytest.raises(EngineError, match="did you mean “Care”"):
        desk.ask("spindle", within=Filter(NONE, frozenset({"Core"})))
    found = desk.search("Fill the casing", within=Filter(frozenset({"valves.md"}), frozenset({"Care"})))
    assert [hit.content for hit in found.hits] == ["Grease the spindle."]
    answer = desk.ask("What is greased?", within=Filter(NONE, frozenset({"Priming"})), cut=2.0)
    assert {hit.section_path[1] for hit in answer.decision.pool} == {"Priming"}
