"""The seam for what is searched. What stands above it, fusion and second stages included, knows no search engine.

An index follows the store: documents are taken in as the store holds them and let go of again, and `catch_up` decides
which. `tests/unit/index_conformance` holds what any implementation must do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.types.answers import Filter, Hit, StageRank
from engine.types.indexing import EncoderStamp


class Scored(NamedTuple):  # hundreds are made for a question, in a third of the time that a dataclass takes
    """A chunk that one way of searching found, and the score it gave: higher is better."""

    chunk_key: int
    score: float


class Placed(NamedTuple):
    """A chunk in its place of the final ranking, with its exact cosine distance and what each stage thought of it."""

    chunk_key: int
    distance: float
    stages: dict[str, StageRank | None]


@dataclass(frozen=True, slots=True)
class Stats:
    """What an index holds."""

    documents: int
    chunks: int


class Index(Protocol):
    """The chunks of some documents, with vectors of one encoder, terms and word pieces. Safe to share between threads.

    `within` confines a search before anything is ranked; what a term or a word piece is worth stays that of the whole
    index. Documents have the store's keys; chunks have those of whatever they are read from.
    """

    stamp: EncoderStamp

    def held(self) -> Mapping[int, int]:
        """The documents that are searched: key -> the generation in which each was taken in."""

    def upsert(self, documents: Mapping[int, int]) -> None:
        """Takes in these documents, key -> generation, as the store holds them now, in place of earlier versions.

        On return they are searched, and an index opened anew on the same store can be brought to the same state.
        A document of which a chunk has no vectors is left out, as `held` then shows.
        """

    def delete(self, documents: Collection[int]) -> None:
        """Lets go of these documents; those it does not hold are not missed."""

    def dense(
        self, vector: NDArray[np.float32], stamp: EncoderStamp, depth: int, within: Filter | None
    ) -> list[Scored]:
        """The `depth` nearest chunks to a unit `vector` `(dimensions,)`, scored by cosine, ties by key.

        Raises `StampMismatch` when the vector was built by another encoder than the index's.
        """

    def keyword(self, question: str, depth: int, within: Filter | None) -> list[Scored]:
        """The `depth` best chunks by BM25 that share a term with the question, ties by key."""

    def naming(self, terms: Sequence[str], few: int) -> Mapping[str, Sequence[int]]:
        """The chunks that hold each of these terms, those left out that none or more than `few` of all chunks hold."""

    def distances(self, vector: NDArray[np.float32], chunk_keys: Sequence[int]) -> Mapping[int, float]:
        """The exact cosine distances, in [0, 2], of a unit `vector` to those of these chunks that it still holds."""

    def holding(self, pieces: NDArray[np.uint32]) -> NDArray[np.int64]:
        """For each word piece `(q,)` the number of chunks that hold it, `(q,)`."""

    def token_codes(self, chunk_keys: Sequence[int]) -> Mapping[int, bytes]:
        """For each of these chunks that it still holds the packed vectors of its word pieces, for `codes.unpack`."""

    def fetch(self, ranked: Sequence[Placed]) -> tuple[Hit, ...]:
        """What the chunks say and where, ranks from 1. One that was removed since it was ranked is left out."""

    def stats(self) -> Stats:
        """How much is searched."""


def catch_up(index: Index, searched: Mapping[int, int]) -> None:
    """Brings an index to hold exactly the documents of `searched`, key -> generation."""
    held = index.held()
    index.upsert({key: generation for key, generation in searched.items() if held.get(key) != generation})
    index.delete(held.keys() - searched.keys())  # last: whoever searches meanwhile misses no document that is replaced
