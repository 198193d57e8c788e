"""Strategies × retrievers on one question set: every run is made once, kept as it goes, continued where it ended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.chunking import effective, validate
from engine.cutting import cut
from engine.errors import EngineError
from engine.library import Library
from engine.measuring.checking import Checked, check_questions, why_no_recall
from engine.measuring.corpus import basis, corpus_cut_by, searched_documents
from engine.measuring.cutting_report import cutting_report
from engine.measuring.figures import Figures, figures
from engine.measuring.hiding import Hidden, Hiding, hide
from engine.measuring.questions import Question
from engine.measuring.runs import (
    Run,
    Way,
    begin_run,
    finish_run,
    keep_trials,
    kept_questions,
    newest_run,
    run_trials,
)
from engine.measuring.sets import QuestionSet
from engine.measuring.trial_index import CutDocument, trial_index
from engine.measuring.trials import Trial, run
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.encoder import Encoder
from engine.retrieval.search import Found, search, settled
from engine.retrieval.weights import describe
from engine.types.answers import Retrieval
from engine.types.extraction import Extraction
from engine.types.indexing import Chunking, Document, Progress, StoredChunk

KEEP_SECONDS = 2.0
"""How long questions are searched between two commits: what is lost at most when somebody stops it."""

Pieces = dict[str, list[StoredChunk]]
"""The chunks of documents, by name."""


class EncoderChanged(EngineError):
    """The library has another encoder than the runs are kept under: what is measured has to begin again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured: every chunking with every retrieval."""

    of: QuestionSet
    chunkings: tuple[Chunking, ...]
    retrievals: tuple[Retrieval, ...]
    hidden: Hidden


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A finished run with its trials and what they are worth."""

    run: Run
    trials: tuple[Trial, ...]
    figures: Figures


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the check said of the rows, and every combination in the order asked for."""

    checked: Checked
    runs: tuple[Evaluated, ...]


def planned(of: QuestionSet, chunkings: Sequence[Chunking], retrievals: Sequence[Retrieval], hidden: Hidden) -> Plan:
    """A plan in which nothing stands twice. Raises `EngineError` for a chunking or retriever that cannot be."""
    for chunking in chunkings:
        validate(chunking)
    ways = tuple(dict.fromkeys(map(settled, retrievals)))
    return Plan(of, tuple(dict.fromkeys(map(effective, chunkings))), ways, hidden)


def evaluate(library: Library, plan: Plan, progress: Progress, streams: int = 1) -> Evaluation:
    """Makes every run of the plan that is not finished yet, on the documents that are searched at this moment.

    The library's own index is neither used nor changed. A finished run for the same rows, documents, stamps and way is
    taken from the store, an unfinished one is continued, and only texts that were never embedded are, in `streams` side
    by side. Whatever `progress` raises stops it; what was done is kept. Raises `EngineError` where no document or no
    question can be searched, `EncoderChanged` when the library changes to another encoder meanwhile.
    """
    bench = _Bench(library, plan, progress, streams)
    return Evaluation(bench.checked, tuple(evaluated(library, one) for one in bench.all_runs()))


def made_runs(library: Library, plan: Plan, progress: Progress, streams: int) -> Iterator[Run]:
    """The runs of the plan, each as it is finished. Works and raises as `evaluate`."""
    yield from _Bench(library, plan, progress, streams).all_runs()


def evaluated(library: Library, finished: Run) -> Evaluated:
    """A finished run with its trials and figures."""
    done = run_trials(library.database, finished)
    return Evaluated(finished, done, figures(done))


class _Bench:
    """The documents of one moment and the questions about them, to be cut and searched in one way after the other."""

    def __init__(self, library: Library, plan: Plan, progress: Progress, streams: int) -> None:
        self._library, self._plan, self._progress, self._streams = library, plan, progress, streams
        self._documents = searched_documents(library)
        self._encoder_name = library.encoder_name
        self._stamp = describe(self._encoder_name)
        if not self._documents:
            raise EngineError("No document is searched: add some, or rebuild those that are stale, then measure again.")
        self._texts = {document.name: extraction for document, extraction in self._documents}
        self.checked = check_questions(plan.of.rows, self._texts)
        if told := why_no_recall(plan.of.rows, self.checked):
            raise EngineError(told)

    def all_runs(self) -> Iterator[Run]:
        """The finished runs of the plan, made where there are none."""
        for chunking in self._plan.chunkings:
            yield from self._runs(chunking)

    def _runs(self, chunking: Chunking) -> Iterator[Run]:
        listed = [document for document, _ in self._documents]
        there = corpus_cut_by(listed, chunking, self._stamp)
        ways = [Way(chunking, retrieval, self._plan.hidden) for retrieval in self._plan.retrievals]
        done = {way: newest_run(self._library.database, self._plan.of, there, way) for way in ways}
        if None not in done.values():
            yield from (found for found in done.values() if found is not None)
            return
        pieces = self._cut(chunking)
        index = self._index(chunking, pieces)
        chunks = {name: [piece.chunk for piece in its] for name, its in pieces.items()}
        hiding = None
        if self._plan.hidden is not Hidden.NOTHING:
            hiding = hide(self.checked.questions, self._plan.hidden, self._texts, chunks)
        texts = {name: extraction.text for name, extraction in self._texts.items()}
        report = cutting_report(self.checked.questions, texts, pieces)
        for way, found in done.items():
            yield found or self._made(
                begin_run(
                    self._library.database,
                    self._plan.of,
                    basis(listed, self._stamp),
                    there,
                    len(listed),
                    way,
                    self._stamp,
                    report,
                    hiding.left_out if hiding else {},
                ),
                index,
                hiding,
            )

    def _cut(self, chunking: Chunking) -> Pieces:
        pieces: Pieces = {}
        for done, (document, extraction) in enumerate(self._documents):
            self._progress(f"{chunking.strategy}: cutting", done, len(self._documents), document.name)
            pieces[document.name] = cut(extraction, document.title, chunking, self._encoder_name)
        return pieces

    def _index(self, chunking: Chunking, pieces: Pieces) -> EmbeddedIndex:
        encoder = self._encoder(self._streams)
        documents = [
            cut_document(document, extraction, pieces[document.name]) for document, extraction in self._documents
        ]

        def progress(_: str, done: int, total: int, note: str) -> None:
            self._progress(f"{chunking.strategy}: embedding", done, total, note)

        return trial_index(self._library.database, encoder, documents, progress)

    def _made(self, begun: Run, index: EmbeddedIndex, hiding: Hiding | None) -> Run:
        """The run with all its questions searched."""
        database = self._library.database
        encoder = self._encoder(1)  # it answers single questions soonest
        questions = hiding.questions if hiding else self.checked.questions
        place = {question.id: ordinal for ordinal, question in enumerate(questions)}
        kept = kept_questions(database, begun)
        left = [question for question in questions if question.id not in kept]
        way = begun.way

        def find(question: Question) -> Found:
            within = hiding.within[question.id] if hiding else None
            return search(question.question, encoder, index, way.retrieval, within)

        def progress(_: str, done: int, __: int, note: str) -> None:
            stage = f"{way.chunking.strategy}, {way.retrieval.retriever}: questions"
            self._progress(stage, done + len(kept), len(questions), note)

        waiting: dict[int, Trial] = {}
        last = time.monotonic()
        try:
            for trial in run(left, find, progress):
                waiting[place[trial.id]] = trial
                if time.monotonic() - last > KEEP_SECONDS:
                    keep_trials(database, begun, waiting)
                    waiting, last = {}, time.monotonic()
        finally:
            keep_trials(database, begun, waiting)  # also where it was stopped
        return finish_run(database, begun)

    def _encoder(self, streams: int) -> Encoder:
        encoder = self._library.encoder(streams)
        if encoder.stamp != self._stamp:  # its figures would be kept under the stamp of the one before
            raise EncoderChanged("The library's encoder was changed during the measurement; start it again.")
        return encoder


def cut_document(document: Document, extraction: Extraction, pieces: Sequence[StoredChunk]) -> CutDocument:
    """A document of the library with the chunks that were made of it."""
    chunks = [piece.chunk for piece in pieces]
    return CutDocument(document.key, document.name, document.id, document.title, extraction.spans, chunks)
