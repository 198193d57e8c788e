"""An extraction as JSON: how it comes back from the process that made it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.types import Extraction, Heading, Span


def to_json(extraction: Extraction) -> dict[str, Any]:
    """Only what JSON knows."""
    return asdict(extraction)


def from_json(data: dict[str, Any]) -> Extraction:
    """The extraction that `to_json` took apart."""
    return Extraction(
        **{
            **data,
            "headings": tuple(Heading(**heading) for heading in data["headings"]),
            "spans": tuple(_span(**span) for span in data["spans"]),
            "unread_pages": tuple(data["unread_pages"]),
            "warnings": tuple(data["warnings"]),
        }
    )


def _span(*, time: list[float] | None, **rest: Any) -> Span:
    return Span(time=(time[0], time[1]) if time else None, **rest)
