"""What the Threshold page draws of a run: DataFrames of arithmetic on stored trials. Nothing is searched here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

import engine

COARSE, FINE = 0.025, 0.005
"""Steps of the slider: coarse over the whole range, fine where the counts change."""

LINES = {
    "right": "right",
    "wrong": "wrong",
    "near": "near bluffs",
    "far": "far bluffs",
}


def slider_cuts(sweep: engine.Sweep) -> list[float]:
    """The cuts that a slider offers, ascending, from 0 to 2."""
    scores = [score for best in (sweep.best_in, sweep.best_near, sweep.best_far) for score in best if score <= 2]
    low, high = (min(scores), max(scores)) if scores else (0.0, 0.0)
    fine = np.arange(np.floor(low / FINE) - 2, np.ceil(high / FINE) + 3) * FINE
    coarse = np.arange(round(2 / COARSE) + 1) * COARSE
    return sorted({round(float(cut), 3) for cut in (*fine, *coarse) if 0 <= cut <= 2})


def interesting(sweep: engine.Sweep, *cuts: float) -> tuple[float, float]:
    """The stretch of cuts that the charts show: where something changes, with these `cuts` in it and a margin."""
    scores = [score for best in (sweep.best_in, sweep.best_near, sweep.best_far) for score in best if score <= 2]
    low, high = min([*scores, *cuts]), max([*scores, *cuts])
    return max(0.0, low - COARSE), min(2.0, high + COARSE)


def curves(sweep: engine.Sweep, cuts: Sequence[float]) -> pd.DataFrame:
    """Per cut and line the share of its questions in percent, with the ends of its 95 % interval, its count and n."""
    counts = sweep.at(cuts)
    series = {
        "right": (counts.answered_right, sweep.n_in),
        "wrong": (counts.answered_wrong, sweep.n_in),
        "near": (counts.bluffs_near, sweep.n_near),
        "far": (counts.bluffs_far, sweep.n_far),
    }
    frames = []
    for line, (of, n) in series.items():
        if n:
            low, high = engine.wilson(of, n)
            shares = {"share": 100 * of / n, "low": 100 * low, "high": 100 * high, "count": of, "n": n}
            frames.append(pd.DataFrame({"cut": counts.cuts, "line": LINES[line], **shares}))
    return pd.concat(frames, ignore_index=True)


def distances(trials: Sequence[engine.Trial]) -> pd.DataFrame:
    """Each question's best distance and kind: what the gate compares with the cut."""
    kinds = {"in": "in-domain", "near": "near", "far": "far"}
    return pd.DataFrame(
        [
            {"distance": min(hit.distance for hit in trial.ranked), "kind": kinds[trial.kind]}
            for trial in trials
            if trial.ranked
        ],
        columns=["distance", "kind"],
    )


def bluffs_table(trials: Sequence[engine.Trial], cut: float, said: Callable[[engine.Ranked], str]) -> pd.DataFrame:
    """Every bluff at this cut, closest first, with the passage that let it through and what kind of miss that is.

    `said` gives the words of a passage.
    """
    bluffs = [(bluff, said(bluff.passage)) for bluff in engine.bluffs(trials, cut)]
    return pd.DataFrame(
        [
            {
                "Question": bluff.trial.question,
                "Distance": bluff.passage.distance,
                "Miss": str(engine.miss_of(bluff.trial.question, bluff.trial.kind, passage)),
                "Passage that let it through": " ".join(passage.split()),
                "Document": bluff.passage.document,
                "Why it is no answer": bluff.trial.note or "",
            }
            for bluff, passage in bluffs
        ]
    )


def flips_table(trials: Sequence[engine.Trial], before: float, after: float) -> pd.DataFrame:
    """The questions that end otherwise than at the cut before."""
    return pd.DataFrame(
        [
            {
                "Question": flip.trial.question,
                "Kind": str(flip.trial.kind),
                f"At {before:.3f}": str(flip.before),
                f"At {after:.3f}": str(flip.after),
            }
            for flip in engine.flips(trials, before, after)
        ]
    )


def verdict_table(trials: Sequence[engine.Trial], cut: float, verdict: str) -> pd.DataFrame:
    """The in-domain questions that end so at this cut, with how near the best passage is and where the needle ranks."""
    return pd.DataFrame(
        [
            {
                "Question": trial.question,
                "Phrasing": trial.phrasing or "",
                "Best distance": min((hit.distance for hit in trial.ranked), default=None),
                "Needle at rank": next((rank for rank, hit in enumerate(trial.ranked, 1) if hit.holds), None),
            }
            for trial in trials
            if trial.kind == "in" and engine.verdict(trial, cut) == verdict
        ]
    )
