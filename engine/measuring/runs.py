"""Keeps runs: what was ranked for each question of a set, in one corpus, in one way. Begun, continued, finished."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from engine.errors import StoreError
from engine.measuring import cutting_report
from engine.measuring.corpus import Corpus
from engine.measuring.cutting_report import CuttingReport
from engine.measuring.hiding import Hidden
from engine.measuring.sets import QuestionSet
from engine.measuring.trials import Trial, from_json, to_json
from engine.store.database import Database
from engine.store.tables import question_sets, runs, trials
from engine.types.answers import Retrieval
from engine.types.indexing import PIPELINE_VERSION, Chunking, EncoderStamp

GONE = "The question set or its run was deleted while it was measured; measure again if you still need the figures."


@dataclass(frozen=True, slots=True)
class Way:
    """How a question set is searched: in documents cut so, by this retrieval, with this much of them hidden."""

    chunking: Chunking
    retrieval: Retrieval
    hidden: Hidden


@dataclass(frozen=True, slots=True)
class Run:
    """One version of a question set, searched in one corpus in one way.

    `corpus` is a hash of all that was searched, `basis` of all but how it was cut. `left_out` says by id why a question
    was not asked with its answer hidden. Times are in seconds since 1970; `finished_at` is `None` while questions are
    left.
    """

    key: int
    name: str
    version: int
    sha256: str
    corpus: Corpus
    basis: str
    document_count: int
    way: Way
    encoder: EncoderStamp
    pipeline_version: int
    report: CuttingReport
    left_out: Mapping[str, str]
    created_at: float
    finished_at: float | None

    def differs(self, other: Run) -> str | None:
        """Why the figures of the two cannot be compared, in sentences; `None` where they can."""
        reasons = []
        if self.sha256 != other.sha256 and self.name != other.name:
            reasons.append(f"One is of the question set “{self.name}”, the other of “{other.name}”.")
        elif self.sha256 != other.sha256:
            reasons.append(f"One is of version {self.version} of “{self.name}”, the other of version {other.version}.")
        if self.corpus.documents != other.corpus.documents:
            reasons.append("The documents were others.")
        elif self.basis != other.basis:
            reasons.append("The documents were read or embedded by something else.")
        if self.way.hidden is not other.way.hidden:
            reasons.append("In one of them answers were hidden that the other could find.")
        return " ".join(reasons) or None


def begin_run(
    database: Database,
    of: QuestionSet,
    basis: str,
    corpus: Corpus,
    document_count: int,
    way: Way,
    encoder: EncoderStamp,
    report: CuttingReport,
    left_out: Mapping[str, str],
) -> Run:
    """The newest run of this set on this corpus in this way, finished or not; a new one where there is none.

    Raises `StoreError` where the set was deleted.
    """
    with database.write() as connection:
        if connection.scalar(sa.select(question_sets.c.key).where(question_sets.c.key == of.key)) is None:
            raise StoreError(GONE)
        found = connection.execute(_same(of.name, of.sha256, corpus, way)).first()
        if found is None:
            row = {
                "question_set": of.key,
                "corpus": corpus.digest,
                "documents": corpus.documents,
                "basis": basis,
                "hidden": way.hidden,
                **asdict(way.chunking),
                **asdict(way.retrieval),
                "encoder": asdict(encoder),
                "pipeline_version": PIPELINE_VERSION,
                "document_count": document_count,
                "report": cutting_report.to_json(report),
                "left_out": dict(left_out),
                "created_at": time.time(),
            }
            key = connection.execute(sa.insert(runs).values(row).returning(runs.c.key)).scalar_one()
            found = connection.execute(_runs().where(runs.c.key == key)).one()
        return _run_of(found)


def keep_trials(database: Database, run: Run, done: Mapping[int, Trial]) -> None:
    """Keeps trials, each under its question's place in the set. One that another process has kept stays.

    Raises `StoreError` where the run was deleted.
    """
    with database.write() as connection:
        if connection.scalar(sa.select(runs.c.key).where(runs.c.key == run.key)) is None:
            raise StoreError(GONE)
        there = set(connection.scalars(sa.select(trials.c.question).where(trials.c.run == run.key)))
        new = [
            {
                "run": run.key,
                "question": trial.id,
                "ordinal": ordinal,
                **dict(zip(("said", "ranked"), to_json(trial), strict=True)),
            }
            for ordinal, trial in done.items()
            if trial.id not in there
        ]
        if new:
            connection.execute(sa.insert(trials), new)


def kept_questions(database: Database, run: Run) -> set[str]:
    """The ids of the questions whose trials are kept."""
    with database.read() as connection:
        return set(connection.scalars(sa.select(trials.c.question).where(trials.c.run == run.key)))


def finish_run(database: Database, run: Run) -> Run:
    """Says that every question was searched."""
    with database.write() as connection:
        unfinished = sa.update(runs).where(runs.c.key == run.key, runs.c.finished_at.is_(None))
        connection.execute(unfinished.values(finished_at=time.time()))
        row = connection.execute(_runs().where(runs.c.key == run.key)).one_or_none()
    if row is None:
        raise StoreError(GONE)
    return _run_of(row)


def newest_run(database: Database, of: QuestionSet, corpus: Corpus, way: Way) -> Run | None:
    """The finished run of this version of a set on this corpus in this way, or `None` if it was never run so.

    What is not searched may have been other documents then: the run found is said to be on the `corpus` asked for.
    """
    query = _same(of.name, of.sha256, corpus, way).where(runs.c.finished_at.is_not(None))
    with database.read() as connection:
        row = connection.execute(query).first()
    return None if row is None else _run_of(row, corpus)


def begun_on_others(database: Database, question_set: int, hidden: Hidden, basis: str, since: float) -> bool:
    """Whether runs of the version with this key were begun `since` then on what is not of this `basis`."""
    of = sa.select(runs.c.key).where(runs.c.question_set == question_set, runs.c.hidden == hidden)
    others = of.where(runs.c.basis != basis, runs.c.created_at >= since).limit(1)
    with database.read() as connection:
        return connection.scalar(others) is not None


def list_runs(database: Database) -> tuple[Run, ...]:
    """All finished runs, the newest first."""
    query = _runs().where(runs.c.finished_at.is_not(None)).order_by(runs.c.finished_at.desc(), runs.c.key.desc())
    with database.read() as connection:
        return tuple(_run_of(row) for row in connection.execute(query))


def run_trials(database: Database, run: Run, with_ranked: bool = True) -> tuple[Trial, ...]:
    """The run's trials in the order of the set; without what was ranked, where only figures are wanted."""
    columns = (trials.c.said, trials.c.ranked) if with_ranked else (trials.c.said,)
    query = sa.select(*columns).where(trials.c.run == run.key).order_by(trials.c.ordinal)
    with database.read() as connection:
        return tuple(from_json(said, *(rest or ([],))) for said, *rest in connection.execute(query))


def delete_runs(database: Database, keys: Sequence[int]) -> None:
    """Forgets these runs with their trials."""
    with database.write() as connection:
        connection.execute(sa.delete(runs).where(runs.c.key.in_(keys)))


def _runs() -> sa.Select[Any]:
    of = sa.select(runs, question_sets.c.name, question_sets.c.version, question_sets.c.sha256)
    return of.join(question_sets, runs.c.question_set == question_sets.c.key)


def _same(name: str, sha256: str, corpus: Corpus, way: Way) -> sa.Select[Any]:
    """The newest first. The same rows under the same name are the same set, whichever version they came back as."""
    return (
        _runs()
        .where(question_sets.c.name == name, question_sets.c.sha256 == sha256)
        .where(runs.c.corpus == corpus.digest, runs.c.hidden == way.hidden)
        .where(runs.c.retriever == way.retrieval.retriever, runs.c.depth == way.retrieval.depth)
        .order_by(runs.c.key.desc())
    )


def _run_of(row: Any, corpus: Corpus | None = None) -> Run:
    return Run(
        key=row.key,
        name=row.name,
        version=row.version,
        sha256=row.sha256,
        corpus=corpus or Corpus(row.corpus, row.documents),
        basis=row.basis,
        document_count=row.document_count,
        way=Way(
            Chunking(row.strategy, row.target, row.overlap), Retrieval(row.retriever, row.depth), Hidden(row.hidden)
        ),
        encoder=EncoderStamp(**row.encoder),
        pipeline_version=row.pipeline_version,
        report=cutting_report.from_json(row.report),
        left_out=row.left_out,
        created_at=row.created_at,
        finished_at=row.finished_at,
    )
