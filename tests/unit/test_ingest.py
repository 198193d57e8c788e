"""From bytes to what is searched: ready or failed, replaced and removed in one step, and nothing embedded twice."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import engine
from engine.ingest import LeaseLost, process
from engine.retrieval.encoder import Reading
from engine.store import jobs
from engine.types.indexing import State
from tests.types import Drain, Ingest
from tests.unit.stored import TEXT, counts, searched


def test_a_document_becomes_ready_with_its_numbers_and_stamp(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"guide/pumps.md": TEXT})["guide/pumps.md"]
    assert (document.state, document.reason, document.title) == (State.READY, "", "Pumps")
    assert (document.characters, document.chunks, document.overflowing) == (len(TEXT), 2, 0)
    assert document.live
    assert not document.stale
    assert document.stamp is not None
    assert document.stamp.digest == library.digests()["markdown"]
    assert document.stamp.encoder == engine.describe(engine.DEFAULT_ENCODER)
    stored = library.chunks(document.key)
    assert [piece.chunk.content for piece in stored] == [
        "# Pumps\n\nA pump moves water.",
        "Fill the casing before the first start.",
    ]
    assert stored[1].chunk.text == "[Pumps > Priming]\nFill the casing before the first start."


def test_broken_documents_fail_with_their_reason_and_hurt_no_other(ingested: Ingest, library: engine.Library) -> None:
    done = ingested({"a.md": TEXT, "b.pdf": b"MZ\x90\x00 not a pdf", "c.txt": b"", "d.txt": b"The valve is red."})
    states = {name: document.state for name, document in done.items()}
    assert states == {"a.md": State.READY, "b.pdf": State.FAILED, "c.txt": State.FAILED, "d.txt": State.READY}
    assert "b.pdf" in done["b.pdf"].reason
    assert done["c.txt"].reason
    assert any("valve" in content for content in searched(library, "Which colour has the valve?"))


def test_the_same_bytes_change_nothing(ingested: Ingest, library: engine.Library) -> None:
    first = ingested({"a.md": TEXT})["a.md"]
    generation = library.generation
    assert library.add("a.md", TEXT) == first.key
    assert library.add("./a.md", TEXT) == first.key
    assert (library.generation, jobs.waiting(library.database)) == (generation, 0)


def test_the_same_bytes_under_two_names_are_two_documents_read_once(ingested: Ingest, library: engine.Library) -> None:
    done = ingested({"guide/README.md": TEXT, "api/README.md": TEXT})
    assert len(done) == 2
    assert counts(library) == {"documents": 2, "extractions": 1, "chunks": 4, "vectors": 2}
    library.remove([done["guide/README.md"].key])
    assert library.blobs.get(done["api/README.md"].id) == TEXT
    assert library.extraction(done["api/README.md"].key).text == TEXT.decode()


def test_other_bytes_replace_their_predecessor_in_one_step(
    ingested: Ingest, library: engine.Library, drained: Drain
) -> None:
    old = ingested({"a.md": TEXT})["a.md"]
    library.add("a.md", TEXT.replace(b"casing", b"hopper"))
    listed = library.documents()
    assert [(document.live, document.state) for document in listed] == [(True, State.READY), (False, State.QUEUED)]
    assert any("casing" in content for content in searched(library))
    drained()
    (new,) = library.documents()
    assert new.key != old.key
    assert new.live
    found = searched(library)
    assert any("hopper" in content for content in found)
    assert not any("casing" in content for content in found)
    assert list(library.blobs.all()) == [new.id]


def test_a_failed_replacement_leaves_what_issearched(ingested: Ingest, library: engine.Library) -> None:
    ingested({"a.md": TEXT})
    ingested({"a.md": b"\x00\x01\x02\x00"})
    assert [(document.live, document.state) for document in library.documents()] == [
        (True, State.READY),
        (False, State.FAILED),
    ]
    assert any("casing" in content for content in searched(library))
    ingested({"a.md": TEXT})  # going back to the old bytes drops the failed attempt
    assert [document.state for document in library.documents()] == [State.READY]


def test_removing_takes_everything_but_the_vectors(ingested: Ingest, library: engine.Library) -> None:
    document = ingested({"a.md": TEXT})["a.md"]
    desk = engine.Desk(library)
    assert desk.search("priming").hits
    library.remove([document.key])
    assert not desk.search("priming").hits
    assert counts(library) == {"documents": 0, "extractions": 0, "chunks": 0, "vectors": 2}
    assert list(library.blobs.all()) == []


def test_bytes_go_only_once_nothing_can_bring_their_document_back(
    ingested: Ingest, library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash between the two must leave bytes too many, not a document without its bytes."""
    document = ingested({"a.md": TEXT})["a.md"]
    left: list[int] = []
    monkeypatch.setattr(library.blobs, "drop", lambda digest: left.append(counts(library)["documents"]))
    library.remove([document.key])
    assert left == [0]
    ingested({"a.md": TEXT})
    assert library.documents()[0].state is State.READY


def test_no_text_is_embedded_twice(
    ingested: Ingest, library: engine.Library, drained: Drain, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = library.encoder()
    seen: list[str] = []
    read = type(encoder).read

    def listen(self: object, texts: list[str]) -> Reading:
        seen.extend(texts)
        return read(self, texts)  # type: ignore[arg-type]

    monkeypatch.setattr(type(encoder), "read", listen)
    done = ingested({"a.md": TEXT})
    assert len(seen) == 2
    ingested({"b.md": TEXT})
    library.rebuild([done["a.md"].key])
    drained()
    assert len(seen) == 2
    library.apply(engine.Chunking("F", 512, 64), engine.DEFAULT_ENCODER)
    drained()
    assert len(seen) == len(set(seen)) == 3  # only the chunk that now has something before it reads otherwise


def test_what_a_rebuild_costs_is_what_it_then_does(ingested: Ingest, library: engine.Library, drained: Drain) -> None:
    ingested({"a.md": TEXT, "b.md": TEXT + b"\nAnd drain it.\n"})
    for chunking in (engine.Chunking("A", 64, 0), engine.Chunking("E", 512, 64), engine.Chunking("B", 64, 16)):
        cost = library.cost(chunking, engine.DEFAULT_ENCODER)
        before = counts(library)["vectors"]
        library.apply(chunking, engine.DEFAULT_ENCODER)
        drained()
        after = counts(library)
        assert (cost.documents, cost.chunks, cost.to_embed) == (2, after["chunks"], after["vectors"] - before)


def test_other_settings_make_documents_stale_and_unsearched_until_rebuilt(
    ingested: Ingest, library: engine.Library, drained: Drain
) -> None:
    ingested({"a.md": TEXT})
    desk = engine.Desk(library)
    assert desk.search("priming").hits
    library.apply(engine.Chunking("C", 512, 64), engine.DEFAULT_ENCODER)
    assert [document.stale for document in library.documents()] == [True]
    assert not desk.search("priming").hits
    drained()
    assert [document.stale for document in library.documents()] == [False]
    assert [hit.header for hit in desk.search("priming").hits] == ["", ""]


def test_a_job_that_was_taken_away_writes_nothing(library: engine.Library) -> None:
    library.add("a.md", TEXT)
    job = jobs.take(library.database, "slow", time.time)
    assert job is not None
    library.remove([job.document])
    with pytest.raises(LeaseLost):
        process(library, job, streams=1)
    assert counts(library) == {"documents": 0, "extractions": 0, "chunks": 0, "vectors": 0}


@pytest.mark.parametrize("name", ["", "/", "..", "../a.md", "a/../../b.md", "a\nb.md", "a\x00.md", "x" * 501])
def test_names_that_cannot_be_are_refused(library: engine.Library, name: str) -> None:
    with pytest.raises(engine.StoreError, match="cannot be a document's name"):
        library.add(name, TEXT)


def test_a_document_over_the_limit_is_refused_with_both_numbers(
    library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "settings", library.settings.model_copy(update={"document_mib": 1}))
    with pytest.raises(engine.StoreError, match=r"1,048,577 bytes.*1,048,576"):
        library.add("a.txt", b"x" * (2**20 + 1))


def test_the_sample_comes_once_and_what_is_removed_stays_removed(home: Path, tmp_path: Path) -> None:
    sample = tmp_path / "sample"
    sample.mkdir()
    (sample / "one.md").write_bytes(TEXT)
    (sample / "two.md").write_bytes(b"# Two\n\nMore.")

    def opened() -> engine.Library:
        return engine.Library(engine.read_settings(home), create=engine.DEFAULT_CHUNKING, sample=sample)

    first = opened()
    listed = first.documents()
    assert [(document.name, document.sample) for document in listed] == [("one.md", True), ("two.md", True)]
    first.remove([listed[0].key])
    assert [document.name for document in opened().documents()] == ["two.md"]


def test_without_a_library_nothing_is_made(home: Path) -> None:
    with pytest.raises(engine.StoreError, match="There is no library"):
        engine.Library(engine.read_settings(home))
    assert not (home / "candor.db").exists()
