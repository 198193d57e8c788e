"""Runs against each other, as the Evaluate page tells it; every p worked out by hand."""

from __future__ import annotations

import pytest

import engine
from dashboard import evaluation_pairs
from tests.ui.evaluation_runs import figures_of


def test_a_comparison_that_could_be_chance_is_not_distinguishable() -> None:
    """Five wins and no loss: p = 2 / 2^5 = 0.0625."""
    told = evaluation_pairs.told(engine.compared(figures_of(*[1] * 6).rows, figures_of(*[None] * 5, 2).rows), "X", "Y")
    assert told == "X and Y are not distinguishable at 4. Over pairs: 5 wins, 0 losses, 1 tie, p = 0.062."


def test_a_difference_is_told_from_the_better_one() -> None:
    """Six losses and no win: p = 2 / 2^6 = 0.03125."""
    told = evaluation_pairs.told(engine.compared(figures_of(*[None] * 6).rows, figures_of(*[4] * 6).rows), "X", "Y")
    assert told == "Y finds more than X at 4. Over pairs, X has 0 wins, 6 losses, 0 ties, p = 0.031."


def test_rows_and_pairs_stand_beside_each_other() -> None:
    """Both phrasings of one needle are won: two rows, one pair."""
    first, second = figures_of(1, 1, 1, 1, pairs=True), figures_of(9, 9, 1, 1, pairs=True)
    frame = evaluation_pairs.comparison_table(engine.compared(first.rows, second.rows), "X", "Y")
    assert frame[["n", "X wins", "Y wins", "Ties"]].to_numpy().tolist() == [[4, 2, 0, 2], [2, 1, 0, 1]]
    assert frame["p"].tolist() == [0.5, 1.0]


def test_differing_needles_are_listed_the_first_runs_wins_before_its_losses() -> None:
    first, second = figures_of(None, 1, 5, 3), figures_of(2, 1, 4, 8)
    rows = evaluation_pairs.differing(first, second, 4)
    frame = evaluation_pairs.differences_table(rows, "X", "Y", lambda needle: f"words\nat {needle.start}")
    assert frame["Question"].tolist() == ["What is 3?", "What is 0?", "What is 2?"]
    assert frame["Needle"].tolist() == ["words at 30", "words at 0", "words at 20"]
    assert frame["Rank in X"].fillna(0).tolist() == [3, 0, 5]
    assert frame["Rank in Y"].tolist() == [8, 2, 4]


def test_all_comparisons_are_corrected_and_stand_on_both_sides() -> None:
    """Six wins against X: p = 0.03125 alone, and 3 * 0.03125 of three comparisons."""
    runs = [figures_of(*[1] * 6).rows, figures_of(*[None] * 6).rows, figures_of(1, 1, 1, None, None, None).rows]
    pairs = engine.paired_matrix(runs)
    table = evaluation_pairs.pairs_table(pairs, ["X", "Y", "Z"])
    first = table.iloc[0]
    assert first[["Run", "Against", "Wins", "Losses", "Ties", "p"]].tolist() == ["X", "Y", 6, 0, 0, 0.03125]
    assert first["p, corrected"] == pytest.approx(0.09375)
    assert set(table["Decision"]) == {"not distinguishable"}
    squares = evaluation_pairs.squares(pairs, ["X", "Y", "Z"])
    leads = {(row.run, row.against): row.lead for row in squares.itertuples()}
    assert leads == {
        ("X", "Y"): 6, ("Y", "X"): -6, ("X", "Z"): 3, ("Z", "X"): -3, ("Y", "Z"): -3, ("Z", "Y"): 3
    }  # fmt: skip
    assert evaluation_pairs.summed_up(pairs, ["X", "Y", "Z"], 4).startswith(
        "0 of 3 comparisons of 3 runs can be told apart by recall@4. Looked at alone, 1 would pass"
    )


def test_a_difference_picked_from_many_is_doubted() -> None:
    runs = [figures_of(*[1] * 6).rows, figures_of(*[None] * 6).rows, figures_of(1, 1, 1, None, None, None).rows]
    pairs = engine.paired_matrix(runs)
    doubt = evaluation_pairs.picked_from(pairs, 1, 0)
    assert doubt.endswith("(Holm), p = 0.094.")
    assert evaluation_pairs.picked_from(pairs, 0, 2) == ""  # it was none to begin with
    assert evaluation_pairs.picked_from(engine.paired_matrix(runs[:2]), 0, 1) == ""  # it was the only one
