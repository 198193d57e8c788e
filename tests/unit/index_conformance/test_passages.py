"""What an index knows of a chunk: word pieces, their vectors, what it says; and all of it from several threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import engine
from engine.retrieval.codes import unpack
from engine.retrieval.index import Index, Placed
from engine.types.answers import Filter
from tests.unit.index_conformance.stock import FILES
from tests.unit.indexed import Row, keyed, pieces_counted, searched


def test_word_pieces_are_counted_by_chunk(index: Index, stocked: engine.Library) -> None:
    for gone in ([], ["pump.md", "valve.md"]):
        index.delete(searched(stocked, gone))
        counted = pieces_counted(keyed(index, stocked.database))
        assert index.holding(np.array(list(counted), np.uint32)).tolist() == list(counted.values())


def test_token_vectors_are_one_for_each_word_piece(index: Index, by_key: dict[int, Row]) -> None:
    wanted = list(by_key)[:20]
    found = index.token_codes([*wanted, 10**9])
    assert list(found) == wanted
    for key in wanted:
        assert len(unpack(found[key], index.stamp.dimensions)) == len(by_key[key].pieces)
    assert index.token_codes([]) == {}


def test_fetched_hits_say_what_the_store_holds_and_are_numbered_without_gaps(
    index: Index, stocked: engine.Library, by_key: dict[int, Row]
) -> None:
    wanted = [key for key, row in by_key.items() if row.document in {"valve.md", "old/pump.md"}][::-1]
    stages = {"dense": engine.StageRank(4, 0.25), "bm25": None}
    order = [wanted[0], 10**9, *wanted[1:]]
    hits = index.fetch([Placed(key, 0.75, stages) for key in order])
    assert [hit.rank for hit in hits] == list(range(1, len(wanted) + 1))
    assert [hit.chunk_key for hit in hits] == wanted
    ids = {document.key: document for document in stocked.documents()}
    for hit in hits:
        row, document = by_key[hit.chunk_key], ids[hit.document_key]
        assert (hit.distance, hit.stages) == (0.75, stages)
        assert (hit.document, hit.document_id, hit.title) == (document.name, document.id, document.title)
        assert (hit.locator.start, hit.locator.end, hit.overlap_start) == (row.start, row.end, row.overlap_start)
        assert hit.content == FILES[document.name].decode()[row.start : row.end]
        assert hit.section_path == row.section_path
        assert row.text.startswith(f"[{hit.header}]\n")
    assert index.fetch([]) == ()


def test_threads_search_while_documents_come_and_go(
    index: Index, stocked: engine.Library, by_key: dict[int, Row]
) -> None:
    coming = searched(stocked, ["pump.md", "copy/pump.md", "boiler.md"])
    pieces = np.array(sorted(pieces_counted(by_key)), np.uint32)
    steady, row = next((key, row) for key, row in by_key.items() if row.document == "sensor.md")
    vector = row.vector.astype(np.float32)
    within = Filter(frozenset({"pump.md", "sensor.md"}), frozenset())
    done = threading.Event()

    def search() -> int:
        rounds = 0
        while not done.is_set():
            ranked = index.dense(vector, index.stamp, 50, None)
            assert ranked[0].chunk_key == steady
            keys = [scored.chunk_key for scored in (*ranked, *index.keyword("pump sensor", 50, within))]
            distances = index.distances(vector, keys)
            passages = index.token_codes(keys)
            assert distances[steady] < 1e-6
            assert len(unpack(passages[steady], index.stamp.dimensions)) == len(row.pieces)
            assert (index.holding(pieces) <= len(by_key)).all()
            hits = index.fetch([Placed(key, 0.5, {}) for key in keys])
            assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
            assert 0 < index.stats().chunks <= len(by_key)
            rounds += 1
        return rounds

    with ThreadPoolExecutor(2) as threads:
        searches = [threads.submit(search) for _ in range(2)]
        try:
            for generation in range(100, 130):
                index.delete(list(coming)[generation % 3 :])
                index.upsert(dict.fromkeys(coming, generation))
        finally:
            done.set()
        assert all(one.result() > 0 for one in searches)
    assert index.stats().chunks == len(by_key)
