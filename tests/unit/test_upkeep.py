"""What keeps a library sound over time: names, leftovers, migrations, audits beside other work."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import sqlalchemy as sa

import engine
from engine.errors import ChunkingError, StoreError
from engine.store import database as database_module
from engine.store import jobs
from engine.store.blobs import PARTIAL
from engine.store.database import MIGRATIONS, Database
from engine.store.document_names import clean_name
from engine.store.tables import documents as documents_table
from engine.worker import work_once

Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]
TEXT = b"# Pumps\n\n## Priming\n\nFill the casing before the first start.\n"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("guide/README.md", "guide/README.md"),
        ("./guide//README.md", "guide/README.md"),
        ("C:\\docs\\a.md", "C:/docs/a.md"),
        ("\\\\server\\share\\a.md", "server/share/a.md"),
        ("Screenshot 4.01\u202fPM.pdf", "Screenshot 4.01\u202fPM.pdf"),  # as one system names them
        ("می\u200cخواهم.txt", "می\u200cخواهم.txt"),
        ("a\u00a0b \U0001f469\u200d\U0001f680.md", "a\u00a0b \U0001f469\u200d\U0001f680.md"),
    ],
)
def test_ordinary_names_stay_as_they_are(name: str, kept: str) -> None:
    assert clean_name(name) == kept


@pytest.mark.parametrize("name", ["invoice\u202efdp.exe", "a\u2066b.md", "a\x1b[31m.md", "a\ud800.md", "a\u2028b.md"])
def test_names_that_read_otherwise_than_they_are_written_are_refused(name: str) -> None:
    with pytest.raises(StoreError, match="cannot be a document's name"):
        clean_name(name)


def test_what_a_crash_left_behind_is_collected(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.md": TEXT})["a.md"]
    orphan = library.blobs.put(b"kept, and then the power went")
    old, young = (library.blobs.path(orphan).parent / f"{PARTIAL}{name}" for name in ("old", "young"))
    old.write_bytes(b"half")
    young.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    library.collect()
    assert list(library.blobs.all()) == [document.id]
    assert (old.exists(), young.exists()) == (False, True)


def test_a_migration_that_makes_a_table_anew_keeps_its_childrens_rows(
    library: engine.Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add("a.md", TEXT)
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9999_next.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = '9999'\ndown_revision = {database_module.SCHEMA!r}\nbranch_labels = depends_on = None\n"
        "def upgrade():\n"
        "    with op.batch_alter_table('documents', recreate='always') as batch:\n"
        "        batch.add_column(sa.Column('colour', sa.Text))\n"
    )
    monkeypatch.setattr(database_module, "MIGRATIONS", folder)
    monkeypatch.setattr(database_module, "SCHEMA", "9999")
    migrated = Database(library.database.file)
    assert jobs.waiting(migrated) == 1
    with pytest.raises(sa.exc.IntegrityError), migrated.write() as connection:  # and constraints hold again
        connection.exec_driver_sql("UPDATE jobs SET document = 4711")


def test_a_store_that_another_process_keeps_locked_is_one_sentence(
    library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0)
    other = Database(library.database.file)
    with library.database.write(), pytest.raises(StoreError, match="cannot be used now"), other.write():
        pass


def test_a_document_removed_under_the_worker_costs_the_worker_nothing(
    library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = library.add("a.md", TEXT)

    def remove_and_stumble(*_: object) -> None:
        library.remove([key])
        raise KeyError("the row is gone")

    monkeypatch.setattr("engine.ingest.cut", remove_and_stumble)
    assert work_once(library, "worker")
    assert library.documents() == []


def test_an_audit_says_nothing_of_what_is_removed_meanwhile(
    ingested: Ingest, library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = ingested({"a.md": TEXT, "b.md": TEXT + b"More."})
    removed = done["b.md"].key

    def report(_stage: str, _done: int, _total: int, note: str) -> None:
        if note == "b.md":
            library.remove([removed])

    audit = engine.audit(library, report)
    assert [document.name for document in audit.documents] == ["a.md"]
    assert audit.passed


def test_an_overlap_that_is_not_used_decides_nothing(ingested: Ingest, library: engine.Library) -> None:
    ingested({"a.md": TEXT})
    before = library.digests()
    with library.database.write() as connection:
        connection.exec_driver_sql("UPDATE library SET overlap = 100")
    assert library.digests() == before
    library.apply(engine.Chunking("E", 64, 64), engine.DEFAULT_ENCODER)
    with pytest.raises(ChunkingError, match="overlap of 64"):
        library.apply(engine.Chunking("F", 64, 64), engine.DEFAULT_ENCODER)


def test_a_library_that_cannot_be_made_leaves_nothing(home: Path) -> None:
    with pytest.raises(ChunkingError):
        engine.Library(engine.read_settings(home), create=engine.Chunking("E", 5, 0))
    assert not (home / "candor.db").exists()


def test_changes_are_noticed_even_when_the_clock_goes_back(
    library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = library.add("a.md", TEXT)
    before = library.version
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    library.rebuild([key])
    with library.database.read() as connection:
        assert connection.scalar(sa.select(documents_table.c.changed_at)) == 1000.0
    assert library.version != before
