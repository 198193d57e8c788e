"""The arithmetic of `make bench`: ratios, bounds, offsets of foreign chunks, budgets, and which runs are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.measuring.questions import Kind, Needle
from engine.measuring.sweep import sweep
from engine.measuring.trial_index import CutDocument
from engine.measuring.trials import Ranked, Trial
from engine.types.answers import Retrieval
from engine.types.indexing import Chunk
from tests.bench.chunkers import placed
from tests.bench.large import window
from tests.bench.quality import Scored, comparisons, scored
from tests.bench.speeds import Bound, absolute, faster, multiple, speed_table
from tests.bench.sweeping import synthetic_trials
from tests.bench.tables import number, table
from tests.bench.timing import Timed, interleaved


def test_contestants_take_turns_in_every_round() -> None:
    calls: list[str] = []

    def contestant(name: str) -> float:
        calls.append(name)
        return float(len(calls))

    measured = interleaved([lambda: contestant("ours"), lambda: contestant("peer")], 3)
    assert calls == ["ours", "peer", "ours", "peer", "ours", "peer"]
    assert measured == [(1.0, 3.0, 5.0), (2.0, 4.0, 6.0)]


def test_a_ratio_is_that_of_one_round_and_the_median_counts() -> None:
    timed = Timed((1.0, 2.0, 10.0), (3.0, 8.0, 20.0))
    quick = faster("x", timed, "peer", Bound(least=3))
    assert quick.figures == (3.0, 4.0, 2.0)
    assert quick.figure == 3.0
    assert quick.holds is True
    assert multiple("x", timed, "peer").figures == pytest.approx((1 / 3, 1 / 4, 1 / 2))


@pytest.mark.parametrize(
    ("bound", "figure", "holds"),
    [
        (Bound(least=2.5), 2.5, True),
        (Bound(least=2.5), 2.49, False),
        (Bound(below=100), 99.9, True),
        (Bound(below=100), 100, False),
        (Bound(most=0), 0, True),
        (Bound(most=0), 1, False),
    ],
)
def test_a_bound_holds_up_to_its_end(bound: Bound, figure: float, holds: bool) -> None:
    assert absolute("x", (figure,), "ms", bound).holds is holds


def test_the_table_says_what_fails_and_what_nothing_is_asked_of() -> None:
    late = absolute("late", (120.0, 130.0, 110.0), "ms", Bound(below=100))
    lines = speed_table([late, absolute("open", (5.0,), "ms")]).splitlines()
    assert lines[2] == "| late | 120 ms |  | **120 ms** | 110–130 (3) | under 100 | **no** |"
    assert lines[3] == "| open | 5.00 ms |  | **5.00 ms** | 5.00–5.00 (1) |  |  |"


def test_json_keeps_every_round() -> None:
    kept = faster("x", Timed((1.0, 2.0), (3.0, 8.0)), "peer", Bound(least=3)).to_json()
    assert (kept["ours"], kept["peer"], kept["figures"]) == ((1.0, 2.0), (3.0, 8.0), (3.0, 4.0))
    assert (kept["median"], kept["bound"], kept["holds"]) == (3.5, "at least 3", True)


def test_a_bar_in_a_cell_does_not_end_it() -> None:
    assert table(["a|b", "c"], [["1|2", "3"]]).splitlines()[2] == "| 1\\|2 | 3 |"


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (0.03124, "0.031"), (4.716, "4.72"), (56.34, "56.3"), (1239.6, "1,240"), (99.96, "100.0")],
)
def test_a_number_shows_what_counts(value: float, written: str) -> None:
    assert number(value) == written


def test_a_foreign_chunk_keeps_the_start_that_holds() -> None:
    chunks, lost = placed("one two one", [(0, "one "), (4, "two "), (8, "one")])
    assert [(chunk.start, chunk.end, chunk.content) for chunk in chunks] == [
        (0, 4, "one "),
        (4, 8, "two "),
        (8, 11, "one"),
    ]
    assert lost == 0


def test_a_start_that_does_not_hold_is_looked_for_in_order() -> None:
    chunks, lost = placed("one two one", [(4, "two"), (-1, "one")])
    assert [(chunk.start, chunk.end) for chunk in chunks] == [(4, 7), (8, 11)]
    assert lost == 0


def test_a_chunk_that_the_text_does_not_hold_is_counted() -> None:
    chunks, lost = placed("one two", [(0, "one"), (4, "TWO")])
    assert [chunk.content for chunk in chunks] == ["one"]
    assert lost == 1


def test_a_window_holds_whole_words_of_the_text() -> None:
    text = "alpha beta gamma delta epsilon zeta eta theta"
    cut = window(text, 3, 30)
    assert cut == "beta gamma delta epsilon"
    assert window("unbroken" * 10, 5, 20) in "unbroken" * 10


def test_synthetic_trials_can_be_swept() -> None:
    counts = sweep(synthetic_trials(40)).at(np.array([0.2, 2.0]))
    assert counts.answered_right[1] + counts.answered_wrong[1] == 20
    assert (counts.bluffs_near[1], counts.bluffs_far[1]) == (10, 10)
    assert counts.refused[0] == 20


def _chunk(start: int, end: int, overlap_start: int | None = None) -> Chunk:
    return Chunk(start, end, start if overlap_start is None else overlap_start, "", (), "", "", "", ())


DOCUMENT = CutDocument(1, "a.md", "", "A", (), [_chunk(0, 400), _chunk(400, 900, 336), _chunk(900, 1700)])
NEEDLES = {
    1: (Needle("a.md", 10, 20), Needle("a.md", 950, 960)),
    2: (Needle("a.md", 390, 410),),
}


def _trial(number: int, ranks: tuple[int | None, ...], order: Sequence[int]) -> Trial:
    chunks = [DOCUMENT.chunks[place] for place in order]
    ranked = tuple(
        Ranked(at, "a.md", chunk.start, chunk.end, chunk.overlap_start, 0.5, {}, False, False)
        for at, chunk in enumerate(chunks)
    )
    return Trial(f"q{number}", "?", Kind.IN, None, None, None, ranked, NEEDLES[number], ranks, {"dense": float(number)})


def _scored(chunker: str, first: tuple[int | None, ...], second: tuple[int | None, ...], how: str = "dense") -> Scored:
    trials = [_trial(1, first, (0, 1, 2)), _trial(2, second, (2, 1, 0))]
    return scored(chunker, Retrieval(how, 25), [DOCUMENT], trials, 0)


def test_a_budget_counts_what_each_chunk_covers_overlap_included() -> None:
    run = _scored("B", (1, 3), (2,))
    assert run.characters == (400, 400 + 564 + 800, 800 + 564)
    assert {budget: estimate.value for budget, estimate in run.within.items()} == {1500: pytest.approx(2 / 3), 3000: 1}


def test_figures_are_by_needle_row() -> None:
    run = _scored("B", (1, None), (2,))
    assert run.figures.recall[1].value == pytest.approx(1 / 3)
    assert run.figures.recall[4].n == 3
    assert run.figures.mrr.value == pytest.approx(0.5)
    assert run.figures.milliseconds == {"dense": 1.5}
    assert run.mean_characters == pytest.approx(1700 / 3)


def test_runs_are_compared_question_by_question() -> None:
    runs = [_scored("G", (1, 1), (2,)), _scored("E", (1, None), (2,))]
    at_four, within = comparisons(runs)
    assert (at_four.first, at_four.second, at_four.at) == ("G dense", "E dense", "4 chunks")
    assert (at_four.result.wins, at_four.result.losses, at_four.result.ties) == (1, 0, 1)
    assert within.at == "1,500 characters"


def test_ours_is_compared_with_every_peer_and_only_with_runs_that_there_are() -> None:
    runs = [_scored("E", (1, 1), (2,), "hybrid+late"), _scored("Somebody's", (1, 1), (2,))]
    pairs = {(one.first, one.second) for one in comparisons(runs)}
    assert pairs == {("E hybrid+late", "Somebody's dense")}


def test_a_depth_beyond_the_pool_has_a_name_of_its_own() -> None:
    trials = [_trial(1, (1, 1), (0, 1, 2)), _trial(2, (1,), (0, 1, 2))]
    deep = scored("E", Retrieval("hybrid+late", 100), [DOCUMENT], trials, 0)
    assert deep.label == "E hybrid+late, depth 100"
    assert replace(deep, retriever="hybrid+late").label == "E hybrid+late"
