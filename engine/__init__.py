"""Candor's engine: documents in, chunks, ranked hits, answers with checkable citations or refusals out.

These are the public names. Each is imported on first use, so that a process pays only for what it uses:
the sandbox that reads one document must start in a fraction of a second.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "engine.answering.citations": ("as_text", "caution"),
    "engine.answering.sources": ("place", "query"),
    "engine.asked": ("Asked", "asked_questions"),
    "engine.auditing": ("Audit", "AuditedDocument", "audit"),
    "engine.chunking": (
        "LARGEST_TARGET",
        "SMALLEST_TARGET",
        "STRATEGIES",
        "Strategy",
        "cut_mid_sentence",
        "effective",
        "fenced_code",
        "overflow_words",
        "validate",
        "window_report",
    ),
    "engine.cited": ("CitedPage", "cited_page"),
    "engine.desk": ("Desk",),
    "engine.documents.locators": ("locate",),
    "engine.documents.ocr": ("DOUBTFUL",),
    "engine.errors": ("EngineError", "StoreError"),
    "engine.overview": ("Facts", "facts"),
    "engine.library": ("DEFAULT_CHUNKING", "Library"),
    "engine.logs": ("configure_logs",),
    "engine.marking": ("sentences",),
    "engine.measuring.calibration": ("Cut", "cut_in_force", "cut_of", "use_cut"),
    "engine.measuring.checking": ("Checked", "Checker", "check_questions", "why_no_recall"),
    "engine.measuring.comparison": ("Comparison",),
    "engine.measuring.corpus": ("Corpus", "basis_now", "corpus", "searched_texts"),
    "engine.measuring.cutting_report": ("CuttingReport", "Destroyed"),
    "engine.measuring.evaluation": ("Evaluated", "Evaluation", "Plan", "evaluate", "evaluated", "planned"),
    "engine.measuring.exporting": ("run_csv", "run_json"),
    "engine.measuring.figures": (
        "COMPARED_AT",
        "KS",
        "Compared",
        "Figures",
        "NeedleRow",
        "Pair",
        "compared",
        "figures",
        "paired_matrix",
    ),
    "engine.measuring.hiding": ("Hidden",),
    "engine.measuring.measured": ("Measured", "measure"),
    "engine.measuring.measurements": (
        "UNFINISHED",
        "Course",
        "Measurement",
        "cancel_measurement",
        "list_measurements",
        "queue_measurement",
        "resume_measurement",
    ),
    "engine.measuring.misses": ("Miss", "miss_of"),
    "engine.measuring.needle_words": ("needle_words",),
    "engine.measuring.questions": ("Kind", "Needle", "Question", "QuestionRow", "Remark"),
    "engine.measuring.reading": ("QuestionFile", "Rejected", "read_questions"),
    "engine.measuring.report": ("run_report",),
    "engine.measuring.rows": ("new_id", "question_row"),
    "engine.measuring.runs": ("Run", "Way", "delete_runs", "list_runs", "newest_run", "run_trials"),
    "engine.measuring.sets": (
        "QuestionSet",
        "delete_set",
        "grow_set",
        "new_set",
        "newest_set",
        "newest_sets",
        "newest_version",
        "save_edit",
        "save_set",
        "set_versions",
    ),
    "engine.measuring.splits": ("By", "KindFigures", "kinds", "split"),
    "engine.measuring.statistics": ("Estimate", "proportion", "questions_for", "wilson"),
    "engine.measuring.sweep": ("NO_CUT", "Counts", "Sweep", "sweep"),
    "engine.measuring.trials": ("Ranked", "Trial"),
    "engine.measuring.verdicts": ("Bluff", "Flip", "Verdict", "bluffs", "flips", "verdict"),
    "engine.measuring.versions": ("joined",),
    "engine.measuring.writing": ("questions_csv", "questions_jsonl", "rejected_csv"),
    "engine.retrieval.filters": ("section_titles",),
    "engine.retrieval.search": ("FUSED", "LISTED", "RETRIEVERS", "found_by", "settled"),
    "engine.retrieval.weights": ("DEFAULT_ENCODER", "describe"),
    "engine.retrieving": ("retrieval_of", "use_retrieval"),
    "engine.settings": ("Settings", "read_settings"),
    "engine.supervisor": ("Supervisor",),
    "engine.types.answers": (
        "Answer",
        "Citation",
        "Decision",
        "Filter",
        "Hit",
        "Outcome",
        "Retrieval",
        "Sentence",
        "Source",
        "StageRank",
        "Stretch",
    ),
    "engine.types.extraction": (
        "Extraction",
        "Layout",
        "Locator",
        "PageRead",
        "Removed",
    ),
    "engine.types.indexing": (
        "Chunk",
        "Chunking",
        "Document",
        "EncoderStamp",
        "RebuildCost",
        "Stamp",
        "State",
        "StoredChunk",
        "WindowUse",
    ),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME_OF[name]), name)
