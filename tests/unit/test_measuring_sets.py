"""What is kept of question sets, runs and cuts: versions, what makes a run the current one, and which cut holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

import engine
from engine.measuring.calibration import cut_in_force, use_cut
from engine.measuring.corpus import Corpus
from engine.measuring.sets import newest_run, newest_set, newest_sets, save_run, save_set
from engine.measuring.trials import to_json
from engine.store.tables import question_sets, runs, trials
from engine.types import Retrieval
from tests.unit.measuring_trials import row, trial

ROWS = [row("a", needle="Fill it.", start=3, end=11, document="a.md"), row("b", "far", note="foreign")]
DENSE = Retrieval("dense", 25)
TRIALS = [trial("b", "far", 0.4), trial("a", "in", 0.3, 0.5, holding={1}), trial("c", "near")]
HERE = Corpus("c" * 64, "d" * 64)


def count(library: engine.Library, table: sa.Table) -> int:
    with library.database.read() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


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


def test_a_run_comes_back_with_its_trials_in_their_order(library: engine.Library) -> None:
    saved = save_run(library.database, "pumps", ROWS, HERE, DENSE, TRIALS)
    assert (saved.name, saved.version, saved.trials) == ("pumps", 1, tuple(TRIALS))
    assert newest_run(library.database, "pumps", saved.sha256, HERE, DENSE) == saved
    again = save_run(library.database, "pumps", ROWS, HERE, DENSE, TRIALS[:1])
    assert newest_run(library.database, "pumps", saved.sha256, HERE, DENSE) == again
    assert count(library, question_sets) == 1


def test_a_run_of_something_else_is_not_taken(library: engine.Library) -> None:
    sha256 = save_run(library.database, "pumps", ROWS, HERE, DENSE, TRIALS).sha256
    elsewhere = replace(HERE, digest="e" * 64)
    assert newest_run(library.database, "pumps", sha256, elsewhere, DENSE) is None
    assert newest_run(library.database, "pumps", sha256, HERE, Retrieval("bm25", 25)) is None
    assert newest_run(library.database, "pumps", sha256, HERE, Retrieval("dense", 50)) is None
    assert newest_run(library.database, "pumps", "0" * 64, HERE, DENSE) is None
    assert newest_run(library.database, "valves", sha256, HERE, DENSE) is None


def test_a_run_that_cannot_be_written_whole_leaves_nothing(library: engine.Library) -> None:
    twice = [TRIALS[0], TRIALS[0]]
    assert to_json(twice[0]) == to_json(twice[1])
    with pytest.raises(sa.exc.IntegrityError):
        save_run(library.database, "pumps", ROWS, HERE, DENSE, twice)
    assert [count(library, table) for table in (question_sets, runs, trials)] == [0, 0, 0]


def test_the_cut_chosen_last_is_in_force_with_what_it_was_measured_on(library: engine.Library) -> None:
    assert cut_in_force(library) is None
    run = save_run(library.database, "pumps", ROWS, HERE, DENSE, TRIALS)
    use_cut(library, run, 0.675)
    chosen = use_cut(library, run, 0.45)
    assert cut_in_force(library) == chosen
    assert (chosen.gate, chosen.cut, chosen.retrieval, chosen.corpus) == ("distance", 0.45, DENSE, HERE)
    assert (chosen.question_set, chosen.version, chosen.sha256) == ("pumps", 1, run.sha256)
    assert chosen.counts == {
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
    run = save_run(library.database, "pumps", ROWS, HERE, DENSE, TRIALS)
    with pytest.raises(engine.EngineError, match="from 0 to 2"):
        use_cut(library, run, 2.5)
    assert cut_in_force(library) is None
