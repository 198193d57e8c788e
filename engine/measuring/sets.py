"""Keeps question sets, every version of each, and the runs that were made of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from engine.measuring.corpus import Corpus
from engine.measuring.questions import QuestionRow, columns_of, digest
from engine.measuring.trials import Trial, from_json, to_json
from engine.store.database import Database
from engine.store.tables import question_sets, runs, trials
from engine.types import Retrieval


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """One version of a question set, named by `sha256`; `version` counts from 1 within its name."""

    key: int
    name: str
    version: int
    sha256: str
    rows: tuple[QuestionRow, ...]
    created_at: float


@dataclass(frozen=True, slots=True)
class Run:
    """One version of a question set, searched in one corpus in one way, and when, in seconds since 1970."""

    key: int
    name: str
    version: int
    sha256: str
    corpus: Corpus
    retrieval: Retrieval
    created_at: float
    trials: tuple[Trial, ...]


def save_set(database: Database, name: str, rows: Sequence[QuestionRow]) -> QuestionSet:
    """Keeps these rows as the newest version of the set `name`; the same rows as before stay the version they are."""
    with database.write() as connection:
        return _saved(connection, name, rows)


def newest_set(database: Database, name: str) -> QuestionSet | None:
    """The newest version of the set `name`, or `None` if there is no such set."""
    with database.read() as connection:
        return _newest(connection, name)


def newest_sets(database: Database) -> tuple[QuestionSet, ...]:
    """The newest version of every set, by name."""
    with database.read() as connection:
        names = connection.scalars(sa.select(question_sets.c.name).distinct().order_by(question_sets.c.name)).all()
        return tuple(found for name in names if (found := _newest(connection, name)))


def save_run(
    database: Database,
    name: str,
    rows: Sequence[QuestionRow],
    corpus: Corpus,
    retrieval: Retrieval,
    done: Sequence[Trial],
) -> Run:
    """Keeps a finished run with its trials, and its question set if that is new, in one transaction."""
    now = time.time()
    with database.write() as connection:
        of = _saved(connection, name, rows)
        row = {
            "question_set": of.key,
            "corpus": corpus.digest,
            "documents": corpus.documents,
            "retriever": retrieval.retriever,
            "depth": retrieval.depth,
            "created_at": now,
        }
        key = int(connection.execute(sa.insert(runs).values(row).returning(runs.c.key)).scalar_one())
        ranked = [
            {"run": key, "question": trial.id, "ordinal": ordinal, "trial": to_json(trial)}
            for ordinal, trial in enumerate(done)
        ]
        if ranked:
            connection.execute(sa.insert(trials), ranked)
    return Run(key, of.name, of.version, of.sha256, corpus, retrieval, now, tuple(done))


def newest_run(database: Database, name: str, sha256: str, corpus: Corpus, retrieval: Retrieval) -> Run | None:
    """The newest run of this version of a set on this corpus in this way, or `None` if it was never run so.

    What is not searched may have been other documents then: the run found is said to be on the `corpus` asked for.
    """
    query = (
        sa.select(runs, question_sets.c.name, question_sets.c.version, question_sets.c.sha256)
        .join(question_sets, runs.c.question_set == question_sets.c.key)
        .where(question_sets.c.name == name, question_sets.c.sha256 == sha256)
        .where(runs.c.corpus == corpus.digest)
        .where(runs.c.retriever == retrieval.retriever, runs.c.depth == retrieval.depth)
        .order_by(runs.c.key.desc())
        .limit(1)
    )
    with database.read() as connection:
        row = connection.execute(query).one_or_none()
        if row is None:
            return None
        kept = connection.scalars(sa.select(trials.c.trial).where(trials.c.run == row.key).order_by(trials.c.ordinal))
        done = tuple(from_json(trial) for trial in kept)
    return Run(row.key, row.name, row.version, row.sha256, corpus, retrieval, row.created_at, done)


def _newest(connection: sa.Connection, name: str) -> QuestionSet | None:
    query = sa.select(question_sets).where(question_sets.c.name == name).order_by(question_sets.c.version.desc())
    row = connection.execute(query.limit(1)).one_or_none()
    return None if row is None else _set_of(row)


def _saved(connection: sa.Connection, name: str, rows: Sequence[QuestionRow]) -> QuestionSet:
    before = _newest(connection, name)
    sha256 = digest(rows)
    if before is not None and before.sha256 == sha256:
        return before
    new = {
        "name": name,
        "version": before.version + 1 if before else 1,
        "sha256": sha256,
        "rows": [columns_of(row) for row in rows],
        "created_at": time.time(),
    }
    insert = sa.insert(question_sets).values(new).returning(question_sets)
    return _set_of(connection.execute(insert).one())


def _set_of(row: Any) -> QuestionSet:
    kept = tuple(QuestionRow(line=line, **columns) for line, columns in enumerate(row.rows, start=1))
    return QuestionSet(row.key, row.name, row.version, row.sha256, kept, row.created_at)
