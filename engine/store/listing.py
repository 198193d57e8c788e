"""The documents as the library shows them, with numbers counted from what is stored."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import sqlalchemy as sa

from engine.store.database import Database
from engine.store.records import stamp_of
from engine.store.tables import chunks, documents, extractions, stamps
from engine.types.indexing import Document, Stamp, State


def list_documents(database: Database, digests: Mapping[str, str], key: int | None = None) -> list[Document]:
    """All documents sorted by name, or the one with this `key`. `digests` says per extractor which stamp is today's."""
    counts = (
        sa.select(
            chunks.c.document,
            sa.func.count().label("chunks"),
            sa.func.sum(chunks.c.tokens).label("tokens"),
            sa.func.sum(chunks.c.header_tokens).label("header_tokens"),
            sa.func.sum(sa.case((chunks.c.overflow_tokens > 0, 1), else_=0)).label("overflowing"),
        )
        .where(chunks.c.document == key if key is not None else sa.true())
        .group_by(chunks.c.document)
        .subquery()
    )
    facts = [extractions.c[name] for name in ("extractor", "pages", "unread_pages", "warnings", "characters")]
    sums = [counts.c[name] for name in ("chunks", "tokens", "header_tokens", "overflowing")]
    query = (
        sa.select(documents, *facts, *sums)
        .outerjoin(extractions, documents.c.extraction == extractions.c.key)
        .outerjoin(counts, counts.c.document == documents.c.key)
        .where(documents.c.key == key if key is not None else sa.true())
        .order_by(documents.c.name, documents.c.live.desc())
    )
    with database.read() as connection:
        kept = connection.execute(sa.select(stamps)).all()
        built = {row.key: stamp_of(row.stamp) for row in kept}
        stale = {row.key for row in kept if digests.get(built[row.key].extractor) != row.digest}
        return [_document(row, built.get(row.stamp), row.stamp in stale) for row in connection.execute(query)]


def _document(row: Any, stamp: Stamp | None, stale: bool) -> Document:
    return Document(
        key=row.key,
        name=row.name,
        id=row.sha256,
        size=row.size,
        live=row.live,
        sample=row.sample,
        stale=stale,
        state=State(row.state),
        reason=row.reason,
        done=row.done,
        total=row.total,
        title=row.title or PurePosixPath(row.name).stem,
        extractor=row.extractor,
        pages=row.pages,
        unread_pages=tuple(row.unread_pages or ()),
        warnings=tuple(row.warnings or ()),
        characters=row.characters or 0,
        chunks=row.chunks or 0,
        tokens=row.tokens or 0,
        header_tokens=row.header_tokens or 0,
        overflowing=row.overflowing or 0,
        stamp=stamp,
        added_at=row.added_at,
        changed_at=row.changed_at,
        keep_running_lines=row.keep_running_lines,
    )
