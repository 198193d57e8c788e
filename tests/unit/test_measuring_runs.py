"""What is kept of runs: begun, continued, finished, told from those of anything else, compared only with like."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

import engine
from engine.measuring.hiding import Hidden
from engine.measuring.runs import (
    Way,
    delete_runs,
    finish_run,
    keep_trials,
    kept_questions,
    list_runs,
    newest_run,
    run_trials,
)
from engine.measuring.sets import delete_set, newest_set, save_set
from engine.store.tables import runs, trials
from engine.types.answers import Retrieval
from engine.types.indexing import Chunking
from tests.unit.measuring_runs import DENSE, HERE, REPORT, begun, finished
from tests.unit.measuring_trials import row, trial

ROWS = [row("a", needle="Fill it.", start=3, end=11, document="a.md"), row("b", "far", note="foreign")]
TRIALS = [trial("b", "far", 0.4), trial("a", "in", 0.3, 0.5, holding={1}), trial("c", "near")]


def count(library: engine.Library, table: sa.Table) -> int:
    with library.database.read() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def test_a_run_comes_back_with_its_trials_in_their_order_and_all_it_was_made_of(library: engine.Library) -> None:
    saved = finished(library, ROWS, TRIALS)
    assert (saved.name, saved.version, saved.corpus, saved.way) == ("pumps", 1, HERE, DENSE)
    assert (saved.report, saved.left_out, saved.document_count) == (REPORT, {"b": "It is elsewhere."}, 2)
    assert run_trials(library.database, saved) == tuple(TRIALS)
    assert run_trials(library.database, saved, with_ranked=False) == tuple(replace(one, ranked=()) for one in TRIALS)
    of = newest_set(library.database, "pumps")
    assert of is not None
    assert newest_run(library.database, of, HERE, DENSE) == saved
    assert list_runs(library.database) == (saved,)


def test_a_run_that_is_not_finished_is_nobodys_figure_and_goes_on_where_it_ended(library: engine.Library) -> None:
    first = begun(library, ROWS)
    of = newest_set(library.database, "pumps")
    assert of is not None
    keep_trials(library.database, first, {1: TRIALS[1]})
    assert newest_run(library.database, of, HERE, DENSE) is None
    assert list_runs(library.database) == ()
    again = begun(library, ROWS)
    assert again == first
    assert kept_questions(library.database, again) == {"a"}
    late = replace(TRIALS[1], question="Somebody else's")
    keep_trials(library.database, again, {0: TRIALS[0], 1: late, 2: TRIALS[2]})  # the first that was kept stays
    done = finish_run(library.database, again)
    assert run_trials(library.database, done) == tuple(TRIALS)
    assert begun(library, ROWS) == done  # searched is searched


@pytest.mark.parametrize(
    "other",
    [
        replace(DENSE, retrieval=Retrieval("bm25", 25)),
        replace(DENSE, retrieval=Retrieval("dense", 50)),
        replace(DENSE, hidden=Hidden.DOCUMENT),
    ],
)
def test_a_run_of_another_way_is_not_taken(library: engine.Library, other: Way) -> None:
    finished(library, ROWS, TRIALS)
    of = newest_set(library.database, "pumps")
    assert of is not None
    assert newest_run(library.database, of, HERE, other) is None


def test_a_run_of_something_else_is_not_taken(library: engine.Library) -> None:
    finished(library, ROWS, TRIALS)
    of, other = newest_set(library.database, "pumps"), save_set(library.database, "valves", ROWS)
    assert of is not None
    assert newest_run(library.database, of, replace(HERE, digest="e" * 64), DENSE) is None
    assert newest_run(library.database, replace(of, sha256="0" * 64), HERE, DENSE) is None
    assert newest_run(library.database, other, HERE, DENSE) is None
    changed = save_set(library.database, "pumps", ROWS[:1])
    back = save_set(library.database, "pumps", ROWS)
    assert newest_run(library.database, changed, HERE, DENSE) is None
    assert newest_run(library.database, back, HERE, DENSE) is not None  # the same rows are the same questions


def test_only_like_is_compared_with_like(library: engine.Library) -> None:
    one = finished(library, ROWS, TRIALS)
    cut = finished(
        library, ROWS, TRIALS, replace(DENSE, chunking=Chunking("A", 128, 0)), replace(HERE, digest="1" * 64)
    )
    assert one.differs(cut) is None  # how documents are cut is what is compared
    moved = finished(library, ROWS, TRIALS, corpus=replace(HERE, digest="2" * 64, documents="3" * 64), basis="4" * 64)
    assert one.differs(moved) == "The documents were others."
    reread = finished(library, ROWS, TRIALS, corpus=replace(HERE, digest="5" * 64), basis="6" * 64)
    assert one.differs(reread) == "The documents were read or embedded by something else."
    fewer = finished(library, ROWS[:1], TRIALS[:1])
    assert one.differs(fewer) == "One is of version 1 of “pumps”, the other of version 2."
    other = finished(library, ROWS[:1], TRIALS[:1], name="valves")
    assert one.differs(other) == "One is of the question set “pumps”, the other of “valves”."
    hidden = finished(library, ROWS, TRIALS, replace(DENSE, hidden=Hidden.PASSAGE))
    assert "hidden" in (one.differs(hidden) or "")


def test_deleting_a_run_takes_its_trials_and_deleting_a_set_its_runs(library: engine.Library) -> None:
    first, second = finished(library, ROWS, TRIALS), finished(library, ROWS[:1], TRIALS[:1])
    delete_runs(library.database, [second.key])
    assert list_runs(library.database) == (first,)
    assert count(library, trials) == 3
    delete_set(library.database, "pumps")
    assert (count(library, runs), count(library, trials), newest_set(library.database, "pumps")) == (0, 0, None)


def test_what_is_searched_for_a_set_that_is_gone_is_told(library: engine.Library) -> None:
    run = begun(library, ROWS)
    of = newest_set(library.database, "pumps")
    assert of is not None
    delete_set(library.database, "pumps")
    with pytest.raises(engine.EngineError, match="deleted while it was measured"):
        keep_trials(library.database, run, {0: TRIALS[0]})
    with pytest.raises(engine.EngineError, match="deleted while it was measured"):
        finish_run(library.database, run)
