"""Leases: who works on which document, and until when. A lease that runs out is taken by the next one who asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from engine.store.database import Database
from engine.store.tables import jobs

LEASE_SECONDS = 15.0
"""How long a worker may be silent before its job is taken again; it says it is alive three times in that span."""

MOST_ATTEMPTS = 3
"""A document that took this many workers down with it is failed, so that it does not take every next one."""


Clock = Callable[[], float]
"""Seconds since the epoch: processes compare them, and a lease outlives the one that took it."""


@dataclass(frozen=True, slots=True)
class Job:
    """A leased job. `attempts` counts this one."""

    key: int
    document: int
    owner: str
    attempts: int


def enqueue(connection: sa.Connection, document: int, now: float) -> None:
    """Puts a document in line; whoever works on it now loses the lease and its result is dropped."""
    connection.execute(sa.delete(jobs).where(jobs.c.document == document))
    row = {"document": document, "owner": None, "leased_until": 0.0, "attempts": 0, "queued_at": now}
    connection.execute(sa.insert(jobs).values(row))


def take(database: Database, owner: str, clock: Clock, only: set[int] | None = None) -> Job | None:
    """Leases the oldest job that nobody holds (of the documents `only`), or returns `None`."""
    with database.write() as connection:
        now = clock()  # only now: the write lock may have been long in coming
        free = sa.select(jobs).where(jobs.c.leased_until < now).order_by(jobs.c.key).limit(1)
        if only is not None:
            free = free.where(jobs.c.document.in_(only))
        row = connection.execute(free).one_or_none()
        if row is None:
            return None
        lease = {"owner": owner, "leased_until": now + LEASE_SECONDS, "attempts": row.attempts + 1}
        connection.execute(sa.update(jobs).where(jobs.c.key == row.key).values(lease))
        return Job(row.key, row.document, owner, row.attempts + 1)


def extend(database: Database, job: Job, clock: Clock) -> bool:
    """Says that the worker is alive. False when the job is no longer its own."""
    with database.write() as connection:
        if not holds(connection, job):
            return False
        connection.execute(sa.update(jobs).where(jobs.c.key == job.key).values(leased_until=clock() + LEASE_SECONDS))
        return True


def holds(connection: sa.Connection, job: Job) -> bool:
    """Whether the job is still leased to its owner; asked inside the transaction that writes its result."""
    mine = sa.select(jobs.c.key).where(
        jobs.c.key == job.key, jobs.c.owner == job.owner, jobs.c.attempts == job.attempts
    )
    return connection.scalar(mine) is not None


def finish(connection: sa.Connection, job: Job) -> None:
    """Takes the job out of the line."""
    connection.execute(sa.delete(jobs).where(jobs.c.key == job.key))


def give_back(database: Database, owner: str) -> None:
    """Frees what `owner` holds, as an attempt that never was: it stops in good order."""
    with database.write() as connection:
        mine = sa.update(jobs).where(jobs.c.owner == owner)
        connection.execute(mine.values(owner=None, leased_until=0.0, attempts=jobs.c.attempts - 1))


def expire(database: Database, owner: str) -> None:
    """Ends the leases of an `owner` that is known to be dead; the attempt counts."""
    with database.write() as connection:
        connection.execute(sa.update(jobs).where(jobs.c.owner == owner).values(owner=None, leased_until=0.0))


def waiting(database: Database, only: set[int] | None = None) -> int:
    """How many jobs are in line or being done."""
    with database.read() as connection:
        count = sa.select(sa.func.count()).select_from(jobs)
        if only is not None:
            count = count.where(jobs.c.document.in_(only))
        return connection.scalar(count) or 0
