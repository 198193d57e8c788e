"""Where questions are put: search, the gate, an answer or a refusal, and a record of which it was."""

from __future__ import annotations

import threading
import time
import unicodedata
from dataclasses import replace

import sqlalchemy as sa

from engine.answering.answer import respond
from engine.answering.model import Generator
from engine.errors import EngineError
from engine.library import Library
from engine.measuring.calibration import cut_of
from engine.measuring.questions import LONGEST_QUESTION
from engine.retrieval.contents import StoredContents
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.encoder import Encoder
from engine.retrieval.filters import checked
from engine.retrieval.index import catch_up
from engine.retrieval.search import Found, search, settled
from engine.retrieving import retrieval_of
from engine.store.tables import asked
from engine.types.answers import Answer, Filter, Outcome, Retrieval

ALL_STALE = (
    "Every document was built with other settings than today's, so there was nothing to search: rebuild them, on "
    "Library or by reindex. No model was asked."
)


class Desk:
    """A library open for questions. Holds the encoder and the index; one serves all sessions and threads."""

    def __init__(self, source: Library) -> None:
        """Loads nothing yet: the first question does."""
        self.library = source
        self._index: EmbeddedIndex | None = None
        self._seen: tuple[object, ...] | None = None  # what the index was last brought up to date with
        self._opening = threading.Lock()

    def search(self, question: str, retrieval: Retrieval | None = None, within: Filter | None = None) -> Found:
        """Ranked hits for a question, over the documents that are ready and not stale.

        `retrieval` `None` means the library's own. Raises `EngineError` for an empty or endless question, and for a
        retriever, document or section that does not exist.
        """
        question, retrieval = _checked(question), self._settled(retrieval)
        return search(question, *self._open(), retrieval, self._confined(within))

    def _confined(self, within: Filter | None) -> Filter | None:
        return within and checked(self.library.database, within)

    def _settled(self, retrieval: Retrieval | None) -> Retrieval:
        return settled(retrieval or retrieval_of(self.library))

    def ask(
        self,
        question: str,
        retrieval: Retrieval | None = None,
        gate: str = "distance",
        cut: float | None = None,
        generator: Generator | None = None,
        within: Filter | None = None,
    ) -> Answer:
        """Answers from the kept passages or refuses, and records the outcome with the number of model calls.

        `retrieval` `None` means the library's own, `cut` `None` the one chosen last for this gate, else the one in the
        settings. Without a `generator` the answer is verbatim sentences. Only chunks `within` are looked at.
        """
        question, retrieval = _checked(question), self._settled(retrieval)
        encoder, index = self._open()  # once: the library's encoder may change meanwhile, and two must not be mixed
        found = search(question, encoder, index, retrieval, self._confined(within))
        answer = respond(
            question,
            found.vector,
            found.hits,
            gate=gate,
            cut=cut_of(self.library, gate) if cut is None else cut,
            encode=encoder.encode,
            generator=generator,
            clock=time.perf_counter,
            anything_indexed=index.stats().chunks > 0,
        )
        answer = replace(answer, milliseconds={**found.milliseconds, **answer.milliseconds})
        if answer.outcome is Outcome.NOTHING_INDEXED and self._all_stale():
            answer = replace(answer, reason=ALL_STALE)
        self._record(answer, retrieval)
        return answer

    def _all_stale(self) -> bool:
        live = [document for document in self.library.documents() if document.live]
        return bool(live) and all(document.stale for document in live)

    def _open(self) -> tuple[Encoder, EmbeddedIndex]:
        """The encoder, and the index with all that is searched. That nothing changed since the last question, the
        common case, is told by one number: whatever makes other documents searched, settings included, raises the
        library's generation.
        """
        encoder, generation = self.library.at_once()
        database = self.library.database
        with self._opening:
            if self._index is None or self._index.stamp != encoder.stamp:
                cache = self.library.settings.home / "index" / "terms.npz"
                self._index = EmbeddedIndex(database, StoredContents(database), encoder.stamp, cache)
            if self._seen != (self._index, generation):
                digests = self.library.digests(encoder.stamp).values()
                catch_up(self._index, StoredContents(database).searched(list(digests)))
                self._seen = self._index, generation
            return encoder, self._index

    def _record(self, answer: Answer, retrieval: Retrieval) -> None:
        row = {
            "at": time.time(),
            "question": answer.question,
            "outcome": answer.outcome,
            "gate": answer.decision.gate,
            "cut": answer.decision.cut,
            "best_score": answer.decision.best_score,
            "best_distance": answer.decision.best_distance,
            "model_calls": answer.model_calls,
            "retriever": retrieval.retriever,
            "depth": retrieval.depth,
        }
        with self.library.database.write() as connection:
            connection.execute(sa.insert(asked).values(row))


def _checked(question: str) -> str:
    """The question without white space around it. Raises `EngineError` where it is none."""
    question = question.strip()
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in question):
        raise EngineError("There is no question; type one.")
    if len(question) > LONGEST_QUESTION:
        raise EngineError(f"The question has {len(question):,} characters; ask in at most {LONGEST_QUESTION:,}.")
    return question
