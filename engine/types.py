"""The nouns that every part of the engine speaks in.

All are frozen, every field is required, and `None` means "not seen at this stage",
never "unknown". Offsets are Python code points into the canonical text, half-open.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Protocol

PIPELINE_VERSION = 2
"""Raised when the same settings would build other chunks or vectors than before."""


class Progress(Protocol):
    """Hears how far a long piece of work is: `done` of `total` of its present `stage`, and on what (`note`)."""

    def __call__(self, stage: str, done: int, total: int, note: str, /) -> None: ...


class State(StrEnum):
    """Where a document is on its way to being searched."""

    QUEUED = "queued"
    EXTRACTING = "extracting"
    CHUNKING = "chunking"
    EMBEDDING = "embedding"
    READY = "ready"
    PARTIAL = "partial"
    FAILED = "failed"


class Outcome(StrEnum):
    """How a question ended. Only `ANSWERED` carries an answer."""

    ANSWERED = "answered"
    BELOW_CUT = "below_cut"
    NOTHING_INDEXED = "nothing_indexed"
    MODEL_ABSTAINED = "model_abstained"
    MODEL_UNREACHABLE = "model_unreachable"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the document: `[start, end)` covers its whole line or lines, without the last newline."""

    level: int
    start: int
    end: int
    title: str


@dataclass(frozen=True, slots=True)
class Span:
    """Ties the characters `[start, end)` to the place they were read from.

    `page` counts from 1; `time` is in seconds; `cells` is an A1 range on `sheet`.
    """

    start: int
    end: int
    page: int | None
    time: tuple[float, float] | None
    sheet: str | None
    cells: str | None


@dataclass(frozen=True, slots=True)
class Locator:
    """Where a passage is: its characters, and the pages, times or cells they were read from."""

    start: int
    end: int
    page: int | None
    last_page: int | None
    time: tuple[float, float] | None
    sheet: str | None
    cells: str | None


@dataclass(frozen=True, slots=True)
class Removed:
    """A row of a page that repeats on its neighbours and was therefore left out of the text.

    `place` is `header` in the upper half of the page and `footer` in the lower one.
    """

    page: int
    text: str
    place: Literal["header", "footer"]


@dataclass(frozen=True, slots=True)
class PageRead:
    """How a page was read and how many characters of the text are its own.

    `confidence` is the mean of its words', in [0, 1]: what the recogniser thinks of itself, `None` unless it was asked.
    """

    number: int
    source: Literal["text", "ocr", "none"]
    characters: int
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters `[start, end)` are pdfium's characters from `index` on, one each, on this page."""

    start: int
    end: int
    page: int
    index: int


@dataclass(frozen=True, slots=True)
class Word:
    """The characters `[start, end)` are a recognised word, or the part of it that stands on this page.

    `box` is its left, top, right and bottom as fractions of the displayed page, from its upper left corner.
    """

    start: int
    end: int
    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a text lies on its pages. `glyphs` and `words` are ascending and disjoint.

    A character that stands in neither was put there by the reader: a line break, a bar between two cells, a hyphen.
    """

    reads: tuple[PageRead, ...]
    removed: tuple[Removed, ...]
    glyphs: tuple[Glyphs, ...]
    words: tuple[Word, ...]

    def to_json(self) -> dict[str, Any]:
        """Only what JSON knows; runs and words, of which there are many, as bare rows."""
        return {
            "reads": [asdict(read) for read in self.reads],
            "removed": [asdict(row) for row in self.removed],
            "glyphs": [[run.start, run.end, run.page, run.index] for run in self.glyphs],
            "words": [[word.start, word.end, word.page, list(word.box)] for word in self.words],
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Layout:
        """The layout that `to_json` took apart."""
        return Layout(
            tuple(PageRead(**read) for read in data["reads"]),
            tuple(Removed(**row) for row in data["removed"]),
            tuple(Glyphs(*run) for run in data["glyphs"]),
            tuple(Word(start, end, page, tuple(box)) for start, end, page, box in data["words"]),
        )


@dataclass(frozen=True, slots=True)
class Extraction:
    """What an extractor made of one document's bytes.

    `body_start` is the offset behind the front matter (0 where there is none); nothing before it is chunked.
    `pages` is `None` for formats that have no pages; `unread_pages` lists those that gave no text. So is `layout`, and
    where an extraction comes from the store, which keeps the layout apart.
    """

    text: str
    title: str | None
    headings: tuple[Heading, ...]
    spans: tuple[Span, ...]
    body_start: int
    pages: int | None
    unread_pages: tuple[int, ...]
    warnings: tuple[str, ...]
    extractor: str
    extractor_version: int
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class Chunking:
    """How documents are cut: the strategy's letter, and its sizes in characters."""

    strategy: str
    target: int
    overlap: int


class Flag(StrEnum):
    """What had to be done to a chunk of strategy G so that the encoder's window holds its text."""

    SPLIT = "split"
    """It begins or ends inside a unit that should have stayed whole."""

    SHORT_HEADER = "short header"
    """Headings of its section path, or the column names of its table, are left out to make room for its content."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A slice of canonical text. `content` is quoted, `text` is embedded.

    `content == canonical[start:end]`; `text` is `[header]`, a newline and `canonical[overlap_start:end]`
    (without the bracket line where `header` is empty). Strategy G puts the column names of a table that is cut on lines
    of their own behind the header. `section` is the title of its level-2 section, `section_path` all headings above
    it, outermost first.
    """

    start: int
    end: int
    overlap_start: int
    section: str
    section_path: tuple[str, ...]
    header: str
    content: str
    text: str
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class WindowUse:
    """What the encoder reads of one text, in word pieces, special tokens included.

    `tokens` is the whole text's count with truncation off, `header_tokens` how many of them are the header line's and
    those of repeated column names, `overflow_tokens` what lies past the window, and `overflow_start` the offset into
    the *text* (not the document) at which the first unread word begins, or `None` when everything is read.
    """

    tokens: int
    header_tokens: int
    overflow_tokens: int
    overflow_start: int | None


@dataclass(frozen=True, slots=True)
class EncoderStamp:
    """What makes two vectors comparable. `fingerprint` is a SHA-256 over weights, tokenizer and configuration."""

    name: str
    fingerprint: str
    dimensions: int
    pooling: str
    normalised: bool
    window: int


@dataclass(frozen=True, slots=True)
class Stamp:
    """Everything that built a document's chunks and vectors.

    Backend and precision are recorded, but are no part of `digest`: they make nothing stale.
    """

    encoder: EncoderStamp
    pipeline_version: int
    extractor: str
    extractor_version: int
    chunking: Chunking
    backend: str
    precision: str

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of all that decides whether the document is stale."""
        decisive = asdict(self)
        del decisive["backend"], decisive["precision"]
        del decisive["encoder"]["name"]  # the same weights under another name build the same vectors
        return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Document:
    """A document as the library lists it; every number is counted from what is stored.

    `id` is the SHA-256 of the bytes, `name` the path within what was uploaded. `live` is false for a document that
    was never ready, and for a replacement that waits until it is. `stale`: stamped by something other than today's
    settings, hence not searched. `keep_running_lines`: whether headers and footers that repeat on its pages are to stay
    in its text. `done` of `total` is the progress of the present state, in that state's own unit.
    """

    key: int
    name: str
    id: str
    size: int
    live: bool
    sample: bool
    stale: bool
    state: State
    reason: str
    done: int
    total: int
    title: str
    extractor: str | None
    pages: int | None
    unread_pages: tuple[int, ...]
    warnings: tuple[str, ...]
    characters: int
    chunks: int
    tokens: int
    header_tokens: int
    overflowing: int
    stamp: Stamp | None
    added_at: float
    changed_at: float
    keep_running_lines: bool = False


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk of the index with its place in the document (`ordinal` from 0) and its use of the window."""

    ordinal: int
    chunk: Chunk
    use: WindowUse


@dataclass(frozen=True, slots=True)
class RebuildCost:
    """What a rebuild will do: `to_embed` of `chunks` texts were never embedded before."""

    documents: int
    chunks: int
    to_embed: int


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
    `generator` names who wrote the text, `None` for a refusal before anyone was asked.
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
