"""Runs, trials and figures for the tests of what the Evaluate page draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import engine

BASIS = "basis"
ENCODER = engine.EncoderStamp("small", "f" * 64, 384, "mean", True, 256)
SET = engine.QuestionSet(1, "desk", 2, "s" * 64, (), 0.0)
CORPUS = engine.Corpus("corpus", "documents")


def run_of(key: int, strategy: str = "E", retriever: str = "dense", **changed: Any) -> engine.Run:
    """A finished run; `changed` are other fields of it."""
    chunking = engine.Chunking(strategy, 512, 64 if engine.STRATEGIES[strategy].overlap else 0)
    report = engine.CuttingReport(engine.window_report(()), ())
    run = engine.Run(
        key=key,
        name="desk",
        version=2,
        sha256="s" * 64,
        corpus=CORPUS,
        basis=BASIS,
        document_count=3,
        way=engine.Way(chunking, engine.Retrieval(retriever, 25), engine.Hidden.NOTHING),
        encoder=ENCODER,
        pipeline_version=2,
        report=report,
        left_out={},
        created_at=0.0,
        finished_at=float(key),
    )
    return replace(run, **changed)


def trial_of(id: str, rank: int | None, pair: str | None = None, phrasing: str | None = None) -> engine.Trial:
    """An in-domain question with one needle, found at `rank`."""
    needle = engine.Needle("a.md", 10 * int(id), 10 * int(id) + 5)
    return engine.Trial(
        id,
        f"What is {id}?",
        engine.Kind.IN,
        phrasing,
        pair,
        None,
        (),
        (needle,),
        (rank,),
        {"encode": 2.0, "dense": 1.0},
    )


def figures_of(*ranks: int | None, pairs: bool = False) -> engine.Figures:
    """One row a rank; with `pairs` two neighbours are phrasings of one needle."""
    return engine.figures([trial_of(f"{n}", rank, f"{n // 2}" if pairs else None) for n, rank in enumerate(ranks)])
