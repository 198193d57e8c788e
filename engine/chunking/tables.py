"""Tables as they stand in canonical text: Markdown's with a line of dashes, and rows whose cells lie between bars."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RULE = re.compile(r"[ \t>|:-]+")
_BAR = re.compile(r"(?:(?<=\s)|^)\|(?=\s|$)")
_INLINE_CODE = re.compile(r"`[^`]*`")


def table_at(lines: Sequence[str], at: int) -> tuple[int, int]:
    """How many lines from `lines[at]` on are a table, and how many of these its column names; `(0, 0)` for none.

    Below a line of dashes every line is a row until a blank one or a fence, as in GitHub's Markdown. Without it at
    least two lines have bars with white space around them, as many in one as in the other: so tables of web pages are
    written, and the first of them has the names.
    """
    if at + 1 == len(lines) or "|" not in lines[at]:
        return 0, 0
    below = lines[at + 1]
    ruled = "|" in below and "-" in below and _RULE.fullmatch(below) is not None
    bars = _bars(lines[at])
    if not ruled and (bars == 0 or bars != _bars(below)):
        return 0, 0
    end = at + 2
    while end < len(lines) and (_goes_on(lines[end]) if ruled else _bars(lines[end])):
        end += 1
    return end - at, 2 if ruled else 1


def _goes_on(line: str) -> bool:
    bare = line.strip().strip("> \t")
    return bool(bare) and not bare.startswith(("```", "~~~"))


def _bars(line: str) -> int:
    return len(_BAR.findall(_INLINE_CODE.sub("", line)))
