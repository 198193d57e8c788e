"""Figures of a ranking against ir_measures, against plain loops and against cases worked out by hand."""

from __future__ import annotations

import ir_measures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, Qrel, R, ScoredDoc, Success
from scipy.stats import binomtest

from engine.measuring.metrics import (
    characters_until,
    destroyed,
    grouped,
    hits_at,
    mrr,
    recall_at,
    recall_within,
    reciprocal_ranks,
)
from engine.measuring.questions import Needle
from engine.measuring.statistics import Estimate

RANKS = st.lists(st.none() | st.integers(1, 30), max_size=40)
# 5 needles: found at 1, 2, 4 and 20, and once not at all
FIVE = (1, None, 4, 20, 2)
# the first two rows are one pair, and so are the fourth and the fifth
PAIRS = ("a", "a", "b", "c", "c")


@st.composite
def rankings(draw: st.DrawFn) -> list[list[str]]:
    """Documents as ranked for each topic, none twice; `needle` is the only relevant one."""
    pool = ["needle", *(f"d{number}" for number in range(24))]
    return draw(
        st.lists(st.permutations(pool).flatmap(lambda one: st.integers(0, 25).map(lambda n: one[:n])), max_size=15)
    )


@settings(max_examples=50, deadline=None)
@given(rankings(), st.integers(1, 25))
def test_recall_and_mrr_are_those_of_trec_eval(ranked: list[list[str]], k: int) -> None:
    ranks = [one.index("needle") + 1 if "needle" in one else None for one in ranked]
    # a topic of which nothing was returned has a qrel and no line in the run; the one at the end keeps both from being
    # empty, which ir_measures does not read
    topics = [*ranked, ["other", "needle"]]
    qrels = [Qrel(str(topic), "needle", 1) for topic in range(len(topics))]
    run = [
        ScoredDoc(str(topic), document, -place)
        for topic, documents in enumerate(topics)
        for place, document in enumerate(documents)
    ]
    oracle: dict[str, dict[int, float]] = {"R": {}, "Success": {}, "RR": {}}
    for metric in ir_measures.iter_calc([R @ k, Success @ k, RR], qrels, run):
        oracle[metric.measure.NAME][int(metric.query_id)] = metric.value
    topics_in_order = range(len(ranked))
    assert hits_at(ranks, k).tolist() == [oracle["R"][topic] for topic in topics_in_order]
    assert hits_at(ranks, k).tolist() == [oracle["Success"][topic] for topic in topics_in_order]
    assert reciprocal_ranks(ranks).tolist() == pytest.approx([oracle["RR"][topic] for topic in topics_in_order])
    mean = ir_measures.calc_aggregate([R @ k, RR], qrels, run)
    assert recall_at([*ranks, 2], k).value == pytest.approx(mean[R @ k])
    assert mrr([*ranks, 2]).value == pytest.approx(mean[RR])


def test_recall_counts_what_stands_at_k_and_has_wilsons_interval() -> None:
    assert [recall_at(FIVE, k).value for k in (1, 3, 4, 19, 20)] == [0.2, 0.4, 0.6, 0.6, 0.8]
    oracle = binomtest(3, 5).proportion_ci(method="wilson")
    found = recall_at(FIVE, 4)
    assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high))
    assert (found.n, found.method) == (5, "Wilson 95%")


def test_mrr_counts_what_was_not_found_as_nothing() -> None:
    found = mrr(FIVE)
    assert found.value == pytest.approx((1 + 0 + 1 / 4 + 1 / 20 + 1 / 2) / 5)
    assert (found.n, found.method) == (5, "BCa bootstrap 95%")
    assert 0 < found.low < 0.36 < found.high < 1


def test_a_pair_counts_once_however_many_rows_it_has() -> None:
    # at 4: a is found by half, b whole, c by half; reciprocal ranks 1/2, 1/4 and (1/20 + 1/2) / 2
    recall, reciprocal = recall_at(FIVE, 4, PAIRS), mrr(FIVE, PAIRS)
    assert (recall.value, recall.n) == (pytest.approx(2 / 3), 3)
    assert (reciprocal.value, reciprocal.n) == (pytest.approx((0.5 + 0.25 + 0.275) / 3), 3)


def test_where_no_row_shares_its_group_the_figures_are_those_of_the_rows() -> None:
    alone = range(len(FIVE))
    assert recall_at(FIVE, 4, alone) == recall_at(FIVE, 4)
    assert mrr(FIVE, alone) == mrr(FIVE)


def test_pairs_that_agree_leave_as_much_unknown_as_half_the_rows() -> None:
    rows = [1, None, 3, 2, 9, 1, None, 4, 1, 2]
    assert recall_at(rows * 2, 4, [*range(10), *range(10)]) == recall_at(rows, 4)


@pytest.mark.parametrize("groups", [None, ()])
def test_of_no_needles_nothing_is_known(groups: tuple[()] | None) -> None:
    nothing = Estimate(None, 0.0, 1.0, 0, "Wilson 95%")
    assert recall_at((), 4, groups) == mrr((), groups) == recall_within((), 100, groups) == nothing


@given(RANKS, st.integers(1, 30), st.integers(0, 10))
def test_more_chunks_find_no_fewer(ranks: list[int | None], k: int, more: int) -> None:
    assert (hits_at(ranks, k) <= hits_at(ranks, k + more)).all()


@given(RANKS, st.integers(0, 30), st.integers(0, 10), st.integers(1, 30))
def test_a_longer_ranking_lowers_nothing(ranks: list[int | None], depth: int, more: int, k: int) -> None:
    short, long = ([rank if rank and rank <= end else None for rank in ranks] for end in (depth, depth + more))
    assert (hits_at(short, k) <= hits_at(long, k)).all()
    assert (reciprocal_ranks(short) <= reciprocal_ranks(long)).all()


@given(RANKS, st.integers(1, 30))
def test_mrr_lies_between_recall_at_1_and_recall_at_any_depth(ranks: list[int | None], k: int) -> None:
    bounded = [rank if rank and rank <= k else None for rank in ranks]
    reciprocal = reciprocal_ranks(bounded)
    assert (hits_at(bounded, 1) <= reciprocal).all()
    assert (reciprocal <= hits_at(bounded, k)).all()


@given(st.lists(st.tuples(st.floats(0, 1), st.sampled_from("abcd"))))
def test_groups_have_the_means_of_their_rows_in_the_order_of_their_first(rows: list[tuple[float, str]]) -> None:
    values, groups = [value for value, _ in rows], [group for _, group in rows]
    by_hand: dict[str, list[float]] = {}
    for value, group in rows:
        by_hand.setdefault(group, []).append(value)
    assert grouped(values, groups).tolist() == pytest.approx([sum(own) / len(own) for own in by_hand.values()])


def test_the_chunk_that_crosses_the_budget_is_not_read_and_nothing_behind_it() -> None:
    lengths = [(100, 200, 300)] * 4 + [()]
    until = characters_until([1, 2, 3, None, None], lengths)
    assert until.tolist() == [100, 300, 600, float("inf"), float("inf")]
    assert [recall_within(until, budget).value for budget in (99, 100, 299, 300, 599, 600, 10**9)] == [
        0.0,
        0.2,
        0.2,
        0.4,
        0.4,
        0.6,
        0.6,
    ]
    # the third chunk, of 10, would fit into the 50 that are left, but the second does not
    assert recall_within(characters_until([3], [(100, 200, 10)]), 150).value == 0


def test_at_a_budget_too_a_pair_counts_once() -> None:
    found = recall_within([100, float("inf"), 100], 100, ("a", "a", "b"))
    assert (found.value, found.n) == (0.75, 2)


@given(st.data(), st.lists(st.lists(st.integers(1, 50), min_size=1, max_size=12), max_size=10), st.integers(0, 300))
def test_reading_chunk_by_chunk_finds_the_same(data: st.DataObject, lengths: list[list[int]], budget: int) -> None:
    ranks = [data.draw(st.none() | st.integers(1, len(row))) for row in lengths]

    def read(row: list[int]) -> int:
        left = budget
        for place, length in enumerate(row):
            left -= length
            if left < 0:
                return place
        return len(row)

    expected = [rank is not None and rank <= read(row) for rank, row in zip(ranks, lengths, strict=True)]
    until = characters_until(ranks, lengths)
    assert (until <= budget).tolist() == expected
    if expected:
        assert recall_within(until, budget).value == pytest.approx(sum(expected) / len(expected))


def test_chunks_of_one_length_give_recall_at_as_many_as_fit() -> None:
    until = characters_until(FIVE, [(512,) * 20] * 5)
    assert recall_within(until, 4 * 512 + 511) == recall_at(FIVE, 4)


PLACES = st.tuples(st.integers(0, 20), st.integers(1, 20)).map(lambda place: (place[0], sum(place)))


@given(
    st.lists(st.builds(lambda name, place: Needle(name, *place), st.sampled_from("abc"), PLACES), max_size=12),
    st.dictionaries(st.sampled_from("ab"), st.lists(PLACES, max_size=6)),
)
def test_destroyed_is_what_no_chunk_covers(needles: list[Needle], covers: dict[str, list[tuple[int, int]]]) -> None:
    expected = []
    for needle in needles:
        for start, end in covers.get(needle.document, ()):
            if start <= needle.start and needle.end <= end:
                break
        else:
            expected.append(needle)
    assert destroyed(needles, covers) == tuple(expected)


def test_a_long_chunk_behind_short_ones_still_holds_its_needle() -> None:
    # the chunk that starts last before the needle ends too early; an earlier one reaches past it
    covers = {"a": [(40, 45), (0, 100), (30, 60)], "b": [(0, 100)], "c": []}
    whole, cut, at_the_end = Needle("a", 50, 70), Needle("a", 90, 101), Needle("a", 90, 100)
    assert destroyed([whole, cut, at_the_end, cut], covers) == (cut, cut)
    assert destroyed([Needle("b", 99, 101), Needle("c", 0, 1), Needle("d", 0, 1)], covers) == (
        Needle("b", 99, 101),
        Needle("c", 0, 1),
        Needle("d", 0, 1),
    )


def test_two_neighbours_do_not_hold_what_stands_across_them() -> None:
    across = Needle("a", 8, 12)
    assert destroyed([across], {"a": [(0, 10), (10, 20)]}) == (across,)
    assert destroyed([across], {"a": [(0, 10), (8, 20)]}) == ()  # with an overlap of two


def test_what_cannot_be_a_ranking_is_refused() -> None:
    for ranks in ([0], [-1], [1, np.nan]):
        with pytest.raises(ValueError, match="from 1"):
            reciprocal_ranks(ranks)
    with pytest.raises(ValueError, match="among 0"):
        recall_at(FIVE, 0)
    for rank in (0, 3):
        with pytest.raises(ValueError, match=f"rank {rank} of 2"):
            characters_until([rank], [(10, 10)])
    with pytest.raises(ValueError, match="shorter"):
        characters_until([1, 1], [(10, 10)])
    with pytest.raises(ValueError, match="2 rows"):
        grouped([1, 0, 1], "ab")
