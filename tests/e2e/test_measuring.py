"""From a sentence to a decision in a real browser: a question is made, a file imported, two strategies compared."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

import engine
from engine.worker import drain, new_owner

SLOW = 120_000
"""Milliseconds: the worker loads the encoder first."""

FILLER = " ".join(f"Shelf {number} holds jars of size {number + 3}." for number in range(15))
KETTLE = "Descale the kettle with citric acid every four weeks."
GUIDE = f"# Kitchen\n\n## Kettle\n\n{FILLER} {KETTLE}\n\n## Toaster\n\nEmpty the crumb tray on Fridays.\n"
ROWS = f"""id;question;kind;needle;document;start;end
a;How often is the kettle descaled?;in;{KETTLE};;;
b;When is the crumb tray emptied?;in;Empty the crumb tray on Fridays.;;;
c;Which jars are on shelf 3?;maybe;Shelf 3 holds jars of size 6.;;;
d;What is descaled?;in;Descale the kettle with citric acid every five weeks.;;;
e;What does the heading say?;in;Toaster;;;
f;What does a new kettle cost?;near;;;;
"""


def test_the_fixture_is_cut_apart_by_blind_chunks_and_by_no_others() -> None:
    start = GUIDE.index(KETTLE)
    assert start < 512 < start + len(KETTLE)


def test_a_needle_is_marked_a_file_imported_and_two_strategies_compared(
    page: Page, library: engine.Library, empty_dashboard: str, tmp_path: Path
) -> None:
    library.add("kitchen.md", GUIDE.encode())
    for _ in drain(library, new_owner()):
        pass
    questions = tmp_path / "kitchen.csv"
    questions.write_bytes(ROWS.encode("utf-16"))  # as a spreadsheet program saves it

    page.goto(f"{empty_dashboard}/chunks?document=kitchen.md&char={GUIDE.index('Empty')},{len(GUIDE) - 1}")
    page.get_by_role("button", name="Make a question").click()
    page.get_by_role("button", name="Choose").first.click()
    typed = page.get_by_role("combobox", name="Its question")
    typed.fill("What is done on Fridays?")
    typed.press("Enter")
    expect(page.get_by_text("Added as q1 to “my questions”, now version 1.")).to_be_visible()
    page.get_by_role("link", name="See it on Questions").click()
    expect(page.get_by_text("1 in", exact=False).first).to_be_visible()

    page.get_by_role("button", name="Import").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(questions)
    expect(page.get_by_text("6 rows of kitchen.csv became the new set “kitchen”.")).to_be_visible()
    page.keyboard.press("Escape")
    for reason in (
        "Its kind is 'maybe'",
        "The needle is in no document that is searched",
        "The needle is a heading of kitchen.md",
    ):
        expect(page.get_by_text(reason, exact=False).first).to_be_visible()
    page.get_by_role("button", name="Take it").first.click()
    expect(page.get_by_text("unsaved changes")).to_be_visible()
    page.get_by_role("button", name="Save as version 2").click()
    expect(page.get_by_text("“kitchen”, version 2, is kept.")).to_be_visible()
    stored = engine.newest_set(library.database, "kitchen")
    assert stored is not None
    assert stored.version == 2
    assert [row.id for row in stored.rows] == list("abcdef")

    page.get_by_role("link", name="Evaluate", exact=True).click()
    for letter in "BCDFG":
        page.get_by_role("button", name=letter, exact=True).click()
    page.get_by_role("button", name="Run: 2 runs").click()
    expect(page.get_by_text("Choose a row to export its run.", exact=False)).to_be_visible(timeout=SLOW)
    page.get_by_role("radio", name="Destroyed").click()
    expect(page.get_by_text("How often is the kettle descaled?", exact=False).first).to_be_attached()
    page.get_by_role("radio", name="Compare two").click()
    expect(page.get_by_text("not distinguishable", exact=False).first).to_be_visible()
    grid = page.get_by_test_id("stDataFrame").last
    grid.locator(".dvn-scroller").click(position={"x": 14, "y": 52})
    under_a = page.get_by_role("link", name="Show in Chunks under A")
    expect(under_a).to_have_attribute("href", re.compile(r"chunks\?.*document=kitchen.md.*strategy=A"))
    page.get_by_role("link", name="Open in Ask").first.click()
    expect(page.locator(".st-key-answer")).to_contain_text("Descale the kettle", timeout=SLOW)
