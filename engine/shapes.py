"""The JSON that the command line prints: one function per object, the keys as documented in the README."""

from __future__ import annotations

from typing import Any

from engine.auditing import Audit
from engine.types import Answer, Chunking, Document, Hit, StoredChunk


def chunks_json(title: str, chunking: Chunking, pieces: list[StoredChunk]) -> dict[str, Any]:
    """What `chunks` prints."""
    return {"title": title, "strategy": chunking.strategy, "chunks": [_chunk(piece) for piece in pieces]}


def _chunk(piece: StoredChunk) -> dict[str, Any]:
    names = ("start", "end", "overlap_start", "section", "header", "content", "text")
    counts = {"tokens": piece.use.tokens, "overflow_tokens": piece.use.overflow_tokens}
    return {name: getattr(piece.chunk, name) for name in names} | counts


def documents_json(documents: list[Document]) -> dict[str, Any]:
    """What `ingest` and `reindex` print."""
    names = ("id", "name", "state", "reason", "characters", "chunks", "overflowing")
    return {"documents": [{name: getattr(document, name) for name in names} for document in documents]}


def answer_json(answer: Answer) -> dict[str, Any]:
    """What `ask` prints."""
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
        "stages": {name: {"rank": stage.rank, "score": stage.score} for name, stage in hit.stages.items()},
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
