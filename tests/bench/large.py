"""Libraries of up to 100,000 chunks without an hour of embedding: real texts in the real tables, vectors derived.

Every chunk is a window of the collections' texts, at a random place. A few thousand evenly spread windows are really
embedded. A chunk's vector is a mixture of the one nearest to its place, of another one and of noise, so that dense and
keyword rankings agree as much as they usually do; its token vectors are those of the nearest one. Speeds do not depend
on what vectors mean. Nothing that is found here is measured. There are no original files.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from engine.cutting import stamp
from engine.embedding import COMMIT_TEXTS
from engine.library import DEFAULT_CHUNKING, Library
from engine.retrieval.codes import CODES_VERSION, pack
from engine.retrieval.encoder import Encoder
from engine.settings import read_settings
from engine.store.records import chunk_row, keep_extraction, stamp_key
from engine.store.tables import chunks, documents, library
from engine.store.vectors import Embedded, keep, text_key
from engine.types.extraction import Extraction
from engine.types.indexing import Chunk, State, WindowUse
from tests.bench.collection import Collection

A_DOCUMENT = 100
"""Chunks of a document."""

EMBEDDED = 3000
"""Windows that are really embedded."""

SHORTEST, LONGEST = 250, 512
NEAREST, OTHER, NOISE = 0.85, 0.35, 0.25
"""What a vector is mixed of, before it is normalised."""

COMMIT = 50
"""Documents in one transaction."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What libraries are made of: a long text, and what was really embedded, at every `step`-th character of it."""

    text: str
    step: float
    embedded: tuple[Embedded, ...]


def stock(collections: Sequence[Collection], encoder: Encoder, windows: int = EMBEDDED) -> Stock:
    """Embeds `windows` windows of all these texts, evenly spread."""
    text = "\n\n".join(each.extraction.text for collection in collections for each in collection.texts)
    step = len(text) / windows
    middle = (SHORTEST + LONGEST) // 2
    texts = [window(text, int(number * step), middle) for number in range(windows)]
    made: list[Embedded] = []
    for begun in range(0, windows, COMMIT_TEXTS):  # all their token states at once would be half a gigabyte
        read = encoder.read(texts[begun : begun + COMMIT_TEXTS])
        made += map(Embedded, read.vectors, read.pieces, map(pack, read.states))
    return Stock(text, step, tuple(made))


def window(text: str, place: int, length: int) -> str:
    """About `length` characters from `place` on, beginning and ending with a whole word where there are any."""
    place = min(place, len(text) - length)
    return " ".join(text[place : place + length].split(" ")[1:-1]).strip() or text[place : place + length]


def build(home: Path, source: Stock, encoder: Encoder, count: int) -> Library:
    """A library in `home` with `count` chunks, cut and stamped as today's settings would, ready to be searched."""
    made = Library(read_settings(home), create=DEFAULT_CHUNKING)
    random = np.random.default_rng(count)
    stamped = stamp(encoder.stamp, DEFAULT_CHUNKING, "markdown", encoder.backend, encoder.precision)
    with made.database.write() as connection:
        key = stamp_key(connection, stamped)
    sizes = [min(A_DOCUMENT, count - begun) for begun in range(0, count, A_DOCUMENT)]
    for begun in range(0, len(sizes), COMMIT):
        drawn = [_draw(source, random, begun + at, size) for at, size in enumerate(sizes[begun : begun + COMMIT])]
        vectors = {name: one for _, _, its in drawn for name, one in its.items()}
        keep(made.database, encoder.stamp.fingerprint, CODES_VERSION, encoder.stamp.dimensions, vectors)
        with made.database.write() as connection:
            for number, (extraction, rows, _) in enumerate(drawn, start=begun):
                _shelve(connection, number, extraction, rows, key)
            connection.execute(sa.update(library).values(generation=library.c.generation + 1))
    return made


def replace_one(source: Library) -> None:
    """The first document by another that says the same: new keys throughout, as a changed document has."""
    with source.database.write() as connection:
        old = connection.execute(sa.select(documents).order_by(documents.c.key).limit(1)).one()._asdict()
        rows = [
            row._asdict() for row in connection.execute(sa.select(chunks).where(chunks.c.document == old["key"])).all()
        ]
        connection.execute(sa.delete(documents).where(documents.c.key == old.pop("key")))
        connection.execute(sa.update(library).values(generation=library.c.generation + 1))
        old["generation"] = connection.scalar(sa.select(library.c.generation))
        new = connection.execute(sa.insert(documents).values(old).returning(documents.c.key)).scalar_one()
        for row in rows:
            del row["key"]
            row["document"] = new
        connection.execute(sa.insert(chunks), rows)


def _draw(
    source: Stock, random: np.random.Generator, number: int, size: int
) -> tuple[Extraction, list[dict[str, Any]], dict[str, Embedded]]:
    """A document's extraction, the rows of its chunks but for the document's key, and their vectors by text."""
    title = f"Volume {number}"
    contents, rows, embedded = [], [], {}
    start = 0
    for ordinal, (content, one) in enumerate(_windows(source, random, size)):
        chunk = Chunk(start, start + len(content), start, "", (), title, content, f"[{title}]\n{content}", ())
        use = WindowUse(len(one.pieces) + 2, 0, 0, None)
        rows.append(chunk_row(0, ordinal, chunk, use, text_key(chunk.text)))
        embedded[text_key(chunk.text)] = one
        contents.append(content)
        start = chunk.end + 2
    text = "\n\n".join(contents)
    return Extraction(text, title, (), (), 0, None, (), (), "markdown", 1), rows, embedded


def _windows(source: Stock, random: np.random.Generator, size: int) -> Iterator[tuple[str, Embedded]]:
    for _ in range(size):
        place = int(random.integers(len(source.text)))
        content = window(source.text, place, int(random.integers(SHORTEST, LONGEST)))
        nearest = source.embedded[min(int(place / source.step), len(source.embedded) - 1)]
        other = source.embedded[int(random.integers(len(source.embedded)))]
        yield content, Embedded(_mixed(nearest.vector, other.vector, random), nearest.pieces, nearest.codes)


def _mixed(
    nearest: NDArray[np.float32], other: NDArray[np.float32], random: np.random.Generator
) -> NDArray[np.float32]:
    noise = random.standard_normal(len(nearest))
    mixture = NEAREST * nearest + OTHER * other + NOISE * noise / np.linalg.norm(noise)
    mixed: NDArray[np.float32] = (mixture / np.linalg.norm(mixture)).astype(np.float32)
    return mixed


def _shelve(
    connection: sa.Connection, number: int, extraction: Extraction, rows: list[dict[str, Any]], stamped: int
) -> None:
    digest = hashlib.sha256(extraction.text.encode()).hexdigest()
    now = time.time()
    row = {
        "name": f"volume-{number}.md",
        "sha256": digest,
        "size": len(extraction.text.encode()),
        "live": True,
        "sample": False,
        "state": State.READY,
        "reason": "",
        "done": 0,
        "total": 0,
        "title": extraction.title,
        "extraction": keep_extraction(connection, digest, False, "", extraction),
        "stamp": stamped,
        "generation": 1,
        "added_at": now,
        "changed_at": now,
    }
    key = connection.execute(sa.insert(documents).values(row).returning(documents.c.key)).scalar_one()
    connection.execute(sa.insert(chunks), [{**each, "document": key} for each in rows])
