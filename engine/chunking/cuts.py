"""Whether a chunk ends inside a sentence: a way of looking for bad cuts, not a rule that chunking follows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter

from engine.chunking.fences import fenced_code
from engine.types.indexing import Chunk

_CLOSERS = "\"')]}*_`~»”\u2019」』\uff09"
_STOPS = (".", "!", "?", "…", "؟", "।")
_STOPS_WITHOUT_SPACE = ("。", "｡", "\uff01", "\uff1f")  # the last two are the full-width ! and ?
_NO_SPACE = re.compile(r"\S")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_UNIT = r"#{1,6}(?:\s|$)|\||(?:=+|-+|\*{3,}|_{3,})[^\S\n]*$|`{3}|~{3}"  # heading, table row, rule, fence
_UNIT_LINE = re.compile(rf"[^\S\n]*(?:{_UNIT})", re.MULTILINE)
_BLOCK_START = re.compile(rf"{_UNIT}|[-+*]\s|\d{{1,9}}[.)]\s|>", re.MULTILINE)


def cut_mid_sentence(chunk: Chunk, canonical: str, fences: Sequence[tuple[int, int]] | None = None) -> bool:
    """True where the chunk ends inside a sentence of the canonical text.

    A sentence is over behind `.`, `!`, `?` or their like in other scripts, closing quotes, brackets and markup
    included, when white space follows (behind `。` none is needed). What is no prose has ends of its own: a blank line,
    the end of a heading, table row or fence, and a line end in front of one or of a list item, quote or rule.
    In a fence every line end is one, and nothing else. An abbreviation's full stop cannot be told from a sentence's.

    A chunk starts inside a sentence exactly where the chunk before it ends inside one: between two neighbours lies
    nothing but white space and headings. So the start is not asked for separately.

    `fences` are `fenced_code(canonical)`: to be worked out once by whoever asks for many chunks of one document.
    """
    words = chunk.content.rstrip()
    if not words:
        return False
    following = _NO_SPACE.search(canonical, chunk.end)
    if following is None:
        return False
    last = chunk.start + len(words)
    gap = canonical[last : following.start()]
    if _BLANK_LINE.search(gap):
        return False
    if _inside(fenced_code(canonical) if fences is None else fences, last, following.start()):
        return "\n" not in gap
    if "\n" in gap and (_ends_unit_line(canonical, last) or _BLOCK_START.match(canonical, following.start())):
        return False
    return not words.rstrip(_CLOSERS).endswith(_STOPS + _STOPS_WITHOUT_SPACE if gap else _STOPS_WITHOUT_SPACE)


def _inside(ranges: Sequence[tuple[int, int]], last: int, following: int) -> bool:
    nearest = bisect_right(ranges, last, key=itemgetter(0)) - 1
    return nearest >= 0 and following < ranges[nearest][1]


def _ends_unit_line(text: str, end: int) -> bool:
    return _UNIT_LINE.match(text, text.rfind("\n", 0, end) + 1) is not None
