"""One document from bytes to vectors: extract, chunk, embed what is new, and switch over in one commit."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import PurePosixPath

import sqlalchemy as sa
import structlog

from engine.cutting import cut, stamp
from engine.documents import EXTRACTORS, Limits, Recognition, extract_isolated, identify
from engine.embedding import embed
from engine.errors import EngineError
from engine.library import Library
from engine.retrieval.encoder import Encoder
from engine.settings import Settings
from engine.store import jobs
from engine.store.jobs import Job
from engine.store.records import chunk_row, extraction_of, keep_extraction, stamp_key
from engine.store.shelf import drop_texts
from engine.store.tables import chunks, documents, extractions, library
from engine.store.vectors import text_key
from engine.types.extraction import Extraction
from engine.types.indexing import Chunking, State, StoredChunk

log = structlog.get_logger()


class LeaseLost(Exception):
    """The document was removed, replaced or taken over; whatever was made of it is dropped."""


def process(source: Library, job: Job, streams: int) -> None:
    """Does the leased `job` to its end: the document is ready, partial, or failed with its reason.

    Raises `LeaseLost` when the job stopped being ours; nothing of it is then written.
    """
    try:
        _build(source, job, streams)
    except EngineError as error:
        fail(source, job, str(error))


def fail(source: Library, job: Job, reason: str) -> None:
    """Ends the job with the document failed. What it was searched by before, it still is."""
    with source.database.write() as connection:
        _assert_held(connection, job)
        _update(connection, job, state=State.FAILED, reason=reason)
        jobs.finish(connection, job)


def _build(source: Library, job: Job, streams: int) -> None:
    chunking, encoder_name = source.chunking, source.encoder_name
    title, key, extraction = _extract(source, job)
    _enter(source, job, State.CHUNKING, 0)
    pieces = cut(extraction, title, chunking, encoder_name)
    texts = list(dict.fromkeys(piece.chunk.text for piece in pieces))
    _enter(source, job, State.EMBEDDING, len(texts))
    encoder = source.encoder(streams)
    for done in embed(source.database, encoder, texts):
        _enter(source, job, State.EMBEDDING, len(texts), done)
    _switch(source, job, title, key, extraction, pieces, encoder, chunking)


def _extract(source: Library, job: Job) -> tuple[str, int, Extraction]:
    """The document's title, and the key and value of its extraction, made only if today's extractor has not yet."""
    _enter(source, job, State.EXTRACTING, 0)
    with source.database.read() as connection:
        row = connection.execute(sa.select(documents).where(documents.c.key == job.document)).one_or_none()
    if row is None:
        raise LeaseLost
    keep = bool(row.keep_running_lines)
    extractor = identify(row.name, source.blobs.get(row.sha256))
    within = limits(source.settings)
    recognition = _recognition(extractor, within)
    known = sa.select(extractions).where(
        extractions.c.sha256 == row.sha256,
        extractions.c.extractor == extractor,
        extractions.c.extractor_version == EXTRACTORS[extractor],
        extractions.c.keep_running_lines == keep,
        extractions.c.recognition == recognition,
    )
    with source.database.read() as connection:
        found = connection.execute(known).one_or_none()
    if found is None:
        made = extract_isolated(source.blobs.path(row.sha256), row.name, within, keep)
        with source.database.write() as connection:
            _assert_held(connection, job)
            found = connection.execute(known).one_or_none()  # another document with the same bytes may have been faster
            if found is None:
                keep_extraction(connection, row.sha256, keep, recognition, made)
                found = connection.execute(known).one()
    extraction = extraction_of(found)
    return extraction.title or PurePosixPath(row.name).stem, int(found.key), extraction


def _recognition(extractor: str, within: Limits) -> str:
    """What decides how pages without text are read, where a format has them: told otherwise, they are read again."""
    if extractor != "pdf":
        return ""
    how = within.recognition
    return "off" if how is None else f"{how.languages} from {how.folder or 'here'} in {within.seconds:g} s"


def limits(settings: Settings) -> Limits:
    """What one extraction may use."""
    return Limits(
        seconds=settings.extraction_seconds,
        memory_bytes=settings.extraction_memory_mib * 2**20,
        output_characters=settings.extraction_characters,
        recognition=Recognition(settings.ocr_languages, settings.tessdata) if settings.ocr else None,
    )


def _switch(
    source: Library,
    job: Job,
    title: str,
    extraction_key: int,
    extraction: Extraction,
    pieces: Sequence[StoredChunk],
    encoder: Encoder,
    chunking: Chunking,
) -> None:
    """The one commit in which the document becomes what is searched, and its predecessor is gone."""
    unread = extraction.unread_pages
    reason = f"No text could be read on {_pages(unread)}; those pages are not searched." if unread else ""
    stamped = stamp(encoder.stamp, chunking, extraction.extractor, encoder.backend, encoder.precision)
    rows = [
        chunk_row(job.document, piece.ordinal, piece.chunk, piece.use, text_key(piece.chunk.text)) for piece in pieces
    ]
    with source.database.write() as connection:
        _assert_held(connection, job)
        name = sa.select(documents.c.name).where(documents.c.key == job.document).scalar_subquery()
        before = sa.and_(documents.c.name == name, documents.c.live, documents.c.key != job.document)
        replaced = set(connection.scalars(sa.select(documents.c.sha256).where(before)))
        connection.execute(sa.delete(documents).where(before))
        connection.execute(sa.delete(chunks).where(chunks.c.document == job.document))
        if rows:
            connection.execute(sa.insert(chunks), rows)
        connection.execute(sa.update(library).values(generation=library.c.generation + 1))
        _update(
            connection,
            job,
            live=True,
            state=State.PARTIAL if unread else State.READY,
            reason=reason,
            title=title,
            extraction=extraction_key,
            stamp=stamp_key(connection, stamped),
            generation=connection.scalar(sa.select(library.c.generation)),
        )
        drop_texts(connection, replaced)
        jobs.finish(connection, job)
    try:
        source.sweep(replaced)
    except EngineError:
        log.exception("bytes without a document were not dropped")  # the next start of a worker collects them


def _enter(source: Library, job: Job, state: State, total: int, done: int = 0) -> None:
    with source.database.write() as connection:
        _assert_held(connection, job)
        _update(connection, job, state=state, done=done, total=total)


def _update(connection: sa.Connection, job: Job, **values: object) -> None:
    connection.execute(
        sa.update(documents).where(documents.c.key == job.document).values(changed_at=time.time(), **values)
    )


def _assert_held(connection: sa.Connection, job: Job) -> None:
    if not jobs.holds(connection, job):
        raise LeaseLost


def _pages(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 1–3, 7`: runs joined."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    names = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
    return f"page{'s' if len(numbers) > 1 else ''} {names}"
