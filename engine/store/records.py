"""Types <-> what the database keeps of them."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import sqlalchemy as sa

from engine.store import tables
from engine.types.extraction import Extraction, Heading, Span
from engine.types.indexing import Chunk, Chunking, EncoderStamp, Flag, Stamp, StoredChunk, WindowUse


def keep_extraction(
    connection: sa.Connection, sha256: str, keep_running_lines: bool, recognition: str, extraction: Extraction
) -> int:
    """Writes the extraction of these bytes, read so, and its layout where it has one; returns the extraction's key."""
    row = asdict(replace(extraction, layout=None))
    del row["layout"]
    row |= {"sha256": sha256, "keep_running_lines": keep_running_lines, "recognition": recognition}
    made = sa.insert(tables.extractions).values(row).returning(tables.extractions.c.key)
    key = int(connection.execute(made).scalar_one())
    if extraction.layout is not None:
        layout = extraction.layout.to_json()
        connection.execute(sa.insert(tables.layouts).values(extraction=key, layout=layout))
    return key


def extraction_of(row: Any) -> Extraction:
    """The extraction that a row of `extractions` holds, without its layout."""
    return Extraction(
        text=row.text,
        title=row.title,
        headings=tuple(Heading(**heading) for heading in row.headings),
        spans=spans_of(row.spans),
        body_start=row.body_start,
        pages=row.pages,
        unread_pages=tuple(row.unread_pages),
        warnings=tuple(row.warnings),
        extractor=row.extractor,
        extractor_version=row.extractor_version,
    )


def spans_of(stored: list[dict[str, Any]]) -> tuple[Span, ...]:
    """The spans that `extractions` keeps as JSON, which has no tuples."""
    return tuple(Span(**{**span, "time": tuple(span["time"]) if span["time"] else None}) for span in stored)


def stamp_of(stored: dict[str, Any]) -> Stamp:
    """The stamp that a row of `stamps` holds as JSON."""
    encoder, chunking = EncoderStamp(**stored["encoder"]), Chunking(**stored["chunking"])
    return Stamp(**{**stored, "encoder": encoder, "chunking": chunking})


def stamp_key(connection: sa.Connection, stamp: Stamp) -> int:
    """The key of `stamp` in `stamps`, written if it is new."""
    found = connection.scalar(
        sa.select(tables.stamps.c.key).where(
            tables.stamps.c.digest == stamp.digest,
            tables.stamps.c.backend == stamp.backend,
            tables.stamps.c.precision == stamp.precision,
        )
    )
    if found is not None:
        return int(found)
    row = {"digest": stamp.digest, "backend": stamp.backend, "precision": stamp.precision, "stamp": asdict(stamp)}
    return int(connection.execute(sa.insert(tables.stamps).values(row).returning(tables.stamps.c.key)).scalar_one())


def chunk_row(document: int, ordinal: int, chunk: Chunk, use: WindowUse, text_sha256: str) -> dict[str, Any]:
    """The row of `chunks` for the `ordinal`-th chunk of a document."""
    return {"document": document, "ordinal": ordinal, "text_sha256": text_sha256, **asdict(chunk), **asdict(use)}


def stored_chunk_of(row: Any) -> StoredChunk:
    """The chunk that a row of `chunks` holds."""
    chunk = Chunk(
        start=row.start,
        end=row.end,
        overlap_start=row.overlap_start,
        section=row.section,
        section_path=tuple(row.section_path),
        header=row.header,
        content=row.content,
        text=row.text,
        flags=tuple(Flag(flag) for flag in row.flags),
    )
    use = WindowUse(row.tokens, row.header_tokens, row.overflow_tokens, row.overflow_start)
    return StoredChunk(row.ordinal, chunk, use)
