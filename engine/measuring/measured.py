"""A question set against the library's own index: checked, and searched only if that was not done before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.chunking import effective
from engine.errors import EngineError
from engine.library import Library
from engine.measuring.checking import Checked, check_questions
from engine.measuring.corpus import basis, corpus, searched_documents
from engine.measuring.cutting_report import cutting_report
from engine.measuring.hiding import Hidden
from engine.measuring.questions import QuestionRow
from engine.measuring.runs import Run, Way, begin_run, finish_run, keep_trials, newest_run, run_trials
from engine.measuring.sets import kept_version
from engine.measuring.trials import Trial, run
from engine.retrieval.search import Found, settled
from engine.retrieval.weights import describe
from engine.types.answers import Retrieval
from engine.types.indexing import Progress


class Search(Protocol):
    """Ranks passages for a question, as `Desk.search` does."""

    def __call__(self, question: str, retrieval: Retrieval, /) -> Found: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """What the check said of the rows, and the run over the questions that passed it, with its trials."""

    checked: Checked
    run: Run
    trials: tuple[Trial, ...]


def measure(
    library: Library, search: Search, name: str, rows: Sequence[QuestionRow], retrieval: Retrieval, progress: Progress
) -> Measured:
    """The run of these rows, under the set's `name`, on the documents as they are now.

    A stored one is taken where rows, documents, stamps and retrieval are the same. Raises `EngineError` for a retriever
    that does not exist, and when documents change while it searches: such a run would be of two corpora.
    """
    way = Way(effective(library.chunking), settled(retrieval), Hidden.NOTHING)
    now, documents = corpus(library), searched_documents(library)
    texts = {document.name: extraction for document, extraction in documents}
    checked = check_questions(rows, texts)
    of = kept_version(library.database, name, rows)
    done = newest_run(library.database, of, now, way)
    if done is None:
        trials = list(run(checked.questions, lambda question: search(question.question, way.retrieval), progress))
        pieces = {document.name: library.chunks(document.key) for document, _ in documents}
        if corpus(library) != now:
            raise EngineError(
                "Documents changed while the questions were searched; wait until all are ready, run again."
            )
        listed, stamp = [document for document, _ in documents], describe(library.encoder_name)
        report = cutting_report(checked.questions, {name: one.text for name, one in texts.items()}, pieces)
        begun = begin_run(library.database, of, basis(listed, stamp), now, len(listed), way, stamp, report, {})
        keep_trials(library.database, begun, dict(enumerate(trials)))
        done = finish_run(library.database, begun)
    return Measured(checked, done, run_trials(library.database, done))
