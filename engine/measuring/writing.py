"""Rows -> a file of questions that `read_questions` gives back unchanged."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from engine.measuring.formulas import guarded
from engine.measuring.questions import COLUMNS, QuestionRow, columns_of
from engine.measuring.reading import LINE, REASON, WRITTEN, Rejected


def questions_csv(rows: Sequence[QuestionRow]) -> bytes:
    """A CSV file as spreadsheet programs open it right: UTF-8 with its mark, commas, every column, no formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        cells = columns_of(row)
        writer.writerow("" if cells[column] is None else guarded(str(cells[column])) for column in COLUMNS)
    return text.getvalue().encode("utf-8-sig")


def rejected_csv(rejected: Sequence[Rejected]) -> bytes:
    """Rows that could not be read, as a CSV file like that of `questions_csv`: line, reason, cells, all as written.

    `read_questions` takes the rows whose cells were mended in it.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow((LINE, REASON, *COLUMNS, WRITTEN))
    for row in rejected:
        cells = [_as_text(row.cells.get(column)) for column in COLUMNS]
        writer.writerow((row.line, *map(guarded, (row.reason, *cells, row.written))))
    return text.getvalue().encode("utf-8-sig", "backslashreplace")  # half of a pair may be why a row was rejected


def _as_text(cell: object) -> str:
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)


def questions_jsonl(rows: Sequence[QuestionRow]) -> bytes:
    """A JSON Lines file in UTF-8: an object a row, without its empty cells."""
    filled = ({name: cell for name, cell in columns_of(row).items() if cell not in (None, "")} for row in rows)
    return "".join(json.dumps(cells, ensure_ascii=False) + "\n" for cells in filled).encode()
