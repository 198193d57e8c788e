"""Measurements in line: done by the worker, seen on their way, stopped, continued, and never before documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

import engine
from engine.measuring import evaluation, work
from engine.measuring.evaluation import planned
from engine.measuring.hiding import Hidden
from engine.measuring.measurements import (
    Course,
    Measurement,
    cancel_measurement,
    list_measurements,
    queue_measurement,
    resume_measurement,
)
from engine.measuring.runs import list_runs
from engine.measuring.sets import delete_set, save_set
from engine.store import leases
from engine.store.tables import measurements
from engine.types.answers import Retrieval
from engine.types.indexing import Chunking
from engine.worker import drain
from tests.types import Ingest
from tests.unit.measuring_trials import row

VALVE = (
    b"# Valves\n\n## Colours\n\nThe relief valve is painted red.\n\n## Makers\n\nThe drain valve is made in Porto.\n"
)
ROWS = [
    row("red", question="Which colour is the relief valve?", needle="The relief valve is painted red."),
    row("porto", question="Where is the drain valve made?", needle="The drain valve is made in Porto."),
]
RETRIEVALS = [Retrieval("dense", 25), Retrieval("bm25", 25)]


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "TELL_SECONDS", 0.0)


@pytest.fixture
def queued(library: engine.Library, ingested: Ingest) -> int:
    ingested({"valve.md": VALVE})
    of = save_set(library.database, "valves", ROWS)
    plan = planned(of, [Chunking("A", 128, 0), Chunking("E", 128, 0)], RETRIEVALS, Hidden.NOTHING)
    return queue_measurement(library.database, plan)


def only(library: engine.Library) -> Measurement:
    (found,) = list_measurements(library.database)
    return found


def at_progress(monkeypatch: pytest.MonkeyPatch, number: int, act: Callable[[], None]) -> None:
    """Does `act` when the worker is about to search the question `number` of all, from 0."""
    searched, search = [0], evaluation.search

    def counted(*given: object) -> object:
        if searched[0] == number:
            act()
        searched[0] += 1
        return search(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(evaluation, "search", counted)


def test_every_run_is_made_and_seen(library: engine.Library, queued: int) -> None:
    waiting = only(library)
    assert (waiting.key, waiting.course, waiting.runs, waiting.runs_done) == (queued, Course.QUEUED, 4, 0)
    assert (waiting.name, waiting.version, waiting.retrievals) == ("valves", 1, tuple(RETRIEVALS))
    assert work.measure_once(library, "one", 1)
    assert (only(library).course, only(library).runs_done, only(library).reason) == (Course.DONE, 4, "")
    assert {(run.way.chunking.strategy, run.way.retrieval.retriever) for run in list_runs(library.database)} == {
        (strategy, retriever) for strategy in "AE" for retriever in ("dense", "bm25")
    }
    assert not work.measure_once(library, "one", 1)


def test_the_same_measurement_is_not_in_line_twice(library: engine.Library, queued: int) -> None:
    of = save_set(library.database, "valves", ROWS)
    chunkings = [Chunking("A", 128, 0), Chunking("E", 128, 0)]
    assert queue_measurement(library.database, planned(of, chunkings, RETRIEVALS, Hidden.NOTHING)) == queued
    assert queue_measurement(library.database, planned(of, chunkings, RETRIEVALS, Hidden.PASSAGE)) != queued
    assert queue_measurement(library.database, planned(of, chunkings[:1], RETRIEVALS, Hidden.NOTHING)) != queued


def test_a_cancelled_measurement_stops_keeps_what_was_done_and_is_resumed(
    library: engine.Library, queued: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_progress(monkeypatch, 3, lambda: cancel_measurement(library.database, queued))
    assert work.measure_once(library, "one", 1)
    stopped = only(library)
    assert (stopped.course, stopped.runs_done, stopped.stage) == (Course.CANCELLED, 1, "A, bm25: questions")
    assert len(list_runs(library.database)) == 1
    assert not work.measure_once(library, "one", 1)
    resume_measurement(library.database, queued)
    assert only(library).course is Course.QUEUED
    assert work.measure_once(library, "one", 1)
    assert (only(library).course, len(list_runs(library.database))) == (Course.DONE, 4)
    cancel_measurement(library.database, queued)
    resume_measurement(library.database, queued)
    assert only(library).course is Course.DONE  # what has ended can be neither stopped nor resumed


def test_documents_are_read_first(library: engine.Library, queued: int, monkeypatch: pytest.MonkeyPatch) -> None:
    at_progress(monkeypatch, 1, lambda: (library.add("new.md", b"# New\n\nSomething."), None)[1])
    assert work.measure_once(library, "one", 1)
    waiting = only(library)
    assert (waiting.course, waiting.runs_done) == (Course.QUEUED, 0)
    with library.database.read() as connection:
        held = connection.execute(measurements.select()).one()
    assert (held.owner, held.attempts) == (None, 0)  # anybody may go on, and it cost no attempt
    assert library.documents()[0].state is engine.State.QUEUED


def test_documents_that_were_read_meanwhile_are_told_and_measured_with_the_others(
    library: engine.Library, queued: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_progress(monkeypatch, 3, lambda: (library.add("new.md", b"# New\n\nSomething."), None)[1])
    assert work.measure_once(library, "one", 1)
    assert (only(library).course, only(library).reason) == (Course.QUEUED, work.GIVES_WAY)
    list(drain(library, "two"))
    seen: list[str] = []
    at_progress(monkeypatch, 0, lambda: seen.append(only(library).reason))
    assert work.measure_once(library, "one", 1)
    assert seen == [work.BEGINS_AGAIN]
    assert (only(library).course, only(library).reason) == (Course.DONE, "")
    counts = [run.document_count for run in list_runs(library.database)]
    assert counts == [2, 2, 2, 2, 1]  # the newest first: one run was done before


def test_a_document_that_could_not_be_read_changes_nothing_and_is_not_told(
    library: engine.Library, queued: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_progress(monkeypatch, 3, lambda: (library.add("new.pdf", b"%PDF-1.7 nothing"), None)[1])
    assert work.measure_once(library, "one", 1)
    list(drain(library, "two"))
    seen: list[str] = []
    at_progress(monkeypatch, 0, lambda: seen.append(only(library).reason))
    assert work.measure_once(library, "one", 1)
    assert seen == [""]
    assert [run.document_count for run in list_runs(library.database)] == [1, 1, 1, 1]


@pytest.mark.parametrize("question", [1, 3])
def test_a_document_removed_meanwhile_makes_it_begin_again_and_is_told(
    library: engine.Library, queued: int, ingested: Ingest, monkeypatch: pytest.MonkeyPatch, question: int
) -> None:
    other = ingested({"other.md": b"# Other\n\nAnother thing."})["other.md"]
    at_progress(monkeypatch, question, lambda: library.remove([other.key]))
    assert work.measure_once(library, "one", 1)
    assert (only(library).course, only(library).reason) == (Course.QUEUED, work.BEGINS_AGAIN)
    seen: list[str] = []
    at_progress(monkeypatch, 0, lambda: seen.append(only(library).reason))
    assert work.measure_once(library, "one", 1)
    assert seen == [work.BEGINS_AGAIN]
    assert (only(library).course, only(library).runs_done) == (Course.DONE, 4)
    assert [run.document_count for run in list_runs(library.database)][:4] == [1, 1, 1, 1]


def test_documents_cut_otherwise_make_nothing_begin_again(
    library: engine.Library, queued: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_progress(monkeypatch, 3, lambda: rebuild(library))
    assert work.measure_once(library, "one", 1)
    list(drain(library, "two"))
    seen: list[str] = []
    at_progress(monkeypatch, 0, lambda: seen.append(only(library).reason))
    assert work.measure_once(library, "one", 1)
    assert seen == [""]
    assert (only(library).course, len(list_runs(library.database))) == (Course.DONE, 4)


def rebuild(library: engine.Library) -> None:
    """Cuts the library's documents otherwise, as soon as somebody does the jobs."""
    library.apply(Chunking("C", 300, 0), engine.DEFAULT_ENCODER)
    library.rebuild([document.key for document in library.documents()])


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (lambda library: library.remove([document.key for document in library.documents()]), "No document is searched"),
        (lambda library: library.apply(Chunking("C", 300, 0), engine.DEFAULT_ENCODER), "stale"),
    ],
)
def test_what_cannot_be_measured_fails_with_its_reason(
    library: engine.Library, queued: int, act: Callable[[engine.Library], None], told: str
) -> None:
    act(library)
    with library.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM jobs")
    assert work.measure_once(library, "one", 1)
    assert only(library).course is Course.FAILED
    assert told in only(library).reason
    assert not work.measure_once(library, "one", 1)


def test_a_fault_of_ours_costs_one_measurement(
    library: engine.Library, queued: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_it() -> None:
        raise ZeroDivisionError("by nothing")

    at_progress(monkeypatch, 0, break_it)
    assert work.measure_once(library, "one", 1)
    assert only(library).course is Course.FAILED
    assert "ZeroDivisionError: by nothing" in only(library).reason


def test_a_set_that_is_deleted_meanwhile_takes_its_measurement_with_it(
    library: engine.Library, queued: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_progress(monkeypatch, 1, lambda: delete_set(library.database, "valves"))
    assert work.measure_once(library, "one", 1)
    assert list_measurements(library.database) == ()
    assert list_runs(library.database) == ()


def test_a_worker_that_died_is_followed_by_another_and_the_third_is_the_last(
    library: engine.Library, queued: int
) -> None:
    for attempt in range(1, leases.MOST_ATTEMPTS + 1):
        row = leases.take(library.database, measurements, f"dead {attempt}", partial(float, 100 * attempt))
        assert row.attempts == attempt
    assert leases.take(library.database, measurements, "early", lambda: 300.0 + leases.LEASE_SECONDS) is None
    assert work.measure_once(library, "next", 1)
    assert only(library).course is Course.FAILED
    assert "ended the worker 3 times" in only(library).reason
    resume_measurement(library.database, queued)
    assert work.measure_once(library, "next", 1)
    assert only(library).course is Course.DONE
