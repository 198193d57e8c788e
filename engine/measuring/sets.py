"""Keeps question sets, every version of each. What somebody saves in the meantime is joined or told, never lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa

from engine.errors import StoreError
from engine.measuring.questions import QuestionRow, columns_of, digest
from engine.measuring.versions import joined
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


class Version(NamedTuple):
    """Which version of a question set there is, without its rows."""

    version: int
    sha256: str


class Grown(NamedTuple):
    """A set before it was added to, `None` if there was none, and as it is since."""

    before: QuestionSet | None
    now: QuestionSet


def save_set(database: Database, name: str, rows: Sequence[QuestionRow]) -> QuestionSet:
    """Keeps these rows as the newest version of the set `name`; the same rows as before stay the version they are."""
    with database.write() as connection:
        return _saved(connection, _newest(connection, name), name, rows)


def new_set(database: Database, name: str, rows: Sequence[QuestionRow]) -> QuestionSet:
    """Keeps these rows as a set that is not there yet. Raises `StoreError` where one is called so."""
    with database.write() as connection:
        if _newest(connection, name) is not None:
            raise StoreError(f"There is a set “{name}” already; choose another name.")
        return _saved(connection, None, name, rows)


def save_edit(database: Database, based_on: QuestionSet, rows: Sequence[QuestionRow]) -> QuestionSet:
    """Keeps what somebody made of the version `based_on` as the newest one.

    Where another version was saved meanwhile, both changes are kept if one of them only adds rows. Raises `StoreError`
    where both change what was there, and where the set was deleted.
    """
    with database.write() as connection:
        newest = _newest(connection, based_on.name)
        if newest is None:
            raise StoreError(f"The set “{based_on.name}” was deleted meanwhile; keep these rows under another name.")
        both = joined(based_on.rows, newest.rows, rows)
        if both is None:
            raise StoreError(
                f"Version {newest.version} of “{based_on.name}” was saved meanwhile, and it changes rows as these "
                f"changes to version {based_on.version} do. Keep these under another name, or discard them to see it."
            )
        return _saved(connection, newest, based_on.name, both)


def grow_set(database: Database, name: str, grow: Callable[[tuple[QuestionRow, ...]], Sequence[QuestionRow]]) -> Grown:
    """Keeps what `grow` makes of the newest rows of the set `name`, of none where there is no such set.

    Nobody can save between what `grow` is given and what it gives, so it has to be quick.
    """
    with database.write() as connection:
        before = _newest(connection, name)
        return Grown(before, _saved(connection, before, name, grow(before.rows if before else ())))


def kept_version(database: Database, name: str, rows: Sequence[QuestionRow]) -> QuestionSet:
    """The newest version of the set `name` that has these rows; where none has, they are saved as its newest."""
    query = _versions(name).where(question_sets.c.sha256 == digest(rows))
    with database.write() as connection:
        found = connection.execute(query.limit(1)).one_or_none()
        return _set_of(found) if found else _saved(connection, _newest(connection, name), name, rows)


def newest_set(database: Database, name: str) -> QuestionSet | None:
    """The newest version of the set `name`, or `None` if there is no such set."""
    with database.read() as connection:
        return _newest(connection, name)


def newest_version(database: Database, name: str) -> Version | None:
    """Which version of the set `name` is the newest, or `None` if there is no such set. No row is read for it."""
    query = _versions(name).with_only_columns(question_sets.c.version, question_sets.c.sha256).limit(1)
    with database.read() as connection:
        row = connection.execute(query).one_or_none()
    return None if row is None else Version(*row)


def newest_sets(database: Database) -> tuple[QuestionSet, ...]:
    """The newest version of every set, by name."""
    with database.read() as connection:
        names = connection.scalars(sa.select(question_sets.c.name).distinct().order_by(question_sets.c.name)).all()
        return tuple(found for name in names if (found := _newest(connection, name)))


def set_versions(database: Database, name: str) -> tuple[QuestionSet, ...]:
    """All versions of the set `name`, the newest first; none where there is no such set."""
    with database.read() as connection:
        return tuple(_set_of(row) for row in connection.execute(_versions(name)))


def set_version(database: Database, key: int) -> QuestionSet:
    """The version with this key. Raises `StoreError` where its set was deleted."""
    with database.read() as connection:
        row = connection.execute(sa.select(question_sets).where(question_sets.c.key == key)).one_or_none()
    if row is None:
        raise StoreError("This question set was deleted in the meantime; choose another one.")
    return _set_of(row)


def delete_set(database: Database, name: str) -> None:
    """Forgets the set `name` with all versions, all runs of them and all their measurements.

    A cut that was chosen from one stays in force.
    """
    with database.write() as connection:
        connection.execute(sa.delete(question_sets).where(question_sets.c.name == name))


def _versions(name: str) -> sa.Select[Any]:
    return sa.select(question_sets).where(question_sets.c.name == name).order_by(question_sets.c.version.desc())


def _newest(connection: sa.Connection, name: str) -> QuestionSet | None:
    row = connection.execute(_versions(name).limit(1)).one_or_none()
    return None if row is None else _set_of(row)


def _saved(
    connection: sa.Connection, before: QuestionSet | None, name: str, rows: Sequence[QuestionRow]
) -> QuestionSet:
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
