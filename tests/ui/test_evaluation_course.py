"""Measurements in line on the Evaluate page, and what is told of them when their sets change or go."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

import engine
from tests.ui.evaluate_page import ROWS, button, buttons, plan, said, save

Open = Callable[[str], AppTest]


@pytest.fixture
def desk(library: engine.Library) -> engine.QuestionSet:
    """A small set, kept. No document is there, so that nothing else is drawn."""
    return save(library, ROWS)


@pytest.mark.parametrize("others", [True, False])
def test_a_set_deleted_while_it_is_measured_is_told_until_that_is_dismissed(
    library: engine.Library, opened: Open, desk: engine.QuestionSet, others: bool
) -> None:
    if others:
        engine.save_set(library.database, "other", desk.rows)
    engine.queue_measurement(library.database, plan(desk))
    page = opened("evaluate")
    engine.delete_set(library.database, "desk")
    page.run()
    assert not page.exception
    assert "“desk” was deleted since its measurement was shown here, and its runs with it." in said(page)
    assert "Cancel" not in buttons(page)
    button(page, "Dismiss").click().run()
    assert not page.exception
    assert "was deleted" not in said(page)


def test_a_set_deleted_after_its_measurement_ended_is_not_told(
    library: engine.Library, opened: Open, desk: engine.QuestionSet
) -> None:
    engine.save_set(library.database, "other", desk.rows)
    key = engine.queue_measurement(library.database, plan(desk))
    page = opened("evaluate")
    engine.cancel_measurement(library.database, key)
    page.run()
    assert "Cancelled." in said(page)
    engine.delete_set(library.database, "desk")
    page.run()
    assert not page.exception
    assert "was deleted" not in said(page)


def test_a_measurement_that_ended_before_its_set_was_deleted_is_not_said_to_be_stopped(
    library: engine.Library, opened: Open, desk: engine.QuestionSet
) -> None:
    key = engine.queue_measurement(library.database, plan(desk))
    page = opened("evaluate")
    engine.cancel_measurement(library.database, key)
    engine.delete_set(library.database, "desk")
    page.run()
    assert "Measurement gone." in said(page)
    assert "stopped" not in said(page)


def test_a_deleted_set_is_told_although_another_measurement_has_the_key_of_its(
    library: engine.Library, opened: Open, desk: engine.QuestionSet
) -> None:
    other = engine.save_set(library.database, "other", desk.rows)
    key = engine.queue_measurement(library.database, plan(desk))
    page = opened("evaluate")
    engine.delete_set(library.database, "desk")
    assert engine.queue_measurement(library.database, plan(other)) == key
    page.run()
    assert "“desk” was deleted" in said(page)
    assert "other, version 1. In line" in said(page)


def test_progress_is_told_without_reading_the_rows_of_the_set(
    library: engine.Library, desk: engine.QuestionSet
) -> None:
    """It is told every second; a large set takes longer to read than all the rest of it."""
    engine.queue_measurement(library.database, plan(desk))
    save(library, ROWS[:2])
    with library.database.write() as connection:
        connection.exec_driver_sql("UPDATE question_sets SET rows = 'no JSON'")
    script = "from dashboard import evaluation_course\nevaluation_course.course()"
    page = AppTest.from_string(script, default_timeout=60).run()
    assert not page.exception
    assert "The newest is version 2" in said(page)
