"""The nouns of a question set: its rows as they were written, and the questions that can be scored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

COLUMNS = ("id", "question", "kind", "needle", "document", "start", "end", "phrasing", "pair", "note")
"""Every column a question set may have. `note` is for people: nothing is decided by it."""

REQUIRED = ("id", "question", "kind")

LONGEST_QUESTION = 2000
"""Characters. More than that is a text, not a question, and is neither asked nor scored."""


class Kind(StrEnum):
    """Whether the documents answer the question: *in* they do, *near* and *far* they do not.

    A near question shares its vocabulary with the documents, a far one does not.
    """

    IN = "in"
    NEAR = "near"
    FAR = "far"


class Needle(NamedTuple):
    """Where the sentence stands that answers a question: `[start, end)` of the text of `document`, a name."""

    document: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One row as it was written, white space at both ends of a value taken off; `None` is an empty cell.

    `line` counts from 1: the line of the file, or the row of a stored set. `kind` is not known to be one yet. In a row
    that is being edited the cells that it must have may be "".
    """

    line: int
    id: str
    question: str
    kind: str
    needle: str | None
    document: str | None
    start: int | None
    end: int | None
    phrasing: str | None
    pair: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question that can be scored. `needles` is empty exactly when its kind is near or far.

    `pair` is shared by the phrasings of one needle; `phrasing` says which of them this is; `note` is its first row's.
    """

    id: str
    question: str
    kind: Kind
    needles: tuple[Needle, ...]
    phrasing: str | None
    pair: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong or doubtful about a row. `id` is `None` where it has none, and for the file as a whole.

    `places` are where the row's needle may be meant, the likeliest first; most remarks have none.
    """

    line: int
    id: str | None
    reason: str
    places: tuple[Needle, ...]


class Unscored(Exception):
    """Why a row cannot be scored, as a sentence. Never leaves `measuring`: it becomes a `Remark`."""

    def __init__(self, reason: str, places: tuple[Needle, ...] = ()) -> None:
        super().__init__(reason)
        self.places = places


def missing_cells(row: QuestionRow, columns: Sequence[str] = REQUIRED) -> str | None:
    """Which cells are empty that no row can do without, as a sentence; `None` where all are filled."""
    missing = [column for column in columns if not getattr(row, column)]
    return f"It has no {' and no '.join(missing)}." if missing else None


def columns_of(row: QuestionRow) -> dict[str, Any]:
    """The row's columns without its line, as they are stored and hashed."""
    return {column: getattr(row, column) for column in COLUMNS}  # asdict takes three times as long


def digest(rows: Iterable[QuestionRow]) -> str:
    """SHA-256 (hex) that names a version of a question set: over its rows in order, whatever file they came in."""
    content = [columns_of(row) for row in rows]
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
