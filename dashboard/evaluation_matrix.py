"""The matrix of runs as a DataFrame: how each was made, its figures, what it costs, and which columns show what."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

import engine
from dashboard import evaluation, words
from dashboard.evaluation import Shown

FOUND, COSTS, TIMES = "found", "costs", "times"
"""What the matrix can show of a run: all at once is wider than a window."""

SIZES = ("Target", "Overlap", "Depth")
NAMING = ("Strategy", *SIZES, "Retriever")
"""The columns of the matrix that tell runs apart."""


def matrix(shown: Sequence[Shown], over: str) -> pd.DataFrame:
    """One row a run in the order given: how it was made, its figures with their intervals, what it costs.

    Recall and MRR are text, in percent and from 0 to 1; the header's share is in percent; times are milliseconds a
    question, each stage's empty where the run has no such stage.
    """
    stages = list(dict.fromkeys(stage for one in shown for stage in one.figures.milliseconds))
    sizes = evaluation.sizes([one.run for one in shown])
    return pd.DataFrame(
        [
            {
                "Strategy": one.run.way.chunking.strategy,
                **sizes(one.run.way),
                "Retriever": words.SHORT_RETRIEVERS[one.run.way.retrieval.retriever],
                **{f"Recall@{k}": evaluation.percent(evaluation.recall(one.figures, k, over)) for k in engine.KS},
                "MRR": evaluation.score(one.figures.mrr if over == evaluation.ROWS else one.figures.mrr_of_groups),
                "Destroyed": len(one.run.report.ledger),
                "Chunks": one.run.report.window.chunks,
                "Tokens": one.run.report.window.tokens,
                "Header share": 100 * one.run.report.window.header_share,
                "Overflowing": one.run.report.window.overflowing,
                "ms": sum(one.figures.milliseconds.values()),
                **{stage_column(stage): one.figures.milliseconds.get(stage) for stage in stages},
            }
            for one in shown
        ]
    )


def columns(frame: pd.DataFrame, what: str) -> list[str]:
    """The columns of the matrix that show this of a run, behind those that name it."""
    names = list(frame.columns)
    costs, times = names.index("Destroyed"), names.index("ms")
    parts = {FOUND: names[: costs + 1], COSTS: names[costs : times + 1], TIMES: names[times:]}
    naming = [name for name in names if name in NAMING]
    return [*naming, *(name for name in parts[what] if name not in NAMING)]


def stage_column(stage: str) -> str:
    """The heading of the column that holds a stage's time."""
    return f"ms {words.STAGES.get(stage, stage)}"
