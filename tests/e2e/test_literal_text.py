"""Text from outside, in a real browser: every sign is shown as it was typed, and none becomes an element."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import Page, expect

import engine

NAME = "www.phish.example :streamlit: a--b <- $5 $9 <b>x</b>.pdf"
READABLE = "www.phish.example :streamlit: c--d >= ~= $1 $2 <b>y</b> **z**.md"
SENTENCE = (
    "The toll is $5 to $9 -- <- at www.phish.example, https://phish.example, me@phish.example :streamlit: <b>x</b>."
)
QUESTION = "What is the toll at https://phish.example :streamlit: $5 $9 <b>x</b> a--b <- ?"
SLOW = 120_000
"""Milliseconds: reading a document includes starting the worker and converting the encoder once."""


def expect_text_only(page: Page) -> None:
    """No link to where only a text leads, no image, no bold sign, no formula; Candor's own lead to Chunks."""
    expect(page.locator('a[href*="phish"]:not([href^="chunks?"])')).to_have_count(0)
    expect(page.locator('a[href^="mailto:"]')).to_have_count(0)
    expect(page.get_by_test_id("stMain").locator("img")).to_have_count(0)
    expect(page.locator("b, strong").filter(has_text=re.compile(r"^[xyz]$"))).to_have_count(0)
    expect(page.locator(".katex")).to_have_count(0)


def test_names_reasons_and_links_are_shown_as_typed(page: Page, empty_dashboard: str, library: engine.Library) -> None:
    library.add(NAME, b"%PDF-1.7 and no more")
    page.goto(f"{empty_dashboard}/library")
    expect(page.get_by_role("alert").filter(has_text="damaged")).to_contain_text(NAME, timeout=SLOW)
    expect_text_only(page)

    page.goto(f"{empty_dashboard}/chunks?document=https://phish.example")
    expect(page.get_by_role("status").filter(has_text="phish")).to_contain_text(
        "There is no document “https://phish.example” in the library"
    )
    expect_text_only(page)
    page.get_by_role("combobox", name="Document").click()
    expect(page.get_by_role("option")).to_have_text([NAME])
    expect_text_only(page)
    page.get_by_role("option").click()
    expect(page.get_by_role("alert")).to_contain_text("damaged")
    expect(page.get_by_role("combobox", name="Document")).to_have_value(NAME)
    expect_text_only(page)


def test_documents_and_questions_are_shown_as_typed(page: Page, empty_dashboard: str, library: engine.Library) -> None:
    library.add(READABLE, f"# Title {SENTENCE}\n\n## Section {SENTENCE}\n\n{SENTENCE}\n".encode())
    page.goto(f"{empty_dashboard}/library")
    expect(page.get_by_text("1 of 1", exact=True)).to_be_visible(timeout=SLOW)

    page.goto(f"{empty_dashboard}/?q={quote(QUESTION)}")
    expect(page.locator(".st-key-answer")).to_contain_text(SENTENCE, timeout=SLOW)
    card = page.locator("[class*=st-key-source_]").filter(has_text="Section").last
    expect(card).to_contain_text(READABLE)
    expect(card).to_contain_text(f"Section {SENTENCE}")
    expect(page.get_by_label("Question")).to_have_value(QUESTION)
    expect_text_only(page)
    card.get_by_role("button", name="Show in document").click()
    expect(page.get_by_role("dialog")).to_contain_text(READABLE)
    expect(page.get_by_role("dialog").locator("mark.passage")).to_contain_text(SENTENCE)
    expect_text_only(page)
    page.keyboard.press("Escape")

    address = f"{empty_dashboard}/?q={quote(QUESTION)}&documents={quote(READABLE)}"
    page.goto(f"{address}&sections={quote(f'Section {SENTENCE}')}")
    expect(page.get_by_text(f"Only searched in {READABLE}, under “Section {SENTENCE}”.")).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="How to search").click()
    expect(page.get_by_role("button", name=READABLE)).to_be_visible()
    expect_text_only(page)
    page.keyboard.press("Escape")

    page.get_by_role("link", name="System", exact=True).click()
    page.get_by_role("button", name="Audit all documents").click()
    expect(page.get_by_role("status").filter(has_text="word for word")).to_be_visible()
    expect_text_only(page)

    page.goto(f"{empty_dashboard}/chunks?document={quote(READABLE)}&view=Chunk+by+chunk")
    expect(page.locator(".card").first).to_contain_text(SENTENCE)
    expect(page.get_by_role("combobox", name="Document")).to_have_value(READABLE)
    expect_text_only(page)
