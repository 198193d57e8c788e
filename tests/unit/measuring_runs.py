"""Runs for the tests of `engine.measuring`, as if somebody had searched."""

from __future__ import annotations

from collections.abc import Sequence

import engine
from engine.chunking import WindowReport
from engine.measuring.corpus import Corpus
from engine.measuring.cutting_report import CuttingReport, Destroyed
from engine.measuring.hiding import Hidden
from engine.measuring.questions import Needle, QuestionRow
from engine.measuring.runs import Run, Way, begin_run, finish_run, keep_trials
from engine.measuring.sets import save_set
from engine.measuring.trials import Trial
from engine.types.answers import Retrieval
from engine.types.indexing import Chunking, EncoderStamp

HERE = Corpus("c" * 64, "d" * 64)
DENSE = Way(Chunking("E", 512, 0), Retrieval("dense", 25), Hidden.NOTHING)
ENCODER = EncoderStamp("small", "f" * 64, 384, "mean", True, 256)
LOST = Destroyed("a", "Which one?", Needle("a.md", 3, 11), "Fill it.", ((3, 7), (8, 11)))
REPORT = CuttingReport(WindowReport(20, 2000, 100, 1, 7), (LOST,))


def begun(
    library: engine.Library,
    rows: Sequence[QuestionRow],
    way: Way = DENSE,
    corpus: Corpus = HERE,
    name: str = "pumps",
    basis: str = "b" * 64,
) -> Run:
    of = save_set(library.database, name, rows)
    return begin_run(library.database, of, basis, corpus, 2, way, ENCODER, REPORT, {"b": "It is elsewhere."})


def finished(
    library: engine.Library,
    rows: Sequence[QuestionRow],
    trials: Sequence[Trial],
    way: Way = DENSE,
    corpus: Corpus = HERE,
    name: str = "pumps",
    basis: str = "b" * 64,
) -> Run:
    run = begun(library, rows, way, corpus, name, basis)
    keep_trials(library.database, run, dict(enumerate(trials)))
    return finish_run(library.database, run)
