"""The commands on runs that the library keeps: `runs list` and `runs export`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import EngineError
from engine.terminal import Json, Store, print_json, write_file

if TYPE_CHECKING:
    from engine.library import Library
    from engine.measuring.evaluation import Evaluated
    from engine.measuring.runs import Run
    from engine.measuring.statistics import Estimate

runs = typer.Typer(no_args_is_help=True, help="Look at finished runs, write them as files.")


@runs.command("list")
def list_all(store: Store = None, as_json: Json = False) -> None:
    """Name the finished runs that the library keeps, the newest first."""
    from engine.library import Library
    from engine.measuring.figures import COMPARED_AT, needle_rows
    from engine.measuring.metrics import recall_at
    from engine.measuring.runs import list_runs, run_trials
    from engine.settings import read_settings
    from engine.shapes import runs_json

    database = Library(read_settings(store)).database
    found = [
        (run, recall_at([row.rank for row in needle_rows(run_trials(database, run, with_ranked=False))], COMPARED_AT))
        for run in list_runs(database)
    ]
    if as_json:
        print_json(runs_json(found))
        return
    if not found:
        print("The library keeps no finished run; make some by evaluate --questions FILE.")
        return
    interval = f"R@{COMPARED_AT} (95 % interval), n"
    print(_line("key", "finished", "strategy", "retriever", "hidden", "destroyed", interval, "question set"))
    for run, recall in found:
        way = run.way
        print(
            _line(
                str(run.key),
                f"{datetime.fromtimestamp(run.finished_at or run.created_at):%Y-%m-%d %H:%M}",
                way.chunking.strategy,
                way.retrieval.retriever,
                way.hidden,
                str(len(run.report.ledger)),
                _recall(recall),
                f"{run.name}, version {run.version}",
            )
        )


@runs.command()
def export(
    key: int,
    output: Annotated[Path, typer.Option(help="A file that ends in .csv, .json or .html (a report).")],
    against: Annotated[
        list[int] | None, typer.Option(help="Compare with this run in the report; may be repeated.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
    store: Store = None,
    as_json: Json = False,
) -> None:
    """Write the finished run KEY as a table, with all it ranked, or as a report."""
    from engine.library import Library
    from engine.measuring.evaluation import evaluated
    from engine.measuring.exporting import run_csv, run_json
    from engine.measuring.needle_words import needle_words
    from engine.measuring.report import run_report
    from engine.settings import read_settings

    writers: dict[str, Callable[[Evaluated], bytes]] = {".csv": run_csv, ".json": run_json}
    ending, rivals = output.suffix.lower(), list(dict.fromkeys(against or ()))
    if ending not in (*writers, ".html"):
        raise EngineError(f"{output} ends in none of .csv, .json and .html; the ending says which of them is written.")
    if rivals and ending != ".html":
        raise EngineError("Only a report compares runs; name an output that ends in .html, or leave --against out.")
    if key in rivals:
        raise EngineError(f"Run {key} cannot be compared with itself; name another one by --against.")
    library = Library(read_settings(store))
    one, *others = (evaluated(library, run) for run in _chosen(library, [key, *rivals]))
    report = run_report(one, others, needle_words(library, one)) if ending == ".html" else writers[ending](one)
    write_file(output, report, force)
    if as_json:
        print_json({"key": key, "against": rivals, "output": str(output)})
    else:
        print(f"Run {key} of {one.run.name}, version {one.run.version}: {len(one.trials)} questions in {output}")


def _chosen(library: Library, keys: Sequence[int]) -> list[Run]:
    from engine.measuring.runs import list_runs

    there = {run.key: run for run in list_runs(library.database)}
    missing = next((key for key in keys if key not in there), None)
    if missing is not None:
        raise EngineError(f"The library keeps no finished run {missing}; runs list names those it keeps.")
    return [there[key] for key in keys]


def _line(key: str, finished: str, strategy: str, retriever: str, hidden: str, lost: str, recall: str, of: str) -> str:
    return f"{key:>4}  {finished:<16}  {strategy:<8}  {retriever:<11}  {hidden:<8}  {lost:>9}  {recall:<23}  {of}"


def _recall(recall: Estimate) -> str:
    if recall.value is None:
        return "no needle to find"
    return f"{recall.value:.3f} ({recall.low:.3f}–{recall.high:.3f}) {recall.n}"
