"""Vectors by encoder and text: what was embedded once is never embedded again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from engine.errors import StampMismatch, StoreError
from engine.store.database import BLOCK, Database
from engine.store.tables import vectors

UNIT_TOLERANCE = 1e-3


def text_key(text: str) -> str:
    """The name under which a text's vector is kept: its SHA-256 in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def missing(database: Database, encoder: str, keys: Sequence[str]) -> list[str]:
    """Those of `keys`, each once and in order, that the encoder with this fingerprint has not embedded yet."""
    wanted = list(dict.fromkeys(keys))
    known: set[str] = set()
    with database.read() as connection:
        for start in range(0, len(wanted), BLOCK):
            part = vectors.c.text_sha256.in_(wanted[start : start + BLOCK])
            known.update(connection.scalars(sa.select(vectors.c.text_sha256).where(vectors.c.encoder == encoder, part)))
    return [key for key in wanted if key not in known]


def keep(database: Database, encoder: str, dimensions: int, keys: Iterable[str], new: NDArray[np.float32]) -> None:
    """Keeps unit vectors, shape `(len(keys), dimensions)`, durably.

    Raises `StampMismatch` for another number of dimensions and `StoreError` for vectors that are not of length 1.
    """
    if new.ndim != 2 or new.shape[1] != dimensions:
        raise StampMismatch(
            f"The encoder gave vectors of shape {new.shape}, but its stamp says {dimensions} dimensions."
        )
    off = np.abs(np.linalg.norm(new.astype(np.float64), axis=1) - 1)
    if not np.all(off < UNIT_TOLERANCE):  # written so that a NaN fails, too
        raise StoreError(
            f"The encoder gave a vector whose length differs from 1 by {off.max():.3g}; it cannot be used."
        )
    rows = [
        {"encoder": encoder, "text_sha256": key, "vector": vector.astype("<f4").tobytes()}
        for key, vector in zip(keys, new, strict=True)
    ]
    with database.write() as connection:
        known = set(
            connection.scalars(
                sa.select(vectors.c.text_sha256).where(
                    vectors.c.encoder == encoder, vectors.c.text_sha256.in_([row["text_sha256"] for row in rows])
                )
            )
        )
        fresh = [row for row in rows if row["text_sha256"] not in known]  # another process may have been faster
        if fresh:
            connection.execute(sa.insert(vectors), fresh)
