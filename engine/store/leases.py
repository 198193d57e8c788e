"""Leases: who works on which row of a table, and until when. One that runs out is taken by the next one who asks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from engine.store.database import Database
from engine.store.tables import jobs, measurements

LEASE_SECONDS = 15.0
"""How long a worker may be silent before its work is taken again; it says it is alive three times in that span."""

MOST_ATTEMPTS = 3
"""Work that took this many workers down with it is failed, so that it does not take every next one."""

LEASED = (jobs, measurements)

Clock = Callable[[], float]
"""Seconds since the epoch: processes compare them, and a lease outlives the one that took it."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A leased row of a table. `attempts` counts this one."""

    table: sa.Table
    key: int
    owner: str
    attempts: int


def take(database: Database, table: sa.Table, owner: str, clock: Clock, *where: sa.ColumnElement[bool]) -> Any:
    """Leases the oldest row that nobody holds, of those that `where` is true of: the row as it is then, or `None`."""

    def free(connection: sa.Connection) -> int | None:
        held = table.c.leased_until >= clock()
        return connection.scalar(sa.select(table.c.key).where(~held, *where).order_by(table.c.key).limit(1))

    with database.read() as connection:
        if free(connection) is None:
            return None  # the common case, for which nobody has to wait
    with database.write() as connection:
        key, now = free(connection), clock()  # only now: the write lock may have been long in coming
        if key is None:
            return None
        lease = {"owner": owner, "leased_until": now + LEASE_SECONDS, "attempts": table.c.attempts + 1}
        return connection.execute(sa.update(table).where(table.c.key == key).values(lease).returning(table)).one()


def extend(database: Database, lease: Lease, clock: Clock) -> bool:
    """Says that the worker is alive. False when the row is no longer its own."""
    with database.write() as connection:
        until = mine(lease).values(leased_until=clock() + LEASE_SECONDS)
        return connection.execute(until).rowcount > 0


def mine(lease: Lease) -> sa.Update:
    """An update that changes the leased row for as long as it is held, and nothing afterwards."""
    table = lease.table
    return sa.update(table).where(
        table.c.key == lease.key, table.c.owner == lease.owner, table.c.attempts == lease.attempts
    )


@contextmanager
def kept_alive(database: Database, lease: Lease, clock: Clock) -> Iterator[None]:
    """Extends the lease while the block runs."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(LEASE_SECONDS / 3):
            if not extend(database, lease, clock):
                return

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def give_back(database: Database, owner: str) -> None:
    """Frees what `owner` holds, as an attempt that never was: it stops in good order."""
    _free(database, owner, attempts_less=1)


def expire(database: Database, owner: str) -> None:
    """Ends the leases of an `owner` that is known to be dead; the attempt counts."""
    _free(database, owner, attempts_less=0)


def _free(database: Database, owner: str, attempts_less: int) -> None:
    with database.write() as connection:
        for table in LEASED:
            freed = {"owner": None, "leased_until": 0.0, "attempts": table.c.attempts - attempts_less}
            connection.execute(sa.update(table).where(table.c.owner == owner).values(freed))
