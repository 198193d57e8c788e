"""One document's chunks as they are stored or previewed, and the stamp that such chunks carry."""

from __future__ import annotations

from engine.chunking import Window, chunk, effective, measure_all
from engine.documents import EXTRACTORS
from engine.retrieval.tokens import tokenizer
from engine.retrieval.weights import describe
from engine.types.extraction import Extraction
from engine.types.indexing import PIPELINE_VERSION, Chunking, EncoderStamp, Stamp, StoredChunk


def cut(extraction: Extraction, title: str, chunking: Chunking, encoder_name: str) -> list[StoredChunk]:
    """The chunks of one document with what the encoder's window holds of each. Embeds and stores nothing."""
    window = window_of(encoder_name)
    pieces = chunk(extraction, title, chunking, window)
    uses = measure_all(pieces, window)
    return [StoredChunk(ordinal, piece, use) for ordinal, (piece, use) in enumerate(zip(pieces, uses, strict=True))]


def window_of(encoder_name: str) -> Window:
    """The window of an encoder with the tokenizer that counts against it."""
    return Window(describe(encoder_name).window, tokenizer(encoder_name))


def stamp(encoder: EncoderStamp, chunking: Chunking, extractor: str, backend: str, precision: str) -> Stamp:
    """The stamp that these settings give to a document read by today's version of `extractor`."""
    version = EXTRACTORS[extractor]
    return Stamp(encoder, PIPELINE_VERSION, extractor, version, effective(chunking), backend, precision)
