"""Vectors ranked: the quick look in 8 bits must not show in what is found."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.retrieval import vectors
from engine.retrieval.vectors import REACH, VectorIndex

Floats = NDArray[np.float32]

DEPTH = 100


def _units(rows: NDArray[np.float64]) -> Floats:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _around(random: np.random.Generator, centres: NDArray[np.float64], count: int, noise: float) -> NDArray[np.float64]:
    return centres[random.integers(0, len(centres), count)] + noise * random.normal(size=(count, centres.shape[1]))


def _index(held: Floats, keys: NDArray[np.int64] | None = None) -> VectorIndex:
    index = VectorIndex(held.shape[1])
    index.add(np.arange(len(held)) if keys is None else keys, held)
    return index


def _nearest(held: Floats, questions: Floats, depth: int) -> Iterator[list[tuple[int, float]]]:
    """Row and distance of the nearest by plain float64 arithmetic, for one question after the other."""
    exact = held.astype(np.float64)
    for question in questions.astype(np.float64):
        distances = np.clip(1 - exact @ question, 0, 2)
        order = np.lexsort((np.arange(len(held)), distances))[:depth]
        yield [(int(row), float(distances[row])) for row in order]


def _assert_nearest(index: VectorIndex, held: Floats, questions: Floats, depth: int = DEPTH) -> None:
    for question, expected in zip(questions, _nearest(held, questions, depth), strict=True):
        found = index.search(question, depth)
        assert [key for key, _ in found] == [row for row, _ in expected]
        assert [distance for _, distance in found] == pytest.approx([distance for _, distance in expected], abs=1e-12)


def test_the_first_hundred_are_exact_for_999_questions_of_1000() -> None:
    """On what is hardest: nothing stands out, dense clusters, and more near duplicates than the quick look hands on."""
    random = np.random.default_rng(7)
    clusters, originals = random.normal(size=(40, 384)), random.normal(size=(20, 384))
    held = _units(
        np.vstack(
            [
                random.normal(size=(10_000, 384)),
                _around(random, clusters, 5_000, noise=0.7),
                _around(random, originals, 5_000, noise=0.05),  # cosines of 0.9975, 250 of each
            ]
        )
    )
    questions = _units(
        np.vstack(
            [
                random.normal(size=(500, 384)),
                _around(random, clusters, 350, noise=0.7),
                _around(random, originals, 150, noise=0.5),
            ]
        )
    )
    index = _index(held)
    wrong = 0
    exact = held.astype(np.float64).T
    for rows in np.split(questions, 10):
        distances = 1 - rows.astype(np.float64) @ exact
        nearest = np.argpartition(distances, DEPTH, axis=1)[:, :DEPTH]
        for question, all_of_it, best in zip(rows, distances, nearest, strict=True):
            expected = best[np.argsort(all_of_it[best])].tolist()
            wrong += [key for key, _ in index.search(question, DEPTH)] != expected
    assert wrong <= 1


def test_equal_vectors_come_by_key_however_many_and_in_whatever_order_they_came() -> None:
    random = np.random.default_rng(1)
    one, other = _units(random.normal(size=(2, 384)))
    keys = random.permutation(1_003)
    index = _index(np.repeat(one[None], len(keys), axis=0), keys)
    index.add(np.array([5_000]), other[None])
    found = index.search(one, DEPTH)
    assert [key for key, _ in found] == list(range(DEPTH))
    assert len({distance for _, distance in found}) == 1
    assert [key for key, _ in index.search(other, DEPTH)] == [5_000, *range(DEPTH - 1)]


def test_equal_vectors_are_equally_far_whichever_and_how_many_are_compared() -> None:
    random = np.random.default_rng(9)
    for one, question in _units(random.normal(size=(80, 384))).reshape(40, 2, 384):
        index = _index(np.repeat(one[None], 13, axis=0))
        assert (
            len({float(far) for count in (1, 2, 3, 7, 13) for far in index.distances(question, np.arange(count))}) == 1
        )


def test_components_that_8_bits_do_not_span_change_no_ranking() -> None:
    """One component of 0.3 to 0.9 where 8 bits end at 0.5, in the vectors or in the question alone."""
    random = np.random.default_rng(2)
    plain = random.normal(size=(2_000, 256)) / 16
    spiked = plain.copy()
    spiked[:, 3] = random.uniform(0.3, 0.9, len(plain)) * random.choice([-1, 1], len(plain)) * 2
    held, few = _units(spiked), _units(np.vstack([plain, spiked[:20]]))
    assert np.abs(held).max() > REACH / 16 > 0.45
    questions = np.vstack([held[:15], _units(random.normal(size=(15, 256)))])
    _assert_nearest(_index(held), held, questions)
    _assert_nearest(_index(few), few, questions)


@pytest.mark.parametrize("count", [1, 2, 99, 100, 101, 199, 200, 201, 450])
def test_every_depth_up_to_beyond_the_end_is_served(count: int) -> None:
    random = np.random.default_rng(count)
    held = _units(random.normal(size=(count, 16)))
    index = _index(held)
    for depth in (1, 25, 100, 1_000):
        _assert_nearest(index, held, _units(random.normal(size=(3, 16))), depth)
    assert len(index) == count


def test_an_empty_index_finds_nothing() -> None:
    index = VectorIndex(8)
    question = _units(np.ones((1, 8)))[0]
    assert index.search(question, 10) == []
    assert index.search(question, 10, np.array([1, 2])) == []
    assert index.distances(question, np.empty(0, np.int64)).shape == (0,)
    index.remove(np.array([1]))
    assert len(index) == 0


@pytest.mark.parametrize("chosen", [0, 1, 30, 300, 2_500])
def test_only_chosen_keys_are_found_and_ranked_among_themselves(chosen: int) -> None:
    random = np.random.default_rng(3)
    held = _units(random.normal(size=(3_000, 64)))
    index = _index(held, np.arange(3_000) * 7)
    rows = np.sort(random.permutation(3_000)[:chosen])
    for question in _units(random.normal(size=(10, 64))):
        expected = [
            (int(rows[row]) * 7, distance) for row, distance in next(_nearest(held[rows], question[None], DEPTH))
        ]
        found = index.search(question, DEPTH, rows * 7)
        assert [key for key, _ in found] == [key for key, _ in expected]
        assert [distance for _, distance in found] == pytest.approx([distance for _, distance in expected], abs=1e-12)


def test_chosen_keys_that_are_not_held_are_not_found() -> None:
    held = _units(np.random.default_rng(4).normal(size=(400, 16)))
    index = _index(held)
    assert [key for key, _ in index.search(held[9], DEPTH, np.array([9, 10**6]))] == [9]
    assert index.search(held[9], DEPTH, np.arange(1_000, 2_000)) == []


def test_what_is_removed_is_as_if_it_had_never_been_there() -> None:
    random = np.random.default_rng(5)
    held = _units(random.normal(size=(1_000, 32)))
    gone = random.permutation(1_000)[:600]
    index = _index(held)
    index.remove(gone)
    stays = np.setdiff1d(np.arange(1_000), gone)
    assert len(index) == 400
    for question in _units(random.normal(size=(5, 32))):
        expected = [int(stays[row]) for row, _ in next(_nearest(held[stays], question[None], DEPTH))]
        assert [key for key, _ in index.search(question, DEPTH)] == expected
    index.add(gone[:1], held[stays[:1]])  # a key may come back with another vector
    assert index.distances(held[stays[0]], gone[:1]).tolist() == pytest.approx([0], abs=1e-6)


def test_distances_are_those_of_float64_and_stay_in_their_range() -> None:
    right, up = np.eye(2, dtype=np.float32)
    long = np.array([1.0004, 0], np.float32)  # as far from length 1 as the store lets through
    index = VectorIndex(2)
    index.add(np.array([1, 2, 3, 4]), np.stack([long, up, -long, np.array([0.6, 0.8], np.float32)]))
    # by hand: 1 - 1.0004 is no distance, so 0; 1 - 0; 1 + 1.0004 is none, so 2; 1 - 0.6
    assert index.distances(right, np.array([1, 2, 3, 4])).tolist() == pytest.approx([0, 1, 2, 0.4], abs=1e-7)
    assert index.distances(right, np.array([4, 1])).tolist() == pytest.approx([0.4, 0], abs=1e-7)


def test_a_search_wakes_no_other_threads_whichever_thread_asks() -> None:
    """OpenMP's number of threads is each thread's own, and a page's script may run in any."""
    import faiss

    held = _units(np.random.default_rng(6).normal(size=(10, 8)))
    index = _index(held)
    seen: list[int] = []

    def ask() -> None:
        index.search(held[0], 3)
        seen.append(faiss.omp_get_max_threads())

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert seen == [1]


@pytest.mark.parametrize("count", [1, 2, 3, 150, 601])
def test_two_threads_find_what_one_finds(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    random = np.random.default_rng(11)
    held = _units(random.normal(size=(count, 32)))
    index = VectorIndex(32)
    for key in range(count):  # one by one, and both get their share
        index.add(np.array([key]), held[key : key + 1])
    assert sorted(half.ntotal for half in index._halves) == [count // 2, count - count // 2]
    monkeypatch.setattr(vectors, "SIDE_BY_SIDE", 0)
    looking = []
    scan = vectors._scan
    monkeypatch.setattr(vectors, "_scan", lambda *given: looking.append(threading.current_thread()) or scan(*given))
    _assert_nearest(index, held, _units(random.normal(size=(5, 32))), depth=20)
    assert len(looking) == 10
    assert looking.count(threading.current_thread()) == 5


def test_the_quick_look_is_enough_where_chunks_stand_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every question would pay for two passes: the second one is made here to find nothing."""
    random = np.random.default_rng(8)
    held = _units(random.normal(size=(2_000, 384)))
    index = _index(held)
    monkeypatch.setattr(vectors, "FLOAT32_ERROR", -3.0)
    _assert_nearest(index, held, _units(random.normal(size=(20, 384))))
