"""The cut that somebody chose from evidence: kept with what it was measured on, until another one is chosen."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from engine.library import Library
from engine.measuring.corpus import Corpus, corpus
from engine.measuring.runs import Run
from engine.measuring.sets import newest_set
from engine.measuring.sweep import sweep
from engine.measuring.trials import Trial
from engine.retrieval.search import found_by, settled
from engine.retrieving import retrieval_of
from engine.store.tables import cuts
from engine.types.answers import Retrieval


@dataclass(frozen=True, slots=True)
class Cut:
    """A chosen cut with where it comes from.

    `counts` are the numbers of questions at this cut: `n_in`, `n_near`, `n_far`, `n_hidden` (of the near ones, those
    asked with their answer hidden; an older cut does not say), `answered_right`, `answered_wrong`,
    `refused`, `bluffs_near` and `bluffs_far`. `chosen_at` is in seconds since 1970.
    """

    gate: str
    cut: float
    retrieval: Retrieval
    question_set: str
    version: int
    sha256: str
    corpus: Corpus
    counts: Mapping[str, int]
    chosen_at: float

    def out_of_date(self, library: Library) -> str | None:
        """What changed since the cut was chosen, in sentences; `None` while it is what was measured."""
        reasons = []
        now = corpus(library)
        if now.documents != self.corpus.documents:
            reasons.append("Documents were added, changed or removed since this cut was chosen.")
        elif now.digest != self.corpus.digest:
            reasons.append("Since this cut was chosen, the documents are cut, embedded or read with other settings.")
        if (used := settled(retrieval_of(library))) != self.retrieval:
            reasons.append(
                f"It was measured with {found_by(self.retrieval)}, and the library now uses {found_by(used)}."
            )
        newest = newest_set(library.database, self.question_set)
        if newest is not None and newest.sha256 != self.sha256:
            reasons.append(
                f"The question set {self.question_set} was changed since: the cut is from version {self.version}, "
                f"the newest is {newest.version}."
            )
        return " ".join([*reasons, "Look at the sweep again and choose anew."]) if reasons else None


def use_cut(
    library: Library, run: Run, trials: Sequence[Trial], cut: float, gate: str = "distance", hidden: int = 0
) -> Cut:
    """Puts a cut in force for every question asked from now on, with the counts that the `trials` of `run` give it.

    `hidden` of the trials are questions that were asked with their answer hidden.

    Raises `GateError` for a gate or cut that cannot be.
    """
    swept = sweep(trials, gate)
    at = swept.at(cut)
    counts = (
        {"n_hidden": hidden}
        | {name: int(getattr(swept, name)) for name in ("n_in", "n_near", "n_far")}
        | {
            name: int(getattr(at, name)[0])
            for name in ("answered_right", "answered_wrong", "refused", "bluffs_near", "bluffs_far")
        }
    )
    row = {
        "gate": gate,
        "cut": float(cut),
        "retriever": run.way.retrieval.retriever,
        "depth": run.way.retrieval.depth,
        "question_set": run.name,
        "version": run.version,
        "sha256": run.sha256,
        "corpus": run.corpus.digest,
        "documents": run.corpus.documents,
        "counts": counts,
        "chosen_at": time.time(),
    }
    with library.database.write() as connection:
        return _cut_of(connection.execute(sa.insert(cuts).values(row).returning(cuts)).one())


def cut_in_force(library: Library) -> Cut | None:
    """The cut that was chosen last, or `None` while nobody has chosen one."""
    with library.database.read() as connection:
        row = connection.execute(sa.select(cuts).order_by(cuts.c.key.desc()).limit(1)).one_or_none()
    return None if row is None else _cut_of(row)


def cut_of(library: Library, gate: str = "distance") -> float:
    """The cut that this gate uses: the one chosen last for it, else the one in the settings."""
    chosen = cut_in_force(library)
    return chosen.cut if chosen is not None and chosen.gate == gate else library.settings.cut


def _cut_of(row: Any) -> Cut:
    return Cut(
        gate=row.gate,
        cut=row.cut,
        retrieval=Retrieval(row.retriever, row.depth),
        question_set=row.question_set,
        version=row.version,
        sha256=row.sha256,
        corpus=Corpus(row.corpus, row.documents),
        counts=row.counts,
        chosen_at=row.chosen_at,
    )
