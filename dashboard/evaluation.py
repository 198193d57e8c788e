"""Which runs of a question set are looked at together, and their figures as DataFrames. Nothing is searched here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

import pandas as pd

import engine
from dashboard import searches, words

ROWS, PAIRS = "rows", "pairs"
"""What figures can be over."""


class Shown(NamedTuple):
    """A run with its figures, under a name that tells it from the others that it is shown with."""

    name: str
    run: engine.Run
    figures: engine.Figures


def todays(runs: Iterable[engine.Run], of: engine.QuestionSet, basis: str) -> tuple[engine.Run, ...]:
    """The newest run of every way in which these rows were searched in what the `basis` stands for.

    `runs` come newest first.
    """
    newest: dict[engine.Way, engine.Run] = {}
    for run in runs:
        if run.sha256 == of.sha256 and run.basis == basis:
            newest.setdefault(run.way, run)
    return tuple(newest.values())


def outdated(
    runs: Iterable[engine.Run],
    of: engine.QuestionSet,
    basis: str,
    corpus: engine.Corpus,
    encoder: engine.EncoderStamp,
) -> str:
    """Why the newest run of a set of this name is not looked at, in sentences; nothing where there is none."""
    newest = next((run for run in runs if run.name == of.name), None)
    if newest is None:
        return ""
    reasons = {
        f"The set was changed: they are of version {newest.version}, the newest is {of.version}.": newest.sha256
        != of.sha256,
        "Documents were added, changed or removed since.": newest.corpus.documents != corpus.documents,
        "The library's encoder is another one.": not _same(newest.encoder, encoder),
    }
    told = [reason for reason, holds in reasons.items() if holds]
    if not told and newest.basis != basis:
        told = ["Candor now reads or embeds documents otherwise than it did then."]
    return " ".join(told)


def names(runs: Sequence[engine.Run]) -> dict[int, str]:
    """What each run is called beside the others, by its key: sizes and depth are only named where they differ."""
    targets, overlaps, depths = _differing(runs)
    return {
        run.key: " · ".join(
            (
                _cutting(run.way.chunking, targets, overlaps),
                words.SHORT_RETRIEVERS[run.way.retrieval.retriever]
                + (f" {run.way.retrieval.depth}" if depths and searches.reorders(run.way.retrieval.retriever) else ""),
            )
        )
        for run in runs
    }


def cutting_names(runs: Sequence[engine.Run]) -> dict[engine.Chunking, str]:
    """What each way of cutting is called beside the others, in the order of the strategies."""
    targets, overlaps, _ = _differing(runs)
    ways = sorted({run.way.chunking for run in runs}, key=attrgetter("strategy", "target", "overlap"))
    return {chunking: _cutting(chunking, targets, overlaps) for chunking in ways}


def recall(figures: engine.Figures, k: int, over: str) -> engine.Estimate:
    """Recall at k over rows or over pairs."""
    return (figures.recall if over == ROWS else figures.recall_of_groups)[k]


def best_first(shown: Iterable[Shown], k: int, over: str) -> list[Shown]:
    """By recall at k, MRR where that is the same, and then by name."""
    return sorted(shown, key=lambda one: (*_less(one, k, over), one.name))


def dots(shown: Sequence[Shown], k: int, over: str) -> pd.DataFrame:
    """One row a run that has figures: its recall at k and the ends of its interval in percent, and its n."""
    estimates = [(one, recall(one.figures, k, over)) for one in shown]
    return pd.DataFrame(
        [
            {
                "name": one.name,
                "retriever": words.SHORT_RETRIEVERS[one.run.way.retrieval.retriever],
                **_whisker(estimate),
            }
            for one, estimate in estimates
            if estimate.value is not None
        ],
        columns=["name", "retriever", "recall", "low", "high", "n"],
    )


def part_dots(parts: dict[str, engine.Figures], k: int) -> pd.DataFrame:
    """One row a part of a run: its recall at k over rows, with the ends of its interval, in percent, and its n."""
    return pd.DataFrame([{"name": name, **_whisker(figures.recall[k])} for name, figures in parts.items()])


def parts_table(parts: dict[str, engine.Figures], what: str) -> pd.DataFrame:
    """One row a part of a run, over rows; `what` is the heading of the parts' names."""
    return pd.DataFrame(
        [
            {
                what: name,
                "Rows": len(figures.rows),
                **{f"Recall@{k}": percent(figures.recall[k]) for k in engine.KS},
                "MRR": score(figures.mrr),
            }
            for name, figures in parts.items()
        ]
    )


def kinds_table(kinds: dict[engine.Kind, engine.KindFigures]) -> pd.DataFrame:
    """One row a kind of question that there is: the shares answered, and answered right, at a cut."""
    return pd.DataFrame(
        [
            {
                "Kind": words.KINDS[kind],
                "Questions": figures.n,
                "Answered, %": percent(figures.answered),
                "Right, %": "has no answer" if figures.right is None else percent(figures.right),
            }
            for kind, figures in kinds.items()
            if figures.n
        ]
    )


def percent(estimate: engine.Estimate) -> str:
    """A share in percent with its interval: `57.8 (45.6–69.1)`."""
    if estimate.value is None:
        return "–"
    return f"{100 * estimate.value:.1f} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def score(estimate: engine.Estimate) -> str:
    """A mean from 0 to 1 with its interval: `0.58 (0.46–0.69)`."""
    return "–" if estimate.value is None else f"{estimate.value:.2f} ({estimate.low:.2f}–{estimate.high:.2f})"


def methods(shown: Iterable[Shown], k: int, over: str) -> str:
    """How the intervals of recall at k, and those of MRR, are made."""
    figures = [one.figures for one in shown]
    of_recall = {recall(each, k, over).method for each in figures}
    of_mrr = {(each.mrr if over == ROWS else each.mrr_of_groups).method for each in figures}
    return f"intervals: recall {' or '.join(sorted(of_recall))}, MRR {' or '.join(sorted(of_mrr))}"


def _whisker(estimate: engine.Estimate) -> dict[str, float]:
    value = estimate.value or 0.0
    return {"recall": 100 * value, "low": 100 * estimate.low, "high": 100 * estimate.high, "n": estimate.n}


def _less(one: Shown, k: int, over: str) -> tuple[float, float]:
    figures = one.figures
    mrr = figures.mrr if over == ROWS else figures.mrr_of_groups
    return -(recall(figures, k, over).value or 0.0), -(mrr.value or 0.0)


def _differing(runs: Sequence[engine.Run]) -> tuple[bool, bool, bool]:
    """Whether targets, overlaps and depths differ, each among the runs for which it means anything."""
    ways = [run.way for run in runs]
    targets = {way.chunking.target for way in ways}
    overlaps = {way.chunking.overlap for way in ways if engine.STRATEGIES[way.chunking.strategy].overlap}
    depths = {way.retrieval.depth for way in ways if searches.reorders(way.retrieval.retriever)}
    return len(targets) > 1, len(overlaps) > 1, len(depths) > 1


def sizes(runs: Sequence[engine.Run]) -> Callable[[engine.Way], dict[str, int]]:
    """Gives those sizes of a way by which runs of one strategy and retriever differ, under their headings."""
    names = ("Target", "Overlap", "Depth")
    differing = [name for name, differ in zip(names, _differing(runs), strict=True) if differ]

    def of(way: engine.Way) -> dict[str, int]:
        sizes = (way.chunking.target, way.chunking.overlap, way.retrieval.depth)
        return {name: size for name, size in zip(names, sizes, strict=True) if name in differing}

    return of


def _cutting(chunking: engine.Chunking, targets: bool, overlaps: bool) -> str:
    overlap = overlaps and engine.STRATEGIES[chunking.strategy].overlap
    sizes = [*([f"{chunking.target}"] if targets else []), *([f"+{chunking.overlap}"] if overlap else [])]
    return " ".join([chunking.strategy, *sizes])


def _same(one: engine.EncoderStamp, other: engine.EncoderStamp) -> bool:
    """The same weights under another name make the same vectors."""
    return one.fingerprint == other.fingerprint
