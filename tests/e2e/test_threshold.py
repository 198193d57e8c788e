"""The threshold moved in a real browser: counts and bluffs follow, and Ask refuses what it answered before."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

import engine
from engine.worker import drain, new_owner

SLOW = 120_000
"""Milliseconds: the first question loads the encoder."""

GUIDE = (
    "# Kitchen\n\n## Kettle\n\nDescale the kettle with citric acid every four weeks.\n\n"
    "## Toaster\n\nEmpty the crumb tray on Fridays.\n"
)
ANSWERED = "How often is the kettle descaled?"
ROWS = [
    {"id": "a", "question": ANSWERED, "kind": "in", "needle": "every four weeks"},
    {"id": "b", "question": "When is the crumb tray emptied?", "kind": "in", "needle": "Empty the crumb tray"},
    {"id": "c", "question": "What does a new kettle cost?", "kind": "near"},
    {"id": "d", "question": "Who composed the Goldberg Variations?", "kind": "far"},
]


def _figure(page: Page, label: str) -> Locator:
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def test_a_stricter_cut_turns_bluffs_into_refusals_and_ask_follows(
    page: Page, library: engine.Library, empty_dashboard: str
) -> None:
    library.add("kitchen.md", GUIDE.encode())
    for _ in drain(library, new_owner()):
        pass
    rows = [engine.question_row(line, row) for line, row in enumerate(ROWS, start=1)]
    engine.save_set(library.database, "kitchen", rows)

    page.goto(f"{empty_dashboard}/?q={ANSWERED}")
    expect(page.locator(".st-key-answer")).to_contain_text("Descale the kettle", timeout=SLOW)
    expect(page.locator(".st-key-answer")).to_contain_text("not calibrated for these documents")

    page.get_by_role("link", name="Threshold", exact=True).click()
    expect(_figure(page, "Right")).to_have_text("2 of 2", timeout=SLOW)

    typed = page.get_by_label("Cut, typed")
    typed.fill("2")
    typed.press("Enter")
    expect(_figure(page, "Near bluffs")).to_have_text("1 of 1")
    expect(_figure(page, "Far bluffs")).to_have_text("1 of 1")
    expect(page.get_by_role("radio", name="Bluffs (2)")).to_be_visible()

    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("Home")  # by keyboard, to the strictest cut
    expect(_figure(page, "Refused")).to_have_text("2 of 2")
    expect(_figure(page, "Far bluffs")).to_have_text("0 of 1")
    expect(page.get_by_role("radio", name="Bluffs (0)")).to_be_visible()
    expect(page.get_by_role("radio", name="Flipped (4)")).to_be_visible()
    slider.press("ArrowRight")
    expect(typed).not_to_have_value("0.000")

    page.get_by_role("button", name="Use this cut").click()
    expect(page.get_by_text("chosen on the set kitchen, version 1")).to_be_visible()
    page.goto(f"{empty_dashboard}/?q={ANSWERED}")
    refusal = page.locator(".st-key-refusal")
    expect(refusal).to_contain_text("Refused: nothing passed the cut", timeout=SLOW)
    expect(refusal).to_contain_text("chosen on the set kitchen")
