"""What is kept of question sets and cuts: every version of a set, and which cut holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine.measuring.calibration import cut_in_force, use_cut
from engine.measuring.sets import (
    delete_set,
    newest_set,
    newest_sets,
    newest_version,
    save_set,
    set_version,
    set_versions,
)
from tests.unit.measuring_runs import DENSE, HERE, finished
from tests.unit.measuring_trials import row, trial

ROWS = [row("a", needle="Fill it.", start=3, end=11, document="a.md"), row("b", "far", note="foreign")]
TRIALS = [trial("b", "far", 0.4), trial("a", "in", 0.3, 0.5, holding={1}), trial("c", "near")]


def test_other_rows_are_another_version_and_the_same_rows_are_not(library: engine.Library) -> None:
    first = save_set(library.database, "pumps", ROWS)
    assert (first.version, [one.line for one in first.rows]) == (1, [1, 2])
    assert save_set(library.database, "pumps", [replace(one, line=9) for one in ROWS]) == first
    second = save_set(library.database, "pumps", ROWS[:1])
    assert save_set(library.database, "pumps", ROWS).version == 3  # back to what it was: the newest must be what holds
    assert save_set(library.database, "valves", ROWS).version == 1
    assert second.sha256 != first.sha256
    assert newest_set(library.database, "bolts") is None
    assert [(one.name, one.version) for one in newest_sets(library.database)] == [("pumps", 3), ("valves", 1)]


def test_stored_rows_are_those_that_were_saved(library: engine.Library) -> None:
    save_set(library.database, "pumps", ROWS)
    found = newest_set(library.database, "pumps")
    assert found is not None
    assert [replace(one, line=2) for one in found.rows] == ROWS


def test_which_version_is_the_newest_is_known_without_its_rows(library: engine.Library) -> None:
    assert newest_version(library.database, "pumps") is None
    save_set(library.database, "pumps", ROWS)
    second = save_set(library.database, "pumps", ROWS[:1])
    with library.database.write() as connection:
        connection.exec_driver_sql("UPDATE question_sets SET rows = 'no JSON'")
    assert newest_version(library.database, "pumps") == (2, second.sha256)


def test_all_versions_of_a_set_are_there_until_it_is_deleted(library: engine.Library) -> None:
    first, second = save_set(library.database, "pumps", ROWS), save_set(library.database, "pumps", ROWS[:1])
    save_set(library.database, "valves", ROWS)
    assert set_versions(library.database, "pumps") == (second, first)
    assert set_version(library.database, first.key) == first
    delete_set(library.database, "pumps")
    assert set_versions(library.database, "pumps") == ()
    assert [one.name for one in newest_sets(library.database)] == ["valves"]
    with pytest.raises(engine.EngineError, match="was deleted"):
        set_version(library.database, first.key)


def test_the_cut_chosen_last_is_in_force_with_what_it_was_measured_on(library: engine.Library) -> None:
    assert cut_in_force(library) is None
    run = finished(library, ROWS, TRIALS)
    use_cut(library, run, TRIALS, 0.675)
    chosen = use_cut(library, run, TRIALS, 0.45)
    assert cut_in_force(library) == chosen
    assert (chosen.gate, chosen.cut, chosen.retrieval, chosen.corpus) == ("distance", 0.45, DENSE.retrieval, HERE)
    assert (chosen.question_set, chosen.version, chosen.sha256) == ("pumps", 1, run.sha256)
    assert chosen.counts == {
        "n_hidden": 0,
        "n_in": 1,
        "n_near": 1,
        "n_far": 1,
        "answered_right": 0,
        "answered_wrong": 1,
        "refused": 0,
        "bluffs_near": 0,
        "bluffs_far": 1,
    }


def test_a_cut_that_cannot_be_is_not_put_in_force(library: engine.Library) -> None:
    run = finished(library, ROWS, TRIALS)
    with pytest.raises(engine.EngineError, match="from 0 to 2"):
        use_cut(library, run, TRIALS, 2.5)
    assert cut_in_force(library) is None
