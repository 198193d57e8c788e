"""Strategies × retrievers on one question set: what each finds, what each destroys, and which differences are real."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from statistics import fmean

from engine.chunking import effective, validate
from engine.cutting import cut
from engine.errors import EngineError
from engine.library import Library
from engine.measuring.checking import Checked, check_questions
from engine.measuring.comparison import Comparison, compare
from engine.measuring.corpus import corpus_cut_by, searched_documents
from engine.measuring.metrics import destroyed, hits_at, mrr, recall_at
from engine.measuring.questions import Needle, Question, QuestionRow
from engine.measuring.sets import newest_run, save_run, save_set
from engine.measuring.statistics import Estimate
from engine.measuring.trial_index import CutDocument, trial_index
from engine.measuring.trials import Trial, run
from engine.retrieval.search import search, settled
from engine.retrieval.weights import describe
from engine.types import Chunking, Document, Extraction, Progress, Retrieval

KS = (1, 4, 8, 20)
"""Where recall is taken."""

COMPARED_AT = 4
"""Where strategies and retrievers are compared: as many passages as an answer is built from."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What one strategy with one retriever made of a question set.

    The unit is the needle row; `ranks` are, row by row, the rank of the first chunk that covers the needle whole, and
    `groups` name the pair, else the question, that a row belongs to. `destroyed` are the needles that no chunk covers.
    `recall` and `recall_of_groups` are by k. `milliseconds` is the mean of each stage over the questions.
    """

    chunking: Chunking
    retrieval: Retrieval
    chunks: int
    destroyed: tuple[Needle, ...]
    ranks: tuple[int | None, ...]
    groups: tuple[str, ...]
    recall: dict[int, Estimate]
    recall_of_groups: dict[int, Estimate]
    mrr: Estimate
    milliseconds: dict[str, float]


@dataclass(frozen=True, slots=True)
class Compared:
    """Two evaluations, by their places in `Evaluation.runs`, row by row and group by group at `k`."""

    first: int
    second: int
    k: int
    rows: Comparison
    groups: Comparison


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the check said of the rows, every combination in the order asked for, and all pairs of them."""

    checked: Checked
    runs: tuple[Evaluated, ...]
    comparisons: tuple[Compared, ...]


def evaluate(
    library: Library,
    name: str,
    rows: Sequence[QuestionRow],
    chunkings: Sequence[Chunking],
    retrievals: Sequence[Retrieval],
    progress: Progress,
) -> Evaluation:
    """Cuts the documents that are searched by each chunking and searches every question by each retrieval, ungated.

    The documents are those of this moment, whatever happens to them meanwhile; the library's own index is neither used
    nor changed. A run that is stored for the same rows, documents, stamps and retrieval is taken from there; only texts
    that were never embedded are. Raises `EngineError` for a chunking or retriever that cannot be, where no question can
    be scored, and when the library changes to another encoder meanwhile.
    """
    ways = list(dict.fromkeys(map(settled, retrievals)))
    for chunking in chunkings:
        validate(chunking)
    documents, encoder_name = searched_documents(library), library.encoder_name
    stamp = describe(encoder_name)
    if not documents:
        raise EngineError("No document is searched: add some, or rebuild those that are stale, then evaluate again.")
    checked = check_questions(rows, {document.name: extraction for document, extraction in documents})
    if not any(question.needles for question in checked.questions):
        raise EngineError("No question of this set can be scored; `questions check` says why, row by row.")
    sha256 = save_set(library.database, name, rows).sha256
    runs: list[Evaluated] = []
    for chunking in dict.fromkeys(map(effective, chunkings)):
        cuts = [cut_document(document, extraction, chunking, encoder_name) for document, extraction in documents]
        there = corpus_cut_by([document for document, _ in documents], chunking, stamp)
        done = {way: newest_run(library.database, name, sha256, there, way) for way in ways}
        if None in done.values():
            encoder = library.encoder()
            if encoder.stamp != stamp:  # its figures would be kept under the stamp of the one before
                raise EngineError("The library's encoder was changed during the evaluation; run it again.")
            index = trial_index(library.database, encoder, cuts, progress)
        for way, stored in done.items():
            if stored is None:
                find = partial(search, encoder=encoder, index=index, retrieval=way)
                trials = run(checked.questions, find, progress)
                stored = save_run(library.database, name, rows, there, way, trials)
            runs.append(evaluated(chunking, way, cuts, checked.questions, stored.trials))
    return Evaluation(checked, tuple(runs), tuple(_comparisons(runs)))


def cut_document(document: Document, extraction: Extraction, chunking: Chunking, encoder_name: str) -> CutDocument:
    """A document of the library as `chunking` cuts it."""
    pieces = cut(extraction, document.title, chunking, encoder_name)
    chunks = [piece.chunk for piece in pieces]
    return CutDocument(document.key, document.name, document.id, document.title, extraction.spans, chunks)


def evaluated(
    chunking: Chunking,
    retrieval: Retrieval,
    documents: Sequence[CutDocument],
    questions: Sequence[Question],
    trials: Sequence[Trial],
) -> Evaluated:
    """The figures of one run. `trials` are those of `questions`, in their order, on the chunks of `documents`."""
    covers = {one.name: [(chunk.overlap_start, chunk.end) for chunk in one.chunks] for one in documents}
    ranks = [rank for trial in trials for rank in trial.needle_ranks]
    groups = [
        f"pair {question.pair}" if question.pair else f"question {question.id}"
        for question in questions
        for _ in question.needles
    ]
    return Evaluated(
        chunking=chunking,
        retrieval=retrieval,
        chunks=sum(len(one.chunks) for one in documents),
        destroyed=destroyed([needle for question in questions for needle in question.needles], covers),
        ranks=tuple(ranks),
        groups=tuple(groups),
        recall={k: recall_at(ranks, k) for k in KS},
        recall_of_groups={k: recall_at(ranks, k, groups) for k in KS},
        mrr=mrr(ranks),
        milliseconds={stage: fmean(trial.milliseconds[stage] for trial in trials) for stage in trials[0].milliseconds},
    )


def _comparisons(runs: Sequence[Evaluated]) -> list[Compared]:
    found = []
    for first, second in combinations(range(len(runs)), 2):
        ours, theirs = (hits_at(runs[place].ranks, COMPARED_AT) for place in (first, second))
        grouped = compare(ours, theirs, runs[first].groups)
        found.append(Compared(first, second, COMPARED_AT, compare(ours, theirs), grouped))
    return found
