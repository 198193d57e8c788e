"""Reciprocal rank fusion, by sums that can be done on paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieval.fusion import K, fuse

RANKINGS = st.lists(st.lists(st.integers(0, 12), unique=True, max_size=8), max_size=4)


def test_sums_worked_out_by_hand() -> None:
    assert K == 60
    assert fuse([[7, 3, 9], [3, 5, 7]]) == [
        (3, pytest.approx(1 / 62 + 1 / 61)),  # 0.032522: second and first
        (7, pytest.approx(1 / 61 + 1 / 63)),  # 0.032266: first and third
        (5, pytest.approx(1 / 62)),  # 0.016129
        (9, pytest.approx(1 / 63)),  # 0.015873
    ]


def test_k_says_how_little_the_first_ranks_stand_out() -> None:
    assert fuse([[1, 2], [2, 3]], k=0) == [(2, 1.5), (1, 1.0), (3, 0.5)]  # 1/2 + 1/1, 1/1, 1/2


def test_twice_in_the_middle_beats_once_at_the_top() -> None:
    first, second = list(range(100)), list(range(200, 300))
    first[49] = second[49] = 7777
    assert fuse([first, second])[0] == (7777, pytest.approx(2 / 110))  # 0.018182 against 1/61 = 0.016393


def test_of_equal_sums_the_better_best_rank_then_the_earlier_ranking_decides() -> None:
    # 1/61 + 1/63 both, and both are first somewhere: 4 in the first ranking; 1 and 2 have 1/62 each
    assert [key for key, _ in fuse([[4, 1, 8], [8, 2, 4]])] == [4, 8, 1, 2]
    assert [key for key, _ in fuse([[5], [6]])] == [5, 6]
    assert [key for key, _ in fuse([[6], [5]])] == [6, 5]
    # with k = 1, ranks 1 and 5 of two rankings (1/2 + 1/6) equal ranks 2 and 2 (1/3 + 1/3): the first rank wins
    assert [key for key, _ in fuse([[10, 20, 1, 2, 3], [4, 20, 5, 6, 10]], k=1)][:2] == [10, 20]


def test_an_empty_ranking_leaves_the_other_as_it_is() -> None:
    assert fuse([[3, 1, 2], []]) == fuse([[], [3, 1, 2]]) == [(3, 1 / 61), (1, 1 / 62), (2, 1 / 63)]
    assert fuse([[], []]) == fuse([]) == []


@given(RANKINGS)
def test_who_is_nowhere_behind_is_not_behind_in_the_end(rankings: list[list[int]]) -> None:
    places = {key: place for place, (key, _) in enumerate(fuse(rankings))}
    assert sorted(places) == sorted({key for ranking in rankings for key in ranking})

    def rank(key: int, ranking: list[int]) -> int:
        return ranking.index(key) if key in ranking else 100

    for one in places:
        for other in places:
            if one != other and all(rank(one, ranking) <= rank(other, ranking) for ranking in rankings):
                assert places[one] < places[other]


@given(RANKINGS, st.permutations(range(13)))
def test_other_names_for_the_keys_change_nothing(rankings: list[list[int]], names: list[int]) -> None:
    renamed = fuse([[names[key] for key in ranking] for ranking in rankings])
    assert renamed == [(names[key], score) for key, score in fuse(rankings)]


@given(RANKINGS)
def test_scores_fall_and_do_not_depend_on_the_order_of_the_rankings(rankings: list[list[int]]) -> None:
    fused = fuse(rankings)
    assert [score for _, score in fused] == sorted((score for _, score in fused), reverse=True)
    assert dict(fuse(rankings[::-1])) == dict(fused)
