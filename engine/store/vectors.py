"""Vectors by encoder and text: what was embedded once is never embedded again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from engine.errors import StampMismatch, StoreError
from engine.store.database import BLOCK, Database
from engine.store.tables import token_vectors, vectors

UNIT_TOLERANCE = 1e-3


def text_key(text: str) -> str:
    """The name under which a text's vector is kept: its SHA-256 in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Embedded:
    """What is kept of one text: its unit vector, and the ids of its word pieces with a packed vector for each."""

    vector: NDArray[np.float32]
    pieces: NDArray[np.uint32]
    codes: bytes


def missing(database: Database, encoder: str, version: int, keys: Sequence[str]) -> list[str]:
    """Those of `keys`, each once and in order, that the encoder with this fingerprint has not embedded yet.

    A text whose token vectors are of another `version` of packing has to be read again, too.
    """
    wanted = list(dict.fromkeys(keys))
    known: set[str] = set()
    with database.read() as connection:
        for start in range(0, len(wanted), BLOCK):
            part = token_vectors.c.text_sha256.in_(wanted[start : start + BLOCK])
            found = sa.select(token_vectors.c.text_sha256).where(*_of(token_vectors, encoder, version), part)
            known.update(connection.scalars(found))
    return [key for key in wanted if key not in known]


def keep(database: Database, encoder: str, version: int, dimensions: int, texts: Mapping[str, Embedded]) -> None:
    """Keeps what was embedded, by text, durably. What another process was faster to keep stays as it is.

    Raises `StampMismatch` for another number of dimensions and `StoreError` for vectors that are not of length 1.
    """
    for one in texts.values():
        if one.vector.shape != (dimensions,):
            raise StampMismatch(
                f"The encoder gave a vector of shape {one.vector.shape}, but its stamp says {dimensions} dimensions."
            )
        off = abs(float(np.linalg.norm(one.vector.astype(np.float64))) - 1)
        if not off < UNIT_TOLERANCE:  # written so that a NaN fails, too
            raise StoreError(f"The encoder gave a vector whose length differs from 1 by {off:.3g}; it cannot be used.")
    whole = [
        {"encoder": encoder, "text_sha256": key, "vector": one.vector.astype("<f4").tobytes()}
        for key, one in texts.items()
    ]
    tokens = [
        {
            "encoder": encoder,
            "text_sha256": key,
            "version": version,
            "pieces": one.pieces.astype("<u4").tobytes(),
            "codes": one.codes,
        }
        for key, one in texts.items()
    ]
    with database.write() as connection:
        for table, conditions, rows in (
            (vectors, _of(vectors, encoder), whole),
            (token_vectors, _of(token_vectors, encoder, version), tokens),
        ):
            here = sa.select(table.c.text_sha256).where(*conditions, table.c.text_sha256.in_(list(texts)))
            known = set(connection.scalars(here))
            fresh = [row for row in rows if row["text_sha256"] not in known]
            if fresh:
                connection.execute(sa.insert(table), fresh)


def load_vectors(
    database: Database, encoder: str, version: int, keys: Sequence[str]
) -> dict[str, tuple[NDArray[np.float32], NDArray[np.uint32]]]:
    """Per text its vector `(dimensions,)` and the ids of its word pieces `(t,)`; a text that has none is left out."""
    query = (
        sa.select(vectors.c.text_sha256, vectors.c.vector, token_vectors.c.pieces)
        .join(
            token_vectors,
            sa.and_(
                token_vectors.c.encoder == vectors.c.encoder,
                token_vectors.c.text_sha256 == vectors.c.text_sha256,
                token_vectors.c.version == version,
            ),
        )
        .where(vectors.c.encoder == encoder)
    )
    rows = _found(database, query, vectors, keys)
    return {row.text_sha256: (np.frombuffer(row.vector, "<f4"), np.frombuffer(row.pieces, "<u4")) for row in rows}


def load_codes(database: Database, encoder: str, version: int, keys: Sequence[str]) -> dict[str, bytes]:
    """Per text the packed vectors of its word pieces; a text that has none is left out."""
    query = sa.select(token_vectors.c.text_sha256, token_vectors.c.codes).where(*_of(token_vectors, encoder, version))
    return {row.text_sha256: row.codes for row in _found(database, query, token_vectors, keys)}


def _of(table: sa.Table, encoder: str, version: int | None = None) -> list[sa.ColumnElement[bool]]:
    return [table.c.encoder == encoder, *([table.c.version == version] if version is not None else [])]


def _found(database: Database, query: sa.Select[Any], table: sa.Table, keys: Sequence[str]) -> list[Any]:
    """The rows of `query` for these texts."""
    wanted = list(dict.fromkeys(keys))
    rows: list[Any] = []
    with database.read() as connection:
        for start in range(0, len(wanted), BLOCK):
            rows += connection.execute(query.where(table.c.text_sha256.in_(wanted[start : start + BLOCK])))
    return rows
