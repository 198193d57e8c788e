"""The Questions page under test: sets for it, and what it shows."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

import engine


def keep(library: engine.Library, *rows: dict[str, Any], name: str = "kitchen") -> engine.QuestionSet:
    """Keeps rows as a set; what a row does not say is a question of its own, of kind in."""
    kept = [
        engine.question_row(line, {"id": f"r{line}", "question": f"Question {line}?", "kind": "in", **row})
        for line, row in enumerate(rows, start=1)
    ]
    return engine.save_set(library.database, name, kept)


def button(page: AppTest, label: str) -> Button:
    return next(button for button in page.button if button.label == label)


def buttons(page: AppTest, label: str) -> list[Button]:
    return [button for button in page.button if button.label == label]


def counts(page: AppTest) -> str:
    return next(text.value for text in page.markdown if "far;" in text.value or "Not checked" in text.value).strip("*")


def is_changed(page: AppTest) -> bool:
    return any("unsaved changes" in text.value for text in page.markdown)
