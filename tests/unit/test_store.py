"""The store: schema, transactions, bytes and vectors survive, and refuse what they must not take."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import StampMismatch, StoreError
from engine.store.blobs import Blobs
from engine.store.database import MIGRATIONS, SCHEMA, Database
from engine.store.tables import metadata, vectors
from engine.store.vectors import Embedded, keep, load_codes, load_vectors, missing

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "candor.db")


def test_migrations_build_exactly_the_tables(database: Database) -> None:
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_newest_migration_is_the_one_that_is_asked_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA


def test_a_store_of_a_newer_program_is_refused_and_left_alone(database: Database) -> None:
    with database.write() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer Candor"):
        Database(database.file)
    with database.read() as connection:
        assert connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == "9999"


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "candor.db").write_bytes(b"not a database, and longer than a header of a hundred bytes" * 4)
    with pytest.raises(StoreError, match="cannot be opened"):
        Database(tmp_path / "candor.db")


def test_a_store_that_is_damaged_inside_is_one_sentence(database: Database) -> None:
    database.close()
    content = bytearray(database.file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    database.file.write_bytes(content)
    with pytest.raises(StoreError, match="cannot be"):
        Database(database.file)


def test_several_threads_may_make_stores_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(6) as pool:
        opened = list(pool.map(lambda number: Database(tmp_path / f"{number % 3}.db"), range(12)))
    for database in opened:
        with database.read() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        database.close()


def test_several_processes_may_make_the_store_at_once(tmp_path: Path) -> None:
    script = "import sys, pathlib; from engine.store.database import Database; Database(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", script, str(tmp_path / "candor.db")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    processes = [subprocess.Popen(command, env=environment) for _ in range(4)]
    assert [process.wait(60) for process in processes] == [0] * 4


def test_a_failed_write_leaves_nothing(database: Database) -> None:
    row = {"encoder": "e", "text_sha256": "t", "vector": b""}

    def write_and_fail() -> None:
        with database.write() as connection:
            connection.execute(sa.insert(vectors).values(row))
            raise KeyError("in the middle")

    with pytest.raises(KeyError):
        write_and_fail()
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(vectors)) == 0


def test_a_read_sees_one_state_while_another_writes(database: Database) -> None:
    count = sa.select(sa.func.count()).select_from(vectors)
    with database.read() as connection:
        assert connection.scalar(count) == 0
        with database.write() as writing:
            writing.execute(sa.insert(vectors).values(encoder="e", text_sha256="t", vector=b""))
        assert connection.scalar(count) == 0
    with database.read() as connection:
        assert connection.scalar(count) == 1


QUICK = sa.select(vectors.c.text_sha256, vectors.c.vector).where(
    vectors.c.text_sha256.in_(sa.bindparam("keys", expanding=True))
)


def test_a_quick_look_sees_what_was_just_written_for_any_number_of_keys(database: Database) -> None:
    assert database.quick(QUICK, ["a", "b"]) == database.quick(QUICK, []) == []
    with Database(database.file).write() as writing:
        writing.execute(sa.insert(vectors), [{"encoder": "e", "text_sha256": key, "vector": b"1"} for key in "abc"])
    assert sorted(database.quick(QUICK, ["a", "b"])) == [("a", b"1"), ("b", b"1")]
    assert database.quick(QUICK, ["c"]) == [("c", b"1")]
    assert database.quick(sa.select(sa.func.count()).select_from(vectors)) == [(3,)]


def test_a_quick_look_holds_nobody_up(database: Database) -> None:
    database.quick(QUICK, ["a"])
    with Database(database.file).write() as writing:
        writing.execute(sa.insert(vectors).values(encoder="e", text_sha256="a", vector=b""))
        assert database.quick(QUICK, ["a"]) == []  # what is not committed is not seen, and not waited for
    assert database.quick(QUICK, ["a"]) == [("a", b"")]


def test_a_quick_look_at_a_damaged_store_is_one_sentence(database: Database) -> None:
    database.close()
    for file in database.file.parent.glob("candor.db*"):
        file.write_bytes(b"not a database, " * 1000)
    with pytest.raises(StoreError, match="move it away or restore a copy"):
        database.quick(QUICK, ["a"])


@given(st.lists(st.binary(max_size=50), max_size=5))
def test_bytes_are_kept_by_their_hash(tmp_path_factory: pytest.TempPathFactory, many: list[bytes]) -> None:
    blobs = Blobs(tmp_path_factory.mktemp("blobs"))
    digests = [blobs.put(data) for data in many]
    assert digests == [hashlib.sha256(data).hexdigest() for data in many]
    assert [blobs.get(digest) for digest in digests] == many
    assert sorted(blobs.all()) == sorted(set(digests))


def test_altered_and_missing_bytes_are_told_apart(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    digest = blobs.put(b"as uploaded")
    blobs.path(digest).write_bytes(b"tampered with")
    with pytest.raises(StoreError, match="altered"):
        blobs.get(digest)
    assert blobs.put(b"as uploaded") == digest  # uploading it again mends it, as the message promises
    assert blobs.get(digest) == b"as uploaded"
    blobs.drop(digest)
    with pytest.raises(StoreError, match="missing"):
        blobs.get(digest)


def test_a_folder_that_takes_no_bytes_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "originals").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match="cannot be kept"):
        Blobs(tmp_path / "originals").put(b"bytes")


def test_an_error_of_the_database_tells_no_text(database: Database) -> None:
    row = {"encoder": "e", "text_sha256": "a secret sentence", "vector": b""}
    with pytest.raises(sa.exc.IntegrityError) as raised, database.write() as connection:
        connection.execute(sa.insert(vectors), [row, row])
    assert "secret" not in str(raised.value)


def _embedded(**rows: list[float]) -> dict[str, Embedded]:
    """Per text a vector, and word pieces and codes that tell it apart from others of the same text."""
    return {
        key: Embedded(np.array(row, np.float32), np.array([7, len(row)], np.uint32), repr(row).encode())
        for key, row in rows.items()
    }


def test_a_text_is_embedded_once_per_encoder_and_packing(database: Database) -> None:
    assert missing(database, "enc", 1, ["a", "b", "a"]) == ["a", "b"]
    keep(database, "enc", 1, 2, _embedded(a=[0.6, 0.8]))
    assert missing(database, "enc", 1, ["a", "b", "a"]) == ["b"]
    assert missing(database, "other", 1, ["a", "b"]) == ["a", "b"]
    assert missing(database, "enc", 2, ["a", "b"]) == ["a", "b"]  # packed otherwise: to be read again
    keep(database, "enc", 1, 2, _embedded(a=[1, 0], b=[0, 1]))  # a second process was slower: what is there stays
    stored = load_vectors(database, "enc", 1, ["b", "a", "b"])
    assert stored["a"][0].tolist() == pytest.approx([0.6, 0.8])
    assert stored["b"][0].tolist() == [0, 1]
    assert stored["a"][1].tolist() == [7, 2]
    assert load_codes(database, "enc", 1, ["a", "b"]) == {"a": b"[0.6, 0.8]", "b": b"[0, 1]"}


def test_a_text_that_is_packed_anew_keeps_its_vector(database: Database) -> None:
    keep(database, "enc", 1, 2, _embedded(a=[0.6, 0.8]))
    keep(database, "enc", 2, 2, _embedded(a=[1, 0]))
    assert load_vectors(database, "enc", 2, ["a"])["a"][0].tolist() == pytest.approx([0.6, 0.8])
    assert load_codes(database, "enc", 2, ["a"]) == {"a": b"[1, 0]"}


def test_texts_that_were_never_embedded_are_left_out(database: Database) -> None:
    keep(database, "enc", 1, 2, _embedded(a=[0.6, 0.8]))
    for load in (load_vectors, load_codes):
        assert list(load(database, "enc", 1, ["a", "b", "c", "b"])) == ["a"]
        assert not load(database, "enc", 2, ["a"])
        assert not load(database, "other", 1, ["a"])


@pytest.mark.parametrize("bad", [[0.6, 0.9], [0.0, 0.0], [float("nan"), 1.0]])
def test_only_unit_vectors_enter(database: Database, bad: list[float]) -> None:
    with pytest.raises(StoreError, match="length differs from 1"):
        keep(database, "enc", 1, 2, _embedded(a=[1, 0], b=bad))
    assert missing(database, "enc", 1, ["a", "b"]) == ["a", "b"]


def test_vectors_of_other_dimensions_are_refused(database: Database) -> None:
    with pytest.raises(StampMismatch, match="3 dimensions"):
        keep(database, "enc", 1, 3, _embedded(a=[1, 0]))
