"""Two changes to the same version of a question set, joined where one of them only adds rows."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from engine.measuring.questions import COLUMNS, QuestionRow
from engine.measuring.rows import new_id

Rows = Sequence[QuestionRow]

_said = attrgetter(*COLUMNS)  # all of a row but its line, to be compared and looked up


def joined(before: Rows, saved: Rows, edited: Rows) -> tuple[QuestionRow, ...] | None:
    """The rows that hold what `saved` and `edited` both made of the rows `before`; `None` where both change those.

    What one of them only adds stands behind all of the other, and a row that both added stands once. Where both gave an
    id to different questions, that of `edited` gets the next free one.
    """
    if _same(edited, saved) or _same(saved, before):
        return tuple(edited)
    more, added = _more(before, edited), _more(before, saved)
    if more is not None:
        return _with(saved, _renamed(more, before, saved))
    if added is not None:
        return _with(_renamed(edited, before, saved), added)
    return None


def _more(before: Rows, after: Rows) -> Rows | None:
    """The rows that stand behind those of before, if these are as they were."""
    return after[len(before) :] if _same(after[: len(before)], before) else None


def _with(rows: Rows, more: Rows) -> tuple[QuestionRow, ...]:
    there = set(map(_said, rows))
    return (*rows, *(row for row in more if _said(row) not in there))


def _renamed(rows: Rows, before: Rows, saved: Rows) -> Rows:
    """The rows, with another id wherever they gave a new question one that is given to another question in `saved`."""
    known = {row.id for row in before}
    given = {row.id: row.question for row in saved if row.id not in known}
    clashing = dict.fromkeys(row.id for row in rows if given.get(row.id, row.question) != row.question)
    if not clashing:
        return rows
    free = itertools.count(int(new_id([*saved, *rows]).removeprefix("q")))
    ids = {id: f"q{next(free)}" for id in clashing}
    return [replace(row, id=ids[row.id]) if row.id in ids else row for row in rows]


def _same(first: Rows, second: Rows) -> bool:
    return list(map(_said, first)) == list(map(_said, second))
