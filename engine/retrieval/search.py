"""A question -> ranked hits: encode once, ask the index, fuse, reorder, fetch what the ranked chunks say."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.retrieval.codes import project, unpack
from engine.retrieval.encoder import Encoder, Reading
from engine.retrieval.fusion import fuse
from engine.retrieval.index import Index, Placed, Scored
from engine.retrieval.late import late_scores, weights
from engine.retrieval.names import FEW, names
from engine.types.answers import Filter, Hit, Retrieval, StageRank

RETRIEVERS = {
    "dense": ("dense",),
    "bm25": ("bm25",),
    "hybrid": ("dense", "bm25", "hybrid"),
    "hybrid+late": ("dense", "bm25", "hybrid", "late"),
}
"""Every retriever by name, with the stages that it goes through."""

_NAMES = {
    "dense": "dense (meaning)",
    "bm25": "keyword search (BM25)",
    "hybrid": "hybrid",
    "hybrid+late": "hybrid + late interaction",
}

DEFAULT_RETRIEVAL = Retrieval("hybrid+late", 100)
"""How a new library finds chunks. Why so deep is told in `DECISIONS.md`."""

RANKING_VERSION = 2
"""Raised when the same question and index would give other ranks than before: what was measured counts no more."""

LISTED = 25
"""How many hits a search gives: the pool that a gate looks at."""

FUSED = 100
"""How many first ones of each ranking are fused, and the most that a second stage can reorder."""


@dataclass(frozen=True, slots=True)
class Found:
    """The hits for a question, its unit vector `(dimensions,)`, and the milliseconds of each stage."""

    hits: tuple[Hit, ...]
    vector: NDArray[np.float32]
    milliseconds: dict[str, float]


def found_by(retrieval: Retrieval) -> str:
    """How passages are found, for a person; of a second stage also how many of the first ones it puts in order."""
    name = _NAMES[retrieval.retriever]
    return f"{name} (first {retrieval.depth})" if "late" in RETRIEVERS[retrieval.retriever] else name


def settled(retrieval: Retrieval) -> Retrieval:
    """The same retrieval with the depth that decides: without a second stage there is none.

    Raises `EngineError` for a retriever or a depth that cannot be.
    """
    if retrieval.retriever not in RETRIEVERS:
        raise EngineError(f"There is no retriever “{retrieval.retriever}”; choose one of {', '.join(RETRIEVERS)}.")
    if not 1 <= retrieval.depth <= FUSED:
        raise EngineError(f"A depth of {retrieval.depth} cannot be used; choose one from 1 to {FUSED}.")
    return retrieval if "late" in RETRIEVERS[retrieval.retriever] else Retrieval(retrieval.retriever, LISTED)


def search(question: str, encoder: Encoder, index: Index, retrieval: Retrieval, within: Filter | None = None) -> Found:
    """The `LISTED` best chunks for a question. None for one of which nothing is read. Raises as `settled`."""
    stages, depth = RETRIEVERS[settled(retrieval).retriever], retrieval.depth
    watch = _Watch()
    reading = encoder.read([question])
    vector = reading.vectors[0]
    watch.lap("encode")
    if not len(reading.pieces[0]):  # a vector of nothing is near to all that says nothing
        return Found((), vector, watch.milliseconds)
    rankings: dict[str, list[Scored]] = {}
    if "dense" in stages:
        rankings["dense"] = index.dense(vector, encoder.stamp, FUSED, within)
        watch.lap("dense")
    if "bm25" in stages:
        rankings["bm25"] = index.keyword(question, FUSED, within)
        watch.lap("bm25")
    if "hybrid" in stages:
        keys = [[key for key, _ in rankings[stage]] for stage in ("dense", "bm25")]
        rankings["hybrid"] = list(map(Scored._make, fuse(keys)[:FUSED]))
        watch.lap("hybrid")
    order = [scored.chunk_key for scored in rankings[[stage for stage in stages if stage != "late"][-1]]]
    if "late" in stages:
        rankings["late"] = _late(reading, names(question), index, order[:depth])
        order = [*(scored.chunk_key for scored in rankings["late"]), *order[depth:]]
        watch.lap("late")
    listed = order[:LISTED]
    near = {one.chunk_key: 1 - one.score for one in rankings.get("dense", ())}  # to the last bit the distance it was
    far = index.distances(vector, [key for key in listed if key not in near])
    hits = index.fetch(_ranked(listed, stages, rankings, near | dict(far)))
    watch.lap("fetch")
    return Found(hits, vector, watch.milliseconds)


def _late(reading: Reading, named: list[str], index: Index, keys: list[int]) -> list[Scored]:
    """The chunks by late interaction, best first; equals stay in the order they come in.

    Of those that hold a name of the question to the letter, as few do, the best comes first: word pieces do not tell
    names apart.
    """
    question = project(reading.states[0])
    codes = index.token_codes(keys)
    held = [key for key in keys if key in codes]
    worth = weights(index.holding(reading.pieces[0]), index.stats().chunks)
    scores = late_scores(question, worth, (unpack(codes[key], question.shape[1]) for key in held))
    score = dict(zip(held, scores.tolist(), strict=True))
    holders = map(set, index.naming(named, FEW).values()) if named else ()
    first = {max(its, key=score.__getitem__) for keys in holders if (its := [key for key in held if key in keys])}
    return sorted(map(Scored, score, score.values()), key=lambda one: (one.chunk_key not in first, -one.score))


def _ranked(
    order: list[int], stages: tuple[str, ...], rankings: dict[str, list[Scored]], distances: Mapping[int, float]
) -> list[Placed]:
    wanted = set(order)
    seen = {
        stage: {key: StageRank(rank, score) for rank, (key, score) in enumerate(ranking, start=1) if key in wanted}
        for stage, ranking in rankings.items()
    }
    return [
        Placed(key, distances[key], {stage: seen[stage].get(key) for stage in stages})
        for key in order
        if key in distances
    ]


class _Watch:
    """Milliseconds from lap to lap."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.milliseconds[stage] = 1000 * (now - self._last)
        self._last = now
