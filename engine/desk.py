"""Where questions are put: search, the gate, an answer or a refusal, and a record of which it was."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import sqlalchemy as sa

from engine.answering.answer import respond
from engine.answering.model import Generator
from engine.errors import EngineError
from engine.library import Library
from engine.measuring.calibration import cut_in_force
from engine.measuring.questions import LONGEST_QUESTION
from engine.retrieval.encoder import Encoder
from engine.retrieval.index import EmbeddedIndex
from engine.retrieval.search import DEPTH, Found, search
from engine.store.tables import asked
from engine.types import Answer, Outcome

RETRIEVERS = ("dense",)
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
        self._opening = threading.Lock()

    def search(self, question: str, retriever: str = "dense", depth: int = DEPTH) -> Found:
        """Ranked hits for a question, over the documents that are ready and not stale.

        Raises `EngineError` for an empty or endless question or a retriever that does not exist.
        """
        return self._search(_checked(question, retriever), depth, *self._open())

    def _search(self, question: str, depth: int, encoder: Encoder, index: EmbeddedIndex) -> Found:
        index.refresh(self.library.digests().values())
        return search(question, encoder, index, self.library.database, depth)

    def ask(
        self,
        question: str,
        retriever: str = "dense",
        gate: str = "distance",
        cut: float | None = None,
        generator: Generator | None = None,
    ) -> Answer:
        """Answers from the kept passages or refuses, and records the outcome with the number of model calls.

        `cut` `None` means the one chosen last for this gate, else the one in the settings. Without a `generator` the
        answer is verbatim sentences.
        """
        question = _checked(question, retriever)
        encoder, index = self._open()  # once: the library's encoder may change meanwhile, and two must not be mixed
        found = self._search(question, DEPTH, encoder, index)
        answer = respond(
            question,
            found.vector,
            found.hits,
            gate=gate,
            cut=self._cut(gate) if cut is None else cut,
            encode=encoder.encode,
            generator=generator,
            clock=time.perf_counter,
            anything_indexed=len(index) > 0,
        )
        answer = replace(answer, milliseconds={**found.milliseconds, **answer.milliseconds})
        if answer.outcome is Outcome.NOTHING_INDEXED and self._all_stale():
            answer = replace(answer, reason=ALL_STALE)
        self._record(answer)
        return answer

    def _all_stale(self) -> bool:
        live = [document for document in self.library.documents() if document.live]
        return bool(live) and all(document.stale for document in live)

    def _cut(self, gate: str) -> float:
        chosen = cut_in_force(self.library)
        return chosen.cut if chosen is not None and chosen.gate == gate else self.library.settings.cut

    def _open(self) -> tuple[Encoder, EmbeddedIndex]:
        encoder = self.library.encoder()
        with self._opening:
            if self._index is None or self._index.stamp != encoder.stamp:
                self._index = EmbeddedIndex(self.library.database, encoder.stamp)
            return encoder, self._index

    def _record(self, answer: Answer) -> None:
        row = {
            "at": time.time(),
            "question": answer.question,
            "outcome": answer.outcome,
            "gate": answer.decision.gate,
            "cut": answer.decision.cut,
            "best_score": answer.decision.best_score,
            "best_distance": answer.decision.best_distance,
            "model_calls": answer.model_calls,
        }
        with self.library.database.write() as connection:
            connection.execute(sa.insert(asked).values(row))


def _checked(question: str, retriever: str) -> str:
    """The question without white space around it. Raises `EngineError` where it is none, or for no retriever."""
    question = question.strip()
    if not question:
        raise EngineError("There is no question; type one.")
    if len(question) > LONGEST_QUESTION:
        raise EngineError(f"The question has {len(question):,} characters; ask in at most {LONGEST_QUESTION:,}.")
    if retriever not in RETRIEVERS:
        raise EngineError(f"There is no retriever “{retriever}”; choose one of {', '.join(RETRIEVERS)}.")
    return question
