"""The one place that knows the database is SQLite: opening, transactions, schema version."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from engine.errors import StoreError

SCHEMA = "0001"
"""The newest migration; a test holds it to the folder's head."""

BUSY_SECONDS = 30

BLOCK = 500
"""Keys in one statement; databases limit their number."""

MIGRATIONS = Path(__file__).parent / "migrations"


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
        try:
            self._migrate()
        except sa.exc.DatabaseError as error:
            raise StoreError(
                f"The store {file} cannot be opened ({error.orig}); move it away or restore a copy."
            ) from error

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A connection that sees one state of the store and must not write."""
        with self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction that holds the write lock from its first statement and commits when the block ends well."""
        with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

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
        with self.write() as connection:
            found = _version(connection)  # again, now that no other process can be migrating
            known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
            if found is not None and found not in known:
                raise StoreError(
                    f"The store {self.file} was written by a newer Candor; update, or set CANDOR_HOME elsewhere."
                )
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


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
