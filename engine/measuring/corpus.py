"""What a measurement was made on: the documents that are searched, their texts, and hashes that name both."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cutting import stamp
from engine.library import Library
from engine.retrieval.weights import describe
from engine.types import Chunking, Extraction


@dataclass(frozen=True, slots=True)
class Corpus:
    """Two hashes, SHA-256 (hex). Figures from different `digest`s are not comparable.

    `digest` covers what is searched: name, bytes and stamp of every live document that is not stale. `documents` covers
    names and bytes of every live document, so that other settings can be told from other documents.
    """

    digest: str
    documents: str


def corpus(library: Library) -> Corpus:
    """The corpus as it stands now."""
    live = [document for document in library.documents() if document.live]
    searched = [(one.name, one.id, one.stamp.digest) for one in live if one.stamp is not None and not one.stale]
    return Corpus(_hash(searched), _hash((one.name, one.id) for one in live))


def corpus_cut_by(library: Library, chunking: Chunking) -> Corpus:
    """The corpus as it would stand were the documents that are searched now cut so: the key of an evaluation's runs."""
    encoder = describe(library.encoder_name)
    live = [document for document in library.documents() if document.live]
    searched = [
        (one.name, one.id, stamp(encoder, chunking, one.extractor, "", "").digest)
        for one in live
        if one.extractor is not None and not one.stale
    ]
    return Corpus(_hash(searched), _hash((one.name, one.id) for one in live))


def searched_texts(library: Library) -> dict[str, Extraction]:
    """The canonical texts that needles are looked for in: those of the documents that are searched, by name."""
    return {one.name: library.extraction(one.key) for one in library.documents() if one.live and not one.stale}


def _hash(rows: Iterable[tuple[str, ...]]) -> str:
    return hashlib.sha256(json.dumps(sorted(rows), separators=(",", ":")).encode()).hexdigest()
