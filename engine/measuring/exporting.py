"""A finished run as a file: a table for spreadsheet programs, or everything that was ranked."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from engine.measuring.evaluation import Evaluated
from engine.measuring.figures import KS, NeedleRow, needle_rows
from engine.measuring.formulas import guarded
from engine.measuring.trials import Trial
from engine.retrieval.search import RETRIEVERS
from engine.shapes import run_figures_json

Cell = str | int | float | None


def run_csv(one: Evaluated) -> bytes:
    """The run as a CSV file that spreadsheet programs open right: UTF-8 with its mark, commas, no formula.

    A line is a needle row, or a near or far question, which has no needle: its cells from `document` to `destroyed`
    stay empty. Yes and no are 1 and 0. `first_*` is the passage ranked first; the columns of a stage are about the
    first chunk that holds the needle.
    """
    text = io.StringIO(newline="")
    stages = RETRIEVERS[one.run.way.retrieval.retriever]
    columns = (*_COLUMNS, *(f"{stage}_{what}" for stage in stages for what in ("rank", "score")))
    writer = csv.DictWriter(text, columns, lineterminator="\r\n")
    writer.writeheader()
    for line in _lines(one):
        writer.writerow({name: guarded(cell) if isinstance(cell, str) else cell for name, cell in line.items()})
    return text.getvalue().encode("utf-8-sig")


def run_json(one: Evaluated) -> bytes:
    """The run as a JSON file: its figures, the ledger of what was destroyed, and every trial with all it ranked."""
    run = run_figures_json(one) | {
        "ledger": [asdict(lost) | {"needle": lost.needle._asdict()} for lost in one.run.report.ledger],
        "trials": [_trial(trial) for trial in one.trials],
    }
    return json.dumps(run, ensure_ascii=False).encode()


_SAID = ("id", "question", "kind", "phrasing", "pair")
_FOUND_AT = {f"found_at_{k}": k for k in KS}
_COLUMNS = (
    *("set", "version", "sha256", *_SAID, "document", "start", "end", "rank", *_FOUND_AT, "destroyed"),
    *("best_distance", "first_document", "first_start", "first_end"),
)


def _lines(one: Evaluated) -> Iterator[dict[str, Cell]]:
    """The cells of each line, by column; those that are not there stay empty."""
    lost = {(entry.id, entry.needle) for entry in one.run.report.ledger}
    for trial in one.trials:
        about: dict[str, Cell] = {"set": one.run.name, "version": one.run.version, "sha256": one.run.sha256}
        about |= {name: getattr(trial, name) for name in _SAID} | _passages(trial)
        rows = needle_rows([trial])
        yield from (about | _found(row, (trial.id, row.needle) in lost) for row in rows)
        if not rows:
            yield about


def _passages(trial: Trial) -> dict[str, Cell]:
    if not trial.ranked:
        return {}
    first, best = trial.ranked[0], min(hit.distance for hit in trial.ranked)
    return {
        "best_distance": best,
        "first_document": first.document,
        "first_start": first.start,
        "first_end": first.end,
    }


def _found(row: NeedleRow, destroyed: bool) -> dict[str, Cell]:
    cells: dict[str, Cell] = {**row.needle._asdict(), "rank": row.rank, "destroyed": int(destroyed)}
    cells |= {name: int(row.rank is not None and row.rank <= k) for name, k in _FOUND_AT.items()}
    if row.rank is not None:
        for stage, seen in row.trial.ranked[row.rank - 1].stages.items():
            cells |= {f"{stage}_rank": seen.rank, f"{stage}_score": seen.score}
    return cells


def _trial(trial: Trial) -> dict[str, Any]:
    return asdict(trial) | {"needles": [needle._asdict() for needle in trial.needles]}
