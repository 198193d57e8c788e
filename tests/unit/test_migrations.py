"""A store that an earlier Candor wrote opens, loses nothing that somebody chose, and can be brought up to date."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import engine
from engine.retrieving import retrieval_of
from engine.store import database as database_module
from engine.store.database import MIGRATIONS, Database
from engine.types.answers import Retrieval
from tests.types import Drain
from tests.unit.stored import TEXT

STATEMENTS = (
    "INSERT INTO library (key, strategy, target, overlap, encoder, generation, created_at) "
    "VALUES (1, 'F', 256, 32, 'all-MiniLM-L6-v2', 7, 1.0)",
    "INSERT INTO asked VALUES (1, 1.0, 'Which one?', 'below_cut', 'distance', 0.5, 0.7, 0.7, 0)",
    "INSERT INTO question_sets VALUES (1, 'set', 1, 'a', '[]', 1.0)",
    "INSERT INTO runs VALUES (1, 1, 'corpus', 'documents', 'dense', 1.0)",
    "INSERT INTO trials VALUES (1, 'q', 0, '{}')",
    "INSERT INTO cuts VALUES (1, 'distance', 0.5, 'dense', 'set', 1, 'a', 'corpus', 'documents', '{}', 1.0)",
)


@pytest.fixture
def old(home: Path, tmp_path: Path) -> Path:
    """A home whose store is of the first schema."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__", "000[2-9]*"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_module, "MIGRATIONS", folder)
        patch.setattr(database_module, "SCHEMA", "0001")
        first = Database(home / "candor.db")
        with first.write() as connection:
            for statement in STATEMENTS:
                connection.exec_driver_sql(statement)
        first.close()
    return home


def test_settings_questions_and_cuts_of_a_first_store_are_kept(old: Path) -> None:
    library = engine.Library(engine.read_settings(old))
    assert library.chunking == engine.Chunking("F", 256, 32)
    assert retrieval_of(library) == Retrieval("hybrid+late", 100)
    chosen = engine.cut_in_force(library)
    assert chosen is not None
    assert (chosen.cut, chosen.retrieval) == (0.5, Retrieval("dense", 25))
    assert "measured with dense" in (chosen.out_of_date(library) or "")
    assert engine.facts(library).outcomes == {"below_cut": 1}
    assert [found.name for found in engine.newest_sets(library.database)] == ["set"]
    library.database.close()


def test_documents_of_a_first_store_are_stale_until_rebuilt(library: engine.Library, drained: Drain) -> None:
    """What the first version embedded has no token vectors; its stamp says an earlier pipeline."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.cutting.PIPELINE_VERSION", 1)
        key = library.add("a.md", TEXT)
        drained()
    with library.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM token_vectors")
    assert library.document(key).stale
    assert "rebuild them" in engine.Desk(library).ask("What is filled?").reason
    library.rebuild([key])
    drained()
    assert not library.document(key).stale
    assert engine.Desk(library).search("What is filled?").hits


def test_the_audit_names_chunks_that_no_search_can_find(library: engine.Library, drained: Drain) -> None:
    key = library.add("a.md", TEXT)
    drained()
    assert engine.audit(library, lambda *_: None).passed
    with library.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM token_vectors")
    found = engine.audit(library, lambda *_: None)
    assert not found.passed
    assert "the vectors of its word pieces are missing" in found.documents[0].faults[0]
    library.rebuild([key])
    drained()
    assert engine.audit(library, lambda *_: None).passed
