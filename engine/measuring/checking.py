"""Rows -> the questions that can be scored, held against the documents; every row that cannot says why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.measuring.needles import Haystack
from engine.measuring.questions import LONGEST_QUESTION, Kind, Needle, Question, QuestionRow, Remark, Unscored
from engine.types import Extraction

LONG_NEEDLE = 300
"""Characters from which on a needle is likelier to be cut apart than to say something about the search."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The questions to score, in the order of their first rows; the rows that are not, and those that are doubtful."""

    questions: tuple[Question, ...]
    faults: tuple[Remark, ...]
    warnings: tuple[Remark, ...]


def check_questions(rows: Iterable[QuestionRow], texts: Mapping[str, Extraction]) -> Checked:
    """Holds rows to the rules of a question set. `texts` are the searched documents by name.

    A row that fails is not scored; the other needles of its question still are.
    """
    haystack = Haystack(texts)
    opening: dict[str, QuestionRow] = {}  # per id its first row, scored or not: the others must agree with it
    scored: dict[str, list[Needle]] = {}
    faults: list[Remark] = []
    warnings: list[Remark] = []
    for row in rows:
        first = opening.setdefault(row.id, row)
        try:
            _check_row(row, first)
            needle = haystack.find(row) if row.kind == Kind.IN else None
            if needle is not None and needle in scored.get(row.id, ()):
                raise Unscored("This question has the same needle in an earlier row; remove one of them.")
        except Unscored as why:
            faults.append(Remark(row.line, row.id, str(why)))
            continue
        scored.setdefault(row.id, []).extend([needle] if needle else [])
        if needle is not None and needle.end - needle.start > LONG_NEEDLE:
            long = (
                f"The needle has {needle.end - needle.start} characters; more than {LONG_NEEDLE} are easily cut apart."
            )
            warnings.append(Remark(row.line, row.id, long))
    questions = tuple(_question(opening[id], needles) for id, needles in scored.items())
    return Checked(questions, tuple(faults), tuple(warnings))


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
