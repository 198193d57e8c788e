"""The words of a run's needles, for whoever reads about them without the documents at hand."""

from __future__ import annotations

from collections.abc import Mapping

from engine.library import Library
from engine.measuring.corpus import basis_now
from engine.measuring.evaluation import Evaluated
from engine.measuring.questions import Kind, Needle, QuestionRow
from engine.measuring.sets import set_versions

Words = Mapping[tuple[str, Needle], str]
"""What needles say, by the question's id and the place."""


def needle_words(library: Library, one: Evaluated) -> Words:
    """What the needles of a run say, as far as that is known.

    Their words are those of the question set's rows, and of the ledger of what was destroyed; where a row has only a
    place, those of its document, if what was searched is still what is there.
    """
    found = {(lost.id, lost.needle): lost.text for lost in one.run.report.ledger}
    rows = _rows_by_id(library, one)
    placed: list[tuple[str, Needle]] = []
    for trial in one.trials:
        its = rows.get(trial.id, [])
        for number, needle in enumerate(trial.needles):
            # a row that was not scored has no needle: then it is not known which row has which
            words = its[number].needle if len(its) == len(trial.needles) else None
            if words is None and (trial.id, needle) not in found:
                placed.append((trial.id, needle))
            elif words is not None:
                found[trial.id, needle] = words
    return found | _said(library, one, placed)


def _rows_by_id(library: Library, one: Evaluated) -> dict[str, list[QuestionRow]]:
    versions = set_versions(library.database, one.run.name)
    found: dict[str, list[QuestionRow]] = {}
    for row in next((each.rows for each in versions if each.version == one.run.version), ()):
        if row.kind == Kind.IN:
            found.setdefault(row.id, []).append(row)
    return found


def _said(library: Library, one: Evaluated, placed: list[tuple[str, Needle]]) -> dict[tuple[str, Needle], str]:
    if not placed or basis_now(library) != one.run.basis:
        return {}
    wanted = {needle.document for _, needle in placed}
    keys = {document.name: document.key for document in library.documents() if document.live}
    texts = {name: library.extraction(keys[name]).text for name in wanted}
    return {(id, needle): texts[needle.document][needle.start : needle.end] for id, needle in placed}
