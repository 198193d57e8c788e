"""The line of documents to be worked on."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from engine.store import leases
from engine.store.database import Database
from engine.store.leases import Clock, Lease
from engine.store.tables import jobs


@dataclass(frozen=True, slots=True)
class Job(Lease):
    """A leased job: work to be done on one document, named by its key."""

    document: int


def enqueue(connection: sa.Connection, document: int, now: float) -> None:
    """Puts a document in line; whoever works on it now loses the lease and its result is dropped."""
    connection.execute(sa.delete(jobs).where(jobs.c.document == document))
    row = {"document": document, "owner": None, "leased_until": 0.0, "attempts": 0, "queued_at": now}
    connection.execute(sa.insert(jobs).values(row))


def take(database: Database, owner: str, clock: Clock, only: set[int] | None = None) -> Job | None:
    """Leases the oldest job that nobody holds (of the documents `only`), or returns `None`."""
    row = leases.take(database, jobs, owner, clock, *([] if only is None else [jobs.c.document.in_(only)]))
    return None if row is None else Job(jobs, row.key, owner, row.attempts, row.document)


def holds(connection: sa.Connection, job: Job) -> bool:
    """Whether the job is still leased to its owner; asked inside the transaction that writes its result."""
    mine = sa.select(jobs.c.key).where(
        jobs.c.key == job.key, jobs.c.owner == job.owner, jobs.c.attempts == job.attempts
    )
    return connection.scalar(mine) is not None


def finish(connection: sa.Connection, job: Job) -> None:
    """Takes the job out of the line."""
    connection.execute(sa.delete(jobs).where(jobs.c.key == job.key))


def waiting(database: Database, only: set[int] | None = None) -> int:
    """How many jobs are in line or being done."""
    with database.read() as connection:
        count = sa.select(sa.func.count()).select_from(jobs)
        if only is not None:
            count = count.where(jobs.c.document.in_(only))
        return connection.scalar(count) or 0


def any_free(database: Database, clock: Clock) -> bool:
    """Whether a job is in line that nobody does."""
    with database.read() as connection:
        return connection.scalar(sa.select(jobs.c.key).where(jobs.c.leased_until < clock()).limit(1)) is not None
