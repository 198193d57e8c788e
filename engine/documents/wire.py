"""An extraction as JSON: how it comes back from the process that made it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from engine.types.extraction import Extraction, Heading, Layout, Span


def to_json(extraction: Extraction) -> dict[str, Any]:
    """Only what JSON knows."""
    layout = extraction.layout
    return {**asdict(replace(extraction, layout=None)), "layout": layout.to_json() if layout else None}


def from_json(data: dict[str, Any]) -> Extraction:
    """The extraction that `to_json` took apart."""
    return Extraction(
        **{
            **data,
            "headings": tuple(Heading(**heading) for heading in data["headings"]),
            "spans": tuple(_span(**span) for span in data["spans"]),
            "unread_pages": tuple(data["unread_pages"]),
            "warnings": tuple(data["warnings"]),
            "layout": Layout.from_json(data["layout"]) if data["layout"] else None,
        }
    )


def _span(*, time: list[float] | None, **rest: Any) -> Span:
    return Span(time=(time[0], time[1]) if time else None, **rest)
