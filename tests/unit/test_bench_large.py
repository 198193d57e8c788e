"""The large libraries of `make bench`: real tables, true offsets, searched like any other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.library import Library
from engine.retrieval.contents import StoredContents
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.encoder import Reading, Vectors
from engine.retrieval.index import catch_up
from engine.retrieval.weights import DEFAULT_ENCODER, describe
from tests.bench.collection import Collection, handbook
from tests.bench.large import build, replace_one, stock


class RandomEncoder:
    """Vectors of the right shape that mean nothing; two word pieces a text."""

    backend, precision, note = "none", "f32", ""

    def __init__(self) -> None:
        self.stamp = describe(DEFAULT_ENCODER)
        self._random = np.random.default_rng(7)

    def encode(self, texts: Sequence[str]) -> Vectors:
        drawn = self._random.standard_normal((len(texts), self.stamp.dimensions)).astype(np.float32)
        unit: Vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
        return unit

    def read(self, texts: Sequence[str]) -> Reading:
        pieces = tuple(np.array([1, 2], np.uint32) for _ in texts)
        return Reading(self.encode(texts), pieces, tuple(self.encode(["", ""]) for _ in texts))


@pytest.fixture
def large(home: Path) -> Library:
    encoder = RandomEncoder()
    return build(home, stock([_two_chapters()], encoder, 20), encoder, 230)


def _two_chapters() -> Collection:
    whole = handbook()
    return Collection("two chapters", whole.texts[:2], (), ())


def _index(library: Library) -> EmbeddedIndex:
    index = EmbeddedIndex(library.database, StoredContents(library.database), describe(DEFAULT_ENCODER))
    _follow(library, index)
    return index


def _follow(library: Library, index: EmbeddedIndex) -> None:
    catch_up(index, StoredContents(library.database).searched(library.digests().values()))


def test_every_chunk_is_a_slice_of_its_document_and_none_is_stale(large: Library) -> None:
    listed = large.documents()
    assert [document.chunks for document in listed] == [100, 100, 30]
    assert not any(document.stale for document in listed)
    for document in listed:
        text = large.extraction(document.key).text
        for stored in large.chunks(document.key):
            assert text[stored.chunk.start : stored.chunk.end] == stored.chunk.content
            assert stored.chunk.text == f"[{document.title}]\n{stored.chunk.content}"


def test_all_chunks_are_searched(large: Library) -> None:
    index = _index(large)
    assert index.stats().chunks == 230
    wanted = large.chunks(large.documents()[0].key)[7].chunk
    key, *_ = index.keyword(wanted.text, 1, None)
    found = StoredContents(large.database).texts([key.chunk_key])
    assert found == [wanted.text]


def test_vectors_are_of_length_one_and_keep_near_to_what_was_embedded(home: Path) -> None:
    encoder = RandomEncoder()
    source = stock([_two_chapters()], encoder, 20)
    library = build(home, source, encoder, 50)
    index = _index(library)
    keys = [entry.chunk_key for entry in StoredContents(library.database).entries(list(index.held()))]
    nearest = [min(index.distances(one.vector, keys)[key] for one in source.embedded) for key in keys]
    assert max(nearest) < 0.3


def test_a_replaced_document_has_new_keys_and_the_same_chunks(large: Library) -> None:
    index = _index(large)
    before = set(index.held())
    replace_one(large)
    _follow(large, index)
    assert index.stats().chunks == 230
    assert len(before - set(index.held())) == 1
    assert len(set(index.held()) - before) == 1
