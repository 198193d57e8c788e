"""Leases: one owner at a time, the dead are replaced, and the late are not listened to."""

from __future__ import annotations

import pytest

import engine
from engine.store import jobs
from engine.store.leases import LEASE_SECONDS, Clock, expire, extend, give_back


def at(seconds: float) -> Clock:
    """A clock that stands."""
    return lambda: seconds


@pytest.fixture
def queued(library: engine.Library) -> engine.Library:
    library.add("a.md", b"# A\n\nOne.")
    library.add("b.md", b"# B\n\nTwo.")
    return library


def test_jobs_are_taken_in_order_and_by_one_owner_each(queued: engine.Library) -> None:
    taken = [jobs.take(queued.database, owner, at(100.0)) for owner in ("one", "two", "three")]
    names = {document.key: document.name for document in queued.documents()}
    assert [job and names[job.document] for job in taken] == ["a.md", "b.md", None]


def test_a_lease_that_ran_out_is_taken_and_its_old_owner_is_shut_out(queued: engine.Library) -> None:
    first = jobs.take(queued.database, "dead", at(100.0))
    assert first is not None
    assert extend(queued.database, first, at(110.0))
    jobs.take(queued.database, "busy", at(110.0))
    assert jobs.take(queued.database, "next", at(110.0 + LEASE_SECONDS)) is None
    second = jobs.take(queued.database, "next", at(110.0 + LEASE_SECONDS + 0.01))
    assert second is not None
    assert (second.key, second.attempts) == (first.key, 2)
    assert not extend(queued.database, first, at(111.0))
    with queued.database.read() as connection:
        assert not jobs.holds(connection, first)
        assert jobs.holds(connection, second)


def test_a_worker_that_stops_in_good_order_costs_no_attempt(queued: engine.Library) -> None:
    jobs.take(queued.database, "one", at(100.0))
    give_back(queued.database, "one")
    again = jobs.take(queued.database, "two", at(100.0))
    assert again is not None
    assert again.attempts == 1


def test_a_dead_workers_lease_can_be_ended_at_once_and_counts(queued: engine.Library) -> None:
    jobs.take(queued.database, "dead", at(100.0))
    expire(queued.database, "dead")
    again = jobs.take(queued.database, "two", at(100.0))
    assert again is not None
    assert again.attempts == 2


def test_only_the_documents_asked_for_are_taken(queued: engine.Library) -> None:
    last = next(document.key for document in queued.documents() if document.name == "b.md")
    job = jobs.take(queued.database, "one", at(100.0), only={last})
    assert job is not None
    assert job.document == last
    assert jobs.take(queued.database, "one", at(100.0), only={last}) is None
    assert jobs.waiting(queued.database, {last}) == 1


def test_putting_a_document_in_line_again_takes_it_from_whoever_works_on_it(queued: engine.Library) -> None:
    job = jobs.take(queued.database, "one", at(100.0))
    assert job is not None
    queued.rebuild([job.document])
    with queued.database.read() as connection:
        assert not jobs.holds(connection, job)
