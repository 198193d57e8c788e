"""What is found: chunkers × retrievers on one collection, scored by needle rows and compared question by question."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.measuring.comparison import Comparison, compare
from engine.measuring.figures import COMPARED_AT, Figures, figures
from engine.measuring.metrics import characters_until, destroyed, hits_at, recall_within
from engine.measuring.questions import Needle, Question
from engine.measuring.statistics import Estimate
from engine.measuring.trial_index import CutDocument, trial_index
from engine.measuring.trials import Trial, run
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.search import FUSED, LISTED, Found, search
from engine.types.answers import Retrieval
from engine.types.indexing import Progress
from tests.bench.chunkers import Chunker, cut_all
from tests.bench.collection import Collection
from tests.bench.tools import Tools

BUDGETS = (1500, 3000)
"""Characters that may be read."""

PLAIN = tuple(Retrieval(name, LISTED) for name in ("dense", "bm25", "hybrid", "hybrid+late"))
DEEP = Retrieval("hybrid+late", FUSED)
DEEPENED = ("E", "G")
"""Strategies whose second stage is tried on all that was fused, too."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One chunker with one retriever. `characters` have to be read until each needle row has been read."""

    chunker: str
    retriever: str
    mean_characters: float
    unplaced: int
    chunks: int
    destroyed: tuple[Needle, ...]
    figures: Figures
    characters: tuple[float, ...]
    within: dict[int, Estimate]

    @property
    def label(self) -> str:
        return f"{self.chunker} {self.retriever}"

    @property
    def ranks(self) -> list[int | None]:
        """The rank of every needle row."""
        return [row.rank for row in self.figures.rows]

    def to_json(self) -> dict[str, Any]:
        """The figures with their intervals, and the rank of every needle row."""
        return {
            "chunker": self.chunker,
            "retriever": self.retriever,
            "chunks": self.chunks,
            "destroyed": self.destroyed,
            "ranks": self.ranks,
            "mean_characters": self.mean_characters,
            "unplaced": self.unplaced,
            "within": {budget: asdict(estimate) for budget, estimate in self.within.items()},
            "recall": {k: asdict(estimate) for k, estimate in self.figures.recall.items()},
            "recall_of_groups": {k: asdict(estimate) for k, estimate in self.figures.recall_of_groups.items()},
            "mrr": asdict(self.figures.mrr),
            "milliseconds": self.figures.milliseconds,
        }


@dataclass(frozen=True, slots=True)
class Compared:
    """Two of them, question by question: at `COMPARED_AT` chunks, or within a budget of characters."""

    first: str
    second: str
    at: str
    result: Comparison

    def to_json(self) -> dict[str, Any]:
        return {"first": self.first, "second": self.second, "at": self.at, **asdict(self.result)}


def score(collection: Collection, chunkers: Sequence[Chunker], tools: Tools) -> Iterator[Scored]:
    """Cuts by each chunker, embeds what was never embedded, and searches every question by each retriever."""
    for chunker in chunkers:
        documents, unplaced = cut_all(chunker, collection.texts)
        index = trial_index(tools.database, tools.embedding, documents, partial(_under, chunker.label, tools.progress))
        for retrieval in _retrievals(chunker):
            find = partial(_search, tools, index, retrieval)
            heard = partial(_under, f"{chunker.label} {retrieval.retriever}", tools.progress)
            trials = list(run(collection.questions, find, heard))
            yield scored(chunker.label, retrieval, documents, trials, unplaced)


def _search(tools: Tools, index: EmbeddedIndex, retrieval: Retrieval, question: Question) -> Found:
    return search(question.question, tools.asking, index, retrieval)


def scored(
    chunker: str,
    retrieval: Retrieval,
    documents: Sequence[CutDocument],
    trials: Sequence[Trial],
    unplaced: int,
) -> Scored:
    """The figures of trials that are those of the collection's questions, in their order."""
    found = figures(trials)
    lengths = [[hit.end - hit.overlap_start for hit in row.trial.ranked] for row in found.rows]
    characters = characters_until([row.rank for row in found.rows], lengths)
    chunks = [chunk for document in documents for chunk in document.chunks]
    covers = {one.name: [(chunk.overlap_start, chunk.end) for chunk in one.chunks] for one in documents}
    return Scored(
        chunker=chunker,
        retriever=retrieval.retriever if retrieval != DEEP else f"{retrieval.retriever}, depth {FUSED}",
        mean_characters=sum(chunk.end - chunk.start for chunk in chunks) / len(chunks),
        unplaced=unplaced,
        chunks=len(chunks),
        destroyed=destroyed([row.needle for row in found.rows], covers),
        figures=found,
        characters=tuple(characters.tolist()),
        within={budget: recall_within(characters, budget) for budget in BUDGETS},
    )


def comparisons(runs: Sequence[Scored]) -> list[Compared]:
    """The second stage against none, G against E, and ours against every peer: with dense alone, and as a whole."""
    by_label = {run.label: run for run in runs}
    retrievers = list(dict.fromkeys(run.retriever for run in runs))
    peers = [run.label for run in runs if len(run.chunker) > 1]
    pairs = [
        *(("G " + retriever, "E " + retriever) for retriever in retrievers),
        *((f"{letter} hybrid+late", f"{letter} dense") for letter in DEEPENED),
        *itertools.product((f"{letter} {how}" for letter in DEEPENED for how in ("dense", "hybrid+late")), peers),
    ]
    known = [(by_label[first], by_label[second]) for first, second in pairs if {first, second} <= by_label.keys()]
    return [each for first, second in known for each in _compared(first, second)]


def _compared(first: Scored, second: Scored) -> Iterator[Compared]:
    groups = [row.group for row in first.figures.rows]
    for at, hits in ((f"{COMPARED_AT} chunks", _found), (f"{BUDGETS[0]:,} characters", _read)):
        yield Compared(first.label, second.label, at, compare(hits(first), hits(second), groups))


def _found(run: Scored) -> NDArray[np.bool_]:
    return hits_at(run.ranks, COMPARED_AT)


def _read(run: Scored) -> NDArray[np.bool_]:
    return np.array(run.characters) <= BUDGETS[0]


def _retrievals(chunker: Chunker) -> list[Retrieval]:
    if not chunker.ours:
        return [Retrieval("dense", LISTED)]
    return [*PLAIN, DEEP] if chunker.label in DEEPENED else list(PLAIN)


def _under(what: str, progress: Progress, stage: str, done: int, total: int, note: str) -> None:
    progress(f"{what}: {stage}", done, total, note)
