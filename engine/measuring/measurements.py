"""Measurements in line: what is to be measured, how far it is, and whether somebody has stopped it."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from engine.measuring.evaluation import Plan
from engine.measuring.hiding import Hidden
from engine.measuring.sets import set_version
from engine.store.database import Database
from engine.store.tables import measurements, question_sets
from engine.types.answers import Retrieval
from engine.types.indexing import Chunking


class Course(StrEnum):
    """How a measurement stands. What was done is kept in all of them."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


UNFINISHED = (Course.QUEUED, Course.RUNNING)


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measurement with its progress: `runs_done` of its runs, and `done` of `total` of what is its present `stage`.

    `sha256` names the rows of the version that it measures; `reason` says why it failed, waits or began again. Times
    are in seconds since 1970.
    """

    key: int
    name: str
    version: int
    sha256: str
    chunkings: tuple[Chunking, ...]
    retrievals: tuple[Retrieval, ...]
    hidden: Hidden
    course: Course
    reason: str
    stage: str
    done: int
    total: int
    runs_done: int
    created_at: float
    changed_at: float

    @property
    def runs(self) -> int:
        """How many runs it is made of."""
        return len(self.chunkings) * len(self.retrievals)


def queue_measurement(database: Database, plan: Plan) -> int:
    """Puts a measurement in line and returns its key. One that is in line already is not put there twice."""
    now = time.time()
    what = {
        "question_set": plan.of.key,
        "chunkings": [asdict(chunking) for chunking in plan.chunkings],
        "retrievals": [asdict(retrieval) for retrieval in plan.retrievals],
        "hidden": plan.hidden,
    }
    with database.write() as connection:
        unfinished = sa.select(measurements).where(measurements.c.state.in_(UNFINISHED))
        for row in connection.execute(unfinished):
            if all(row._mapping[name] == value for name, value in what.items()):
                return int(row.key)
        new = {
            **what,
            "state": Course.QUEUED,
            "reason": "",
            "stage": "",
            "done": 0,
            "total": 0,
            "runs_done": 0,
            "owner": None,
            "leased_until": 0.0,
            "attempts": 0,
            "created_at": now,
            "changed_at": now,
        }
        return int(connection.execute(sa.insert(measurements).values(new).returning(measurements.c.key)).scalar_one())


def cancel_measurement(database: Database, key: int) -> None:
    """Stops it, at once if nobody is at it, else within a second. One that has ended stays as it is."""
    _turn(database, key, UNFINISHED, Course.CANCELLED)


def resume_measurement(database: Database, key: int) -> None:
    """Puts one that was cancelled or has failed in line again: it goes on where it ended."""
    _turn(database, key, (Course.CANCELLED, Course.FAILED), Course.QUEUED)


def list_measurements(database: Database) -> tuple[Measurement, ...]:
    """All measurements, the newest first."""
    query = (
        sa.select(measurements, question_sets.c.name, question_sets.c.version, question_sets.c.sha256)
        .join(question_sets, measurements.c.question_set == question_sets.c.key)
        .order_by(measurements.c.key.desc())
    )
    with database.read() as connection:
        return tuple(_measurement_of(row) for row in connection.execute(query))


def plan_of(database: Database, row: Any) -> Plan:
    """What a row of `measurements` says is to be done. Raises `StoreError` where its question set is gone."""
    chunkings = tuple(Chunking(**chunking) for chunking in row.chunkings)
    retrievals = tuple(Retrieval(**retrieval) for retrieval in row.retrievals)
    return Plan(set_version(database, row.question_set), chunkings, retrievals, Hidden(row.hidden))


def _turn(database: Database, key: int, before: tuple[Course, ...], after: Course) -> None:
    turned = {
        "state": after,
        "reason": "",
        "owner": None,
        "leased_until": 0.0,
        "attempts": 0,
        "changed_at": time.time(),
    }
    with database.write() as connection:
        those = sa.update(measurements).where(measurements.c.key == key, measurements.c.state.in_(before))
        connection.execute(those.values(turned))


def _measurement_of(row: Any) -> Measurement:
    return Measurement(
        key=row.key,
        name=row.name,
        version=row.version,
        sha256=row.sha256,
        chunkings=tuple(Chunking(**chunking) for chunking in row.chunkings),
        retrievals=tuple(Retrieval(**retrieval) for retrieval in row.retrievals),
        hidden=Hidden(row.hidden),
        course=Course(row.state),
        reason=row.reason,
        stage=row.stage,
        done=row.done,
        total=row.total,
        runs_done=row.runs_done,
        created_at=row.created_at,
        changed_at=row.changed_at,
    )
