"""The main job in a real browser: upload, look at the cuts, ask, follow a citation, be refused."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from playwright.sync_api import Page, expect

import engine
from tests.pdfs import simple_pdf

SAMPLE = len(list((Path(__file__).resolve().parents[2] / "data" / "handbook").glob("*.md")))
SLOW = 120_000
"""Milliseconds: reading a document includes starting the worker and converting the encoder once."""

FERRY = simple_pdf(
    [
        ["The Nordlys ferry", "", "Passengers board at the northern quay.", *["The crossing takes two hours."] * 16],
        ["Luggage", "", "Each passenger may bring one bicycle free of charge.", "Surfboards travel as freight."],
    ],
    title="The Nordlys ferry",
)
KETTLE = (
    "# Kitchen\n\nPlease keep this guide.\n\n## Kettle\n\n"
    "Descale the kettle with citric acid every four weeks. Rinse it twice before the next use.\n\n"
    "## Toaster\n\nEmpty the crumb tray on Fridays.\n"
)


def open_page(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def ask(page: Page, question: str) -> None:
    open_page(page, "Ask")
    page.get_by_label("Question").fill(question)
    page.get_by_label("Question").press("Enter")


def test_from_upload_to_a_checked_citation_and_a_refusal(page: Page, dashboard: str) -> None:
    page.goto(f"{dashboard}/library")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [
            {"name": "ferry.pdf", "mimeType": "application/pdf", "buffer": FERRY},
            {"name": "kitchen.md", "mimeType": "text/markdown", "buffer": KETTLE.encode()},
            {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 and no more"},
        ]
    )
    # the sample's chapters and two of ours are ready, the broken one has failed with its reason
    expect(page.get_by_text(f"{SAMPLE + 2} of {SAMPLE + 3}")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text(f"{SAMPLE + 2} documents")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="broken.pdf")).to_contain_text("damaged")
    expect(page.get_by_role("button", name="Retry 1 failed")).to_be_visible()

    page.goto(f"{dashboard}/chunks?document=kitchen.md")
    expect(page.get_by_text("Please keep this guide.")).to_be_visible(timeout=SLOW)
    expect(page.get_by_label("Chunk, 1 to 3")).to_be_visible()
    page.get_by_role("radio", name="Chunk by chunk").click()
    expect(page.get_by_text("Kitchen > Kettle").first).to_be_visible()
    expect(page).to_have_url(re.compile("view="))
    address = page.url
    page.goto(f"{dashboard}/system")
    page.goto(address)
    expect(page.get_by_text("Kitchen > Kettle").first).to_be_visible(timeout=SLOW)

    ask(page, "How many bicycles may a passenger bring?")
    answer = page.locator(".st-key-answer")
    expect(answer).to_contain_text("Each passenger may bring one bicycle free of charge.", timeout=SLOW)
    expect(answer).to_contain_text("model calls: 0")
    card = page.locator(".st-key-source_1")
    expect(card).to_contain_text("ferry.pdf")
    expect(card).to_contain_text("page 2")
    card.get_by_role("button", name="Show in document").click()
    passage = page.get_by_role("dialog").locator("mark.passage")
    expect(passage).to_contain_text("Luggage")
    expect(passage.locator("mark").first).to_have_text("Each passenger may bring one bicycle free of charge.")
    original = page.get_by_role("dialog").get_by_role("link", name="Open original at page 2")
    expect(original).to_have_attribute("href", re.compile(r"/originals/[0-9a-f]{64}#page=2$"))
    page.keyboard.press("Escape")

    ask(page, "How often is the kettle descaled?")
    expect(page.locator(".st-key-source_1")).to_contain_text("kitchen.md", timeout=SLOW)
    page.locator(".st-key-source_1").get_by_role("link", name="Open in Chunks").click()
    expect(page).to_have_url(re.compile(r"/chunks\?.*char=\d+(,|%2C)\d+"))
    expect(page.get_by_text("Descale the kettle with citric acid every four weeks.")).to_be_visible(timeout=SLOW)

    ask(page, "Which treaty ended the war between Sweden and Russia?")
    refusal = page.locator(".st-key-refusal")
    expect(refusal).to_contain_text("Refused: nothing passed the cut", timeout=SLOW)
    expect(refusal).to_contain_text("Best distance")
    expect(refusal).to_contain_text("0.675")
    expect(refusal).to_contain_text("model calls: 0")
    expect(page.locator(".st-key-answer")).to_have_count(0)


def test_an_original_is_served_in_ranges_and_nothing_active_is_shown(
    page: Page, empty_dashboard: str, library: engine.Library
) -> None:
    page.goto(f"{empty_dashboard}/library")
    hostile = b"<!doctype html><html><title>Hostile</title><p>Some text.</p><script>alert(1)</script></html>"
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [
            {"name": "ferry.pdf", "mimeType": "application/pdf", "buffer": FERRY},
            {"name": "hostile.html", "mimeType": "text/html", "buffer": hostile},
        ]
    )
    expect(page.get_by_text("2 of 2", exact=True)).to_be_visible(timeout=SLOW)
    digest = hashlib.sha256(FERRY).hexdigest()
    part = page.request.get(f"{empty_dashboard}/originals/{digest}", headers={"Range": "bytes=0-7"})
    assert (part.status, part.body()) == (206, FERRY[:8])
    assert part.headers["content-type"] == "application/pdf"
    script = page.request.get(f"{empty_dashboard}/originals/{hashlib.sha256(hostile).hexdigest()}")
    assert script.headers["content-disposition"].startswith("attachment")
    assert script.headers["content-type"] == "application/octet-stream"
    assert script.headers["x-content-type-options"] == "nosniff"
    assert script.body() == hostile
    assert page.request.get(f"{empty_dashboard}/originals/{'0' * 64}").status == 404
    library.blobs.path(digest).unlink()
    gone = page.request.get(f"{empty_dashboard}/originals/{digest}")
    assert (gone.status, gone.text()) == (
        404,
        "The original of ferry.pdf is missing from the library's folder; upload it again.",
    )


def test_the_sample_is_there_once_and_goes_in_one_click(page: Page, dashboard: str) -> None:
    page.goto(f"{dashboard}/library")
    page.get_by_role("button", name="Remove the sample").click()
    expect(page.get_by_text("handbook here as a sample")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("No documents yet.")).to_be_visible()  # it stands below everything else: all is drawn
    expect(page.get_by_role("button", name="Remove the sample")).to_have_count(0)


def test_a_traceback_is_noticed_even_on_a_page_that_is_left(page: Page, faults: list[str]) -> None:
    page.goto("data:text/html,<p>before</p>")
    page.evaluate("document.body.innerHTML = '<div data-testid=stException>ValueError</div>'")
    page.goto("data:text/html,<p>behind</p>")
    assert faults == ["ValueError"]
    faults.clear()
