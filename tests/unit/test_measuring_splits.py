"""Figures part by part, worked out by hand."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from engine.measuring.questions import Kind, Needle
from engine.measuring.splits import By, KindFigures, kinds, split
from engine.measuring.statistics import proportion
from tests.unit.kept_runs import HERE, asked
from tests.unit.measuring_trials import trial

THERE = Needle("b.md", 0, 30)
TRIALS = [
    asked("one", {HERE: 1, THERE: 30}, phrasing="manual"),
    asked("two", {HERE: 2}, phrasing="ticket"),
    asked("three", {THERE: 1}),
    asked("four", {HERE: None}, phrasing="ticket"),
    asked("five", {HERE: 4}, phrasing="ticket"),
    asked("far", kind=Kind.FAR, phrasing="unheard of"),
]


def test_by_phrasing_the_largest_part_comes_first() -> None:
    parts = split(TRIALS, By.PHRASING)
    assert [(name, len(part.rows)) for name, part in parts.items()] == [
        ("ticket", 3),
        ("manual", 2),
        ("no phrasing", 1),
    ]
    assert [part.recall[4].value for part in parts.values()] == pytest.approx([2 / 3, 1 / 2, 1])
    assert parts["ticket"].mrr.value == pytest.approx((1 / 2 + 0 + 1 / 4) / 3)
    oracle = binomtest(2, 3).proportion_ci(method="wilson")
    assert (parts["ticket"].recall[4].low, parts["ticket"].recall[4].high) == pytest.approx((oracle.low, oracle.high))


def test_by_document_each_needle_counts_where_it_stands() -> None:
    parts = split(TRIALS, By.DOCUMENT)
    assert {name: [row.trial.id for row in part.rows] for name, part in parts.items()} == {
        "a.md": ["one", "two", "four", "five"],
        "b.md": ["one", "three"],
    }
    assert [part.recall[1].value for part in parts.values()] == [1 / 4, 1 / 2]


def test_parts_of_one_size_stand_by_name() -> None:
    trials = [asked(name, {HERE: 1}, phrasing=name) for name in ("c", "a", "b")]
    assert list(split(trials, By.PHRASING)) == ["a", "b", "c"]


def test_questions_without_a_needle_make_no_part() -> None:
    assert split([asked("near", kind=Kind.NEAR, phrasing="ticket")], By.PHRASING) == {}
    assert split([], By.DOCUMENT) == {}


def test_kinds_are_counted_as_the_distance_gate_decides() -> None:
    trials = [
        trial("right", "in", 0.3, 0.5, holding={0}),
        trial("wrong", "in", 0.3, 0.7, holding={1}),  # what holds the needle is not kept
        trial("refused", "in", 0.6, 0.7, holding={0}),  # a passage at the cut itself does not pass
        trial("bluff", "near", 0.59),
        trial("honest", "near", 0.61),
        trial("empty", "far"),
    ]
    assert kinds(trials, 0.6) == {
        Kind.IN: KindFigures(3, proportion(2, 3), proportion(1, 3)),
        Kind.NEAR: KindFigures(2, proportion(1, 2), None),
        Kind.FAR: KindFigures(1, proportion(0, 1), None),
    }


def test_a_kind_without_questions_is_named_with_no_share() -> None:
    found = kinds([trial("bluff", "near", 0.2)], 0.6)
    assert [(kind, each.n, each.answered.value) for kind, each in found.items()] == [
        (Kind.IN, 0, None),
        (Kind.NEAR, 1, 1.0),
        (Kind.FAR, 0, None),
    ]
    assert found[Kind.IN].right == proportion(0, 0)
