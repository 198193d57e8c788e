"""Every cut at once: the sweep over trials that nobody searched for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.answering.gate import GATES, POOL
from engine.errors import GateError
from engine.measuring.questions import Kind, Needle
from engine.measuring.sweep import sweep
from engine.measuring.trials import Ranked, Trial
from engine.types.answers import StageRank
from tests.bench.speeds import Bound, Speed, absolute
from tests.bench.timing import lasting

QUESTIONS, CUTS = 10_000, 200


def sweep_speeds(rounds: int) -> Iterator[Speed]:
    """The arithmetic from stored trials to the counts at all cuts, for every gate that trials have scores for."""
    trials = synthetic_trials(QUESTIONS)
    for name, gate in GATES.items():
        cuts = np.linspace(*gate.cuts, CUTS)
        try:
            sweep(trials[:100], name).at(cuts)
        except GateError:
            continue  # the calibrated gate's scores come from a model fitted to a library's own questions
        values = tuple(lasting(lambda: sweep(trials, name).at(cuts)) for _ in range(rounds))  # noqa: B023
        what = f"sweep of the {name} gate, {QUESTIONS:,} questions × {CUTS} cuts"
        yield absolute(what, values, "ms", Bound(below=100))


def synthetic_trials(count: int) -> list[Trial]:
    """Two in-domain questions for each near and each far one, with scores drawn at random, a pool of hits each."""
    random = np.random.default_rng(1)
    distances = np.sort(random.uniform(0.2, 1.1, (count, POOL)), axis=1).tolist()
    scores = np.sort(random.uniform(0.1, 0.9, (count, POOL)), axis=1)[:, ::-1].tolist()
    places = random.integers(0, 2 * POOL, count).tolist()  # half of the needles are not in the pool
    kinds = (Kind.IN, Kind.IN, Kind.NEAR, Kind.FAR)
    return [
        _trial(number, kinds[number % len(kinds)], distances[number], scores[number], places[number])
        for number in range(count)
    ]


def _trial(number: int, kind: Kind, distances: list[float], scores: list[float], place: int) -> Trial:
    holding = place if kind is Kind.IN and place < POOL else None
    ranked = tuple(
        Ranked(at, "a.md", 0, 9, 0, distance, {"late": StageRank(at + 1, score)}, at == holding, at == holding)
        for at, (distance, score) in enumerate(zip(distances, scores, strict=True))
    )
    needles = (Needle("a.md", 0, 9),) if kind is Kind.IN else ()
    ranks = (None if holding is None else holding + 1,) * len(needles)
    return Trial(f"q{number}", "", kind, None, None, None, ranked, needles, ranks, {})
