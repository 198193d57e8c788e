"""The Chunks page under test: how it is opened, and what it shows."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.ui.marks import Page, drawn_html, notices

ROOT = Path(__file__).resolve().parents[2]

INTRO = "# Kettle\n\nFill it. Boil it."
CARE = "Descale it often, since the water here is hard and the coil suffers. Rinse it twice."
LONG = "Words that go on " * 80  # one sentence of 1,360 characters and 320 words: longer than target and window
GUIDE = f"{INTRO}\n\n## Care\n\n{CARE}\n\n## Words\n\n{LONG.strip()}.\n"
HOSTILE = 'q"uote <b>&amp; $5_x_ #1.md'


def follow(**link: str) -> AppTest:
    """The page as it opens by a link."""
    page = AppTest.from_file(str(ROOT / "dashboard" / "main.py"), default_timeout=60)
    page.run()
    return go(page, "chunks", **link)


def go(page: AppTest, name: str, **link: str) -> AppTest:
    """Another page of the same session, opened by a link."""
    page.switch_page(f"../pages/{name}.py")
    page.query_params = dict(link)
    page.run()
    assert not page.exception
    return page


def drawn(page: AppTest, nth: int = -1) -> Page:
    """The page's texts as HTML; the last one where there is one column."""
    return Page(drawn_html(page)[nth])


def figures(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def warnings(page: AppTest) -> list[str]:
    return notices(page, "warning")


def badge(page: AppTest) -> str:
    """What is said of where the shown chunks come from."""
    said = [element.value for element in page.markdown if "badge" in element.value]
    return next(each for each in said if "index" in each or "preview" in each or "stale:" in each)
