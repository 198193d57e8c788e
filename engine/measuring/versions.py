"""Two changes to the same version of a question set, joined where one of them only adds rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.measuring.questions import QuestionRow, columns_of
from engine.measuring.rows import new_id

Rows = Sequence[QuestionRow]


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
    there = [columns_of(row) for row in rows]
    return (*rows, *(row for row in more if columns_of(row) not in there))


def _renamed(rows: Rows, before: Rows, saved: Rows) -> Rows:
    """The rows, with another id wherever they gave a new question one that is given to another question in `saved`."""
    known = {row.id for row in before}
    given = {row.id: row.question for row in saved if row.id not in known}
    taken = [*saved, *rows]
    ids: dict[str, str] = {}
    for row in rows:
        if row.id not in ids and given.get(row.id, row.question) != row.question:
            ids[row.id] = new_id(taken)
            taken.append(replace(row, id=ids[row.id]))
    return [replace(row, id=ids.get(row.id, row.id)) for row in rows]


def _same(first: Rows, second: Rows) -> bool:
    return list(map(columns_of, first)) == list(map(columns_of, second))
