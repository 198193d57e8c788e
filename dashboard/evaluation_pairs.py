"""Runs against each other as DataFrames and sentences: two of them question by question, or all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pandas as pd

import engine
from dashboard import words

NOT_DISTINGUISHABLE = "not distinguishable"


class Differing(NamedTuple):
    """A needle that one of two runs has among its first k and the other has not."""

    first: engine.NeedleRow
    second: engine.NeedleRow


def chance(p: float) -> str:
    """A p as it is read."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def told(compared: engine.Compared, first: str, second: str) -> str:
    """What the comparison comes to, decided on pairs, as a sentence."""
    pairs = compared.groups
    split = f"{_counts(pairs)}, {chance(pairs.p)}"
    if not pairs.distinguishable:
        return f"{first} and {second} are {NOT_DISTINGUISHABLE} at {compared.k}. Over pairs: {split}."
    better, worse = (first, second) if pairs.wins > pairs.losses else (second, first)
    return f"{better} finds more than {worse} at {compared.k}. Over pairs, {first} has {split}."


def picked_from(pairs: Sequence[engine.Pair], first: int, second: int) -> str:
    """What is left of a difference between two runs, by their places, that were picked from several; else nothing."""
    pair = next(pair for pair in pairs if {pair.first, pair.second} == {first, second})
    if pair.distinguishable or not pair.compared.groups.distinguishable:
        return ""
    return (
        f"Picked from {len(pairs):,} comparisons it may be chance all the same: corrected for so many (Holm), "
        f"{chance(pair.corrected_p)}."
    )


def comparison_table(compared: engine.Compared, first: str, second: str) -> pd.DataFrame:
    """Two rows: over rows, and over pairs, on which it is decided."""
    over = {"rows": compared.rows, "pairs (decides)": compared.groups}
    return pd.DataFrame(
        [
            {
                "Over": name,
                "n": each.wins + each.losses + each.ties,
                f"{first} wins": each.wins,
                f"{second} wins": each.losses,
                "Ties": each.ties,
                "p": each.p,
                "Decision": "distinguishable" if each.distinguishable else NOT_DISTINGUISHABLE,
            }
            for name, each in over.items()
        ]
    )


def differing(first: engine.Figures, second: engine.Figures, k: int) -> list[Differing]:
    """The needles that are among the first k of one run only; those that the first run wins come first."""
    found = [
        Differing(ours, theirs)
        for ours, theirs in zip(first.rows, second.rows, strict=True)
        if _hit(ours, k) != _hit(theirs, k)
    ]
    return sorted(found, key=lambda row: not _hit(row.first, k))


def differences_table(
    rows: Sequence[Differing], first: str, second: str, said: Callable[[engine.Needle], str]
) -> pd.DataFrame:
    """One row a needle; `said` gives its words. An empty rank: not among what was listed."""
    frame = pd.DataFrame(
        {
            "Question": [row.first.trial.question for row in rows],
            "Phrasing": [row.first.trial.phrasing or "" for row in rows],
            f"Rank in {first}": pd.array([row.first.rank for row in rows], dtype="Int64"),
            f"Rank in {second}": pd.array([row.second.rank for row in rows], dtype="Int64"),
            "Needle": [" ".join(said(row.first.needle).split()) for row in rows],
            "Document": [row.first.needle.document for row in rows],
        }
    )
    return frame if any(frame["Phrasing"]) else frame.drop(columns="Phrasing")


def pairs_table(pairs: Sequence[engine.Pair], names: Sequence[str]) -> pd.DataFrame:
    """One row a pair of runs, the smallest p first; all over pairs of rows. `names` are the runs' by their places."""
    ordered = sorted(pairs, key=lambda pair: (pair.corrected_p, pair.compared.groups.p))
    return pd.DataFrame(
        [
            {
                "Run": names[pair.first],
                "Against": names[pair.second],
                "Wins": pair.compared.groups.wins,
                "Losses": pair.compared.groups.losses,
                "Ties": pair.compared.groups.ties,
                "p": pair.compared.groups.p,
                "p, corrected": pair.corrected_p,
                "Decision": decision(pair),
            }
            for pair in ordered
        ]
    )


def squares(pairs: Sequence[engine.Pair], names: Sequence[str]) -> pd.DataFrame:
    """Two rows a pair, one from each side: `run` against `against`, its wins less its losses, and how sure that is."""
    return pd.DataFrame(
        [
            {
                "run": names[run],
                "against": names[against],
                "wins": wins,
                "losses": losses,
                "ties": pair.compared.groups.ties,
                "lead": wins - losses,
                "p": pair.compared.groups.p,
                "corrected": pair.corrected_p,
                "decision": decision(pair),
            }
            for pair in pairs
            for run, against, wins, losses in _sides(pair)
        ]
    )


def decision(pair: engine.Pair) -> str:
    """Whether the difference is one, now that so many were looked at."""
    return "distinguishable" if pair.distinguishable else NOT_DISTINGUISHABLE


def summed_up(pairs: Sequence[engine.Pair], names: Sequence[str], k: int) -> str:
    """How many of the pairs can be told apart, as a sentence."""
    apart = sum(pair.distinguishable for pair in pairs)
    raw = sum(pair.compared.groups.distinguishable for pair in pairs)
    return (
        f"{apart} of {words.counted(len(pairs), 'comparison')} of {len(names)} runs can be told apart by recall@{k}. "
        f"Looked at alone, {raw} would pass as a difference; of so many, some do so by chance: p is corrected (Holm)."
    )


def _counts(compared: engine.Comparison) -> str:
    losses = "1 loss" if compared.losses == 1 else f"{compared.losses} losses"
    return f"{words.counted(compared.wins, 'win')}, {losses}, {words.counted(compared.ties, 'tie')}"


def _sides(pair: engine.Pair) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    wins, losses = pair.compared.groups.wins, pair.compared.groups.losses
    return (pair.first, pair.second, wins, losses), (pair.second, pair.first, losses, wins)


def _hit(row: engine.NeedleRow, k: int) -> bool:
    return row.rank is not None and row.rank <= k
