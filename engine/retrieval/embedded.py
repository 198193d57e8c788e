"""The embedded index: FAISS and BM25 in memory, over the store, which is the truth."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np
import structlog
from numpy.typing import NDArray

from engine.errors import StampMismatch
from engine.retrieval.codes import CODES_VERSION
from engine.retrieval.contents import Contents, Entry
from engine.retrieval.index import Placed, Scored, Stats
from engine.retrieval.lexical import LexicalIndex
from engine.retrieval.pieces import PieceCounts
from engine.retrieval.terms_cache import TermsCache
from engine.retrieval.vectors import VectorIndex
from engine.store.database import BLOCK, Database
from engine.store.vectors import load_codes, load_vectors
from engine.types.answers import Filter, Hit
from engine.types.indexing import EncoderStamp

Keys = NDArray[np.int64]

log = structlog.get_logger()


class EmbeddedIndex:
    """An `Index` whose vectors come from the store and whose chunks from `contents`."""

    def __init__(self, database: Database, contents: Contents, stamp: EncoderStamp, cache: Path | None = None) -> None:
        """An empty index for vectors that `stamp` describes. Terms are read from the file `cache`, and kept there."""
        self.stamp = stamp
        self._database = database
        self._contents = contents
        self._generations: dict[int, int] = {}
        self._chunks: dict[int, Keys] = {}  # per document
        self._text_keys: dict[int, str] = {}  # per chunk
        self._changes = 0
        self._confined: tuple[Filter, int, Keys] | None = None  # a filter, and what it let through then
        self._pieces = PieceCounts()
        self._vectors = VectorIndex(stamp.dimensions)
        self._lexical = LexicalIndex()
        self._cache = TermsCache(cache) if cache else None
        self._lock = threading.Lock()

    def held(self) -> Mapping[int, int]:
        with self._lock:
            return dict(self._generations)

    def stats(self) -> Stats:
        with self._lock:
            return Stats(len(self._generations), len(self._text_keys))

    def upsert(self, documents: Mapping[int, int]) -> None:
        if not documents:
            return
        with self._lock:
            self._drop(documents)
            if self._cache is not None and not self._generations:
                self._lexical = self._cache.restored(self._contents.entries(list(documents)))
            keys = list(documents)
            try:
                for start in range(0, len(keys), BLOCK):
                    self._take(keys[start : start + BLOCK], documents)
            finally:  # the cache gave terms of chunks that were removed since, or whose document could not be taken in
                self._lexical.remove(np.setdiff1d(self._lexical.keys, np.array(list(self._text_keys), np.int64)))
            if self._cache is not None:
                self._cache.keep(self._lexical, self._text_keys)

    def delete(self, documents: Collection[int]) -> None:
        with self._lock:
            self._drop(documents)

    def _drop(self, documents: Collection[int]) -> None:
        held = [key for key in documents if key in self._generations]
        if not held:
            return
        self._changes += 1
        gone = np.concatenate([self._chunks.pop(key) for key in held])
        self._vectors.remove(gone)
        self._lexical.remove(gone)
        for key in held:
            del self._generations[key]
            self._pieces.remove(key)
        for chunk in gone.tolist():
            del self._text_keys[chunk]

    def _take(self, documents: Sequence[int], generations: Mapping[int, int]) -> None:
        entries = self._contents.entries(documents)
        stored = load_vectors(self._database, self.stamp.fingerprint, CODES_VERSION, [one.text_key for one in entries])
        lacking = {entry.document_key for entry in entries if entry.text_key not in stored}
        if lacking:  # the store was damaged, or the document is being rebuilt by another encoder this very moment
            log.warning("documents without vectors are not searched", documents=sorted(lacking))
            entries = [entry for entry in entries if entry.document_key not in lacking]
            documents = [document for document in documents if document not in lacking]
        keys = np.array([entry.chunk_key for entry in entries], np.int64)
        new = keys[~np.isin(keys, self._lexical.keys)]  # the others' terms came from the cache
        texts = self._contents.texts(new.tolist())  # the last that can fail: nothing is taken in by halves
        self._changes += 1
        if entries:
            self._vectors.add(keys, np.stack([stored[entry.text_key][0] for entry in entries]))
            self._lexical.add(new, texts)
        of: dict[int, list[Entry]] = {document: [] for document in documents}
        for entry in entries:
            of[entry.document_key].append(entry)
            self._text_keys[entry.chunk_key] = entry.text_key
        for document, its in of.items():
            self._chunks[document] = np.array([entry.chunk_key for entry in its], np.int64)
            self._pieces.add(document, [stored[entry.text_key][1] for entry in its])
            self._generations[document] = generations[document]

    def dense(
        self, vector: NDArray[np.float32], stamp: EncoderStamp, depth: int, within: Filter | None
    ) -> list[Scored]:
        if stamp.fingerprint != self.stamp.fingerprint:
            raise StampMismatch(
                f"The question was embedded by {stamp.name} and the index by {self.stamp.name}; rebuild the library."
            )
        chosen = self._chosen(within)
        with self._lock:
            found = self._vectors.search(vector, depth, chosen)
        return [Scored(key, 1 - distance) for key, distance in found]

    def keyword(self, question: str, depth: int, within: Filter | None) -> list[Scored]:
        chosen = self._chosen(within)
        with self._lock:
            return list(map(Scored._make, self._lexical.search(question, depth, chosen)))

    def naming(self, terms: Sequence[str], few: int) -> dict[str, list[int]]:
        with self._lock:
            return self._lexical.holding(terms, few)

    def _chosen(self, within: Filter | None) -> Keys | None:
        """The keys that a filter lets through. The store is read without the lock: others need not wait for it."""
        if within is None:
            return None
        known, changes = self._confined, self._changes
        if known is None or known[:2] != (within, changes):  # else this question's other search asked for it
            matching = self._contents.matching(within)
            chosen = np.array([key for key in matching if key in self._text_keys], np.int64)
            self._confined = known = within, changes, chosen
        return known[2]

    def distances(self, vector: NDArray[np.float32], chunk_keys: Sequence[int]) -> dict[int, float]:
        with self._lock:
            held = [key for key in chunk_keys if key in self._text_keys]
            exact = self._vectors.distances(vector, np.array(held, np.int64))
        return dict(zip(held, exact.tolist(), strict=True))

    def holding(self, pieces: NDArray[np.uint32]) -> NDArray[np.int64]:
        with self._lock:
            return self._pieces.of(pieces)

    def token_codes(self, chunk_keys: Sequence[int]) -> dict[int, bytes]:
        with self._lock:
            named = {key: self._text_keys[key] for key in chunk_keys if key in self._text_keys}
        codes = load_codes(self._database, self.stamp.fingerprint, CODES_VERSION, list(named.values()))
        return {key: codes[name] for key, name in named.items() if name in codes}

    def fetch(self, ranked: Sequence[Placed]) -> tuple[Hit, ...]:
        with self._lock:
            held = [one for one in ranked if one.chunk_key in self._text_keys]
        return self._contents.hits(held)
