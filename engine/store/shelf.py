"""Documents in the database: put in line, put in line again, forgotten. All inside the caller's transaction."""

from __future__ import annotations

import time
from collections.abc import Iterable

import sqlalchemy as sa

from engine.store import jobs
from engine.store.tables import documents, extractions
from engine.types.indexing import State


def shelve(connection: sa.Connection, name: str, digest: str, size: int, sample: bool) -> int:
    """The key of the document of this name with these bytes: a new one in line, or the one that is there already.

    A waiting document of that name with other bytes makes room; one with the same bytes that failed is tried again.
    """
    rows = connection.execute(sa.select(documents).where(documents.c.name == name)).all()
    same = next((row for row in rows if row.sha256 == digest), None)
    room = [row.key for row in rows if not row.live and row is not same]
    connection.execute(sa.delete(documents).where(documents.c.key.in_(room)))
    if same is not None:
        if same.state == State.FAILED:
            queue_again(connection, [same.key])
        return int(same.key)
    now = time.time()
    new = {
        "name": name,
        "sha256": digest,
        "size": size,
        "live": False,
        "sample": sample,
        "state": State.QUEUED,
        "reason": "",
        "done": 0,
        "total": 0,
        "generation": 0,
        "added_at": now,
        "changed_at": now,
        "keep_running_lines": any(row.keep_running_lines for row in rows),  # chosen for its predecessor
    }
    key = int(connection.execute(sa.insert(documents).values(new).returning(documents.c.key)).scalar_one())
    jobs.enqueue(connection, key, now)
    return key


def queue_again(connection: sa.Connection, keys: Iterable[int]) -> None:
    """Puts these documents in line, whatever their state."""
    now = time.time()
    for key in keys:
        values = {"state": State.QUEUED, "reason": "", "done": 0, "total": 0, "changed_at": now}
        if connection.execute(sa.update(documents).where(documents.c.key == key).values(values)).rowcount:
            jobs.enqueue(connection, key, now)


def ownerless(connection: sa.Connection, hashes: Iterable[str]) -> set[str]:
    """Those of the hashes that no document has."""
    return set(hashes) - set(connection.scalars(sa.select(documents.c.sha256)))


def drop_texts(connection: sa.Connection, hashes: Iterable[str]) -> None:
    """Drops what was extracted from bytes that no document has."""
    connection.execute(sa.delete(extractions).where(extractions.c.sha256.in_(ownerless(connection, hashes))))
