"""A question on its way: how it is searched, what is found, what the gate decides, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.types.extraction import Locator


class Outcome(StrEnum):
    """How a question ended. Only `ANSWERED` carries an answer."""

    ANSWERED = "answered"
    BELOW_CUT = "below_cut"
    NOTHING_INDEXED = "nothing_indexed"
    MODEL_ABSTAINED = "model_abstained"
    MODEL_UNREACHABLE = "model_unreachable"


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How chunks are found: a retriever's name, and how many of its first ones a second stage reorders."""

    retriever: str
    depth: int


class Stretch(NamedTuple):
    """Some characters `[start, end)` of a document, by its name."""

    document: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Filter:
    """What a search is confined to, before anything is ranked; an empty part confines nothing.

    `documents` are names. `sections` are titles of headings: a chunk passes that stands under one of them, at any
    level. A chunk whose content lies in a `hidden` stretch does not pass: a measurement pretends that it is not there.
    """

    documents: frozenset[str]
    sections: frozenset[str]
    hidden: frozenset[Stretch] = frozenset()

    def hides(self, document: str, start: int, end: int) -> bool:
        """Whether a chunk with this content is out of sight."""
        return any(each.document == document and each.start <= start and end <= each.end for each in self.hidden)


@dataclass(frozen=True, slots=True)
class StageRank:
    """Rank (from 1) and score that one retrieval stage gave a chunk."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved chunk with where it came from and what each stage thought of it.

    `distance` is the exact cosine distance to the question, in [0, 2], whichever stage found the chunk.
    `document` is the name, `document_id` the SHA-256 of the bytes, `document_key` the store's own key. The chunk covers
    `[overlap_start, locator.end)` and quotes `[locator.start, locator.end)`. `stages` has every stage of the retriever,
    in their order; `None` where one has not seen the chunk.
    """

    rank: int
    chunk_key: int
    document_key: int
    document: str
    document_id: str
    title: str
    section: str
    section_path: tuple[str, ...]
    header: str
    content: str
    overlap_start: int
    locator: Locator
    distance: float
    stages: dict[str, StageRank | None]


@dataclass(frozen=True, slots=True)
class Decision:
    """What the gate saw and decided. `kept` are the hits an answer may use; empty means refusal.

    `best_score` and `best_distance` are the best of the whole pool; `None` when the pool was empty.
    """

    gate: str
    cut: float
    pool: tuple[Hit, ...]
    passed: tuple[Hit, ...]
    kept: tuple[Hit, ...]
    best_score: float | None
    best_distance: float | None


@dataclass(frozen=True, slots=True)
class Source:
    """A kept hit under its number. Name, label, fragment and quote come from the engine, never from a model."""

    number: int
    hit: Hit
    label: str
    fragment: str
    quote: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer. `numbers` are the sources it cites.

    `start, end` is where it stands verbatim in the first source's document; `None` for a model's own words.
    """

    text: str
    numbers: tuple[int, ...]
    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class Citation:
    """A source that the answer cites, with the ranges of the sentences taken from it, as document offsets."""

    source: Source
    sentences: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question. `text` is empty unless the outcome is `ANSWERED`.

    `inert` counts brackets, links and URLs of a model's that became no citation. `milliseconds` is per stage.
    `generator` names who wrote the text, `None` for a refusal before anyone was asked. `unheld` are the names of the
    question that no source of an answer holds: it may be about something else.
    """

    question: str
    outcome: Outcome
    reason: str
    text: str
    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    sources: tuple[Source, ...]
    decision: Decision
    generator: str | None
    model_calls: int
    inert: int
    milliseconds: dict[str, float]
    unheld: tuple[str, ...] = ()
