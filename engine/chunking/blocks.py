"""A stretch of text read line by line: fenced code, tables, list items, paragraphs, and the blank lines between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.chunking.packing import Range
from engine.chunking.tables import table_at
from engine.chunking.units import Level, Unit, trimmed

_FENCE = re.compile(r"(?P<lead>[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*)(?P<marks>`{3,}|~{3,})(?P<rest>.*)")
_ITEM = re.compile(r"[ \t>]*(?:[-+*•]|(?P<number>\d{1,9})[.)])[ \t]+\S")
_QUOTE = re.compile(r"[ \t]*>")
_INDENT = 3  # spaces that a fence outside of lists and quotes may have before it
_QUOTED = " \t>"  # what a line of a quote begins with, and all of an empty one


def groups(text: str, start: int, end: int) -> Iterator[Unit]:
    """The range's groups in order; their parts are paragraphs and list items, table rows and fences.

    A group of a single part is that part. Linear in the length of the range.
    """
    spans = _lines(text, start, end)
    lines = [text[first:last] for first, last in spans]
    parts: list[Unit] = []
    item: bool | None = None  # whether the open paragraph is a list item; `None` while none is open
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            yield from _grouped(parts)
            parts, item, below = [], None, at + 1
        elif (below := _fence_end(lines, at)) > at:
            parts += _units(text, (spans[at][0], spans[below - 1][1]), Level.SENTENCE, solid=True)
            item = None
        elif (table := table_at(lines, at))[0]:
            below = at + table[0]
            parts += _rows(text, spans[at:below], names=table[1])
            item = None
        else:
            below = at + 1
            if item is None or _begins_item(line, item) or not line.strip(_QUOTED):
                parts += _units(text, spans[at], Level.BLOCK)
                item = _ITEM.match(line) is not None
            else:
                parts[-1] = replace(parts[-1], end=spans[at][0] + len(line.rstrip()))
        at = below
    yield from _grouped(parts)


def _lines(text: str, start: int, end: int) -> list[Range]:
    spans = []
    while start < end:
        newline = text.find("\n", start, end)
        last = end if newline < 0 else newline
        spans.append((start, last))
        start = last + 1
    return spans


def _grouped(parts: Sequence[Unit]) -> Iterator[Unit]:
    if len(parts) == 1:
        yield parts[0]
    elif parts:
        yield Unit(parts[0].start, parts[-1].end, Level.GROUP, parts=tuple(parts))


def _units(text: str, span: Range, level: Level, solid: bool = False) -> list[Unit]:
    inner = trimmed(text, *span)
    return [Unit(*inner, level, solid)] if inner else []


def _rows(text: str, spans: Sequence[Range], names: int) -> list[Unit]:
    """The table's rows; the first comes with the column names above it, which mean nothing without one."""
    (head,) = _units(text, (spans[0][0], spans[names - 1][1]), Level.SENTENCE, solid=True)
    above = head.start, head.end
    rows = [
        replace(unit, names=above) for span in spans[names:] for unit in _units(text, span, Level.SENTENCE, solid=True)
    ]
    if not rows:
        return [head]
    return [replace(head, end=rows[0].end, parts=(head, rows[0])), *rows[1:]]


def _begins_item(line: str, in_item: bool) -> bool:
    """A number that opens a line is mostly just a number, unless it is 1 or a list is running."""
    item = _ITEM.match(line)
    return item is not None and (in_item or item["number"] in (None, "1"))


def _fence_end(lines: Sequence[str], at: int) -> int:
    """The line behind the fenced code that opens at `lines[at]`; `at` where none does.

    It ends with its closing line, else with the list or quote it stands in, else with the text.
    """
    opening = _FENCE.match(lines[at])
    if opening is None or (opening["marks"][0] == "`" and "`" in opening["rest"]):
        return at
    lead, marks = opening["lead"], opening["marks"]
    for below in range(at + 1, len(lines)):
        bare = lines[below].strip(_QUOTED)
        if bare.startswith(marks) and not bare.strip(marks[0]):
            return below + 1
        if _leaves(lines[below], lead):
            return below
    return len(lines)


def _leaves(line: str, lead: str) -> bool:
    """Whether a line stands outside of the list or quote that a fence with this `lead` is in."""
    if ">" in lead:
        return _QUOTE.match(line) is None
    is_contained = len(lead) > _INDENT or bool(lead.strip())
    return is_contained and bool(line.strip()) and len(line) - len(line.lstrip()) < len(lead)
