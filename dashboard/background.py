"""What the server holds for as long as it runs: its library, and the ingest worker beside the pages."""

from __future__ import annotations

from pathlib import Path

import engine

HANDBOOK = Path(__file__).resolve().parent.parent / "data" / "handbook"
"""The sample of a new library, and what Help shows."""

QUESTIONS = HANDBOOK.parent / "questions" / "handbook.jsonl"
"""The questions to ask of the handbook."""

HANDBOOK_SET = "handbook"
"""The name of the question set that they are kept as."""

_library: engine.Library | None = None
_worker: engine.Supervisor | None = None


def attach(library: engine.Library, worker: engine.Supervisor) -> None:
    """Remembers the server's library and its ingest worker's supervisor."""
    global _library, _worker
    _library, _worker = library, worker


def keep_handbook_questions(library: engine.Library) -> engine.QuestionSet:
    """Makes the handbook's questions a set of the library."""
    read = engine.read_questions(QUESTIONS.name, QUESTIONS.read_bytes())
    return engine.save_set(library.database, HANDBOOK_SET, read.rows)


def library() -> engine.Library | None:
    """The server's library; `None` where pages run without a server, as in tests."""
    return _library


def worker() -> engine.Supervisor | None:
    """The ingest worker's supervisor; `None` where pages run without a server, as in tests."""
    return _worker
