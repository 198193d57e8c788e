"""The sign test against exact sums of binomial coefficients, and what makes a group won, lost or tied."""

from __future__ import annotations

import gc
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from engine.measuring.comparison import Comparison, compare, holm

ROWS = st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from("abcdefgh")), max_size=60)


def exactly(wins: int, losses: int) -> Fraction:
    """The share of all ways to decide that split at least as unevenly, either way."""
    decided = wins + losses
    as_uneven = [k for k in range(decided + 1) if abs(2 * k - decided) >= abs(wins - losses)]
    return Fraction(sum(comb(decided, k) for k in as_uneven), 2**decided)


def split(wins: int, losses: int, ties: int = 0) -> Comparison:
    return compare([True] * wins + [False] * losses + [True] * ties, [False] * wins + [True] * losses + [True] * ties)


@settings(deadline=None)  # whichever runs first waits for scipy
@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 5))
def test_p_is_the_share_of_splits_as_uneven(wins: int, losses: int, ties: int) -> None:
    found = split(wins, losses, ties)
    assert (found.wins, found.losses, found.ties) == (wins, losses, ties)
    assert found.p == pytest.approx(float(exactly(wins, losses)), rel=1e-9)


def test_p_of_few_rows_by_hand() -> None:
    assert split(5, 0).p == pytest.approx(2 / 32)
    assert split(1, 7).p == pytest.approx(2 * (1 + 8) / 256)
    assert split(3, 2).p == 1.0


@pytest.mark.parametrize(
    ("wins", "losses", "distinguishable"), [(5, 0, False), (6, 0, True), (2, 9, False), (1, 9, True)]
)
def test_a_difference_has_to_be_rarer_than_one_in_twenty(wins: int, losses: int, distinguishable: bool) -> None:
    # 6 of 6: 2/64 = 0.031; 2 of 11: 2 (1 + 11 + 55) / 2048 = 0.065; 1 of 10: 2 (1 + 10) / 1024 = 0.021
    assert split(wins, losses).distinguishable is distinguishable


def test_exactly_one_in_twenty_is_not_enough() -> None:
    assert not Comparison(1, 0, 0, 0.05).distinguishable
    assert Comparison(1, 0, 0, 0.0499).distinguishable


def test_where_nothing_is_decided_nothing_is_told_apart() -> None:
    assert split(0, 0, 3) == Comparison(0, 0, 3, 1.0)
    assert compare([], []) == compare([], [], []) == Comparison(0, 0, 0, 1.0)


def test_the_first_run_wins_what_it_finds_and_the_second_does_not() -> None:
    found = compare([True, True, False, False, True], [False, False, True, False, True])
    assert (found.wins, found.losses, found.ties) == (2, 1, 2)


def test_a_group_goes_to_the_run_that_finds_more_of_it() -> None:
    # a: 1 of 3 against 2 of 3, lost; b: 1 of 2 each though in different rows, a tie; c: won
    first = [True, False, False, True, False, True]
    second = [True, True, False, False, True, False]
    found = compare(first, second, ["a", "a", "a", "b", "b", "c"])
    assert found == Comparison(1, 1, 1, 1.0)


def test_the_phrasings_of_a_needle_are_one_witness() -> None:
    first, second = [True] * 10, [False] * 10
    assert compare(first, second).distinguishable
    paired = compare(first, second, [row // 2 for row in range(10)])
    assert (paired.wins, paired.distinguishable) == (5, False)


@settings(deadline=None)
@given(ROWS, st.booleans())
def test_swapping_the_runs_swaps_wins_and_losses(rows: list[tuple[bool, bool, str]], by_group: bool) -> None:
    first, second, groups = ([row[column] for row in rows] for column in range(3))
    there, back = (compare(*runs, groups if by_group else None) for runs in ((first, second), (second, first)))
    assert (there.wins, there.losses, there.ties, there.p) == (back.losses, back.wins, back.ties, back.p)
    assert there.wins + there.losses + there.ties == (len(set(groups)) if by_group else len(rows))
    assert 0 < there.p <= 1


@settings(deadline=None)
@given(ROWS)
def test_rows_of_a_group_of_their_own_are_compared_as_rows(rows: list[tuple[bool, bool, str]]) -> None:
    first, second = ([row[column] for row in rows] for column in range(2))
    assert compare(first, second, range(len(rows))) == compare(first, second)


@settings(deadline=None)
@given(ROWS)
def test_the_order_of_the_rows_decides_nothing(rows: list[tuple[bool, bool, str]]) -> None:
    results = [compare(*([row[column] for row in ordered] for column in range(3))) for ordered in (rows, sorted(rows))]
    assert results[0] == results[1]


def test_runs_over_other_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="row by row"):
        compare([True], [True, False])
    with pytest.raises(ValueError, match="1 rows"):
        compare([True, True], [True, False], ["a"])


@pytest.mark.parametrize(
    ("ps", "corrected"),
    [
        ([0.04], [0.04]),
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),  # 3 · 0.01, 2 · 0.03, and 0.04 is not below the one before
        ([0.02, 0.02], [0.04, 0.04]),
        ([0.4, 0.9, 0.6], [1.0, 1.0, 1.0]),
        ([], []),
    ],
)
def test_each_p_is_multiplied_by_how_many_are_left(ps: list[float], corrected: list[float]) -> None:
    assert holm(ps).tolist() == pytest.approx(corrected)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=25))
def test_the_correction_is_that_of_statsmodels(ps: list[float]) -> None:
    gc.freeze()  # statsmodels collects garbage at every call: 0.4 s each after all other tests
    try:
        _, oracle, *_ = multipletests(ps, method="holm")
    finally:
        gc.unfreeze()
    assert holm(ps).tolist() == pytest.approx(oracle.tolist())


@given(st.lists(st.floats(0, 1), max_size=25))
def test_correcting_lowers_no_p_and_changes_no_order(ps: list[float]) -> None:
    found = holm(ps).tolist()
    assert all(raw <= corrected <= 1 for raw, corrected in zip(ps, found, strict=True))
    assert [corrected for _, corrected in sorted(zip(ps, found, strict=True))] == sorted(found)
