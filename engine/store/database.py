"""The one place that knows the database is SQLite: opening, transactions, schema version."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from engine.errors import StoreError

SCHEMA = "0003"
"""The newest migration; a test holds it to the folder's head."""

BUSY_SECONDS = 30

BLOCK = 500
"""Keys in one statement; databases limit their number."""

MIGRATIONS = Path(__file__).parent / "migrations"

_MIGRATING = threading.Lock()
"""Alembic keeps the migration under way in globals: two threads that migrate mix each other's connections up."""


class Database:
    """Short transactions over one file. Every read sees one state; every write is all or nothing and durable."""

    def __init__(self, file: Path) -> None:
        """Opens or creates the database and brings its schema up to date.

        Raises `StoreError` when the folder cannot be written or the file is newer than this program.
        """
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"The store folder {file.parent} cannot be made ({error.strerror}); set CANDOR_HOME."
            ) from error
        self._engine = sa.create_engine(
            f"sqlite:///{file}", connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True
        )
        sa.event.listen(self._engine, "connect", _configure)
        sa.event.listen(self._engine, "begin", _begin)
        self._migrate()

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A connection that sees one state of the store and must not write."""
        with self._told(), self._engine.connect() as connection, connection.begin():
            yield connection

    def quick(self, query: sa.Select[Any], keys: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query that every question asks, as the driver gives them: JSON is text.

        It is put together once and asked outside of a transaction, as one statement sees one state anyway; to do both
        each time takes several times as long as the answer. `keys` are what its expanding parameter of that name holds.
        """
        with self._told():
            lent: Any = self._engine.raw_connection()
            try:
                rows: list[tuple[Any, ...]] = lent.cursor().execute(_rendered(query, len(keys)), keys).fetchall()
                return rows
            finally:
                lent.close()

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction that holds the write lock from its first statement and commits when the block ends well.

        Raises `StoreError` where the lock is not to be had in time, or where there is no room or right to write.
        """
        with self._told(), self._engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What the machine refuses is told as a sentence; a mistake in a statement stays a bug."""
        try:
            yield
        except (sa.exc.DatabaseError, sqlite3.DatabaseError) as error:
            said = error.orig if isinstance(error, sa.exc.DatabaseError) else error
            if isinstance(said, sqlite3.OperationalError):
                raise StoreError(
                    f"The store {self.file} cannot be used now ({said}); try again, or look at the disk."
                ) from error
            if type(said) is not sqlite3.DatabaseError:
                raise  # a broken constraint or a wrong statement
            raise StoreError(
                f"The store {self.file} cannot be opened ({said}); move it away or restore a copy."
            ) from error

    def close(self) -> None:
        """Lets go of every connection."""
        self._engine.dispose()

    def _migrate(self) -> None:
        with self.read() as connection:
            if _version(connection) == SCHEMA:
                return
        from alembic import command
        from alembic.config import Config
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with _MIGRATING, self._unconstrained() as connection:
            found = _version(connection)  # again, now that no other process can be migrating
            known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
            if found is not None and found not in known:
                raise StoreError(
                    f"The store {self.file} was written by a newer Candor; update, or set CANDOR_HOME elsewhere."
                )
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def _unconstrained(self) -> Iterator[sa.Connection]:
        """A write in which tables may be made anew: dropping the old one must not cascade to its children's rows."""
        with self._told(), self._engine.connect().execution_options(writes=True) as connection:
            _switch_foreign_keys(connection, "OFF")
            try:
                with connection.begin():
                    yield connection
                    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchone()
                    if broken is not None:
                        raise StoreError(
                            f"The store {self.file} could not be brought up to date; restore a copy of it."
                        )
            finally:
                _switch_foreign_keys(connection, "ON")


@lru_cache(maxsize=256)
def _rendered(query: sa.Select[Any], count: int) -> str:
    """The SQL of a query with so many keys."""
    filled = query.params(keys=[0] * count)
    return str(filled.compile(dialect=sqlite.dialect(), compile_kwargs={"render_postcompile": True}))


def _switch_foreign_keys(connection: sa.Connection, to: str) -> None:
    """On the driver's own connection, because the setting is ignored inside a transaction."""
    driver = connection.connection.driver_connection
    if driver is not None:
        driver.execute(f"PRAGMA foreign_keys = {to}")


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found


def _configure(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not where the driver guesses
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = FULL")
    deadline = time.monotonic() + BUSY_SECONDS
    while True:  # switching to WAL ignores the busy timeout while another process is opening the same file
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
