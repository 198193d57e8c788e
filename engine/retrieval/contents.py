"""Where an embedded index reads what its documents hold: the store's chunks, or a cut made for a measurement."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import sqlalchemy as sa

from engine.documents.locators import locate
from engine.store.database import BLOCK, Database
from engine.store.records import spans_of
from engine.store.tables import chunks, documents, extractions, stamps
from engine.types import Filter, Locator, Span


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk of a document, and the name of its text in the store of vectors."""

    chunk_key: int
    document_key: int
    text_key: str


@dataclass(frozen=True, slots=True)
class Passage:
    """What a chunk says and where; the fields are those of `Hit`."""

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


Build = tuple[int, int]
"""A document's key and the generation in which it was built: never given again to anything else."""

MOST_KEPT = 256
"""Documents whose spans are kept in memory; one of 500 pages has about as many."""

_SHOWN = ("key", "document", "start", "end", "overlap_start", "section", "section_path", "header", "content")
"""Of a chunk what a passage shows: its embedded text is as long again."""


class Contents(Protocol):
    """What the documents of an index hold."""

    def entries(self, document_keys: Sequence[int]) -> list[Entry]:
        """All chunks of these documents."""

    def texts(self, chunk_keys: Sequence[int]) -> list[str]:
        """The embedded texts of these chunks, in this order."""

    def matching(self, within: Filter) -> list[int]:
        """The keys of the chunks that a filter lets through."""

    def passages(self, chunk_keys: Sequence[int]) -> Mapping[int, Passage]:
        """Those of these chunks that are still there."""


class StoredContents:
    """The chunks of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._spans: dict[Build, tuple[Span, ...]] = {}  # replaced, never changed: other threads may be reading it

    def searched(self, digests: Collection[str]) -> dict[int, int]:
        """The live documents whose stamp's digest is among `digests`: key -> generation."""
        query = (
            sa.select(documents.c.key, documents.c.generation)
            .join(stamps, documents.c.stamp == stamps.c.key)
            .where(documents.c.live, stamps.c.digest.in_(digests))
        )
        with self._database.read() as connection:
            return {int(row.key): int(row.generation) for row in connection.execute(query)}

    def entries(self, document_keys: Sequence[int]) -> list[Entry]:
        query = sa.select(chunks.c.key, chunks.c.document, chunks.c.text_sha256)
        with self._database.read() as connection:
            return [
                Entry(*row)
                for part in _blocks(document_keys)
                for row in connection.execute(query.where(chunks.c.document.in_(part)))
            ]

    def texts(self, chunk_keys: Sequence[int]) -> list[str]:
        found: dict[int, str] = {}
        with self._database.read() as connection:
            for part in _blocks(chunk_keys):
                rows = connection.execute(sa.select(chunks.c.key, chunks.c.text).where(chunks.c.key.in_(part)))
                found.update((row.key, row.text) for row in rows)
        return [found.get(key, "") for key in chunk_keys]  # removed in between: the next look at the store notices

    def matching(self, within: Filter) -> list[int]:
        query = sa.select(chunks.c.key, sa.cast(chunks.c.section_path, sa.Text).label("path"))
        if within.documents or within.hidden:
            query = query.join(documents, chunks.c.document == documents.c.key)
        if within.documents:
            query = query.where(documents.c.name.in_(within.documents))
        for stretch in within.hidden:
            inside_it = (
                documents.c.name == stretch.document,
                chunks.c.start >= stretch.start,
                chunks.c.end <= stretch.end,
            )
            query = query.where(~sa.and_(*inside_it))
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        paths = {path for _, path in rows} if within.sections else set()  # far fewer than chunks: each is read once
        inside = {path for path in paths if within.sections.intersection(json.loads(path))}
        return [key for key, path in rows if not within.sections or path in inside]

    def passages(self, chunk_keys: Sequence[int]) -> Mapping[int, Passage]:
        query = (
            sa.select(
                *(chunks.c[name] for name in _SHOWN),
                *(documents.c[name] for name in ("name", "sha256", "title", "generation", "extraction")),
            )
            .join(documents, chunks.c.document == documents.c.key)
            .where(chunks.c.key.in_(chunk_keys))
        )
        with self._database.read() as connection:
            rows = connection.execute(query).all()
            spans = self._spans_of(connection, {(row.document, row.generation): row.extraction for row in rows})
        return {
            row.key: Passage(
                chunk_key=row.key,
                document_key=row.document,
                document=row.name,
                document_id=row.sha256,
                title=row.title,
                section=row.section,
                section_path=tuple(row.section_path),
                header=row.header,
                content=row.content,
                overlap_start=row.overlap_start,
                locator=locate(spans[row.document, row.generation], row.start, row.end),
            )
            for row in rows
        }

    def _spans_of(self, connection: sa.Connection, wanted: Mapping[Build, int]) -> Mapping[Build, tuple[Span, ...]]:
        """The spans of these builds of documents, each with its extraction's key: read once, not at every question."""
        kept = self._spans
        known = {build: kept[build] for build in wanted if build in kept}
        missing = {build: extraction for build, extraction in wanted.items() if build not in known}
        if missing:
            query = sa.select(extractions.c.key, extractions.c.spans)
            rows = connection.execute(query.where(extractions.c.key.in_(set(missing.values()))))
            read = {row.key: spans_of(row.spans) for row in rows}
            new = {build: read[extraction] for build, extraction in missing.items()}
            self._spans = {**(kept if len(kept) < MOST_KEPT else {}), **new}
            known.update(new)
        return known


def _blocks(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    return (keys[start : start + BLOCK] for start in range(0, len(keys), BLOCK))
