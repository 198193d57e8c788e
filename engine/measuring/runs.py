"""A question set against the library as it stands: checked, and searched only if that was not done before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.errors import EngineError
from engine.library import Library
from engine.measuring.checking import Checked, check_questions
from engine.measuring.corpus import corpus, searched_texts
from engine.measuring.questions import QuestionRow
from engine.measuring.sets import Run, newest_run, save_run, save_set
from engine.measuring.trials import run
from engine.retrieval.search import Found, settled
from engine.types import Progress, Retrieval


class Search(Protocol):
    """Ranks passages for a question, as `Desk.search` does."""

    def __call__(self, question: str, retrieval: Retrieval, /) -> Found: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """What the check said of the rows, and the run over the questions that passed it."""

    checked: Checked
    run: Run


def measure(
    library: Library, search: Search, name: str, rows: Sequence[QuestionRow], retrieval: Retrieval, progress: Progress
) -> Measured:
    """The run of these rows, under the set's `name`, on the documents as they are now.

    A stored one is taken where rows, documents, stamps and retrieval are the same. Raises `EngineError` for a retriever
    that does not exist, and when documents change while it searches: such a run would be of two corpora.
    """
    retrieval = settled(retrieval)
    now = corpus(library)
    checked = check_questions(rows, searched_texts(library))
    kept = save_set(library.database, name, rows)
    done = newest_run(library.database, name, kept.sha256, now, retrieval)
    if done is None:
        trials = run(checked.questions, lambda question: search(question, retrieval), progress)
        if corpus(library) != now:
            raise EngineError(
                "Documents changed while the questions were searched; wait until all are ready, run again."
            )
        done = save_run(library.database, name, rows, now, retrieval, trials)
    return Measured(checked, done)
