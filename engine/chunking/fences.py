"""Fenced code in Markdown text: where a line, and not a sentence, is the unit that can be cut in two."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)


def fenced_code(text: str) -> tuple[tuple[int, int], ...]:
    """The ranges `[start, end)` of fenced code blocks at the top level, both fence lines included, in code points.

    As in CommonMark, a fence is closed by one of the same character, at least as long, with nothing behind it; an
    unclosed one runs to the end of the text. Linear in the length of the text.
    """
    blocks = []
    opening: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        marks, rest = line.groups()
        if opening is None:
            if marks[0] == "~" or "`" not in rest:
                opening = line
        elif marks.startswith(opening[1]) and not rest.strip():
            blocks.append((opening.start(), line.end()))
            opening = None
    if opening is not None:
        blocks.append((opening.start(), len(text)))
    return tuple(blocks)
