"""The JSON that the command line prints: one function per object, the keys as documented in the README."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.auditing import Audit
from engine.measuring.evaluation import Evaluated, Evaluation
from engine.measuring.figures import COMPARED_AT, Pair
from engine.measuring.questions import Kind, Question, Remark, columns_of
from engine.measuring.runs import Run
from engine.measuring.sets import QuestionSet
from engine.measuring.statistics import Estimate
from engine.measuring.sweep import Sweep
from engine.types.answers import Answer, Filter, Hit, Retrieval
from engine.types.indexing import Chunking, Document, State, StoredChunk


def chunks_json(title: str, chunking: Chunking, pieces: list[StoredChunk]) -> dict[str, Any]:
    """What `chunks` prints."""
    return {"title": title, "strategy": chunking.strategy, "chunks": [_chunk(piece) for piece in pieces]}


def _chunk(piece: StoredChunk) -> dict[str, Any]:
    names = ("start", "end", "overlap_start", "section", "header", "content", "text")
    counts = {"tokens": piece.use.tokens, "overflow_tokens": piece.use.overflow_tokens}
    return {name: getattr(piece.chunk, name) for name in names} | counts


def documents_json(documents: list[Document], refused: dict[str, str]) -> dict[str, Any]:
    """What `ingest` and `reindex` print. A file that was not taken is a failed document without an `id`."""
    names = ("id", "name", "state", "reason", "characters", "chunks", "overflowing")
    taken = [{name: getattr(document, name) for name in names} for document in documents]
    blank = {"id": None, "state": State.FAILED, "characters": 0, "chunks": 0, "overflowing": 0}
    return {"documents": taken + [{**blank, "name": name, "reason": reason} for name, reason in refused.items()]}


def answer_json(answer: Answer, retrieval: Retrieval, within: Filter) -> dict[str, Any]:
    """What `ask` prints. `score` is the gate's view, `1 - distance`; what the ranking thought is in `hits`' stages."""
    passed = {hit.chunk_key for hit in answer.decision.passed}
    return {
        "question": answer.question,
        "outcome": answer.outcome,
        "reason": answer.reason,
        "answer": answer.text,
        "citations": [
            {
                "number": citation.source.number,
                "document": citation.source.hit.document,
                "section": citation.source.hit.section,
                "start": citation.source.hit.locator.start,
                "end": citation.source.hit.locator.end,
                "fragment": citation.source.fragment,
                "quote": citation.source.quote,
                "distance": citation.source.hit.distance,
                "score": 1 - citation.source.hit.distance,
                "sentences": [list(sentence) for sentence in citation.sentences],
            }
            for citation in answer.citations
        ],
        "hits": [_hit(hit, hit.chunk_key in passed) for hit in answer.decision.pool],
        "retriever": retrieval.retriever,
        "depth": retrieval.depth,
        "documents": sorted(within.documents),
        "sections": sorted(within.sections),
        "gate": answer.decision.gate,
        "cut": answer.decision.cut,
        "best_score": answer.decision.best_score,
        "best_distance": answer.decision.best_distance,
        "unheld": list(answer.unheld),
        "model_calls": answer.model_calls,
        "milliseconds": answer.milliseconds,
    }


def _hit(hit: Hit, passed: bool) -> dict[str, Any]:
    return {
        "rank": hit.rank,
        "document": hit.document,
        "start": hit.locator.start,
        "end": hit.locator.end,
        "distance": hit.distance,
        "passed": passed,
        "stages": {
            name: None if stage is None else {"rank": stage.rank, "score": stage.score}
            for name, stage in hit.stages.items()
        },
    }


def audit_json(audit: Audit) -> dict[str, Any]:
    """What `audit` prints."""
    names = ("id", "name", "extractor", "exact", "total")
    return {
        "passed": audit.passed,
        "exact": audit.exact,
        "total": audit.total,
        "formats": {name: {"exact": exact, "total": total} for name, (exact, total) in audit.by_format.items()},
        "documents": [
            {name: getattr(document, name) for name in names} | {"faults": list(document.faults)}
            for document in audit.documents
        ],
    }


def evaluation_json(evaluation: Evaluation, pairs: Sequence[Pair], faults: Sequence[Remark]) -> dict[str, Any]:
    """What `evaluate` prints. `groups` are pairs where the set has them, else questions; the decision is made there."""
    names = [f"{one.run.way.chunking.strategy} {one.run.way.retrieval.retriever}" for one in evaluation.runs]
    return {
        "questions": sum(bool(question.needles) for question in evaluation.checked.questions),
        "runs": [run_figures_json(one) for one in evaluation.runs],
        "comparisons": [
            {
                "a": names[pair.first],
                "b": names[pair.second],
                "k": pair.compared.k,
                **asdict(pair.compared.rows),
                "groups": {**asdict(pair.compared.groups), "holm": pair.corrected_p},
            }
            for pair in pairs
        ],
        "faults": _remarks(faults),
    }


def run_figures_json(one: Evaluated) -> dict[str, Any]:
    """A run with what it was made of and its figures, without its trials."""
    run, found = one.run, one.figures
    return {
        "question_set": {"name": run.name, "version": run.version, "sha256": run.sha256},
        "corpus": run.corpus.digest,
        "documents": run.corpus.documents,
        "encoder": {"name": run.encoder.name, "fingerprint": run.encoder.fingerprint},
        "pipeline_version": run.pipeline_version,
        "hidden": run.way.hidden,
        "strategy": run.way.chunking.strategy,
        "target": run.way.chunking.target,
        "overlap": run.way.chunking.overlap,
        "retriever": run.way.retrieval.retriever,
        "depth": run.way.retrieval.depth,
        "created_at": run.created_at,
        **asdict(run.report.window),
        "destroyed": len(run.report.ledger),
        "left_out": dict(run.left_out),
        "recall": {str(k): _estimate(estimate) for k, estimate in found.recall.items()},
        "recall_of_groups": {str(k): _estimate(estimate) for k, estimate in found.recall_of_groups.items()},
        "mrr": _estimate(found.mrr),
        "mrr_of_groups": _estimate(found.mrr_of_groups),
        "milliseconds": found.milliseconds,
    }


def runs_json(found: Sequence[tuple[Run, Estimate]]) -> dict[str, Any]:
    """What `runs list` prints: every run with its recall where runs are compared; times in seconds since 1970."""
    return {
        "runs": [
            {
                "key": run.key,
                "question_set": {"name": run.name, "version": run.version, "sha256": run.sha256},
                "strategy": run.way.chunking.strategy,
                "target": run.way.chunking.target,
                "overlap": run.way.chunking.overlap,
                "retriever": run.way.retrieval.retriever,
                "depth": run.way.retrieval.depth,
                "hidden": run.way.hidden,
                "recall": {str(COMPARED_AT): _estimate(recall)},
                "destroyed": len(run.report.ledger),
                "created_at": run.created_at,
                "finished_at": run.finished_at,
            }
            for run, recall in found
        ]
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {name: getattr(estimate, name) for name in ("value", "low", "high", "n")}


def sweep_json(sweep: Sweep, retrieval: Retrieval, faults: Sequence[Remark]) -> dict[str, Any]:
    """What `sweep` prints: a row at every score at which something changes, the last one without a cut."""
    steps = sweep.steps()
    names = ("answered_right", "answered_wrong", "refused", "bluffs_near", "bluffs_far")
    return {
        "gate": sweep.gate,
        "retriever": retrieval.retriever,
        "depth": retrieval.depth,
        "n": {"in": sweep.n_in, "near": sweep.n_near, "far": sweep.n_far},
        "rows": [
            {"cut": float(cut)} | {name: int(getattr(steps, name)[step]) for name in names}
            for step, cut in enumerate(steps.cuts)
        ],
        "faults": _remarks(faults),
    }


def questions_json(
    questions: Sequence[Question], faults: Sequence[Remark], warnings: Sequence[Remark]
) -> dict[str, Any]:
    """What `questions check` prints behind the set's `sha256`, `questions import` also behind its name and version."""
    kinds = [question.kind for question in questions]
    return {
        "n": {kind: kinds.count(kind) for kind in Kind},
        "faults": _remarks(faults),
        "warnings": _remarks(warnings),
    }


def question_set_json(kept: QuestionSet, output: Path | None) -> dict[str, Any]:
    """What `questions export` prints; `output` is the file that was written, `rows` have every column."""
    return {
        "name": kept.name,
        "version": kept.version,
        "sha256": kept.sha256,
        "output": None if output is None else str(output),
        "rows": [columns_of(row) for row in kept.rows],
    }


def question_sets_json(kept: Sequence[QuestionSet]) -> dict[str, Any]:
    """What `questions list` prints: newest versions, `created_at` in seconds since 1970, `rows` counted."""
    names = ("name", "version", "sha256", "created_at")
    return {"sets": [{name: getattr(each, name) for name in names} | {"rows": len(each.rows)} for each in kept]}


def _remarks(remarks: Sequence[Remark]) -> list[dict[str, Any]]:
    """Rows with what is wrong or doubtful about them, and where their needles may be meant."""
    return [
        {
            "line": remark.line,
            "id": remark.id,
            "reason": remark.reason,
            "places": [place._asdict() for place in remark.places],
        }
        for remark in remarks
    ]
