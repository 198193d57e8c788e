"""The one way in for documents: add, retry, remove, rebuild. And what the library holds."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from engine.chunking import chunk, validate
from engine.cutting import cut, stamp, window_of
from engine.documents import EXTRACTORS
from engine.errors import EncoderError, StoreError
from engine.retrieval.codes import CODES_VERSION
from engine.retrieval.encoder import Encoder
from engine.retrieval.held_encoder import HeldEncoder
from engine.retrieval.search import DEFAULT_RETRIEVAL
from engine.retrieval.weights import DEFAULT_ENCODER, describe, locate
from engine.settings import Settings
from engine.store.blobs import Blobs
from engine.store.database import Database
from engine.store.document_names import clean_name
from engine.store.listing import list_documents
from engine.store.records import extraction_of, stored_chunk_of
from engine.store.shelf import drop_texts, ownerless, queue_again, shelve
from engine.store.tables import chunks, documents, extractions, layouts, library
from engine.store.vectors import missing, text_key
from engine.types.extraction import Extraction, Layout
from engine.types.indexing import Chunking, Document, EncoderStamp, RebuildCost, StoredChunk

_AT_ONCE = sa.select(library.c.encoder, library.c.generation)

DEFAULT_CHUNKING = Chunking(strategy="E", target=512, overlap=64)


class Library:
    """One set of documents with its settings, in the home folder that the settings name.

    Every change is one transaction; whoever opens the same home sees it at once.
    """

    def __init__(self, settings: Settings, create: Chunking | None = None, sample: Path | None = None) -> None:
        """Opens the library. Where there is none, makes one cut by `create`, holding the Markdown files of `sample`.

        Raises `StoreError` where there is none and `create` is `None`.
        """
        if create is not None:
            validate(create)
        self.settings = settings
        file = settings.home / "candor.db"
        if create is None and not file.exists():
            raise StoreError(f"There is no library in {settings.home}; ingest documents first, or set CANDOR_HOME.")
        self.database = Database(file)
        self.blobs = Blobs(settings.home / "originals")
        self._encoder = HeldEncoder(settings)
        with self.database.read() as connection:
            self.is_new = connection.scalar(sa.select(library.c.key)) is None
        if self.is_new:
            self._create(create or DEFAULT_CHUNKING, sample)

    def _create(self, chunking: Chunking, sample: Path | None) -> None:
        files = [(file.name, file.read_bytes()) for file in sorted(sample.glob("*.md"))] if sample else []
        row = {
            "key": 1,
            "strategy": chunking.strategy,
            "target": chunking.target,
            "overlap": chunking.overlap,
            "encoder": DEFAULT_ENCODER,
            "generation": 0,
            "created_at": time.time(),
            "retriever": DEFAULT_RETRIEVAL.retriever,
            "depth": DEFAULT_RETRIEVAL.depth,
        }
        with self.database.write() as connection:
            if connection.scalar(sa.select(library.c.key)) is not None:
                return  # another process was faster; its library is the one
            connection.execute(sa.insert(library).values(row))
            for name, data in files:
                shelve(connection, name, self.blobs.put(data), len(data), sample=True)

    # ---- settings -------------------------------------------------------------------------------------------------

    @property
    def chunking(self) -> Chunking:
        """How this library's documents are cut."""
        row = self._row()
        return Chunking(row.strategy, row.target, row.overlap)

    @property
    def encoder_name(self) -> str:
        """The encoder of this library; a setting or `CANDOR_ENCODER` stands above what the library says."""
        return self.settings.encoder or str(self._row().encoder)

    @property
    def generation(self) -> int:
        """Counts the commits that changed what is searched; caches compare it."""
        return int(self._row().generation)

    def _row(self) -> Any:
        with self.database.read() as connection:
            return connection.execute(sa.select(library)).one()

    def encoder(self, streams: int = 1) -> Encoder:
        """The library's encoder, loaded on first use and again when the library changes to another one."""
        return self.at_once(streams)[0]

    def at_once(self, streams: int = 1) -> tuple[Encoder, int]:
        """The encoder and the generation, from one look at the library: what a question has to know before a search."""
        [(own, generation)] = self.database.quick(_AT_ONCE)
        return self._encoder.called(self.settings.encoder or own, streams), generation

    @property
    def loaded_encoder(self) -> Encoder | None:
        """The encoder if this process has loaded it already."""
        return self._encoder.loaded

    def digests(self, encoder: EncoderStamp | None = None) -> dict[str, str]:
        """Per extractor, the digest of the stamp that today's settings would give; anything else is stale.

        `encoder` stands in for the library's own. Raises `EncoderError` when that cannot be found.
        """
        encoder, chunking = encoder or describe(self.encoder_name), self.chunking
        return {name: stamp(encoder, chunking, name, "", "").digest for name in EXTRACTORS}

    def apply(self, chunking: Chunking, encoder: str) -> None:
        """Makes these the library's settings and puts every document in line to be rebuilt, in one transaction.

        An encoder that is set from outside stands above the library's own, which then stays what it is.
        """
        validate(chunking)
        new: dict[str, object] = {
            "strategy": chunking.strategy,
            "target": chunking.target,
            "overlap": chunking.overlap,
            "generation": library.c.generation + 1,
        }
        outside = self.settings.encoder
        if outside is None:
            new["encoder"] = str(locate(encoder)) if Path(encoder).expanduser().is_dir() else encoder
        elif encoder != outside:
            raise EncoderError(f"The encoder is set to {outside} outside the library; change it there.")
        describe(encoder)
        with self.database.write() as connection:
            connection.execute(sa.update(library).values(new))
            queue_again(connection, list(connection.scalars(sa.select(documents.c.key))))

    def cost(self, chunking: Chunking, encoder: str) -> RebuildCost:
        """What `apply` with these settings would do. Cuts every document, embeds nothing."""
        validate(chunking)
        keys: list[str] = []
        with self.database.read() as connection:
            rows = connection.execute(
                sa.select(documents.c.title, extractions).join(extractions, documents.c.extraction == extractions.c.key)
            ).all()
        window = window_of(encoder)
        for row in rows:
            keys += [text_key(piece.text) for piece in chunk(extraction_of(row), row[0], chunking, window)]
        return RebuildCost(
            len(rows), len(keys), len(missing(self.database, describe(encoder).fingerprint, CODES_VERSION, keys))
        )

    @property
    def version(self) -> tuple[object, ...]:
        """Differs whenever `documents` would; far cheaper to ask for."""
        row = self._row()
        changed = sa.select(sa.func.count(), sa.func.sum(documents.c.changed_at), sa.func.max(documents.c.key))
        with self.database.read() as connection:
            return row.generation, self.settings.encoder or row.encoder, *connection.execute(changed).one()

    # ---- documents ------------------------------------------------------------------------------------------------

    def documents(self, key: int | None = None) -> list[Document]:
        """All documents by name, or the one with this `key`, if it is still there.

        A replacement that is not ready yet stands behind the one it will replace.
        """
        try:
            digests = self.digests()
        except EncoderError:
            digests = {}  # without an encoder nothing can be searched: everything is shown as stale
        return list_documents(self.database, digests, key)

    def document(self, key: int) -> Document:
        """The document with this key. Raises `StoreError` when it was removed or replaced."""
        found = self.documents(key)
        if not found:
            raise StoreError("This document was removed or replaced in the meantime; choose it again.")
        return found[0]

    def add(self, name: str, data: bytes | memoryview) -> int:
        """Keeps the bytes under this name, puts the document in line, and returns its key.

        The same bytes under the same name change nothing, except that a failed document is tried again. Other bytes
        wait beside their predecessor, which is searched until the new ones are ready, and then replace it in one step.
        """
        name = clean_name(name)
        limit = self.settings.document_mib * 2**20
        if len(data) > limit:
            raise StoreError(
                f"{name} has {len(data):,} bytes, more than the {limit:,} that one document may have; split it."
            )
        digest = self.blobs.put(data)
        with self.database.write() as connection:
            if not self.blobs.path(digest).exists():
                self.blobs.put(data)  # the last document with these bytes was removed in between
            before = set(connection.scalars(sa.select(documents.c.sha256).where(documents.c.name == name)))
            key = shelve(connection, name, digest, len(data), sample=False)
            drop_texts(connection, before)
        self.sweep(before)
        return key

    def rebuild(self, keys: Iterable[int]) -> None:
        """Puts documents in line again: failed ones to be retried, stale ones to be built with today's settings."""
        with self.database.write() as connection:
            queue_again(connection, keys)

    def keep_running_lines(self, key: int, keep: bool) -> None:
        """Says whether a document's running headers and footers stay in its text, and puts it in line to be read."""
        with self.database.write() as connection:
            connection.execute(sa.update(documents).where(documents.c.key == key).values(keep_running_lines=keep))
            queue_again(connection, [key])

    def remove(self, keys: Iterable[int]) -> None:
        """Removes documents with all that was made of them, and their bytes if no other document has the same."""
        gone = list(keys)
        with self.database.write() as connection:
            hashes = set(connection.scalars(sa.select(documents.c.sha256).where(documents.c.key.in_(gone))))
            connection.execute(sa.delete(documents).where(documents.c.key.in_(gone)))
            connection.execute(sa.update(library).values(generation=library.c.generation + 1))
            drop_texts(connection, hashes)
        self.sweep(hashes)

    def sweep(self, hashes: Iterable[str]) -> None:
        """Drops those of these bytes that no document has. Only to be called once what let go of them is committed.

        The write lock keeps `add` from wanting them meanwhile; a crash before leaves bytes too many, never too few.
        """
        with self.database.write() as connection:
            for digest in ownerless(connection, hashes):
                self.blobs.drop(digest)

    def collect(self) -> None:
        """Drops bytes that a crash left without a document, and what was left of writing some."""
        self.sweep(self.blobs.all())
        self.blobs.clear()

    # ---- what a document holds ------------------------------------------------------------------------------------

    def extraction(self, key: int) -> Extraction:
        """The canonical text of a document with its headings and spans. Raises `StoreError` before it was extracted."""
        with self.database.read() as connection:
            row = connection.execute(
                sa.select(extractions)
                .join(documents, documents.c.extraction == extractions.c.key)
                .where(documents.c.key == key)
            ).one_or_none()
        if row is None:
            raise StoreError("This document has no text yet; wait until it is ready, or retry it if it failed.")
        return extraction_of(row)

    def layout(self, key: int) -> Layout | None:
        """How a document's text lies on its pages; `None` where its format has none, or before it was extracted."""
        with self.database.read() as connection:
            row = connection.execute(
                sa.select(layouts.c.layout)
                .join(documents, documents.c.extraction == layouts.c.extraction)
                .where(documents.c.key == key)
            ).one_or_none()
        return None if row is None else Layout.from_json(row.layout)

    def chunks(self, key: int) -> list[StoredChunk]:
        """The chunks of a document as they stand in the index."""
        with self.database.read() as connection:
            rows = connection.execute(
                sa.select(chunks).where(chunks.c.document == key).order_by(chunks.c.ordinal)
            ).all()
        return [stored_chunk_of(row) for row in rows]

    def preview(self, key: int, chunking: Chunking) -> list[StoredChunk]:
        """How a document would be cut by `chunking`. Embeds and stores nothing."""
        return cut(self.extraction(key), self.document(key).title, chunking, self.encoder_name)
