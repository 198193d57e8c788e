"""What was asked, read back: the newest first, each question once."""

from __future__ import annotations

import sqlalchemy as sa

import engine
from engine.store.tables import asked

ROW = {"gate": "distance", "cut": 0.675, "best_score": 0.5, "model_calls": 0}


def _asked(library: engine.Library, *rows: tuple[float, str, engine.Outcome, float | None]) -> None:
    with library.database.write() as connection:
        for at, question, outcome, distance in rows:
            row = {**ROW, "at": at, "question": question, "outcome": outcome, "best_distance": distance}
            connection.execute(sa.insert(asked).values(row))


def test_nothing_was_asked_yet(library: engine.Library) -> None:
    assert engine.asked_questions(library.database, 10) == ()


def test_the_newest_comes_first_and_a_question_once_with_how_it_ended_last(library: engine.Library) -> None:
    _asked(
        library,
        (1.0, "How?", engine.Outcome.BELOW_CUT, 0.9),
        (2.0, "Why?", engine.Outcome.NOTHING_INDEXED, None),
        (3.0, "How?", engine.Outcome.ANSWERED, 0.4),
        (4.0, "Who?", engine.Outcome.BELOW_CUT, 0.8),
        (5.0, "Why?", engine.Outcome.BELOW_CUT, 0.7),
    )
    found = engine.asked_questions(library.database, 10)
    assert [(one.question, one.at, one.outcome, one.best_distance, one.times) for one in found] == [
        ("Why?", 5.0, engine.Outcome.BELOW_CUT, 0.7, 2),
        ("Who?", 4.0, engine.Outcome.BELOW_CUT, 0.8, 1),
        ("How?", 3.0, engine.Outcome.ANSWERED, 0.4, 2),
    ]


def test_no_more_than_wanted_and_of_those_the_last(library: engine.Library) -> None:
    _asked(library, *((float(n), f"Number {n}?", engine.Outcome.ANSWERED, 0.1) for n in range(5)))
    _asked(library, (9.0, "Number 0?", engine.Outcome.ANSWERED, 0.1))
    found = engine.asked_questions(library.database, 2)
    assert [one.question for one in found] == ["Number 0?", "Number 4?"]
    assert found[0].times == 2


def test_what_the_desk_refuses_stands_in_the_log(library: engine.Library) -> None:
    engine.Desk(library).ask("  Is anybody there?  ")
    (found,) = engine.asked_questions(library.database, 10)
    assert (found.question, found.outcome) == ("Is anybody there?", engine.Outcome.NOTHING_INDEXED)
    assert found.best_distance is None
