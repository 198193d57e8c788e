"""What a measurement was made on: the documents that are searched, their texts, and hashes that name both."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cutting import stamp
from engine.errors import EngineError
from engine.library import Library
from engine.retrieval.search import RANKING_VERSION
from engine.retrieval.weights import describe
from engine.types.extraction import Extraction
from engine.types.indexing import Chunking, Document, EncoderStamp


@dataclass(frozen=True, slots=True)
class Corpus:
    """Two hashes, SHA-256 (hex). Figures from different `digest`s are not comparable.

    `digest` covers what is searched, name, bytes and stamp of every live document that is not stale, and the version of
    the ranking. `documents` covers names and bytes of every live document, so that other settings can be told from
    other documents.
    """

    digest: str
    documents: str


def corpus(library: Library) -> Corpus:
    """The corpus as it stands now."""
    live = [document for document in library.documents() if document.live]
    searched = [(one.name, one.id, one.stamp.digest) for one in live if one.stamp is not None and not one.stale]
    return Corpus(_hash_ranked(searched), _hash((one.name, one.id) for one in live))


def corpus_cut_by(documents: Iterable[Document], chunking: Chunking, encoder: EncoderStamp) -> Corpus:
    """The corpus of these documents, were they cut and embedded so: what an evaluation's runs are kept under."""
    stamped = [
        (one.name, one.id, stamp(encoder, chunking, one.extractor, "", "").digest)
        for one in documents
        if one.extractor is not None
    ]
    return Corpus(_hash_ranked(stamped), _hash((one.name, one.id) for one in documents))


def basis(documents: Iterable[Document], encoder: EncoderStamp) -> str:
    """SHA-256 (hex) of all that decides what is found in these documents, but for how they are cut."""
    by_any = Chunking("A", 0, 0)
    stamped = [
        (one.name, one.id, stamp(encoder, by_any, one.extractor, "", "").digest)
        for one in documents
        if one.extractor is not None
    ]
    return _hash_ranked(stamped)


def basis_now(library: Library) -> str:
    """The basis that a run of all live documents would have now, whether or not they have to be rebuilt first."""
    return basis([one for one in library.documents() if one.live], describe(library.encoder_name))


def basis_searched(library: Library) -> str:
    """The basis that a run of the documents that are searched would have now."""
    searched = [one for one in library.documents() if one.live and not one.stale]
    return basis(searched, describe(library.encoder_name))


def searched_documents(library: Library) -> list[tuple[Document, Extraction]]:
    """The documents that are searched with their texts, as they all were at one moment.

    Raises `EngineError` when they change again and again while they are read.
    """
    for _ in range(3):
        version = library.version
        found = [(one, library.extraction(one.key)) for one in library.documents() if one.live and not one.stale]
        if library.version == version:
            return found
    raise EngineError("Documents are being changed; wait until all are ready, then try again.")


def searched_texts(library: Library) -> dict[str, Extraction]:
    """The canonical texts that needles are looked for in, by document name."""
    return {document.name: extraction for document, extraction in searched_documents(library)}


def _hash_ranked(rows: Iterable[tuple[str, ...]]) -> str:
    return _hash([*rows, ("ranking", str(RANKING_VERSION))])


def _hash(rows: Iterable[tuple[str, ...]]) -> str:
    return hashlib.sha256(json.dumps(sorted(rows), separators=(",", ":")).encode()).hexdigest()
