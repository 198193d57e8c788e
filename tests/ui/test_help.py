"""The Help page: every chapter of the handbook, as it was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

import engine

CHAPTERS = sorted((Path(__file__).resolve().parents[2] / "data" / "handbook").glob("*.md"))


def test_every_chapter_can_be_read(library: engine.Library, opened: Callable[[str], AppTest]) -> None:
    page = opened("help")
    titles = [chapter.read_text("utf-8").splitlines()[0].removeprefix("# ") for chapter in CHAPTERS]
    assert page.radio[0].options == titles
    for title, chapter in zip(titles, CHAPTERS, strict=True):
        page.radio[0].set_value(title).run()
        assert not page.exception
        assert page.markdown[-1].value in chapter.read_text("utf-8")
        assert len(page.markdown[-1].value) > 9_000


def test_no_chapter_holds_what_the_page_would_take_for_something_else() -> None:
    for chapter in CHAPTERS:
        text = chapter.read_text("utf-8")
        assert text.startswith("# "), chapter.name
        assert "$" not in text, chapter.name  # Streamlit reads a pair of them as a formula
        assert "<script" not in text.replace("`<script", ""), chapter.name
