"""Hits for the tests of `engine.answering`, built around the one or two things a test is about."""

from __future__ import annotations

from engine.types.answers import Hit
from engine.types.extraction import Locator


def place(start: int = 0, end: int = 10, **where: object) -> Locator:
    fields: dict[str, object] = {"page": None, "last_page": None, "time": None, "sheet": None, "cells": None}
    return Locator(start=start, end=end, **{**fields, **where})  # type: ignore[arg-type]


def hit(
    content: str = "Some text.",
    *,
    distance: float = 0.5,
    rank: int = 1,
    start: int = 0,
    document: str = "guide/README.md",
    title: str = "Guide",
    section: str = "",
    section_path: tuple[str, ...] = (),
    header: str = "",
    locator: Locator | None = None,
) -> Hit:
    return Hit(
        rank=rank,
        chunk_key=rank,
        document_key=1,
        document=document,
        document_id="0" * 64,
        title=title,
        section=section,
        section_path=section_path,
        header=header,
        content=content,
        overlap_start=0,
        locator=locator or place(start, start + len(content)),
        distance=distance,
        stages={},
    )


def at_distances(*distances: float) -> list[Hit]:
    """Hits in this order of ranks, whatever their distances are."""
    return [hit(distance=distance, rank=rank) for rank, distance in enumerate(distances, start=1)]
