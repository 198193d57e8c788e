"""Decides, before any model is called, whether the retrieved passages may carry an answer.

There is one gate per decision, and it looks at one named score. Who ranked the passages does not matter:
a gate sees their order only through which of them fall into the pool, and which passing ones come first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.errors import GateError
from engine.types.answers import Decision, Hit

DEFAULT_CUT = 0.675
"""The distance gate's cut until somebody calibrates one.

It is the value that the specification names as a starting point for all-MiniLM-L6-v2. Nobody measured it on the
documents at hand, so wherever it is shown it has to be called *not calibrated for these documents*.
"""

POOL = 25
"""How many hits, counted from the top of the ranking, a gate looks at."""

KEEP = 4
"""How many of the passing hits an answer is built from."""


@dataclass(frozen=True, slots=True)
class Gate:
    """One way to decide.

    `scores` gives one number per hit of the pool; it is handed the pool as a whole, so that a gate which judges the
    question can give all of its hits the same number. A hit passes strictly below the cut where `lower_is_better`,
    strictly above it otherwise. Cuts outside the closed range `cuts` are refused. `measure` is the score's name in
    sentences.
    """

    measure: str
    scores: Callable[[Sequence[Hit]], tuple[float, ...]]
    lower_is_better: bool
    cuts: tuple[float, float]


def _distances(pool: Sequence[Hit]) -> tuple[float, ...]:
    for hit in pool:
        if not math.isfinite(hit.distance):
            raise GateError(
                f"Rank {hit.rank}, a passage of {hit.document!r}, has the distance {hit.distance}, which cannot be "
                f"compared with a cut; rebuild that document."
            )
    return tuple(hit.distance for hit in pool)


GATES: dict[str, Gate] = {
    "distance": Gate(measure="distance", scores=_distances, lower_is_better=True, cuts=(0.0, 2.0)),
}
"""Every gate there is, by the name that settings and the command line use."""


def decide(hits: Sequence[Hit], gate: str, cut: float, pool: int = POOL, keep: int = KEEP) -> Decision:
    """Look at the first `pool` hits and keep the first `keep` of those that pass; their order is the ranking's.

    `hits` are in ranked order, best first. The decision's `best_score` is this gate's score of the chunk that does
    best by it (for the distance gate the smallest distance), `best_distance` the smallest cosine distance of the
    pool, whichever gate decides; both are `None` for an empty pool.

    Raises `GateError` for a gate that does not exist, a cut it cannot use, sizes below 1, or a hit without a score.
    """
    rule = _rule(gate, cut)
    if pool < 1 or keep < 1:
        raise GateError(f"A gate needs a pool and a number to keep of at least 1, not {pool} and {keep}.")
    seen = tuple(hits[:pool])
    scores = rule.scores(seen)
    passed = tuple(
        hit for hit, score in zip(seen, scores, strict=True) if (score < cut if rule.lower_is_better else score > cut)
    )
    best = min if rule.lower_is_better else max
    return Decision(
        gate=gate,
        cut=cut,
        pool=seen,
        passed=passed,
        kept=passed[:keep],
        best_score=best(scores, default=None),
        best_distance=min(_distances(seen), default=None),
    )


def refusal(decision: Decision) -> str:
    """Say in one or two plain sentences why nothing was kept, with the best score, the cut and the distance."""
    rule = _rule(decision.gate, decision.cut)
    if decision.best_score is None or decision.best_distance is None:
        return f"The search found no passage, so none could pass the cut of {decision.cut:g}. No model was asked."
    side = "below" if rule.lower_is_better else "above"
    best, cut = _told_apart(decision.best_score, decision.cut)
    distance = "" if decision.gate == "distance" else f" (its closest passage is {decision.best_distance:.3f} away)"
    return (
        f"No passage is close enough to the question: the best {rule.measure} is {best}, and an answer needs one "
        f"{side} the cut of {cut}{distance}. No model was asked."
    )


def _rule(gate: str, cut: float) -> Gate:
    rule = GATES.get(gate)
    if rule is None:
        raise GateError(f"There is no gate called {gate!r}; choose one of: {', '.join(sorted(GATES))}.")
    low, high = rule.cuts
    if not (math.isfinite(cut) and low <= cut <= high):
        raise GateError(f"The {gate} gate cannot use the cut {cut}; give a number from {low:g} to {high:g}.")
    return rule


def _told_apart(score: float, cut: float) -> tuple[str, str]:
    """Both to three decimals, or to as many more as it takes to see that they differ."""
    digits = 3
    while score != cut and digits < 17 and f"{score:.{digits}f}" == f"{cut:.{digits}f}":
        digits += 1
    return f"{score:.{digits}f}", f"{cut:.{digits}f}"
