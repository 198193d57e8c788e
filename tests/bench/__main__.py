"""`python -m tests.bench`: measures, prints Markdown tables, and writes every figure to a JSON file."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from engine.retrieval.encoder import load
from engine.retrieval.weights import DEFAULT_ENCODER
from engine.settings import PREFIX
from engine.store.database import Database
from tests.bench import machine
from tests.bench.chunkers import our_chunkers, peer_chunkers
from tests.bench.collection import HOW_TO_GET, Collection, handbook, public
from tests.bench.large import EMBEDDED
from tests.bench.quality import comparisons, score
from tests.bench.quality_report import caption, compared_table, cost_table, found_table
from tests.bench.speed import SIZES, speeds
from tests.bench.speeds import remarks, speed_table
from tests.bench.tools import Sizes, Tools

PARTS = ("speed", "quality")
CORES = os.cpu_count() or 1


def main() -> None:
    """Reads the options, measures, reports. The JSON file is written after every part."""
    options = _options()
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]  # the defaults are measured, whatever this machine's user has set
    collections = [handbook(), *([public(options.public)] if options.public else [])]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        tools = _tools(options.store or Path(folder))
        report: dict[str, Any] = {"machine": machine.facts(tools.asking)}
        print(f"{machine.sentence(report['machine'])}\n")
        if not options.public:
            print(f"{HOW_TO_GET}\n")
        if "speed" in options.only:
            report["speeds"] = _speeds(collections, Path(folder), tools, options)
            _write(options.json, report)
        if "quality" in options.only:
            report["quality"] = {each.name: _quality(each, tools, options.chunkers) for each in collections}
            _write(options.json, report)
        tools.database.close()
    print(f"Every figure, with its interval or its rounds, is in {options.json}.")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--only", nargs="*", choices=PARTS, help="the parts to run; both where none is named")
    parser.add_argument("--public", type=Path, help="folder of the public set; left out where it is not given")
    parser.add_argument("--store", type=Path, help="folder that keeps vectors for the next run, else a temporary one")
    parser.add_argument("--sample", type=int, default=256, help="chunks that both sides embed in every round")
    parser.add_argument("--chunks", type=int, default=SIZES[-1], help="chunks of the largest library")
    parser.add_argument("--rounds", type=int, default=5, help="how often each speed is measured")
    parser.add_argument("--chunkers", nargs="*", help="only those whose names begin with these words: E G LangChain")
    parser.add_argument("--json", type=Path, default=Path("bench.json"), help="where the figures are written")
    options = parser.parse_args()
    options.only = options.only or PARTS
    return options


def _tools(store: Path) -> Tools:
    embedding, asking = (load(DEFAULT_ENCODER, "auto", "auto", store / "models", each) for each in (CORES, 1))
    return Tools(Database(store / "vectors.db"), embedding, asking, _progress)


def _write(file: Path, report: dict[str, Any]) -> None:
    file.write_text(json.dumps(report, indent=1), encoding="utf-8")


def _speeds(
    collections: list[Collection], folder: Path, tools: Tools, options: argparse.Namespace
) -> list[dict[str, Any]]:
    measured = []
    for speed in speeds(collections, folder, tools, Sizes(options.sample, options.chunks, options.rounds)):
        measured.append(speed)
        _progress(f"{speed.what}: {speed.figure:.3g} {speed.figure_unit}", 1, 1, "")
    print(f"## Speeds\n\n{speed_table(measured)}\n\n{remarks(measured)}\n")
    print(
        f"Large libraries consist of real text windows at random places; at most {EMBEDDED:,} windows are really "
        "embedded. The vectors of all chunks are mixed from theirs with noise, token vectors are the nearest one's.\n"
    )
    return [speed.to_json() for speed in measured]


def _quality(collection: Collection, tools: Tools, wanted: list[str] | None) -> dict[str, Any]:
    chunkers = [*our_chunkers(), *peer_chunkers()]
    if wanted:
        chunkers = [each for each in chunkers if f"{each.label} ".startswith(tuple(f"{name} " for name in wanted))]
    runs = list(score(collection, chunkers, tools))
    compared = comparisons(runs)
    print(f"## What is found: {collection.name}\n\n{caption(collection, runs)}\n\n{found_table(runs)}\n")
    print(f"Compared question by question, exact sign test:\n\n{compared_table(compared)}\n")
    print(f"What each stage costs:\n\n{cost_table(runs)}\n")
    return {
        "questions": len(collection.questions),
        "needles": collection.needles,
        "unscored": collection.unscored,
        "runs": [run.to_json() for run in runs],
        "comparisons": [each.to_json() for each in compared],
    }


_shown: list[tuple[str, float]] = [("", 0.0)]


def _progress(stage: str, done: int, total: int, note: str) -> None:
    """A line when a stage begins, and every ten seconds of one."""
    now = time.monotonic()
    if stage != _shown[0][0] or now - _shown[0][1] > 10:
        _shown[0] = (stage, now)
        print(f"{stage} {done:,}/{total:,}" if total > 1 else stage, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
