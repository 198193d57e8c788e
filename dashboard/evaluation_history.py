"""All runs as a table, what cannot be compared in it, and the runs from which answers were hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd

import engine
from dashboard import evaluation, words

LISTED = 100
"""Runs in the table; older ones are counted only."""


def history_table(runs: Sequence[engine.Run], figures: Callable[[engine.Run], engine.Figures]) -> pd.DataFrame:
    """One row a run, the newest first, and with which run it cannot be compared, and why, where that is so.

    It is held against the newest of those from which the same was hidden: others are never comparable.
    """
    newest = {run.way.hidden: run for run in reversed(runs)}
    return pd.DataFrame(
        [
            {
                "Finished": pd.Timestamp(run.finished_at or run.created_at, unit="s", tz="UTC"),
                "Set": run.name,
                "Version": f"{run.version} · {run.sha256[:8]}",
                "Cut by": cutting(run.way.chunking),
                "Retriever": words.SHORT_RETRIEVERS[run.way.retrieval.retriever],
                "Not comparable": _why_not(run, newest[run.way.hidden]),
                "Depth": run.way.retrieval.depth,
                "Hidden": words.HIDDEN[run.way.hidden][0],
                "n": len(figures(run).rows),
                **{f"R@{k}": evaluation.percent(figures(run).recall[k]) for k in (1, 4, 20)},
                "MRR": evaluation.score(figures(run).mrr),
                "Destroyed": len(run.report.ledger),
                "Documents": run.document_count,
                "Made by": f"{run.encoder.name} {run.encoder.fingerprint[:8]}, pipeline {run.pipeline_version}",
            }
            for run in runs
        ]
    )


def _why_not(run: engine.Run, newest: engine.Run) -> str:
    why = run.differs(newest)
    if why is None:
        return ""
    return f"With {newest.name}, version {newest.version} · {full_name(newest)}: {why[0].lower()}{why[1:]}"


def cutting(chunking: engine.Chunking) -> str:
    """A way of cutting in full: `F, 512 with 64 overlap`."""
    overlap = f" with {chunking.overlap} overlap" if engine.STRATEGIES[chunking.strategy].overlap else ""
    return f"{chunking.strategy}, {chunking.target}{overlap}"


def full_name(run: engine.Run) -> str:
    """A run named so that it can be told from any other."""
    finished = pd.Timestamp(run.finished_at or run.created_at, unit="s", tz="UTC")
    return (
        f"{cutting(run.way.chunking)} · {words.SHORT_RETRIEVERS[run.way.retrieval.retriever]} "
        f"· {finished:%Y-%m-%d %H:%M:%S}"
    )


def hidden_table(
    runs: Sequence[engine.Run], sweeps: Sequence[engine.Sweep], names: Sequence[str], cut: float
) -> pd.DataFrame:
    """One row a run with hidden answers: how many were asked, how many bluffed at the cut, how many were left out."""
    bluffs = [int(sweep.at(cut).bluffs_near[0]) for sweep in sweeps]
    return pd.DataFrame(
        [
            {
                "Run": name,
                "Hidden": words.HIDDEN[run.way.hidden][0],
                "Asked": sweep.n_near,
                "Bluffs": count,
                "Bluffs, %": evaluation.percent(engine.proportion(count, sweep.n_near)),
                "Left out": len(run.left_out),
            }
            for run, sweep, name, count in zip(runs, sweeps, names, bluffs, strict=True)
        ]
    )
