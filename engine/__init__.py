"""Candor's engine: documents in, chunks, ranked hits, answers with checkable citations or refusals out.

These are the public names. Each is imported on first use, so that a process pays only for what it uses:
the sandbox that reads one document must start in a fraction of a second.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "engine.answering.citations": ("as_text",),
    "engine.answering.sources": ("place", "query"),
    "engine.auditing": ("Audit", "AuditedDocument", "audit"),
    "engine.chunking": (
        "LARGEST_TARGET",
        "SMALLEST_TARGET",
        "STRATEGIES",
        "Strategy",
        "cut_mid_sentence",
        "fenced_code",
        "overflow_words",
        "validate",
        "window_report",
    ),
    "engine.desk": ("Desk",),
    "engine.documents.locators": ("locate",),
    "engine.errors": ("EngineError", "StoreError"),
    "engine.overview": ("Facts", "facts"),
    "engine.library": ("DEFAULT_CHUNKING", "Library"),
    "engine.logs": ("configure_logs",),
    "engine.retrieval.weights": ("DEFAULT_ENCODER", "describe"),
    "engine.settings": ("Settings", "read_settings"),
    "engine.supervisor": ("Supervisor",),
    "engine.types": (
        "Answer",
        "Chunk",
        "Chunking",
        "Citation",
        "Decision",
        "Document",
        "EncoderStamp",
        "Extraction",
        "Hit",
        "Locator",
        "Outcome",
        "RebuildCost",
        "Sentence",
        "Source",
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
