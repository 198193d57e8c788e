"""Keeps question sets, every version of each."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from engine.errors import StoreError
from engine.measuring.questions import QuestionRow, columns_of, digest
from engine.store.database import Database
from engine.store.tables import question_sets


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """One version of a question set, named by `sha256`; `version` counts from 1 within its name."""

    key: int
    name: str
    version: int
    sha256: str
    rows: tuple[QuestionRow, ...]
    created_at: float


def save_set(database: Database, name: str, rows: Sequence[QuestionRow]) -> QuestionSet:
    """Keeps these rows as the newest version of the set `name`; the same rows as before stay the version they are."""
    with database.write() as connection:
        return _saved(connection, name, rows)


def newest_set(database: Database, name: str) -> QuestionSet | None:
    """The newest version of the set `name`, or `None` if there is no such set."""
    with database.read() as connection:
        return _newest(connection, name)


def newest_sets(database: Database) -> tuple[QuestionSet, ...]:
    """The newest version of every set, by name."""
    with database.read() as connection:
        names = connection.scalars(sa.select(question_sets.c.name).distinct().order_by(question_sets.c.name)).all()
        return tuple(found for name in names if (found := _newest(connection, name)))


def set_versions(database: Database, name: str) -> tuple[QuestionSet, ...]:
    """All versions of the set `name`, the newest first; none where there is no such set."""
    query = sa.select(question_sets).where(question_sets.c.name == name).order_by(question_sets.c.version.desc())
    with database.read() as connection:
        return tuple(_set_of(row) for row in connection.execute(query))


def set_version(database: Database, key: int) -> QuestionSet:
    """The version with this key. Raises `StoreError` where its set was deleted."""
    with database.read() as connection:
        row = connection.execute(sa.select(question_sets).where(question_sets.c.key == key)).one_or_none()
    if row is None:
        raise StoreError("This question set was deleted in the meantime; choose another one.")
    return _set_of(row)


def delete_set(database: Database, name: str) -> None:
    """Forgets the set `name` with all versions and all runs of them. A cut that was chosen from one stays in force."""
    with database.write() as connection:
        connection.execute(sa.delete(question_sets).where(question_sets.c.name == name))


def _newest(connection: sa.Connection, name: str) -> QuestionSet | None:
    query = sa.select(question_sets).where(question_sets.c.name == name).order_by(question_sets.c.version.desc())
    row = connection.execute(query.limit(1)).one_or_none()
    return None if row is None else _set_of(row)


def _saved(connection: sa.Connection, name: str, rows: Sequence[QuestionRow]) -> QuestionSet:
    before = _newest(connection, name)
    sha256 = digest(rows)
    if before is not None and before.sha256 == sha256:
        return before
    new = {
        "name": name,
        "version": before.version + 1 if before else 1,
        "sha256": sha256,
        "rows": [columns_of(row) for row in rows],
        "created_at": time.time(),
    }
    insert = sa.insert(question_sets).values(new).returning(question_sets)
    return _set_of(connection.execute(insert).one())


def _set_of(row: Any) -> QuestionSet:
    kept = tuple(QuestionRow(line=line, **columns) for line, columns in enumerate(row.rows, start=1))
    return QuestionSet(row.key, row.name, row.version, row.sha256, kept, row.created_at)
