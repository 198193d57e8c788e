"""The commands that measure: `sweep`, and `questions check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.terminal import Json, Store, print_json, progress, read_file

if TYPE_CHECKING:
    from engine.measuring.questions import Remark
    from engine.measuring.sweep import Sweep

SHOWN_CUTS = (0.525, 0.675)
"""The cuts that a person is shown beside none; `--json` has all of them."""


def sweep(
    questions: Annotated[Path, typer.Option(help="The question set, CSV or JSON Lines.")],
    gate: str = "distance",
    retriever: str = "dense",
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Show at every cut how many questions are answered rightly, wrongly or refused; exit 1 if a row is not scored."""
    from engine.desk import Desk
    from engine.library import Library
    from engine.measuring.reading import read_questions
    from engine.measuring.runs import measure
    from engine.measuring.sweep import sweep as swept_over
    from engine.settings import read_settings
    from engine.shapes import sweep_json

    library = Library(read_settings(store))
    file = read_questions(questions.name, read_file(questions))
    measured = measure(library, Desk(library).search, questions.name, file.rows, retriever, progress)
    swept = swept_over(measured.run.trials, gate)
    faults = (*file.faults, *measured.checked.faults)
    if as_json:
        print_json(sweep_json(swept, retriever, faults))
    else:
        _print_table(swept)
        _print_remarks(faults, "not scored")
        _print_remarks((*file.warnings, *measured.checked.warnings), "doubtful")
    raise typer.Exit(1 if faults else 0)


def check(file: Path, store: Store = None, as_json: Json = False) -> None:
    """Hold the question set FILE against the library's documents; exit 1 if a row would not be scored."""
    from engine.library import Library
    from engine.measuring.checking import check_questions
    from engine.measuring.corpus import searched_texts
    from engine.measuring.questions import digest
    from engine.measuring.reading import read_questions
    from engine.settings import read_settings
    from engine.shapes import questions_json

    library = Library(read_settings(store))
    found = read_questions(file.name, read_file(file))
    checked = check_questions(found.rows, searched_texts(library))
    faults, warnings = (*found.faults, *checked.faults), (*found.warnings, *checked.warnings)
    shape = questions_json(digest(found.rows), checked.questions, faults, warnings)
    if as_json:
        print_json(shape)
    else:
        counted = ", ".join(f"{n} {kind}" for kind, n in shape["n"].items())
        print(f"{file.name}, version {shape['sha256'][:12]}: {counted}")
        _print_remarks(faults, "not scored")
        _print_remarks(warnings, "doubtful")
    raise typer.Exit(1 if faults else 0)


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


def _print_remarks(remarks: Sequence[Remark], what: str) -> None:
    for remark in remarks:
        print(f"line {remark.line}{f' ({remark.id})' if remark.id else ''}, {what}: {remark.reason}")
