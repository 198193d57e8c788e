"""What was found, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from engine.measuring.figures import KS
from engine.measuring.statistics import Estimate
from tests.bench.collection import Collection
from tests.bench.quality import BUDGETS, Compared, Scored
from tests.bench.tables import number, table

STAGES = ("encode", "dense", "bm25", "hybrid", "late", "fetch")


def found_table(runs: Sequence[Scored]) -> str:
    """Recall by k and within the budgets, a row for each chunker with each retriever."""
    columns = ["chunker", "ranking", "chunks", "characters", "destroyed", *(f"R@{k}" for k in KS), "MRR"]
    rows = [
        [
            run.chunker,
            run.retriever,
            f"{run.chunks:,}",
            f"{run.mean_characters:.0f}",
            str(len(run.destroyed)),
            *(_share(run.figures.recall[k], with_interval=k == 4) for k in KS),
            _share(run.figures.mrr),
            *(_share(run.within[budget], with_interval=budget == BUDGETS[0]) for budget in BUDGETS),
        ]
        for run in runs
    ]
    return table([*columns, *(f"within {budget:,}" for budget in BUDGETS)], rows)


def caption(collection: Collection, runs: Sequence[Scored]) -> str:
    """What the table is over, and how wide its intervals are at most."""
    estimates = [each for run in runs for each in (*run.figures.recall.values(), *run.within.values())]
    widest = max((estimate.high - estimate.low) / 2 for estimate in estimates)
    unplaced = {run.chunker: run.unplaced for run in runs if run.unplaced}
    lines = [
        f"{len(collection.texts)} documents, {len(collection.questions)} questions, n = {collection.needles} needle "
        f"rows. A hit holds the whole needle; *within* is what has been read when so many characters of the ranked "
        f"chunks are used up. 95 % intervals (Wilson) are at most ±{widest:.3f}; all of them are in the JSON file.",
        f"Excerpts that could not be scored: {len(collection.unscored)}.",
    ]
    lines += [f"Chunks of {label} whose place in the text is unknown: {count}." for label, count in unplaced.items()]
    return "\n".join(lines)


def compared_table(compared: Sequence[Compared]) -> str:
    """Wins, losses and ties over questions, and what may be said of them."""
    rows = [
        [
            f"{one.first} against {one.second}",
            one.at,
            *(str(count) for count in (one.result.wins, one.result.losses, one.result.ties)),
            f"{one.result.p:.2g}" if one.result.p >= 1e-4 else "< 0.0001",
            ("better" if one.result.wins > one.result.losses else "worse")
            if one.result.distinguishable
            else "not distinguishable",
        ]
        for one in compared
    ]
    return table(["first against second", "at", "wins", "losses", "ties", "p", "the first is"], rows)


def cost_table(runs: Sequence[Scored]) -> str:
    """Milliseconds of each stage, the mean over the questions."""
    rows = [
        [
            f"{run.chunker} {run.retriever}",
            *(number(run.figures.milliseconds[stage]) if stage in run.figures.milliseconds else "" for stage in STAGES),
            number(sum(run.figures.milliseconds.values())),
        ]
        for run in runs
    ]
    return table(["milliseconds a question", *STAGES, "together"], rows)


def _share(estimate: Estimate, with_interval: bool = False) -> str:
    interval = f" ({estimate.low:.3f}–{estimate.high:.3f})" if with_interval else ""
    return f"{estimate.value:.3f}{interval}"
