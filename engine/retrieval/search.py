"""A question -> ranked hits: encode once, ask the index, fetch what the ranked chunks say."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from engine.documents.locators import locate
from engine.retrieval.encoder import Encoder
from engine.retrieval.index import Candidate, EmbeddedIndex
from engine.store.database import Database
from engine.store.records import spans_of
from engine.store.tables import chunks, documents, extractions
from engine.types import Hit, StageRank

DEPTH = 25
"""How many hits are ranked: the pool that a gate looks at."""


@dataclass(frozen=True, slots=True)
class Found:
    """The hits for a question, its unit vector `(dimensions,)`, and the milliseconds of each stage."""

    hits: tuple[Hit, ...]
    vector: NDArray[np.float32]
    milliseconds: dict[str, float]


def search(question: str, encoder: Encoder, index: EmbeddedIndex, database: Database, depth: int = DEPTH) -> Found:
    """The `depth` chunks nearest to the question by exact cosine distance."""
    started = time.perf_counter()
    vector = encoder.encode([question])[0]
    encoded = time.perf_counter()
    candidates = index.dense(vector, encoder.stamp, depth)
    ranked = time.perf_counter()
    hits = fetch(database, candidates)
    fetched = time.perf_counter()
    seconds = {"encode": encoded - started, "dense": ranked - encoded, "fetch": fetched - ranked}
    return Found(hits, vector, {stage: 1000 * taken for stage, taken in seconds.items()})


def fetch(database: Database, candidates: Sequence[Candidate]) -> tuple[Hit, ...]:
    """The candidates with what they say and where. One that was removed since it was ranked is left out."""
    wanted = [candidate.chunk_key for candidate in candidates]
    query = (
        sa.select(chunks, documents.c.name, documents.c.sha256, documents.c.title, extractions.c.spans)
        .join(documents, chunks.c.document == documents.c.key)
        .join(extractions, documents.c.extraction == extractions.c.key)
        .where(chunks.c.key.in_(wanted))
    )
    with database.read() as connection:
        rows = {row.key: row for row in connection.execute(query)}
    there = [candidate for candidate in candidates if candidate.chunk_key in rows]
    return tuple(_hit(rank, candidate, rows[candidate.chunk_key]) for rank, candidate in enumerate(there, start=1))


def _hit(rank: int, candidate: Candidate, row: Any) -> Hit:
    return Hit(
        rank=rank,
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
        locator=locate(spans_of(row.spans), row.start, row.end),
        distance=candidate.distance,
        stages={"dense": StageRank(rank, 1 - candidate.distance)},
    )
