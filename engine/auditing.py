"""Is what we quote still what the documents say? Reads the original bytes again and compares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from engine.documents import reread_isolated
from engine.errors import EngineError
from engine.ingest import limits
from engine.library import Library
from engine.placement import Placement
from engine.retrieval.codes import CODES_VERSION
from engine.store.tables import chunks, extractions, stamps, token_vectors, vectors
from engine.store.tables import documents as documents_table
from engine.store.vectors import UNIT_TOLERANCE, text_key
from engine.types.extraction import Extraction
from engine.types.indexing import Document, Progress

MOST_FAULTS = 5
"""Faults told of one document; the counts tell the rest."""


@dataclass(frozen=True, slots=True)
class AuditedDocument:
    """One document: `exact` of its `total` chunks are word for word what its bytes say, with their vector in place."""

    name: str
    id: str
    extractor: str
    exact: int
    total: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """All searched or stale documents, re-read."""

    documents: tuple[AuditedDocument, ...]

    @property
    def exact(self) -> int:
        return sum(document.exact for document in self.documents)

    @property
    def total(self) -> int:
        return sum(document.total for document in self.documents)

    @property
    def by_format(self) -> dict[str, tuple[int, int]]:
        """The name of each extractor -> exact and total chunks of what it read."""
        counts: dict[str, tuple[int, int]] = {}
        for document in self.documents:
            exact, total = counts.get(document.extractor, (0, 0))
            counts[document.extractor] = exact + document.exact, total + document.total
        return counts

    @property
    def passed(self) -> bool:
        """Whether there is nothing to mend."""
        return not any(document.faults for document in self.documents)


def audit(source: Library, progress: Progress) -> Audit:
    """Extracts every live document from its original bytes again and compares all chunks with it, to the character.

    On pages, the characters are read once more at the places where they are said to stand.
    """
    live = [document for document in source.documents() if document.live]
    audited = []
    for done, document in enumerate(live):
        progress("audit", done, len(live), document.name)
        found = _audit(source, document)
        now = source.documents(document.key)
        if not found.faults or (now and now[0].changed_at == document.changed_at):
            audited.append(found)  # else it was removed, replaced or rebuilt while it was read: there is nothing to say
    progress("audit", len(live), len(live), "")
    return Audit(tuple(audited))


def _audit(source: Library, document: Document) -> AuditedDocument:
    rows = _rows(source, document)
    faults: list[str] = []
    exact = 0
    try:
        source.blobs.get(document.id)  # says so when the bytes themselves were altered
        stored, layout = source.extraction(document.key), source.layout(document.key)
        path, keep = source.blobs.path(document.id), _keeps_running_lines(source, document)
        again = reread_isolated(path, document.name, limits(source.settings), keep)
    except EngineError as error:
        faults.append(str(error))
    else:
        if again.extraction.text != stored.text:
            faults.append("The text read from the original today is not the text that is stored; rebuild the document.")
        placement = Placement(stored.spans, layout, again) if layout else None
        for row in rows:
            fault = _fault(row, again.extraction, placement) or (None if document.stale else _unsearchable(row))
            exact += fault is None
            if fault is not None:
                faults.append(f"Chunk {row.ordinal + 1}: {fault}")
    told = faults[:MOST_FAULTS] + [f"… and {len(faults) - MOST_FAULTS} more."] * (len(faults) > MOST_FAULTS)
    return AuditedDocument(document.name, document.id, document.extractor or "", exact, len(rows), tuple(told))


def _rows(source: Library, document: Document) -> list[Any]:
    """The document's chunks, each with the vector that its stamp says it has."""
    encoder = document.stamp.encoder if document.stamp else None
    query = (
        sa.select(chunks, vectors.c.vector, sa.func.length(token_vectors.c.pieces).label("piece_bytes"))
        .join(documents_table, chunks.c.document == documents_table.c.key)
        .join(stamps, documents_table.c.stamp == stamps.c.key)
        .outerjoin(
            vectors,
            sa.and_(
                vectors.c.text_sha256 == chunks.c.text_sha256,
                vectors.c.encoder == (encoder.fingerprint if encoder else ""),
            ),
        )
        .outerjoin(
            token_vectors,
            sa.and_(
                token_vectors.c.text_sha256 == vectors.c.text_sha256,
                token_vectors.c.encoder == vectors.c.encoder,
                token_vectors.c.version == CODES_VERSION,
            ),
        )
        .where(chunks.c.document == document.key)
        .order_by(chunks.c.ordinal)
    )
    with source.database.read() as connection:
        return list(connection.execute(query))


def _unsearchable(row: Any) -> str | None:
    """Why a chunk is not found by a search that its document is said to take part in."""
    if row.piece_bytes is None:
        return "the vectors of its word pieces are missing, so its document is not searched; rebuild it."
    return None


def _keeps_running_lines(source: Library, document: Document) -> bool:
    """How the text that is stored was made, which may not be what its document is to be read like next."""
    query = (
        sa.select(extractions.c.keep_running_lines)
        .join(documents_table, documents_table.c.extraction == extractions.c.key)
        .where(documents_table.c.key == document.key)
    )
    with source.database.read() as connection:
        return bool(connection.scalar(query))


def _fault(row: Any, fresh: Extraction, placement: Placement | None) -> str | None:
    if fresh.text[row.start : row.end] != row.content:
        return f"characters {row.start:,}–{row.end:,} of the original are not what is quoted."
    if not row.text.endswith(fresh.text[row.overlap_start : row.end]):
        return f"characters {row.overlap_start:,}–{row.end:,} of the original are not what was embedded."
    misplaced = placement.fault(row.overlap_start, row.end) if placement else None
    if misplaced is not None:
        return misplaced
    if text_key(row.text) != row.text_sha256:
        return "its text is not the one its vector was made of."
    if row.vector is None:
        return "its vector is missing."
    length = float(np.linalg.norm(np.frombuffer(row.vector, "<f4").astype(np.float64)))
    if not abs(length - 1) < UNIT_TOLERANCE:
        return f"its vector has length {length:.4f} instead of 1."
    return None
