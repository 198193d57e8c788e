"""Finished runs as the store would give them back, built around what a test is about: no search, no library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chunking import WindowReport
from engine.measuring.corpus import Corpus
from engine.measuring.cutting_report import CuttingReport, Destroyed
from engine.measuring.evaluation import Evaluated
from engine.measuring.figures import figures
from engine.measuring.hiding import Hidden
from engine.measuring.questions import Kind, Needle
from engine.measuring.runs import Run, Way
from engine.measuring.trials import Ranked, Trial
from engine.types.answers import Retrieval, StageRank
from engine.types.indexing import Chunking, EncoderStamp

HERE = Needle("a.md", 100, 140)
DEPTH = 25


def asked(
    id: str,
    found: Mapping[Needle, int | None] | None = None,
    *,
    kind: Kind = Kind.IN,
    question: str = "Which one?",
    phrasing: str | None = None,
    pair: str | None = None,
    nearest: float = 0.5,
    depth: int = DEPTH,
) -> Trial:
    """A trial with `depth` passages, each 0.01 further than the one before, and its needles with their ranks."""
    needles = found or {}
    hits = tuple(
        _hit(rank, nearest + (rank - 1) / 100, [needle for needle, at in needles.items() if at == rank])
        for rank in range(1, depth + 1)
    )
    return Trial(
        id, question, kind, phrasing, pair, None, hits, tuple(needles), tuple(needles.values()), {"encode": 2.0}
    )


def _hit(rank: int, distance: float, needles: Sequence[Needle]) -> Ranked:
    start = needles[0].start - 10 if needles else 1000 * rank
    name = needles[0].document if needles else "other.md"
    stages = {"dense": StageRank(rank + 1, 1 - distance), "bm25": StageRank(rank + 2, -1.5)}
    return Ranked(rank, name, start, start + 400, start, distance, stages, bool(needles), bool(needles))


def kept_run(
    trials: Sequence[Trial],
    *,
    strategy: str = "E",
    ledger: Sequence[Destroyed] = (),
    hidden: Hidden = Hidden.NOTHING,
    name: str = "set",
    sha256: str = "5e" * 32,
    left_out: Mapping[str, str] | None = None,
) -> Evaluated:
    run = Run(
        key=1,
        name=name,
        version=3,
        sha256=sha256,
        corpus=Corpus("c0" * 32, "d0" * 32),
        basis="ba" * 32,
        document_count=2,
        way=Way(Chunking(strategy, 512, 0), Retrieval("hybrid", 25), hidden),
        encoder=EncoderStamp("all-MiniLM-L6-v2", "f1" * 32, 384, "mean", True, 256),
        pipeline_version=2,
        report=CuttingReport(WindowReport(1234, 50000, 5000, 0, 0), tuple(ledger)),
        left_out=left_out or {},
        created_at=0.0,
        finished_at=60.0,
    )
    return Evaluated(run, tuple(trials), figures(trials))
