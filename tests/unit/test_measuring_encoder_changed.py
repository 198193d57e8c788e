"""A measurement during which the library changes to another encoder: it begins again, however seldom it tells."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import engine
from engine.measuring import work
from engine.measuring.evaluation import EncoderChanged, evaluate, planned
from engine.measuring.hiding import Hidden
from engine.measuring.measurements import Course, list_measurements, queue_measurement
from engine.measuring.runs import list_runs
from engine.measuring.sets import save_set
from engine.types.answers import Retrieval
from engine.types.indexing import Chunking
from tests.types import Ingest
from tests.unit.measuring_trials import row

VALVE = b"# Valves\n\nThe relief valve is painted red.\n"


@pytest.fixture
def plan(library: engine.Library, ingested: Ingest, monkeypatch: pytest.MonkeyPatch) -> engine.Plan:
    """One run, during which nobody looks at whether anything changed."""
    monkeypatch.setattr(work, "TELL_SECONDS", float("inf"))
    ingested({"valve.md": VALVE})
    asked = row("red", question="Which colour is it?", needle="The relief valve is painted red.")
    of = save_set(library.database, "valves", [asked])
    return planned(of, [Chunking("E", 128, 0)], [Retrieval("bm25", 25)], Hidden.NOTHING)


def change(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """The library has another encoder the time `at`, from 1, that a measurement asks for it."""
    asked, own = [0], engine.Library.encoder

    def encoder(self: engine.Library, streams: int = 1) -> Any:
        asked[0] += 1
        found = own(self, streams)
        return SimpleNamespace(stamp=replace(found.stamp, fingerprint="another")) if asked[0] == at else found

    monkeypatch.setattr(engine.Library, "encoder", encoder)


@pytest.mark.parametrize("at", [1, 2])  # before the chunks are embedded, before the questions are
def test_it_begins_again_and_does_not_fail(
    library: engine.Library, plan: engine.Plan, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    queue_measurement(library.database, plan)
    change(monkeypatch, at)
    assert work.measure_once(library, "one", 1)
    (waiting,) = list_measurements(library.database)
    assert (waiting.course, waiting.reason) == (Course.QUEUED, work.BEGINS_AGAIN)
    assert list_runs(library.database) == ()
    assert work.measure_once(library, "one", 1)
    (done,) = list_measurements(library.database)
    assert (done.course, done.reason, len(list_runs(library.database))) == (Course.DONE, "", 1)


def test_where_nobody_begins_it_again_it_is_a_sentence(
    library: engine.Library, plan: engine.Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(monkeypatch, 1)
    with pytest.raises(EncoderChanged, match="encoder was changed during the measurement; start it again"):
        evaluate(library, plan, lambda *_: None)
