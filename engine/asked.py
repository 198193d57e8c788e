"""What was asked: the record that every answer and refusal leaves, read back."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from engine.store.database import Database
from engine.store.tables import asked
from engine.types.answers import Outcome


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was put last: `at`, in seconds since 1970, and how that ended; `times` counts all of them.

    `best_distance` is that of the pool's best passage, `None` where there was none.
    """

    key: int
    at: float
    question: str
    outcome: Outcome
    best_distance: float | None
    times: int


def asked_questions(database: Database, most: int) -> tuple[Asked, ...]:
    """The questions that were put last, the newest first, each once: at most `most` of them."""
    last = (
        sa.select(sa.func.max(asked.c.key).label("key"), sa.func.count().label("times"))
        .group_by(asked.c.question)
        .order_by(sa.desc("key"))
        .limit(most)
        .subquery()
    )
    query = (
        sa.select(asked.c.key, asked.c.at, asked.c.question, asked.c.outcome, asked.c.best_distance, last.c.times)
        .join(last, last.c.key == asked.c.key)
        .order_by(asked.c.key.desc())
    )
    with database.read() as connection:
        rows = connection.execute(query).all()
    return tuple(
        Asked(row.key, row.at, row.question, Outcome(row.outcome), row.best_distance, row.times) for row in rows
    )
