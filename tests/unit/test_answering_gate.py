from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answering.gate import DEFAULT_CUT, GATES, Gate, decide, refusal
from engine.errors import GateError
from engine.types.answers import Hit
from tests.unit.answering_hits import at_distances, hit

DISTANCES = st.lists(st.floats(0, 2), max_size=40)
CUTS = st.floats(0, 2)


def ranks(hits: tuple[Hit, ...]) -> list[int]:
    return [hit.rank for hit in hits]


def test_only_distances_strictly_below_the_cut_pass():
    decision = decide(at_distances(0.674, 0.675, 0.676), "distance", 0.675)
    assert ranks(decision.passed) == [1]


def test_the_first_four_that_pass_are_kept_in_the_order_of_the_ranking():
    decision = decide(at_distances(0.5, 0.9, 0.1, 0.4, 0.3, 0.2), "distance", 0.6)
    assert ranks(decision.passed) == [1, 3, 4, 5, 6]
    assert ranks(decision.kept) == [1, 3, 4, 5]


def test_a_hit_behind_the_pool_can_neither_pass_nor_be_the_best():
    decision = decide(at_distances(*[0.9] * 25, 0.1), "distance", 0.675)
    assert len(decision.pool) == 25
    assert decision.kept == ()
    assert decision.best_distance == 0.9


def test_the_best_score_of_the_distance_gate_is_the_smallest_distance_wherever_it_is_ranked():
    decision = decide(at_distances(0.8, 0.7, 0.9), "distance", 0.1)
    assert (decision.best_score, decision.best_distance) == (0.7, 0.7)


def test_without_hits_there_is_no_best_score():
    decision = decide([], "distance", DEFAULT_CUT)
    assert (decision.pool, decision.kept, decision.best_score, decision.best_distance) == ((), (), None, None)


def test_the_default_cut_is_the_uncalibrated_one():
    assert DEFAULT_CUT == 0.675


def test_an_unknown_gate_is_refused_with_the_list_of_those_there_are():
    with pytest.raises(GateError, match=r"'evidense'.*distance"):
        decide([], "evidense", 0.5)


@pytest.mark.parametrize("cut", [math.nan, math.inf, -math.inf, -0.001, 2.001])
def test_a_cut_that_no_distance_can_meet_is_refused_even_without_hits(cut: float):
    with pytest.raises(GateError, match="from 0 to 2"):
        decide([], "distance", cut)


@pytest.mark.parametrize("cut", [0, 2])
def test_the_ends_of_the_range_are_cuts(cut: float):
    assert ranks(decide(at_distances(0.0, 1.9), "distance", cut).passed) == ([] if cut == 0 else [1, 2])


def test_a_hit_whose_distance_is_no_number_is_an_error_and_not_a_refusal():
    with pytest.raises(GateError, match=r"Rank 2.*'broken.md'.*nan"):
        decide([*at_distances(0.5), hit(rank=2, document="broken.md", distance=math.nan)], "distance", 0.675)


@pytest.mark.parametrize(("pool", "keep"), [(0, 4), (25, 0), (-1, 4)])
def test_an_empty_pool_by_setting_is_refused(pool: int, keep: int):
    with pytest.raises(GateError, match="at least 1"):
        decide([], "distance", 0.5, pool=pool, keep=keep)


def test_a_gate_with_a_score_that_grows_fits_into_the_table(monkeypatch: pytest.MonkeyPatch):
    rising = Gate("score", lambda pool: tuple(10.0 - hit.rank for hit in pool), lower_is_better=False, cuts=(0, 10))
    monkeypatch.setitem(GATES, "rising", rising)
    decision = decide(at_distances(0.8, 0.7, 0.9), "rising", 8.0)
    assert ranks(decision.kept) == [1]  # 9, 8, 7: only 9 is strictly above 8
    assert (decision.best_score, decision.best_distance) == (9.0, 0.7)
    assert refusal(decide(at_distances(0.8), "rising", 9.5)) == (
        "No passage is close enough to the question: the best score is 9.000, and an answer needs one above the cut "
        "of 9.500 (its closest passage is 0.800 away). No model was asked."
    )


def test_a_refusal_says_the_best_distance_and_the_cut():
    assert refusal(decide(at_distances(0.9, 0.7124), "distance", 0.675)) == (
        "No passage is close enough to the question: the best distance is 0.712, and an answer needs one below the "
        "cut of 0.675. No model was asked."
    )


def test_a_refusal_by_a_hair_shows_the_hair():
    reason = refusal(decide(at_distances(0.67502), "distance", 0.675))
    assert "0.67502," in reason
    assert "0.67500." in reason


def test_a_refusal_at_the_cut_itself_shows_both_as_equal():
    assert refusal(decide(at_distances(0.675), "distance", 0.675)).count("0.675") == 2


@given(DISTANCES, CUTS)
def test_kept_is_within_passed_is_within_the_pool_and_nothing_changes_its_order(distances: list[float], cut: float):
    hits = at_distances(*distances)
    decision = decide(hits, "distance", cut)
    assert list(decision.pool) == hits[:25]
    assert list(decision.passed) == [hit for hit in hits[:25] if hit.distance < cut]
    assert decision.kept == decision.passed[:4]


@given(DISTANCES, CUTS, CUTS)
def test_what_is_answered_at_a_stricter_cut_is_answered_at_a_looser_one(distances: list[float], a: float, b: float):
    hits = at_distances(*distances)
    stricter, looser = decide(hits, "distance", min(a, b)), decide(hits, "distance", max(a, b))
    assert set(ranks(stricter.passed)) <= set(ranks(looser.passed))
    assert bool(looser.kept) or not stricter.kept


@given(st.permutations([0.1, 0.5, 0.7, 0.9]), CUTS)
def test_who_ranked_the_pool_does_not_change_whether_it_is_answered(distances: list[float], cut: float):
    assert bool(decide(at_distances(*distances), "distance", cut).kept) == (cut > 0.1)
