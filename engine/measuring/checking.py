"""Rows -> the questions that can be scored, held against the documents; every row that cannot says why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.measuring.needles import Haystack
from engine.measuring.questions import (
    LONGEST_QUESTION,
    Kind,
    Needle,
    Question,
    QuestionRow,
    Remark,
    Unscored,
    missing_cells,
)
from engine.types.extraction import Extraction

LONG_NEEDLE = 300
"""Characters from which on a needle is likelier to be cut apart than to say something about the search."""

_REMEMBERED = 20_000  # rows; a set that is edited has hundreds, and every edit makes one more


@dataclass(frozen=True, slots=True)
class Checked:
    """The questions to score, in the order of their first rows; the rows that are not, and those that are doubtful."""

    questions: tuple[Question, ...]
    faults: tuple[Remark, ...]
    warnings: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """What the documents say of one row: its needle, or why there is none, and what is doubtful about it."""

    needle: Needle | None
    reason: str
    places: tuple[Needle, ...]
    doubts: tuple[str, ...]


class Checker:
    """Holds question sets against the same documents again and again, `texts` by name, as a table does that is edited.

    Folds the documents once and remembers what it found for a row, so that only rows that changed are looked for.
    """

    def __init__(self, texts: Mapping[str, Extraction]) -> None:
        self._haystack = Haystack(texts)
        self._remembered = lru_cache(_REMEMBERED)(self._found)

    def check(self, rows: Iterable[QuestionRow]) -> Checked:
        """As `check_questions` does."""
        opening: dict[str, QuestionRow] = {}  # per id its first whole row, scored or not: the others must agree with it
        scored: dict[str, list[Needle]] = {}
        faults: list[Remark] = []
        warnings: list[Remark] = []
        for row in rows:
            try:
                first = _first_of(row, opening)
                _check_row(row, first)
                found = self._needle(row) if row.kind == Kind.IN else None
                if found is not None and found.needle in scored.get(row.id, ()):
                    raise Unscored("This question has the same needle in an earlier row; remove one of them.")
            except Unscored as why:
                faults.append(Remark(row.line, row.id or None, str(why), why.places))
                continue
            needles = scored.setdefault(row.id, [])
            doubts: tuple[str, ...] = ()
            if found is not None and found.needle is not None:
                needles.append(found.needle)
                doubts = found.doubts
            elif row.document is not None and (unknown := self._haystack.unknown(row.document)):
                doubts = (unknown,)
            warnings.extend(Remark(row.line, row.id, doubt, ()) for doubt in doubts)
        questions = tuple(_question(opening[id], needles) for id, needles in scored.items())
        return Checked(questions, tuple(faults), tuple(warnings))

    def _needle(self, row: QuestionRow) -> _Found:
        found = self._remembered(row.needle, row.document, row.start, row.end)
        if found.needle is None:
            raise Unscored(found.reason, found.places)
        return found

    def _found(self, needle: str | None, document: str | None, start: int | None, end: int | None) -> _Found:
        try:
            place = self._haystack.find(needle, document, start, end)
        except Unscored as why:
            return _Found(None, str(why), why.places, ())
        doubts = [self._haystack.doubt(place)]
        if place.end - place.start > LONG_NEEDLE:
            doubts.append(
                f"The needle has {place.end - place.start} characters; more than {LONG_NEEDLE} are easily cut apart."
            )
        return _Found(place, "", (), tuple(doubt for doubt in doubts if doubt))


def check_questions(rows: Iterable[QuestionRow], texts: Mapping[str, Extraction]) -> Checked:
    """Holds rows to the rules of a question set. `texts` are the searched documents by name.

    A row that fails is not scored; the other needles of its question still are.
    """
    return Checker(texts).check(rows)


def why_no_recall(rows: Iterable[QuestionRow], checked: Checked) -> str | None:
    """Why these rows, `checked`, have no recall to measure, as sentences; `None` where they have."""
    if any(question.needles for question in checked.questions):
        return None
    if not any(row.kind == Kind.IN for row in rows):
        return (
            "No question of this set is in-domain (of kind in), so there is no recall to measure: add a question with "
            "a needle. Near and far questions alone are for Threshold, or the command sweep."
        )
    return (
        "No question of this set can be scored on these documents; Questions, or `questions check`, says why, "
        "row by row."
    )


def _first_of(row: QuestionRow, opening: dict[str, QuestionRow]) -> QuestionRow:
    """The first row of this row's id, which may be itself; a row that lacks a cell is nobody's first."""
    if missing := missing_cells(row):
        raise Unscored(missing)
    return opening.setdefault(row.id, row)


def _check_row(row: QuestionRow, first: QuestionRow) -> None:
    """What can be told without the documents. A near or far row may name the `document` that it is close to."""
    if row.kind not in tuple(Kind):
        raise Unscored(f"Its kind is {row.kind!r}; it has to be one of {', '.join(Kind)}.")
    if len(row.question) > LONGEST_QUESTION:
        raise Unscored(f"The question has {len(row.question):,} characters; at most {LONGEST_QUESTION:,} are asked.")
    for column in ("question", "kind", "phrasing", "pair"):
        if getattr(row, column) != getattr(first, column):
            raise Unscored(
                f"Line {first.line} has the same id and another {column}; rows of one id are needles of one question."
            )
    if row.kind == Kind.IN:
        return
    if (row.needle, row.start, row.end) != (None, None, None):
        raise Unscored(f"A question of kind {row.kind} has no answer in the documents, so it cannot have a needle.")
    if row is not first:
        raise Unscored(f"Line {first.line} has the same id; only the needles of one question share theirs.")


def _question(row: QuestionRow, needles: list[Needle]) -> Question:
    return Question(row.id, row.question, Kind(row.kind), tuple(needles), row.phrasing, row.pair, row.note)
