"""The file of terms: it spares work where texts are the same, and never changes what is found."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.retrieval import lexical, terms_cache
from engine.retrieval.codes import CODES_VERSION, pack
from engine.retrieval.contents import Entry
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.index import Placed
from engine.retrieval.lexical import LexicalIndex
from engine.retrieval.terms_cache import TermsCache
from engine.store.database import Database
from engine.store.vectors import Embedded, keep, text_key
from engine.types.answers import Filter, Hit
from engine.types.indexing import EncoderStamp

STAMP = EncoderStamp("small", "finger", 8, "mean", True, 16)

Texts = dict[int, dict[int, str]]
"""Document -> chunk -> text."""

OLD: Texts = {1: {1: "red pump", 2: "blue valve"}, 2: {3: "green seal", 4: "red seal"}, 3: {5: "old oil"}}
NEW: Texts = {1: {1: "red pump", 2: "blue valve"}, 2: {6: "green seal", 7: "hot seal"}, 4: {8: "new oil"}}
"""Document 2 was built again, 3 was removed, 4 is new."""


class Listed:
    """Contents that are written down in a test."""

    def __init__(self, held: Texts) -> None:
        self.held = held

    def entries(self, document_keys: Sequence[int]) -> list[Entry]:
        return [
            Entry(chunk, key, text_key(text)) for key in document_keys for chunk, text in self.held.get(key, {}).items()
        ]

    def texts(self, chunk_keys: Sequence[int]) -> list[str]:
        everything = {chunk: text for its in self.held.values() for chunk, text in its.items()}
        return [everything[key] for key in chunk_keys]

    def matching(self, within: Filter) -> list[int]:
        raise NotImplementedError

    def hits(self, ranked: Sequence[Placed]) -> tuple[Hit, ...]:
        raise NotImplementedError


@pytest.fixture
def database(tmp_path: Path) -> Database:
    """Holds a vector for every text of `OLD` and `NEW`."""
    database = Database(tmp_path / "candor.db")
    texts = {text for held in (OLD, NEW) for its in held.values() for text in its.values()}
    unit, states = np.eye(1, 8, dtype=np.float32)[0], np.eye(2, 8, dtype=np.float32)
    keep(
        database,
        STAMP.fingerprint,
        CODES_VERSION,
        8,
        {text_key(text): Embedded(unit, np.array([5, 6], np.uint32), pack(states)) for text in texts},
    )
    return database


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where terms are kept, from the first chunk on."""
    monkeypatch.setattr(terms_cache, "SLACK", 0)
    return tmp_path / "index" / "terms.npz"


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts, and questions, that were cut into terms."""
    seen: list[str] = []
    real = lexical.terms

    def terms(text: str) -> list[str]:
        seen.append(text)
        return real(text)

    monkeypatch.setattr(lexical, "terms", terms)
    return seen


def _index(database: Database, held: Texts, file: Path | None) -> EmbeddedIndex:
    index = EmbeddedIndex(database, Listed(held), STAMP, file)
    index.upsert(dict.fromkeys(held, 1))
    return index


def _assert_finds_like_a_new_one(index: EmbeddedIndex, database: Database, held: Texts) -> None:
    new = _index(database, held, None)
    assert index.stats() == new.stats()
    for question in ("red", "seal", "old oil", "new oil hot", "valve pump", "green"):
        found = {scored.chunk_key: scored.score for scored in index.keyword(question, 99, None)}
        assert found == pytest.approx({scored.chunk_key: scored.score for scored in new.keyword(question, 99, None)})


def test_a_second_process_cuts_no_text_again(database: Database, file: Path, cut: list[str]) -> None:
    _index(database, OLD, file)
    assert sorted(cut) == sorted(text for its in OLD.values() for text in its.values())
    cut.clear()
    again = _index(database, OLD, file)
    assert cut == []
    _assert_finds_like_a_new_one(again, database, OLD)


def test_only_what_changed_since_is_cut(database: Database, file: Path, cut: list[str]) -> None:
    _index(database, OLD, file)
    cut.clear()
    again = _index(database, NEW, file)
    assert sorted(cut) == ["green seal", "hot seal", "new oil"]  # the chunks of documents 2 and 4 have new keys
    _assert_finds_like_a_new_one(again, database, NEW)
    cut.clear()
    _assert_finds_like_a_new_one(_index(database, NEW, file), database, NEW)
    assert cut.count("hot seal") == 1  # by the index without a file; the one with it had it written down


def test_a_key_with_another_text_is_cut_anew(database: Database, file: Path, cut: list[str]) -> None:
    """As after a restored copy of the store, whose keys go on from where they were."""
    _index(database, OLD, file)
    cut.clear()
    other: Texts = {1: {1: "red pump", 2: "hot seal"}}
    _assert_finds_like_a_new_one(_index(database, other, file), database, other)
    assert cut[0] == "hot seal"


def test_an_index_that_lost_everything_reads_the_file_again(database: Database, file: Path) -> None:
    index = _index(database, OLD, file)
    index.delete(OLD)
    index.upsert(dict.fromkeys([1, 2], 2))
    _assert_finds_like_a_new_one(index, database, {key: OLD[key] for key in (1, 2)})


def test_terms_of_what_could_not_be_taken_in_do_not_count(database: Database, file: Path) -> None:
    _index(database, OLD, file)
    lost: Texts = {**OLD, 9: {90: "never embedded"}}
    index = EmbeddedIndex(database, Listed(lost), STAMP, file)
    index.upsert(dict.fromkeys(lost, 1))
    assert index.held().keys() == OLD.keys()
    _assert_finds_like_a_new_one(index, database, OLD)


def test_terms_of_a_chunk_that_goes_while_the_file_is_read_do_not_count(database: Database, file: Path) -> None:
    _index(database, OLD, file)
    contents = Listed(OLD)
    index = EmbeddedIndex(database, contents, STAMP, file)
    real = contents.entries

    def entries(document_keys: Sequence[int]) -> list[Entry]:
        found = real(document_keys)
        contents.held = NEW  # another process commits after this first look
        return found

    contents.entries = entries  # type: ignore[method-assign]
    index.upsert(dict.fromkeys([1, 2], 1))
    _assert_finds_like_a_new_one(index, database, {key: NEW[key] for key in (1, 2)})


def test_a_few_new_chunks_are_not_worth_writing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms_cache, "SLACK", 2)
    index = LexicalIndex()
    cache, named = TermsCache(file), {}

    def keys_in_file() -> list[int]:
        if not file.exists():
            return []
        with np.load(file) as held:
            return held["keys"].tolist()

    written = {1: [], 2: [], 3: [1, 2, 3], 4: [1, 2, 3], 5: [1, 2, 3], 6: [1, 2, 3, 4, 5, 6]}
    for number, expected in written.items():
        index.add([number], [f"text {number}"])
        named[number] = text_key(f"text {number}")
        cache.keep(index, named)
        assert keys_in_file() == expected
    index.remove(np.array([2, 3, 4]))
    cache.keep(index, {key: named[key] for key in (1, 5, 6)})
    assert keys_in_file() == [1, 5, 6]  # nor does the file keep for ever what was removed


def test_a_place_that_takes_no_file_costs_no_answer(database: Database, tmp_path: Path, file: Path) -> None:
    (tmp_path / "index").write_text("a file where the folder should be")
    _assert_finds_like_a_new_one(_index(database, OLD, file), database, OLD)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_costs_no_answer(database: Database, file: Path) -> None:
    file.parent.mkdir()
    file.parent.chmod(0o500)
    _assert_finds_like_a_new_one(_index(database, OLD, file), database, OLD)
    assert not list(file.parent.iterdir())


def test_a_disk_that_is_full_leaves_nothing_behind(
    database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(place: Path, **parts: np.ndarray) -> None:
        place.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    _assert_finds_like_a_new_one(_index(database, OLD, file), database, OLD)
    assert not list(file.parent.iterdir())
