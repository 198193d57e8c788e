"""Layouts in the store: kept with their extraction, restored headers per document, and audited place by place."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

import engine
from engine.documents import extract
from engine.documents.wire import from_json, to_json
from engine.store import database as database_module
from engine.store.database import MIGRATIONS, Database
from engine.store.tables import extractions, layouts
from engine.types.indexing import State
from tests.pdfs import column, drawn, put, typeset, wrapped
from tests.types import Drain, Ingest
from tests.unit.stored import TEXT, counts

SENTENCE = (
    "The blue lamp above the northern gate of berth {} is lit whenever the upper basin is closed to all vessels. "
)


def report(pages: int = 4) -> bytes:
    return typeset(
        *(
            drawn(
                put(f"ACME - Page {number} of {pages}", 230, 800, 9),
                column(wrapped(SENTENCE.format(number) * 6, 480), 50, 760),
            )
            for number in range(1, pages + 1)
        )
    )


def layout_rows(library: engine.Library) -> int:
    with library.database.read() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(layouts)) or 0


def test_a_layout_survives_the_wire() -> None:
    extraction = extract("report.pdf", report())
    assert from_json(json.loads(json.dumps(to_json(extraction)))) == extraction


def test_the_layout_of_a_pdf_is_kept_apart_and_goes_with_it(ingested: Ingest, library: engine.Library) -> None:
    done = ingested({"a.pdf": report(), "a.md": TEXT})
    assert library.layout(done["a.pdf"].key) == extract("a.pdf", report()).layout
    assert library.layout(done["a.md"].key) is None
    assert library.extraction(done["a.pdf"].key).layout is None
    assert layout_rows(library) == 1
    library.remove([done["a.pdf"].key])
    assert layout_rows(library) == 0


def test_running_lines_are_restored_and_left_out_again_without_reading_twice(
    ingested: Ingest, library: engine.Library, drained: Drain
) -> None:
    key = ingested({"a.pdf": report()})["a.pdf"].key
    assert "ACME" not in library.extraction(key).text
    library.keep_running_lines(key, True)
    assert library.document(key).state is State.QUEUED
    assert "ACME" not in library.extraction(key).text  # what is searched stays what it was until it is replaced
    drained()
    assert library.extraction(key).text.count("ACME") == 4
    assert library.document(key).keep_running_lines
    assert engine.audit(library, lambda *_: None).passed
    assert counts(library)["extractions"] == 2
    library.keep_running_lines(key, False)
    drained()
    assert "ACME" not in library.extraction(key).text
    assert counts(library)["extractions"] == 2


def test_a_replacement_is_read_as_its_predecessor_was(
    ingested: Ingest, library: engine.Library, drained: Drain
) -> None:
    key = ingested({"a.pdf": report()})["a.pdf"].key
    library.keep_running_lines(key, True)
    drained()
    new = ingested({"a.pdf": report(5)})["a.pdf"]
    assert new.key != key
    assert library.extraction(new.key).text.count("ACME") == 5


def test_the_audit_counts_each_format(ingested: Ingest, library: engine.Library) -> None:
    done = ingested({"a.pdf": report(), "b.pdf": report(5), "a.md": TEXT})
    found = engine.audit(library, lambda *_: None)
    assert found.passed
    pdf = done["a.pdf"].chunks + done["b.pdf"].chunks
    assert found.by_format == {"pdf": (pdf, pdf), "markdown": (2, 2)}


@pytest.mark.parametrize(
    ("column_name", "old", "new", "fault"),
    [
        ("layout", '"glyphs": [[0, ', '"glyphs": [[1, ', "stand elsewhere on their page than is stored"),
        ("spans", '"page": 2', '"page": 3', "its locator says pages"),
    ],
)
def test_the_audit_finds_places_that_are_wrong(
    ingested: Ingest, library: engine.Library, column_name: str, old: str, new: str, fault: str
) -> None:
    document = ingested({"a.pdf": report()})["a.pdf"]
    table = layouts if column_name == "layout" else extractions
    with library.database.write() as connection:
        connection.exec_driver_sql(f"UPDATE {table.name} SET {column_name} = replace({column_name}, ?, ?)", (old, new))
    (found,) = engine.audit(library, lambda *_: None).documents
    assert 0 < found.exact < found.total == document.chunks
    assert fault in found.faults[0]


def test_texts_of_a_second_store_are_kept(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__", "000[3-9]*"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_module, "MIGRATIONS", folder)
        patch.setattr(database_module, "SCHEMA", "0002")
        second = Database(home / "candor.db")
        with second.write() as connection:
            connection.exec_driver_sql(
                "INSERT INTO library (key, strategy, target, overlap, encoder, generation, created_at) "
                "VALUES (1, 'F', 256, 32, 'all-MiniLM-L6-v2', 7, 1.0)"
            )
            connection.exec_driver_sql(
                "INSERT INTO extractions (key, sha256, extractor, extractor_version, headings, spans, body_start, "
                "unread_pages, warnings, text) VALUES (4, 'a', 'pdf', 1, '[]', '[]', 0, '[]', '[]', 'Kept words')"
            )
            connection.exec_driver_sql(
                "INSERT INTO documents (key, name, sha256, size, live, sample, state, reason, done, total, extraction, "
                "generation, added_at, changed_at) VALUES (9, 'a.pdf', 'a', 1, 1, 0, 'ready', '', 0, 0, 4, 1, 1.0, 1.0)"
            )
        second.close()
    library = engine.Library(engine.read_settings(home))
    assert library.extraction(9).text == "Kept words"
    assert library.layout(9) is None
    (document,) = library.documents()
    assert (document.characters, document.keep_running_lines) == (10, False)
    library.remove([9])
    with library.database.read() as connection:
        assert connection.execute(sa.select(extractions.c.key)).all() == []
    library.database.close()
