"""Reads a text in which expected chunks are marked by hand; tests/golden/ferry/README.md shows the marks."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARK = re.compile(r"▶|⟦(?:«([^»]*)»)?|⟧")


@dataclass(frozen=True, slots=True)
class Marked:
    """The text without its marks, and what they said: `ranges` of contents, and a header (or `None`) for each."""

    text: str
    body_start: int
    ranges: tuple[tuple[int, int], ...]
    headers: tuple[str | None, ...]


def read_marks(marked: str) -> Marked:
    """Takes the marks out; every offset is that of the character which then stands in the mark's place."""
    bare = ""
    body_start = 0
    starts: list[int] = []
    ends: list[int] = []
    headers: list[str | None] = []
    behind = 0
    for mark in _MARK.finditer(marked):
        bare += marked[behind : mark.start()]
        behind = mark.end()
        if mark[0] == "▶":
            body_start = len(bare)
        elif mark[0] == "⟧":
            ends.append(len(bare))
        else:
            starts.append(len(bare))
            headers.append(mark[1])
    return Marked(bare + marked[behind:], body_start, tuple(zip(starts, ends, strict=True)), tuple(headers))
