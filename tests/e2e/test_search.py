"""How a question is searched, chosen in a real browser: it is asked as chosen, and its address reopens it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import engine
from engine.worker import drain, new_owner

SLOW = 120_000
"""Milliseconds: the first question loads the encoder."""

KETTLE = "# Kettle\n\n## Care\n\nDescale the kettle with citric acid every four weeks.\n"
NAME = "guide to $5 <b>toasters</b>.md"
TOASTER = "# Toaster\n\n## Care\n\nEmpty the crumb tray of the toaster on Fridays.\n"
QUESTION = "When is the crumb tray emptied?"


def _expect_keyword_search_in_the_toaster(page: Page) -> None:
    expect(page.locator(".st-key-answer")).to_contain_text("Empty the crumb tray", timeout=SLOW)
    expect(page.locator(".st-key-answer")).to_contain_text("Found by keyword search (BM25).")
    expect(page.get_by_text(f"Only searched in {NAME}.")).to_be_visible()
    expect(page.get_by_text(f"keyword search (BM25), only in {NAME}", exact=True)).to_be_visible()
    expect(page.locator(".st-key-source_1")).to_contain_text("Rank 1: BM25 1")
    expect(page.get_by_label("Question")).to_have_value(QUESTION)


def test_a_search_is_chosen_asked_seen_by_stages_and_reopened_by_its_address(
    page: Page, library: engine.Library, empty_dashboard: str
) -> None:
    library.add("kettle.md", KETTLE.encode())
    library.add(NAME, TOASTER.encode())
    for _ in drain(library, new_owner()):
        pass
    page.goto(f"{empty_dashboard}/?q=How+often+is+the+kettle+descaled%3F")
    card = page.locator(".st-key-source_1")
    expect(card).to_contain_text("Descale the kettle", timeout=SLOW)
    expect(card).to_contain_text(re.compile(r"Rank \d: dense \d · BM25 (\d|not seen) · fused \d · late \d"))

    page.get_by_label("Question").fill(QUESTION)  # typed, and not sent yet
    page.get_by_role("button", name="How to search").click()
    page.get_by_text("keyword search (BM25)", exact=True).click()
    expect(page.get_by_text("in all documents: press Ask to search like this")).to_be_visible()
    expect(page.get_by_label("Depth, passages")).to_have_count(0)
    page.get_by_role("combobox", name="Only in these documents").click()
    page.get_by_role("option", name=NAME).click()
    expect(page.get_by_text(f"only in {NAME}: press Ask to search like this")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(card).to_contain_text("Descale the kettle")  # choosing has asked nothing
    page.get_by_role("button", name="Ask", exact=True).click()
    _expect_keyword_search_in_the_toaster(page)
    expect(page).to_have_url(re.compile(r"retriever=bm25"))

    page.goto(page.url)
    _expect_keyword_search_in_the_toaster(page)
    page.get_by_role("button", name="How to search").click()
    expect(page.get_by_role("radio", name="keyword search (BM25)")).to_be_checked()
    expect(page.get_by_role("button", name=NAME)).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Search everywhere").click()
    expect(page.get_by_text("keyword search (BM25), in all documents", exact=True)).to_be_visible()
    expect(page.get_by_text("Only searched in")).to_have_count(0)
    expect(page.locator(".st-key-answer")).to_be_visible()
    expect(page).not_to_have_url(re.compile("documents="))
    expect(page).to_have_url(re.compile("retriever=bm25"))
    page.go_back()
    _expect_keyword_search_in_the_toaster(page)
