"""How events are logged: one JSON line each on standard error, with tracebacks inside it, and no document text."""

from __future__ import annotations

import sys

import structlog


def configure_logs() -> None:
    """To be called once by whoever owns the process: the command line and the dashboard."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # looked up anew: it may be redirected
    )
