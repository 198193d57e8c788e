"""Figures of a whole run and of some of its rows, and runs held against each other pair by pair."""

from __future__ import annotations

import pytest
from statsmodels.stats.multitest import multipletests

from engine.measuring.figures import Pair, compared, figures, needle_rows, paired_matrix
from engine.measuring.questions import Kind, Needle
from engine.measuring.trials import Trial
from tests.unit.kept_runs import HERE, asked

THERE = Needle("b.md", 0, 30)
TRIALS = [
    asked("one", {HERE: 1, THERE: None}),
    asked("two-h", {HERE: 4}, pair="two"),
    asked("two-t", {HERE: 21}, pair="two"),
    asked("far", kind=Kind.FAR),
]


def found_at(*ranks: int | None) -> list[Trial]:
    """Trials over the same questions, each in a group of its own."""
    return [asked(f"q{place}", {HERE: rank}) for place, rank in enumerate(ranks)]


def test_a_question_with_two_needles_is_two_rows_of_one_group() -> None:
    rows = needle_rows(TRIALS)
    assert [(row.trial.id, row.needle, row.rank) for row in rows] == [
        ("one", HERE, 1),
        ("one", THERE, None),
        ("two-h", HERE, 4),
        ("two-t", HERE, 21),
    ]
    assert [row.group for row in rows] == ["question one", "question one", "pair two", "pair two"]


def test_a_pair_and_a_question_of_the_same_name_are_two_groups() -> None:
    rows = needle_rows([asked("same", {HERE: 1}), asked("other", {HERE: 1}, pair="same")])
    assert len({row.group for row in rows}) == 2


def test_figures_are_over_rows_and_over_groups() -> None:
    found = figures(TRIALS)
    assert [found.recall[k].value for k in (1, 4, 8, 20)] == [1 / 4, 2 / 4, 2 / 4, 2 / 4]
    # one: half found; two: half at 4
    assert [(found.recall_of_groups[k].value, found.recall_of_groups[k].n) for k in (1, 4)] == [(0.25, 2), (0.5, 2)]
    assert found.mrr.value == pytest.approx((1 + 0 + 1 / 4 + 1 / 21) / 4)
    assert found.mrr_of_groups.value == pytest.approx((1 / 2 + (1 / 4 + 1 / 21) / 2) / 2)


def test_only_some_rows_are_counted() -> None:
    found = figures(TRIALS, lambda row: row.needle.document == "a.md")
    assert [row.trial.id for row in found.rows] == ["one", "two-h", "two-t"]
    assert (found.recall[1].value, found.recall[1].n) == (pytest.approx(1 / 3), 3)
    assert (found.recall_of_groups[1].value, found.recall_of_groups[1].n) == (0.5, 2)


def test_of_no_rows_nothing_is_known() -> None:
    found = figures(TRIALS, lambda _: False)
    assert (found.rows, found.recall[4].value, found.mrr.value, found.milliseconds) == ((), None, None, {})


def test_a_stages_time_is_the_mean_over_questions_not_over_rows() -> None:
    slow, fast = (asked(name, needles) for name, needles in (("slow", {HERE: 1, THERE: 2}), ("fast", {HERE: 1})))
    slow.milliseconds["encode"], fast.milliseconds["encode"] = 10.0, 1.0
    assert figures([slow, fast, asked("far", kind=Kind.FAR)]).milliseconds == {"encode": 5.5}


def test_two_runs_are_compared_row_by_row_and_group_by_group() -> None:
    other = [
        asked("one", {HERE: 5, THERE: 1}),
        asked("two-h", {HERE: 1}, pair="two"),
        asked("two-t", {HERE: 1}, pair="two"),
    ]
    result = compared(figures(TRIALS).rows, figures(other).rows)
    # at 4: one wins its first row and loses its second, a tie as a group; two-t is lost, and with it its pair
    assert (result.k, result.rows.wins, result.rows.losses, result.rows.ties) == (4, 1, 2, 1)
    assert (result.groups.wins, result.groups.losses, result.groups.ties) == (0, 1, 1)
    at_one = compared(figures(TRIALS).rows, figures(other).rows, k=1)
    assert (at_one.rows.wins, at_one.rows.losses, at_one.rows.ties) == (1, 3, 0)


@pytest.mark.parametrize(
    "other",
    [
        [asked("q0", {HERE: 1})],
        [asked("q0", {HERE: 1}), asked("elsewhere", {HERE: 1})],
        [asked("q0", {HERE: 1}), asked("q1", {THERE: 1})],
        [asked("q1", {HERE: 1}), asked("q0", {HERE: 1})],
    ],
    ids=["fewer", "another question", "another needle", "another order"],
)
def test_runs_over_other_rows_are_not_compared(other: list[Trial]) -> None:
    with pytest.raises(ValueError, match="same questions with the same needles"):
        compared(figures(found_at(1, 1)).rows, figures(other).rows)


def test_every_two_runs_are_compared_with_holms_correction() -> None:
    best, middle, worst = found_at(*[1] * 9), found_at(*[1] * 6, *[None] * 3), found_at(*[None] * 9)
    pairs = paired_matrix([figures(run).rows for run in (best, middle, worst)])
    assert [(pair.first, pair.second) for pair in pairs] == [(0, 1), (0, 2), (1, 2)]
    # sign tests of 3:0, 9:0 and 6:0: 2/8, 2/512 and 2/64; times 1, 3 and 2, from the smallest on
    raw = [pair.compared.groups.p for pair in pairs]
    assert raw == pytest.approx([2 / 8, 2 / 512, 2 / 64])
    assert [pair.corrected_p for pair in pairs] == pytest.approx([2 / 8, 6 / 512, 4 / 64])
    rejected, corrected, *_ = multipletests(raw, method="holm")
    assert [pair.corrected_p for pair in pairs] == pytest.approx(corrected.tolist())
    # 6:0 alone is distinguishable, one of three it is not any more
    assert [pair.compared.groups.distinguishable for pair in pairs] == [False, True, True]
    assert [pair.distinguishable for pair in pairs] == rejected.tolist() == [False, True, False]


def test_of_one_run_there_is_nothing_to_compare() -> None:
    assert paired_matrix([figures(TRIALS).rows]) == ()


def test_a_corrected_p_of_exactly_the_level_is_not_enough() -> None:
    result = compared(figures(TRIALS).rows, figures(TRIALS).rows)
    assert not Pair(0, 1, result, 0.05).distinguishable
    assert Pair(0, 1, result, 0.0499).distinguishable
