"""The Evaluate page and a small set to measure with, for its tests."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button, ButtonGroup

import engine
from dashboard import evaluation_state

GUIDE = (
    "# Kitchen\n\n## Kettle\n\nDescale the kettle with citric acid every four weeks.\n\n"
    "## Toaster\n\nEmpty the crumb tray on Fridays.\n"
)
ROWS = [
    {"id": "a", "question": "How often is the kettle descaled?", "kind": "in", "needle": "every four weeks"},
    {"id": "b", "question": "When is the tray emptied?", "kind": "in", "needle": "Empty the crumb tray on Fridays."},
    {"id": "c", "question": "What does a new kettle cost?", "kind": "near"},
]
SMALLEST = 64
"""A target at which strategy A cuts the first needle apart: it stands at characters 58 to 74."""


def save(library: engine.Library, rows: list[dict[str, str]]) -> engine.QuestionSet:
    """The rows as the newest version of the set `desk`."""
    return engine.save_set(library.database, "desk", [engine.question_row(n, row) for n, row in enumerate(rows, 1)])


def plan(of: engine.QuestionSet, letters: str = "AE", hidden: engine.Hidden = engine.Hidden.NOTHING) -> engine.Plan:
    """Strategies by two retrievers."""
    ways = [engine.Retrieval("dense", 25), engine.Retrieval("bm25", 25)]
    return engine.planned(of, [engine.Chunking(letter, SMALLEST, 16) for letter in letters], ways, hidden)


def said(page: AppTest) -> str:
    """Everything that notices and quiet lines say."""
    return " ".join(element.value for element in page.html)


def button(page: AppTest, label: str) -> Button:
    """The button whose label begins so."""
    return next(button for button in page.button if button.label.startswith(label))


def control(page: AppTest, key: str) -> ButtonGroup[object]:
    """The segmented control with this key."""
    return next(control for control in page.segmented_control if control.key == key)


def look(page: AppTest, view: str) -> AppTest:
    """The page with one of its views chosen."""
    control(page, evaluation_state.LOOK).set_value(view).run()
    assert not page.exception
    return page


def choose_row(page: AppTest, key: str, *rows: int) -> AppTest:
    """As a click on rows of the table whose key begins so."""
    table = next(frame for frame in page.dataframe if (frame.key or "").startswith(key))
    page.session_state[str(table.key)] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    page.run()
    assert not page.exception
    return page


def buttons(page: AppTest) -> list[str]:
    """The labels of all buttons."""
    return [button.label for button in page.button]
