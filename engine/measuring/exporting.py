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
from engine.measuring.questions import Needle
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
    writer = csv.writer(text, lineterminator="\r\n")
    lines = list(_lines(one))
    writer.writerow(lines[0])
    for line in lines:
        writer.writerow(guarded(cell) if isinstance(cell, str) else cell for cell in line.values())
    return text.getvalue().encode("utf-8-sig")


def run_json(one: Evaluated) -> bytes:
    """The run as a JSON file: its figures, the ledger of what was destroyed, and every trial with all it ranked."""
    run = run_figures_json(one) | {
        "ledger": [asdict(lost) | {"needle": lost.needle._asdict()} for lost in one.run.report.ledger],
        "trials": [_trial(trial) for trial in one.trials],
    }
    return json.dumps(run, ensure_ascii=False).encode()


def _lines(one: Evaluated) -> Iterator[dict[str, Cell]]:
    """The cells of each line, by column."""
    lost = {(entry.id, entry.needle) for entry in one.run.report.ledger}
    stages = RETRIEVERS[one.run.way.retrieval.retriever]
    of: dict[str, Cell] = {"set": one.run.name, "version": one.run.version, "sha256": one.run.sha256}
    for trial in one.trials:
        rows: tuple[NeedleRow | None, ...] = needle_rows([trial]) or (None,)
        for row in rows:
            yield of | _question(trial) | _found(row, lost) | _first(trial) | _stages(row, stages)


def _question(trial: Trial) -> dict[str, Cell]:
    return {name: getattr(trial, name) for name in ("id", "question", "kind", "phrasing", "pair")}


def _found(row: NeedleRow | None, lost: set[tuple[str, Needle]]) -> dict[str, Cell]:
    if row is None:
        return dict.fromkeys(("document", "start", "end", "rank", *(f"found_at_{k}" for k in KS), "destroyed"))
    return {
        **row.needle._asdict(),
        "rank": row.rank,
        **{f"found_at_{k}": int(row.rank is not None and row.rank <= k) for k in KS},
        "destroyed": int((row.trial.id, row.needle) in lost),
    }


def _first(trial: Trial) -> dict[str, Cell]:
    first = trial.ranked[0] if trial.ranked else None
    return {
        "best_distance": min((hit.distance for hit in trial.ranked), default=None),
        **{f"first_{name}": None if first is None else getattr(first, name) for name in ("document", "start", "end")},
    }


def _stages(row: NeedleRow | None, stages: tuple[str, ...]) -> dict[str, Cell]:
    holding = None if row is None or row.rank is None else row.trial.ranked[row.rank - 1]
    cells: dict[str, Cell] = {}
    for stage in stages:
        seen = None if holding is None else holding.stages.get(stage)
        cells[f"{stage}_rank"] = None if seen is None else seen.rank
        cells[f"{stage}_score"] = None if seen is None else seen.score
    return cells


def _trial(trial: Trial) -> dict[str, Any]:
    return asdict(trial) | {"needles": [needle._asdict() for needle in trial.needles]}
