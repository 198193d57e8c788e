"""What runs beside the pages for as long as the server does. Set by the server, told of by System."""

from __future__ import annotations

import engine

_worker: engine.Supervisor | None = None


def attach(worker: engine.Supervisor) -> None:
    """Remembers the ingest worker's supervisor."""
    global _worker
    _worker = worker


def worker() -> engine.Supervisor | None:
    """The ingest worker's supervisor; `None` where pages run without a server, as in tests."""
    return _worker
