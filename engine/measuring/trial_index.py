"""An index made for a measurement: documents cut another way, beside the one that is searched, never mixed with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.documents.locators import locate
from engine.embedding import embed
from engine.retrieval.contents import Entry
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.encoder import Encoder
from engine.retrieval.index import Placed
from engine.store.database import Database
from engine.store.vectors import text_key
from engine.types.answers import Filter, Hit
from engine.types.extraction import Span
from engine.types.indexing import Chunk, Progress


@dataclass(frozen=True, slots=True)
class CutDocument:
    """A document with the chunks that some chunker made of it. `id` is the SHA-256 of its bytes."""

    key: int
    name: str
    id: str
    title: str
    spans: tuple[Span, ...]
    chunks: Sequence[Chunk]


class CutContents:
    """The chunks of cut documents, numbered from 1 through all of them."""

    def __init__(self, documents: Sequence[CutDocument]) -> None:
        pairs = [(document, chunk) for document in documents for chunk in document.chunks]
        self._chunks = dict(enumerate(pairs, start=1))
        self._of: dict[int, list[Entry]] = {document.key: [] for document in documents}
        for key, (document, chunk) in self._chunks.items():
            self._of[document.key].append(Entry(key, document.key, text_key(chunk.text)))

    def entries(self, document_keys: Sequence[int]) -> list[Entry]:
        return [entry for key in document_keys for entry in self._of.get(key, ())]

    def texts(self, chunk_keys: Sequence[int]) -> list[str]:
        return [self._chunks[key][1].text for key in chunk_keys]

    def matching(self, within: Filter) -> list[int]:
        return [
            key
            for key, (document, chunk) in self._chunks.items()
            if (not within.documents or document.name in within.documents)
            and (not within.sections or within.sections.intersection(chunk.section_path))
            and not within.hides(document.name, chunk.start, chunk.end)
        ]

    def hits(self, ranked: Sequence[Placed]) -> tuple[Hit, ...]:
        there = [(one, *self._chunks[one.chunk_key]) for one in ranked if one.chunk_key in self._chunks]
        return tuple(_hit(rank, *each) for rank, each in enumerate(there, start=1))


def _hit(rank: int, placed: Placed, document: CutDocument, chunk: Chunk) -> Hit:
    return Hit(
        rank=rank,
        chunk_key=placed.chunk_key,
        document_key=document.key,
        document=document.name,
        document_id=document.id,
        title=document.title,
        section=chunk.section,
        section_path=chunk.section_path,
        header=chunk.header,
        content=chunk.content,
        overlap_start=chunk.overlap_start,
        locator=locate(document.spans, chunk.start, chunk.end),
        distance=placed.distance,
        stages=placed.stages,
    )


def trial_index(
    database: Database, encoder: Encoder, documents: Sequence[CutDocument], progress: Progress
) -> EmbeddedIndex:
    """An index of these chunks. Texts that were never embedded are, and their vectors stay in the store."""
    texts = list(dict.fromkeys(chunk.text for document in documents for chunk in document.chunks))
    for done in embed(database, encoder, texts):
        progress("embedding", done, len(texts), "")
    index = EmbeddedIndex(database, CutContents(documents), encoder.stamp)
    index.upsert(dict.fromkeys((document.key for document in documents), 0))
    return index
