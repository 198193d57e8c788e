"""A file of questions -> its rows. JSON Lines, or CSV as spreadsheet programs write it; the content says which."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.documents.encoding import decode
from engine.errors import EngineError
from engine.measuring.formulas import unguarded
from engine.measuring.questions import COLUMNS, REQUIRED, QuestionRow, Remark, Unscored, missing_cells
from engine.measuring.rows import cells_to_row, own_ids

_WRITTEN = tuple(column for column in REQUIRED if column != "id")  # what cannot be made where it is missing
LINE, REASON, WRITTEN = BESIDE = ("line", "reason", "as written")
"""What stands in a file of rejected rows beside the cells of each. Where a file has all three they are not read."""

_DELIMITERS = ",;\t"
_SEPARATOR = re.compile(r'"?sep=(.)"?', re.IGNORECASE)  # Excel's first line, which says what stands between cells

_LONGEST_CELL = 2**31 - 1  # characters: csv's own limit of 131,072 breaks a row apart in the middle of a cell


@dataclass(frozen=True, slots=True)
class Rejected:
    """A row that could not be read: its line, its cells as far as there are any, why, and all of it as written."""

    line: int
    cells: Mapping[str, object]
    reason: str
    written: str


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """What a file holds: the rows that could be read, why others could not, and what is doubtful about the file.

    Every one of `rejected` is among the `faults`, too.
    """

    rows: tuple[QuestionRow, ...]
    faults: tuple[Remark, ...]
    warnings: tuple[Remark, ...]
    rejected: tuple[Rejected, ...]


@dataclass(frozen=True, slots=True)
class _Record:
    """A row before its values are looked at; `fault` says why there are none, `written` is it as it stands there."""

    line: int
    values: Mapping[str, object]
    fault: str | None
    written: str


def read_questions(name: str, data: bytes) -> QuestionFile:
    """The rows of a question set. One that cannot be read becomes a fault with its line; so does an unknown column.

    A row without an id is given one that it has again in any other file. Of a file of rejected rows those are read that
    were mended in it; what is rejected again is still as it was first written. Raises `EngineError` when the file as a
    whole is none: empty, in no known encoding, a CSV without its columns.
    """
    decoded = decode(name, data)
    lines = decoded.text.split("\n")
    opening = decoded.text.lstrip()[:1]
    if not opening:
        raise EngineError(f"{name} is empty; a question set has the columns {', '.join(COLUMNS)}.")
    if opening == "[":
        raise EngineError(f"{name} begins like one JSON list; write one JSON object a line instead.")
    rows: list[QuestionRow] = []
    faults: list[Remark] = []
    rejected: list[Rejected] = []
    strangers: dict[str, int] = {}
    for record in _json_records(lines) if opening == "{" else _csv_records(name, lines):
        for column in record.values:
            if column not in COLUMNS:
                strangers.setdefault(column, record.line)
        try:
            rows.append(_row(record))
        except Unscored as why:
            faults.append(Remark(record.line, _id_of(record), str(why), ()))
            rejected.append(Rejected(record.line, record.values, str(why), record.written))
    unknown = [
        Remark(
            line, None, f"“{column}” is no column of a question set; rename it (note takes anything) or remove it.", ()
        )
        for column, line in strangers.items()
    ]
    warnings = [Remark(1, None, said, ()) for said in decoded.warnings]
    return QuestionFile(own_ids(rows), (*unknown, *faults), (*warnings, *_without_id(rows)), tuple(rejected))


def _without_id(rows: Sequence[QuestionRow]) -> Iterator[Remark]:
    lines = [row.line for row in rows if not row.id]
    if lines:
        more = "it was" if len(lines) == 1 else f"it and {len(lines) - 1:,} more were"
        reason = f"It has no id; {more} given one made of question, kind, phrasing and pair, the same in every file."
        yield Remark(lines[0], None, reason, ())


def _json_records(lines: Sequence[str]) -> Iterator[_Record]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield _Record(number, {}, f"This line is no JSON object ({error}).", line)
            continue
        if isinstance(found, dict):
            yield _Record(number, found, None, line)
        else:
            yield _Record(number, {}, "This line is JSON, but no object with columns and values.", line)


def _csv_records(name: str, lines: Sequence[str]) -> Iterator[_Record]:
    header: list[str] | None = None
    for line, cells, fault, written in _csv_rows(lines):
        if header is None and fault is not None:
            raise EngineError(f"{name} is no question set: {fault}")
        if header is None:
            header = _header(name, cells)
        elif fault is not None:
            yield _Record(line, {}, fault, written)
        else:
            titles = header + [""] * (len(cells) - len(header))
            values = {title: unguarded(cell.strip()) for title, cell in zip(titles, cells, strict=False)}
            stray = any(cell.strip() for title, cell in zip(titles, cells, strict=False) if not title)
            values.pop("", None)
            if {*BESIDE} <= {*header}:
                written = {column: values.pop(column, "") for column in BESIDE}[WRITTEN] or written
            fault = "It has more cells than the first line has columns." if stray else None
            yield _Record(line, values, fault, written)


def _csv_rows(lines: Sequence[str]) -> Iterator[tuple[int, list[str], str | None, str]]:
    """Per row that is not blank: the line it begins on, its cells, what is wrong with its quotes, and it as written."""
    first = next(number for number, line in enumerate(lines) if line.strip())
    named = _SEPARATOR.fullmatch(lines[first])
    if named:
        delimiter, lines = named[1], ["" if number == first else line for number, line in enumerate(lines)]
    else:
        titles = {one: set(_titles(lines[first].split(one))) for one in _DELIMITERS}
        delimiter = max(_DELIMITERS, key=lambda one: len(titles[one] & set(COLUMNS)))
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        began = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            until = f" to {reader.line_num}" if reader.line_num > began else ""
            fault = f"The quotation marks of line {began}{until} do not close as they should ({error})."
            yield began, [], fault, "\n".join(lines[began - 1 : reader.line_num])
            continue
        if any(cell.strip() for cell in cells):
            yield began, cells, None, "\n".join(lines[began - 1 : reader.line_num])


def _titles(cells: Sequence[str]) -> list[str]:
    return [cell.strip().strip('"').strip().lower() for cell in cells]


def _header(name: str, cells: Sequence[str]) -> list[str]:
    titles = _titles(cells)
    lacking = [column for column in _WRITTEN if column not in titles]
    if lacking:
        raise EngineError(
            f"{name} is no question set: its first line lacks the column {' and the column '.join(lacking)}; "
            f"it has to name the columns, of {', '.join(COLUMNS)}."
        )
    twice = sorted({title for title in titles if title and titles.count(title) > 1})
    if twice:
        raise EngineError(f"{name} has the column {twice[0]} twice; remove one of them.")
    return titles


def _row(record: _Record) -> QuestionRow:
    if record.fault is not None:
        raise Unscored(record.fault)
    row = cells_to_row(record.line, record.values)
    if missing := missing_cells(row, _WRITTEN):
        raise Unscored(missing)
    return row


def _id_of(record: _Record) -> str | None:
    try:
        return cells_to_row(record.line, {"id": record.values.get("id")}).id or None
    except Unscored:
        return None
