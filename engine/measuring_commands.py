"""The commands that measure: `evaluate` and `sweep`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import EngineError
from engine.measuring.hiding import Hidden
from engine.question_commands import print_remarks
from engine.terminal import Json, Store, print_json, progress, read_file
from engine.types.answers import Retrieval

if TYPE_CHECKING:
    from engine.library import Library
    from engine.measuring.evaluation import Evaluated, Evaluation
    from engine.measuring.figures import Pair
    from engine.measuring.statistics import Estimate
    from engine.measuring.sweep import Sweep

SHOWN_CUTS = (0.525, 0.675)
"""The cuts that a person is shown beside none; `--json` has all of them."""


Questions = Annotated[Path, typer.Option(help="The question set, CSV or JSON Lines.")]
Retriever = Annotated[str | None, typer.Option(help="How chunks are found: dense, bm25, hybrid or hybrid+late.")]
Depth = Annotated[int | None, typer.Option(help="How many first ones the second stage reorders.")]


def evaluate(
    questions: Questions,
    strategies: Annotated[str | None, typer.Option(help="Letters, as A,E,G (else the library's own).")] = None,
    retrievers: Annotated[
        str | None, typer.Option(help="Names, as dense,hybrid+late (else the library's own).")
    ] = None,
    target: Annotated[int | None, typer.Option(help="Characters a chunk should have at most.")] = None,
    overlap: Annotated[int | None, typer.Option(help="Characters before a chunk that are embedded with it.")] = None,
    depth: Depth = None,
    hide: Annotated[Hidden, typer.Option(help="Ask every question with what answers it hidden.")] = Hidden.NOTHING,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Measure what strategies and retrievers find and destroy; exit 1 if a row is not scored."""
    from engine.library import Library
    from engine.measuring.calibration import cut_of
    from engine.measuring.evaluation import evaluate as evaluate_all
    from engine.measuring.evaluation import planned
    from engine.measuring.figures import paired_matrix
    from engine.measuring.reading import read_questions
    from engine.measuring.sets import kept_version
    from engine.retrieving import retrieval_of
    from engine.settings import read_settings
    from engine.shapes import evaluation_json
    from engine.types.indexing import Chunking

    library = Library(read_settings(store))
    file = read_questions(questions.name, read_file(questions))
    own, ways = library.chunking, retrieval_of(library)
    sizes = (own.target if target is None else target, own.overlap if overlap is None else overlap)
    chunkings = [Chunking(letter.upper(), *sizes) for letter in _listed(strategies, own.strategy)]
    retrievals = [
        Retrieval(name, ways.depth if depth is None else depth) for name in _listed(retrievers, ways.retriever)
    ]
    plan = planned(kept_version(library.database, questions.stem, file.rows), chunkings, retrievals, hide)
    found = evaluate_all(library, plan, progress, streams=os.cpu_count() or 1)
    faults = (*file.faults, *found.checked.faults)
    pairs = paired_matrix([run.figures.rows for run in found.runs])
    if as_json:
        print_json(evaluation_json(found, pairs, faults))
    elif hide is Hidden.NOTHING:
        _print_evaluation(found, pairs)
    else:
        _print_bluffs(found, hide, cut_of(library))
    if not as_json:
        print_remarks(faults, "not scored")
    raise typer.Exit(1 if faults else 0)


def sweep(
    questions: Questions,
    gate: str = "distance",
    retriever: Retriever = None,
    depth: Depth = None,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Show at every cut how many questions are answered rightly, wrongly or refused; exit 1 if a row is not scored."""
    from engine.desk import Desk
    from engine.library import Library
    from engine.measuring.measured import measure
    from engine.measuring.reading import read_questions
    from engine.measuring.sweep import sweep as swept_over
    from engine.settings import read_settings
    from engine.shapes import sweep_json

    library = Library(read_settings(store))
    file = read_questions(questions.name, read_file(questions))
    retrieval = chosen_retrieval(library, retriever, depth)
    measured = measure(library, Desk(library).search, questions.stem, file.rows, retrieval, progress)
    swept = swept_over(measured.trials, gate)
    faults = (*file.faults, *measured.checked.faults)
    if as_json:
        print_json(sweep_json(swept, measured.run.way.retrieval, faults))
    else:
        _print_table(swept)
        print_remarks(faults, "not scored")
        print_remarks((*file.warnings, *measured.checked.warnings), "doubtful")
    raise typer.Exit(1 if faults else 0)


def chosen_retrieval(library: Library, retriever: str | None, depth: int | None) -> Retrieval:
    """The library's retrieval, with what was said otherwise."""
    from engine.retrieving import retrieval_of

    own = retrieval_of(library)
    return Retrieval(retriever or own.retriever, own.depth if depth is None else depth)


def _listed(names: str | None, default: str) -> list[str]:
    listed = [name.strip() for name in (names or default).split(",") if name.strip()]
    if not listed:
        raise EngineError(f"“{names}” names nothing; give names with commas between them, or leave the option out.")
    return listed


def _print_evaluation(found: Evaluation, pairs: Sequence[Pair]) -> None:
    """A line a run, then a line for every two of them."""
    print(
        f"{'':<18}{'chunks':>7}{'destroyed':>11}"
        + "".join(f"{f'R@{k}':>22}" for k in found.runs[0].figures.recall)
        + f"{'MRR':>22}"
    )
    for one in found.runs:
        figures = [*one.figures.recall.values(), one.figures.mrr]
        cells = "".join(f"{_figure(each):>22}" for each in figures)
        report = one.run.report
        print(f"{_run_name(one):<18}{report.window.chunks:>7}{len(report.ledger):>11}{cells}")
    first = found.runs[0].figures
    print(f"n = {len(first.rows)} needles; 95 % intervals: Wilson for recall, bootstrap for MRR.")
    for pair in pairs:
        ours, theirs = (_run_name(found.runs[place]) for place in (pair.first, pair.second))
        verdict = "distinguishable" if pair.distinguishable else "not distinguishable"
        groups = pair.compared.groups
        print(
            f"{ours} against {theirs} at {pair.compared.k}: {groups.wins} won, {groups.losses} lost, "
            f"{groups.ties} tied of {len({row.group for row in first.rows})} pairs, p = {groups.p:.3g}, "
            f"with Holm's correction {pair.corrected_p:.3g}: {verdict}"
        )


def _print_bluffs(found: Evaluation, hide: Hidden, cut: float) -> None:
    """How many questions would be answered although what answers them is hidden: by the distance gate at `cut`."""
    from engine.measuring.statistics import proportion
    from engine.measuring.sweep import sweep as swept_over

    for one in found.runs:
        swept = swept_over(one.trials)
        share = proportion(int(swept.at(cut).bluffs_near[0]), swept.n_near)
        left_out = f", {len(one.run.left_out)} left out: their answer stands elsewhere, too" if one.run.left_out else ""
        print(f"{_run_name(one)}, {hide} hidden: {_figure(share)} bluffs of {swept.n_near} at {cut:g}{left_out}")
    print("95 % intervals: Wilson.")


def _run_name(one: Evaluated) -> str:
    return f"{one.run.way.chunking.strategy} {one.run.way.retrieval.retriever}"


def _figure(estimate: Estimate) -> str:
    value = "none" if estimate.value is None else f"{estimate.value:.3f}"
    return f"{value} ({estimate.low:.3f}–{estimate.high:.3f})"


def _print_table(swept: Sweep) -> None:
    """Counts with their share and its 95 % Wilson interval, a line per figure, a column per cut."""
    from engine.measuring.statistics import proportion
    from engine.measuring.sweep import NO_CUT

    at = swept.at([*SHOWN_CUTS, NO_CUT])
    figures = (
        ("right", at.answered_right, swept.n_in),
        ("wrong", at.answered_wrong, swept.n_in),
        ("refused", at.refused, swept.n_in),
        ("near bluffs", at.bluffs_near, swept.n_near),
        ("far bluffs", at.bluffs_far, swept.n_far),
    )
    print(f"{swept.gate + ' below':<16}" + "".join(f"{cut:<28}" for cut in (*SHOWN_CUTS, "any")).rstrip())
    for name, counts, n in figures:
        cells = []
        for count in counts.tolist():
            share = proportion(count, n)
            percent = "no questions" if share.value is None else f"{share.value:.1%} ({share.low:.1%}–{share.high:.1%})"
            cells.append(f"{f'{count}/{n} {percent}':<28}")
        print(f"{name:<16}" + "".join(cells).rstrip())
    print("Shares are of all questions of their kind, with Wilson’s 95 % interval.")
