"""Cells, whatever program or table they come from -> a row of a question set."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import EngineError
from engine.measuring.questions import COLUMNS, QuestionRow, Unscored

_OFFSET = re.compile(r"([0-9]{1,12})(\.0+)?")  # a program that knows no whole numbers beside empty cells writes 12.0
_OWN_ID = re.compile("q([1-9][0-9]{0,8})")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def question_row(line: int, values: Mapping[str, object]) -> QuestionRow:
    """The row that an edited table's cells make, its id, question and kind "" where those are empty.

    A cell may be anything that pandas puts there: `None`, NaN, `NA`, numbers of numpy, 12.0 for 12. Columns that no
    question set has are left out. Raises `EngineError` for a cell that its column cannot hold.
    """
    try:
        return cells_to_row(line, {column: _unboxed(values.get(column)) for column in COLUMNS})
    except Unscored as why:
        raise EngineError(f"Row {line}: {why}") from why


def cells_to_row(line: int, values: Mapping[str, object]) -> QuestionRow:
    """`question_row` for cells that hold nothing but what JSON knows. Raises `Unscored`."""
    text = {column: _text(column, values.get(column)) for column in COLUMNS if column not in ("start", "end")}
    return QuestionRow(
        line=line,
        id=text["id"] or "",
        question=text["question"] or "",
        kind=text["kind"] or "",
        needle=text["needle"],
        document=text["document"],
        start=_offset("start", values.get("start")),
        end=_offset("end", values.get("end")),
        phrasing=text["phrasing"],
        pair=text["pair"],
        note=text["note"],
    )


def new_id(rows: Iterable[QuestionRow]) -> str:
    """The id for one more question: `q1`, `q2` and so on, behind the highest, so that a gap is not filled again."""
    taken = (int(own[1]) for row in rows if (own := _OWN_ID.fullmatch(row.id)))
    return f"q{max(taken, default=0) + 1}"


def own_ids(rows: Iterable[QuestionRow]) -> tuple[QuestionRow, ...]:
    """The rows; those without an id have one made of what rows of one id must agree in, so that they are stable.

    SHA-256 over question, kind, phrasing and pair, of which as many digits are taken, from 8 on, as no row that differs
    in them has. Rows that agree in all of them are needles of one question, as if somebody had written the same id into
    both: also where one has kept the id that was made for it in another file.
    """
    listed = list(rows)
    asked: dict[str, set[str]] = {}
    for row in listed:
        asked.setdefault(row.id, set()).add(_asked(row))
    whole = []
    for row in listed:
        one = row if row.id else replace(row, id=_made_id(_asked(row), asked))
        asked.setdefault(one.id, set()).add(_asked(one))
        whole.append(one)
    return tuple(whole)


def _asked(row: QuestionRow) -> str:
    """What all rows of one id agree in."""
    return json.dumps([row.question, row.kind, row.phrasing, row.pair])


def _made_id(said: str, asked: Mapping[str, set[str]]) -> str:
    """The shortest id made of what is said that nothing else is `asked` under."""
    digits = hashlib.sha256(said.encode()).hexdigest()
    ids = (f"q-{digits[:length]}" for length in range(8, 65))
    return next(id for id in ids if asked.get(id, {said}) == {said})


def _unboxed(value: Any) -> object:
    """What a data frame's cell holds, as Python's own; `None` for each of pandas' ways to be empty."""
    import numpy
    import pandas

    if pandas.api.types.is_scalar(value) and pandas.isna(value):
        return None
    return value.item() if isinstance(value, numpy.generic) else value


def _text(column: str, value: object) -> str | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)  # an id or a pair that somebody numbered
    if value is None or _is_nan(value):
        return None
    if not isinstance(value, str):
        raise Unscored(f"Its {column} is no text.")
    if _UNSTORABLE.search(value):
        raise Unscored(f"Its {column} holds characters that stand for nothing (half of a pair, or NUL).")
    return value.replace("\r\n", "\n").replace("\r", "\n").strip() or None


def _offset(column: str, value: object) -> int | None:
    if value is None or _is_nan(value) or (isinstance(value, str) and not value.strip()):
        return None
    written = value.strip() if isinstance(value, str) else str(value)
    if isinstance(value, int | float | str) and not isinstance(value, bool) and (count := _OFFSET.fullmatch(written)):
        return int(count[1])
    raise Unscored(f"Its {column} is {written[:30]!r}, but has to be a count of characters from the text's beginning.")


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)
