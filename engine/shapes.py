"""The JSON that the command line prints: one function per object, the keys as documented in the README."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.auditing import Audit
from engine.measuring.evaluation import Evaluated, Evaluation
from engine.measuring.questions import Kind, Question, Remark
from engine.measuring.statistics import Estimate
from engine.measuring.sweep import Sweep
from engine.types import Answer, Chunking, Document, Filter, Hit, Retrieval, State, StoredChunk


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
        "documents": [
            {name: getattr(document, name) for name in names} | {"faults": list(document.faults)}
            for document in audit.documents
        ],
    }


def evaluation_json(evaluation: Evaluation, faults: Sequence[Remark]) -> dict[str, Any]:
    """What `evaluate` prints. `groups` are pairs where the set has them, else questions; the decision is made there."""
    names = [(run.chunking.strategy, run.retrieval.retriever) for run in evaluation.runs]
    return {
        "questions": sum(bool(question.needles) for question in evaluation.checked.questions),
        "runs": [_run(run) for run in evaluation.runs],
        "comparisons": [
            {
                "a": " ".join(names[pair.first]),
                "b": " ".join(names[pair.second]),
                "k": pair.k,
                **asdict(pair.rows),
                "groups": asdict(pair.groups),
            }
            for pair in evaluation.comparisons
        ],
        "faults": _remarks(faults),
    }


def _run(run: Evaluated) -> dict[str, Any]:
    return {
        "strategy": run.chunking.strategy,
        "retriever": run.retrieval.retriever,
        "depth": run.retrieval.depth,
        "chunks": run.chunks,
        "destroyed": len(run.destroyed),
        "recall": {str(k): _estimate(estimate) for k, estimate in run.recall.items()},
        "recall_of_groups": {str(k): _estimate(estimate) for k, estimate in run.recall_of_groups.items()},
        "mrr": _estimate(run.mrr),
        "milliseconds": run.milliseconds,
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
    sha256: str, questions: Sequence[Question], faults: Sequence[Remark], warnings: Sequence[Remark]
) -> dict[str, Any]:
    """What `questions check` prints."""
    kinds = [question.kind for question in questions]
    return {
        "sha256": sha256,
        "n": {kind: kinds.count(kind) for kind in Kind},
        "faults": _remarks(faults),
        "warnings": _remarks(warnings),
    }


def _remarks(remarks: Sequence[Remark]) -> list[dict[str, Any]]:
    """Rows with what is wrong or doubtful about them."""
    return [{"line": remark.line, "id": remark.id, "reason": remark.reason} for remark in remarks]
