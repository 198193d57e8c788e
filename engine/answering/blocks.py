"""Tells the blocks of a passage apart, line by line: prose, lines that stand alone, and what only frames them.

A passage may begin anywhere, even inside a list or a table, so no line is read as more than itself and its
neighbours show it to be. The shapes are CommonMark's, with GitHub's tables and task lists.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

_FENCE = re.compile(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r"[ \t|:+=*_-]{2,}$")
_UNDERLINE = re.compile(r" {0,3}(?:={2,}|-{2,})[ \t]*$")
_QUOTED = re.compile(r" {0,3}>")
_ITEM = re.compile(r"[ \t>]*(?:[-*+•]|(?P<number>\d{1,3})[.)])[ \t]+(?=\S)")
_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)*")
_INLINE_CODE = re.compile(r"`[^`]*`")


class Kind(Enum):
    """What a block is to somebody who looks for statements."""

    PROSE = "a paragraph or list item, made of sentences"
    LINE = "a line that stands alone, as one of code does"
    ROW = "a table row"
    HEAD = "the row with a table's column names"
    FURNITURE = "a heading, a fence or a rule"


@dataclass(frozen=True, slots=True)
class Block:
    """The slice `[start, end)`. Prose begins behind its list marker or `>` and may span several lines."""

    start: int
    end: int
    kind: Kind


def blocks(text: str, headings: Collection[str], by_line: bool) -> list[Block]:
    """Cut `text` into blocks in their order; between them lie newlines, blank lines, list markers and `>` only.

    A line that says just one of `headings` (stripped) is a heading even without a `#`. With `by_line` no line is
    joined with the next.
    """
    found: list[Block] = []
    first = ""  # the line that opened the last block
    start = 0
    lines = text.split("\n")
    for line, kind in zip(lines, _kinds(lines, headings, by_line), strict=True):
        end = start + len(line)
        continues = bool(found) and found[-1].kind is Kind.PROSE and found[-1].end + 1 == start
        if kind is Kind.PROSE and continues and not _begins(line, first):
            found[-1] = replace(found[-1], end=end)
        elif kind is not None:
            if continues and _UNDERLINE.match(line) and not _ITEM.match(first):
                found[-1] = replace(found[-1], kind=Kind.FURNITURE)
            lead = _LEAD.match(line) if kind is Kind.PROSE else None
            found.append(Block(start + (lead.end() if lead else 0), end, kind))
            first = line
        start = end + 1
    return found


def _kinds(lines: Sequence[str], headings: Collection[str], by_line: bool) -> Iterator[Kind | None]:
    """Yield each line's kind by its own looks, `None` for a blank one."""
    fence = ""
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        bare = line.strip()
        if fence:
            closes = len(bare) >= len(fence) and set(bare) == set(fence)
            fence = "" if closes else fence
            yield Kind.FURNITURE if closes else Kind.LINE
        elif opening := _FENCE.match(line):
            fence = opening[1]
            yield Kind.FURNITURE
        elif not bare.strip("> \t"):
            yield None
        elif bare in headings or _HEADING.match(line) or _RULE.match(line):
            yield Kind.FURNITURE
        elif _is_row(line):
            yield Kind.HEAD if _rules_a_table(below) else Kind.ROW
        else:
            yield Kind.LINE if by_line else Kind.PROSE


def _is_row(line: str) -> bool:
    return line.lstrip(" \t>").startswith("|") or " | " in _INLINE_CODE.sub("", line)


def _rules_a_table(line: str) -> bool:
    return "|" in line and "-" in line and _RULE.match(line) is not None


def _begins(line: str, first: str) -> bool:
    """Whether `line` begins a block of its own though prose, opened by the line `first`, stands right above it.

    A number at a line's start is mostly just a number there ("in\\n2. Mose"), unless it is 1 or a list is running.
    """
    item = _ITEM.match(line)
    if item is not None:
        return item["number"] in (None, "1") or _ITEM.match(first) is not None
    return _QUOTED.match(line) is not None and _QUOTED.match(first) is None
