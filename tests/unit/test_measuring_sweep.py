"""The sweep against a table worked out by hand, and against the gate itself on whatever was ranked."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answering.gate import decide
from engine.errors import GateError
from engine.measuring.questions import Kind
from engine.measuring.sweep import NO_CUT, Counts, sweep
from engine.measuring.trials import Trial
from engine.measuring.verdicts import Verdict, bluffs, flips, kept, verdict
from tests.unit.answering_hits import at_distances
from tests.unit.measuring_trials import ranked, trial

COUNTS = ("answered_right", "answered_wrong", "refused", "bluffs_near", "bluffs_far")

# p: answered above 0.2, right above 0.3.
# q: out of order. Its needle is at 0.45, kept until 0.5 makes the fourth before it, and at 0.05, kept until 0.3 does:
#    right in (0.05, 0.3] and in (0.45, 0.5].
# r: nothing was ranked.
TRIALS = (
    trial("p", "in", 0.2, 0.3, 0.5, holding={1}),
    trial("q", "in", 0.5, 0.1, 0.2, 0.25, 0.45, 0.3, 0.05, holding={4, 6}),
    trial("r", "in"),
    trial("near", "near", 0.55, 0.25),
    trial("none", "near"),
    trial("far", "far", 0.9),
)
BY_HAND = {  # cut: right, wrong, refused, near bluffs, far bluffs
    0.05: (0, 0, 3, 0, 0),
    0.2: (1, 0, 2, 0, 0),
    0.25: (1, 1, 1, 0, 0),
    0.3: (1, 1, 1, 1, 0),
    0.45: (1, 1, 1, 1, 0),
    0.5: (2, 0, 1, 1, 0),
    0.9: (1, 1, 1, 1, 0),
    2.0: (1, 1, 1, 1, 1),
}

SCORES = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.675, 2.0]) | st.floats(0, 2)


@st.composite
def trials(draw: st.DrawFn) -> list[Trial]:
    made = []
    for number in range(draw(st.integers(0, 6))):
        distances = draw(st.lists(SCORES, max_size=30))
        kind = draw(st.sampled_from(list(Kind)))
        places = st.sets(st.integers(0, 29)) if kind is Kind.IN else st.just(set())
        made.append(trial(str(number), kind, *distances, holding=draw(places)))
    return made


def rows(counts: Counts) -> list[tuple[int, ...]]:
    return list(zip(*(getattr(counts, name).tolist() for name in COUNTS), strict=True))


def by_the_gate(one: Trial, cut: float) -> Verdict:
    """What the gate that answers questions makes of the same hits."""
    hits = at_distances(*(hit.distance for hit in one.ranked))
    found = decide(hits, "distance", cut).kept
    if not found:
        return Verdict.REFUSED
    if one.kind is not Kind.IN:
        return Verdict.BLUFF
    return Verdict.RIGHT if any(one.ranked[hit.rank - 1].holds for hit in found) else Verdict.WRONG


def test_the_counts_are_those_worked_out_by_hand() -> None:
    swept = sweep(TRIALS)
    assert (swept.n_in, swept.n_near, swept.n_far) == (3, 2, 1)
    assert dict(zip(BY_HAND, rows(swept.at(list(BY_HAND))), strict=True)) == BY_HAND
    assert rows(swept.at(0.4)) == [(1, 1, 1, 1, 0)]  # p is right; q, in its gap, is wrong


def test_there_is_a_row_at_every_score_at_which_something_changes_and_one_without_a_cut() -> None:
    steps = sweep(TRIALS).steps()
    assert dict(zip(steps.cuts.tolist(), rows(steps), strict=True)) == BY_HAND


def test_two_needles_kept_at_the_same_cut_are_one_right_answer() -> None:
    swept = sweep([trial("p", "in", 0.1, 0.2, 0.3, holding={0, 1, 2})])
    assert rows(swept.at([0.1, 0.15, 0.25, 2.0])) == [
        (0, 0, 1, 0, 0),
        (1, 0, 0, 0, 0),
        (1, 0, 0, 0, 0),
        (1, 0, 0, 0, 0),
    ]


def test_a_needle_behind_four_that_pass_or_behind_the_pool_is_not_kept() -> None:
    fifth = trial("fifth", "in", 0.1, 0.1, 0.1, 0.1, 0.1, holding={4})
    far_down = trial("26th", "in", *[0.9] * 25, 0.1, holding={25})
    assert rows(sweep([fifth, far_down]).at([0.5, 2.0])) == [(0, 1, 1, 0, 0), (0, 2, 0, 0, 0)]


def test_without_trials_there_is_nothing_to_count() -> None:
    steps = sweep([]).steps()
    assert (steps.cuts.tolist(), rows(steps)) == ([NO_CUT], [(0, 0, 0, 0, 0)])


@given(trials(), st.lists(SCORES, min_size=1, max_size=5))
def test_every_question_ends_as_the_gate_ends_it(made: list[Trial], cuts: list[float]) -> None:
    # at the scores themselves too: there strictly below and below or equal differ
    cuts += [hit.distance for one in made for hit in one.ranked[:5]]
    counted = sweep(made).at(cuts)
    for place, cut in enumerate(cuts):
        ends = [(one.kind, by_the_gate(one, cut)) for one in made]
        assert [verdict(one, cut) for one in made] == [end for _, end in ends]
        assert rows(counted)[place] == (
            ends.count((Kind.IN, Verdict.RIGHT)),
            ends.count((Kind.IN, Verdict.WRONG)),
            ends.count((Kind.IN, Verdict.REFUSED)),
            ends.count((Kind.NEAR, Verdict.BLUFF)),
            ends.count((Kind.FAR, Verdict.BLUFF)),
        )


@given(trials(), st.lists(SCORES, min_size=1))
def test_the_parts_add_up_and_a_looser_cut_answers_no_fewer(made: list[Trial], cuts: list[float]) -> None:
    swept = sweep(made)
    counted = swept.at(sorted(cuts))
    answered = counted.answered_right + counted.answered_wrong
    assert (answered + counted.refused).tolist() == [swept.n_in] * len(cuts)
    for grows in (answered, counted.bluffs_near, counted.bluffs_far):
        assert grows.tolist() == sorted(grows.tolist())
    assert min(map(min, rows(counted))) >= 0


@given(trials(), SCORES, SCORES)
def test_what_a_stricter_cut_answers_a_looser_one_answers_too(made: list[Trial], one: float, other: float) -> None:
    strict, loose = sorted((one, other))
    answered = [{t.id for t in made if verdict(t, cut) is not Verdict.REFUSED} for cut in (strict, loose)]
    assert answered[0] <= answered[1]


@given(trials(), SCORES)
def test_what_a_row_says_holds_down_to_the_row_before_it(made: list[Trial], cut: float) -> None:
    swept = sweep(made)
    steps = swept.steps()
    row = next(place for place, score in enumerate(steps.cuts.tolist()) if score >= cut)
    assert rows(swept.at(cut)) == [rows(steps)[row]]


def test_flips_say_which_questions_and_how() -> None:
    assert [(flip.trial.id, flip.before, flip.after) for flip in flips(TRIALS, 0.5, 0.2)] == [
        ("p", Verdict.RIGHT, Verdict.REFUSED),
        ("near", Verdict.BLUFF, Verdict.REFUSED),
    ]
    assert [(flip.trial.id, flip.before, flip.after) for flip in flips(TRIALS, 0.3, 0.4)] == [
        ("p", Verdict.WRONG, Verdict.RIGHT),
        ("q", Verdict.RIGHT, Verdict.WRONG),
    ]
    assert flips(TRIALS, 0.4, 0.4) == ()


def test_bluffs_name_the_first_passage_kept_and_the_closest_comes_first() -> None:
    assert [(bluff.trial.id, bluff.passage.distance) for bluff in bluffs(TRIALS, 2.0)] == [("near", 0.55), ("far", 0.9)]
    assert [(bluff.trial.id, bluff.passage.distance) for bluff in bluffs(TRIALS, 0.55)] == [("near", 0.25)]
    assert [bluff.trial.id for bluff in bluffs((TRIALS[5], TRIALS[3]), 2.0)] == ["near", "far"]


def test_kept_are_four_in_the_order_of_the_ranking() -> None:
    assert [hit.distance for hit in kept(TRIALS[1], 0.475)] == [0.1, 0.2, 0.25, 0.45]


@pytest.mark.parametrize("cut", [-0.1, 2.1, math.nan, math.inf])
def test_a_cut_that_the_gate_refuses_the_sweep_refuses(cut: float) -> None:
    with pytest.raises(GateError):
        sweep(TRIALS).at([0.5, cut])


def test_a_gate_without_scores_and_a_score_that_is_no_number_are_named() -> None:
    with pytest.raises(GateError, match=r"'evidence'.*distance"):
        sweep(TRIALS, "evidence")
    broken = trial("p", "near", 0.2)
    with pytest.raises(GateError, match="question p"):
        sweep([Trial(**{**{name: getattr(broken, name) for name in Trial.__slots__}, "ranked": (ranked(math.nan),)})])
