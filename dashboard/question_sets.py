"""A question set as the table of the Questions page holds it: rows <-> DataFrame. Nothing is drawn or stored here."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pandas as pd

import engine

TEXTS = ("id", "question", "kind", "needle", "document", "phrasing", "pair", "note")
COLUMNS = ("id", "question", "kind", "needle", "document", "start", "end", "phrasing", "pair", "note")
"""The columns that are edited, in their order."""

LINK = "place"
"""The column that leads to a row's needle in Chunks."""

DRAWN = ("id", "question", "kind", "needle", LINK, "document", "start", "end", "phrasing", "pair", "note")
"""All columns, in the order in which they are drawn."""

Rows = tuple[engine.QuestionRow, ...]


def frame_of(rows: Sequence[engine.QuestionRow], places: Mapping[int, engine.Needle]) -> pd.DataFrame:
    """One row a row of the set, counted from 1; `places` are the needles that were found, by the rows' lines."""
    columns = {name: [getattr(row, name) for row in rows] for name in COLUMNS}
    links = [link(places[row.line]) if row.line in places else None for row in rows]
    return _typed(pd.DataFrame({**columns, LINK: links}, index=_counted(len(rows))))


def renewed(frame: pd.DataFrame, places: Mapping[int, engine.Needle]) -> pd.DataFrame:
    """The frame as a table begins anew with it: its rows counted from 1, every row that says something with an id.

    `places` are the needles that were found, by the labels that the rows have in `frame`.
    """
    whole = _typed(frame[~_blank(frame)])
    for row in rows_of(whole)[0]:
        whole.at[row.line, "id"] = row.id
    whole[LINK] = pd.Series({line: link(place) for line, place in places.items()}, dtype="string")
    return whole.set_axis(_counted(len(whole)))


def rows_of(frame: pd.DataFrame) -> tuple[Rows, tuple[engine.Remark, ...]]:
    """The rows that say something, their `line` being their label, and why others are none that could be kept.

    A row without an id has the next free one. A row of which every cell is empty is no row yet.
    """
    whole = frame[~_blank(frame)]
    rows: list[engine.QuestionRow] = []
    faults: list[engine.Remark] = []
    for line, cells in zip(whole.index, whole.to_dict("records"), strict=True):
        try:
            rows.append(engine.question_row(int(line), {str(column): cell for column, cell in cells.items()}))
        except engine.EngineError as error:
            faults.append(engine.Remark(int(line), None, str(error).removeprefix(f"Row {line}: "), ()))
    free = itertools.count(int(engine.new_id(rows).removeprefix("q")))
    return tuple(row if row.id else replace(row, id=f"q{next(free)}") for row in rows), tuple(faults)


def same(first: Sequence[engine.QuestionRow], second: Sequence[engine.QuestionRow]) -> bool:
    """Whether two sets have the same rows in the same order."""
    return [replace(row, line=0) for row in first] == [replace(row, line=0) for row in second]


def placed(frame: pd.DataFrame, line: int, place: engine.Needle, passage: str) -> pd.DataFrame:
    """The frame with the needle of the row labelled `line` at `place`, where the document says `passage`.

    Words that differ from the document's in more than white space give way to them: both could not be true.
    """
    changed = _typed(frame)
    needle = changed.at[line, "needle"]
    if not isinstance(needle, str) or needle.split() != passage.split():
        changed.at[line, "needle"] = passage
    for column, said in place._asdict().items():
        changed.at[line, column] = said
    return changed


def places_of(rows: Sequence[engine.QuestionRow], checked: engine.Checked) -> dict[int, engine.Needle]:
    """Where the needles of the scored rows stand, by their lines."""
    failed = {remark.line for remark in checked.faults}
    needles = {question.id: iter(question.needles) for question in checked.questions}
    scored = [row for row in rows if row.kind == engine.Kind.IN and row.line not in failed]
    return {row.line: next(needles[row.id]) for row in scored}


def link(place: engine.Needle) -> str:
    """The address of a needle in Chunks."""
    return f"/chunks?{urlencode({'document': place.document, 'char': f'{place.start},{place.end}'})}"


def lacking(rows: Iterable[engine.QuestionRow]) -> list[engine.QuestionRow]:
    """The rows that shall have a needle and say nothing of one."""
    return [row for row in rows if row.kind == engine.Kind.IN and (row.needle, row.start, row.end) == (None,) * 3]


def with_needle(
    rows: Sequence[engine.QuestionRow], question: str, place: engine.Needle, passage: str
) -> tuple[Rows, str]:
    """The rows and one more needle, of which `question` asks, and the question's id.

    A row with that question which lacks a needle gets it; else it is a row more, of the same id where the question is
    there already.
    """
    asking = [row for row in rows if row.kind == engine.Kind.IN and fold(row.question) == fold(question)]
    found: dict[str, Any] = {"needle": passage, "document": place.document, "start": place.start, "end": place.end}
    waiting = lacking(asking)
    if waiting:
        return tuple(replace(row, **found) if row is waiting[0] else row for row in rows), waiting[0].id
    if asking:
        new = replace(asking[0], line=len(rows) + 1, note=None, **found)
    else:
        values = {"id": engine.new_id(rows), "question": question, "kind": engine.Kind.IN.value, **found}
        new = engine.question_row(len(rows) + 1, values)
    return (*rows, new), new.id


def with_asked(rows: Sequence[engine.QuestionRow], asked: Mapping[str, str]) -> Rows:
    """The rows and one more for each question, given with its kind, that none of them asks."""
    known = {fold(row.question) for row in rows}
    grown = list(rows)
    for question, kind in asked.items():
        if fold(question) not in known:
            known.add(fold(question))
            values = {"id": engine.new_id(grown), "question": question, "kind": kind}
            grown.append(engine.question_row(len(grown) + 1, values))
    return tuple(grown)


def asks(rows: Iterable[engine.QuestionRow], question: str) -> bool:
    """Whether a row asks this, in the same words."""
    return any(fold(row.question) == fold(question) for row in rows)


def counts(checked: engine.Checked, faults: int) -> str:
    """How many questions there are of each kind, and how many rows are not scored."""
    kinds = [question.kind for question in checked.questions]
    counted = ", ".join(f"{kinds.count(kind):,} {kind}" for kind in engine.Kind)
    return f"{counted}; " + {0: "all rows are scored", 1: "1 row is not scored"}.get(
        faults, f"{faults:,} rows are not scored"
    )


def options(frame: pd.DataFrame, column: str, allowed: Iterable[str]) -> list[str]:
    """What a cell of the column may be chosen from: what is allowed, and what already stands there."""
    return list(dict.fromkeys([*allowed, *frame[column].dropna()]))


def fold(question: str) -> str:
    """The question as questions are compared: white space and capitals make no other one."""
    return " ".join(question.split()).casefold()


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """With the types that the table edits, whatever is in the cells: a column may be empty."""
    numbers = dict.fromkeys(("start", "end"), "Int64")
    return frame.astype(dict.fromkeys((*TEXTS, LINK), "string") | numbers)[[*DRAWN]]


def _counted(count: int) -> pd.RangeIndex:
    return pd.RangeIndex(1, count + 1)


def _blank(frame: pd.DataFrame) -> pd.Series[bool]:
    said = [frame[column].astype("string").str.strip().fillna("") != "" for column in COLUMNS]
    return ~pd.concat(said, axis="columns").any(axis="columns").astype(bool)
