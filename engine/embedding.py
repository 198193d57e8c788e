"""Texts -> vectors in the store: only those that were never embedded, committed as it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.retrieval.codes import CODES_VERSION, pack
from engine.retrieval.encoder import Encoder
from engine.store.database import Database
from engine.store.vectors import Embedded, keep, missing, text_key

COMMIT_TEXTS = 64
"""Texts embedded between two commits: what is lost at most when the machine stops."""


def embed(database: Database, encoder: Encoder, texts: Sequence[str]) -> Iterator[int]:
    """Embeds what was never embedded, yielding how many of the distinct `texts` have their vectors."""
    by_key = {text_key(text): text for text in texts}
    fingerprint, dimensions = encoder.stamp.fingerprint, encoder.stamp.dimensions
    new = missing(database, fingerprint, CODES_VERSION, list(by_key))
    done = len(by_key) - len(new)
    yield done
    for start in range(0, len(new), COMMIT_TEXTS):
        part = new[start : start + COMMIT_TEXTS]
        read = encoder.read([by_key[key] for key in part])
        made = map(Embedded, read.vectors, read.pieces, map(pack, read.states))
        keep(database, fingerprint, CODES_VERSION, dimensions, dict(zip(part, made, strict=True)))
        done += len(part)
        yield done
