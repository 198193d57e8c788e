"""Counts of chunks by word piece, against counting them one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.retrieval.pieces import PieceCounts

PIECES = st.integers(0, 40)
DOCUMENT = st.lists(st.lists(PIECES, max_size=6), max_size=4)


def _ids(pieces: list[int]) -> NDArray[np.uint32]:
    return np.array(pieces, np.uint32)


def test_a_piece_counts_once_a_chunk_however_often_it_stands_there() -> None:
    counts = PieceCounts()
    counts.add(1, [_ids([5, 7, 5, 5]), _ids([5])])
    counts.add(2, [_ids([7, 30_000])])
    assert counts.of(_ids([5, 7, 30_000, 6, 5])).tolist() == [2, 2, 1, 0, 2]
    counts.remove(1)
    assert counts.of(_ids([5, 7, 30_000])).tolist() == [0, 1, 1]


def test_pieces_that_were_never_seen_are_in_no_chunk() -> None:
    counts = PieceCounts()
    assert counts.of(_ids([0, 2**32 - 1])).tolist() == [0, 0]
    counts.add(1, [])
    counts.add(2, [_ids([])])
    assert counts.of(_ids([0])).tolist() == [0]
    assert counts.of(_ids([])).tolist() == []
    counts.remove(1)
    counts.remove(2)
    assert counts.of(_ids([0])).tolist() == [0]


@given(st.lists(st.tuples(st.integers(0, 4), DOCUMENT), max_size=8))
def test_counts_follow_documents_that_come_and_go(steps: list[tuple[int, list[list[int]]]]) -> None:
    counts = PieceCounts()
    held: dict[int, list[list[int]]] = {}
    for key, chunks in steps:
        if key in held:
            counts.remove(key)
            del held[key]
        else:
            counts.add(key, [_ids(chunk) for chunk in chunks])
            held[key] = chunks
        expected = [sum(piece in chunk for its in held.values() for chunk in its) for piece in range(45)]
        assert counts.of(_ids(list(range(45)))).tolist() == expected
