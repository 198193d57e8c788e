"""Ingestion cut off: killed in any state, killed again and again, and a store that is opened anew."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import engine
from engine.store import jobs, leases
from engine.types.indexing import State
from tests.hanging import hanging
from tests.types import Drain
from tests.unit.stored import TEXT, counts, searched

# Where a worker is made to hang, per state: what never returns, and what the store then holds.
HANGS = {
    State.EXTRACTING: ("engine.ingest.extract_isolated", {"extractions": 0, "chunks": 0, "vectors": 0}),
    State.CHUNKING: ("engine.ingest.cut", {"extractions": 1, "chunks": 0, "vectors": 0}),
    State.EMBEDDING: ("engine.retrieval.encoder.OpenVINOEncoder.read", {"extractions": 1, "chunks": 0, "vectors": 0}),
    "committing": ("engine.ingest.stamp_key", {"extractions": 1, "chunks": 0, "vectors": 2}),
}


@pytest.mark.parametrize("where", list(HANGS))
def test_a_worker_killed_in_any_state_loses_nothing(library: engine.Library, drained: Drain, where: str) -> None:
    function, held = HANGS[where]
    state = State.EMBEDDING if where == "committing" else State(where)
    key = library.add("a.md", TEXT)
    with hanging(function, library, "doomed") as victim:
        if where != "committing":
            before = library.document(key)
            assert (before.state, before.live) == (state, False)
            assert jobs.take(library.database, "other", time.time) is None
        victim.kill()
    assert library.document(key).state is state
    assert counts(library) == {"documents": 1, **held}
    assert not searched(library)

    leases.expire(library.database, "doomed")
    drained()
    after = library.document(key)
    assert (after.state, after.live, after.chunks) == (State.READY, True, 2)
    assert counts(library) == {"documents": 1, "extractions": 1, "chunks": 2, "vectors": 2}
    assert any("casing" in content for content in searched(library))


def test_a_document_that_kills_its_workers_is_failed_in_the_end(library: engine.Library, drained: Drain) -> None:
    key = library.add("a.md", TEXT)
    for owner in ("one", "two", "three"):
        assert jobs.take(library.database, owner, time.time) is not None
        leases.expire(library.database, owner)
    drained()
    assert "3 times" in library.document(key).reason
    library.rebuild([key])  # and a person may retry it
    drained()
    assert library.document(key).state is State.READY


def test_a_queued_document_survives_until_a_worker_comes(library: engine.Library, drained: Drain, home: Path) -> None:
    library.add("a.md", TEXT)
    library.database.close()
    again = engine.Library(engine.read_settings(home))
    assert [document.state for document in again.documents()] == [State.QUEUED]
    drained()
    assert [document.state for document in again.documents()] == [State.READY]
