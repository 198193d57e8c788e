"""Where an embedded index reads what its documents hold: the store's chunks, or a cut made for a measurement."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import sqlalchemy as sa

from engine.documents.locators import locate
from engine.retrieval.index import Placed
from engine.store.database import BLOCK, Database
from engine.store.records import spans_of
from engine.store.tables import chunks, documents, extractions, stamps
from engine.types.answers import Filter, Hit
from engine.types.extraction import Span


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk of a document, and the name of its text in the store of vectors."""

    chunk_key: int
    document_key: int
    text_key: str


Build = tuple[int, int]
"""A document's key and the generation in which it was built: never given again to anything else."""

MOST_KEPT = 100_000
"""Spans that are kept in memory, in about 20 MB: those of 200 documents of 500 pages. One without any counts as one."""

_SHOWN = (  # of a chunk not its embedded text, which is as long again
    *(chunks.c[name] for name in ("key", "start", "end", "overlap_start")),
    *(chunks.c[name] for name in ("section", "section_path", "header", "content")),
    *(documents.c[name] for name in ("key", "generation", "extraction", "name", "sha256", "title")),
)
_SHOWN_OF = (
    sa.select(*_SHOWN)
    .join(documents, chunks.c.document == documents.c.key)
    .where(chunks.c.key.in_(sa.bindparam("keys", expanding=True)))
)


class Contents(Protocol):
    """What the documents of an index hold."""

    def entries(self, document_keys: Sequence[int]) -> list[Entry]:
        """All chunks of these documents."""

    def texts(self, chunk_keys: Sequence[int]) -> list[str]:
        """The embedded texts of these chunks, in this order."""

    def matching(self, within: Filter) -> list[int]:
        """The keys of the chunks that a filter lets through."""

    def hits(self, ranked: Sequence[Placed]) -> tuple[Hit, ...]:
        """What those of these chunks that are still there say and where; ranks from 1, in the same order."""


class StoredContents:
    """The chunks of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._spans: dict[Build, tuple[Span, ...]] = {}  # replaced, never emptied: other threads may be reading it

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

    def hits(self, ranked: Sequence[Placed]) -> tuple[Hit, ...]:
        rows = self._database.quick(_SHOWN_OF, [one.chunk_key for one in ranked])
        spans = self._spans_of({row[8:10]: row[10] for row in rows})
        found = {row[0]: row for row in rows if row[8:10] in spans}
        there = [(one, found[one.chunk_key]) for one in ranked if one.chunk_key in found]
        hits = []
        for rank, (one, row) in enumerate(there, start=1):
            key, start, end, overlap, section, path, header, content, document, build, _, name, digest, title = row
            hits.append(
                Hit(
                    rank=rank,
                    chunk_key=key,
                    document_key=document,
                    document=name,
                    document_id=digest,
                    title=title,
                    section=section,
                    section_path=_path(path),
                    header=header,
                    content=content,
                    overlap_start=overlap,
                    locator=locate(spans[document, build], start, end),
                    distance=one.distance,
                    stages=one.stages,
                )
            )
        return tuple(hits)

    def _spans_of(self, wanted: Mapping[Build, int]) -> Mapping[Build, tuple[Span, ...]]:
        """The spans of these builds of documents, each with its extraction's key: read once, not at every question.

        A document that was just removed may have none any more.
        """
        kept = self._spans
        known = {build: kept[build] for build in wanted if build in kept}
        missing = {build: extraction for build, extraction in wanted.items() if build not in known}
        if missing:
            query = sa.select(extractions.c.key, extractions.c.spans)
            with self._database.read() as connection:
                rows = connection.execute(query.where(extractions.c.key.in_(set(missing.values()))))
                read = {row.key: spans_of(row.spans) for row in rows}
            new = {build: read[extraction] for build, extraction in missing.items() if extraction in read}
            known.update(new)
            if sum(1 + len(spans) for spans in list(kept.values())) > MOST_KEPT:
                self._spans = kept = {}
            kept.update(new)
        return known


@lru_cache(maxsize=4096)
def _path(stored: str) -> tuple[str, ...]:
    return tuple(json.loads(stored))


def _blocks(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    return (keys[start : start + BLOCK] for start in range(0, len(keys), BLOCK))
