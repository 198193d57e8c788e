"""Documents on their way to being searched: how they are cut, what is kept of them, and what built it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Protocol

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
