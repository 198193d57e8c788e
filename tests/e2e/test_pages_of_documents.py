"""A citation in a PDF, opened in a real browser: what is marked on the page is what was quoted, to the pixel."""

from __future__ import annotations

import random
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth

import engine
from engine.worker import drain, new_owner
from tests.pdfs import drawn, put, typeset
from tests.scans import scan_of

SLOW = 120_000
"""Milliseconds: the first question loads the encoder."""

NAME = "harbour guide.pdf"
QUESTION = "When does the last ferry return in winter?"
QUOTED = ("In winter the last ferry", "returns at five.")
"""A sentence over two lines: the first ends a line, the second begins one."""

HEADER = "Lowick Harbour Guide"
SIZE, LEFT, LEADING = 14, 60, 22  # points
ROWS = (
    (
        "The gates open at seven in the morning.",
        "They are closed at nine in the evening.",
        "The lighthouse is lit at dusk, all year.",
    ),
    (
        f"Dogs travel free of charge. {QUOTED[0]}",
        f"{QUOTED[1]} Parcels are handed to the purser.",
        "Cargo is weighed on the quay.",
    ),
    (
        "Fuel is sold at the south pier on Tuesdays.",
        "Bring a hose of your own, and pay in cash.",
        "No fuel is sold while a ferry is at the pier.",
    ),
)

Pixel = tuple[int, int, int]

Area = tuple[float, float, float, float]
"""Left, top, right, bottom in points from the upper left corner of the page."""


def guide() -> bytes:
    """Three pages with the same header, and a line at every multiple of `LEADING`."""
    return typeset(
        *(
            drawn(
                put(HEADER, LEFT, A4[1] - 40, 9),
                *(put(row, LEFT, A4[1] - baseline(at), SIZE) for at, row in enumerate(rows)),
            )
            for rows in ROWS
        ),
        title="Lowick Harbour",
    )


def baseline(row: int) -> float:
    return 120.0 + LEADING * row


def area(row: int, words: str) -> Area:
    """Where these words stand on page 2: ReportLab's own widths, from the baseline to the height of an x."""
    line = ROWS[1][row]
    left = LEFT + stringWidth(line[: line.index(words)], "Helvetica", SIZE)
    right = left + stringWidth(words, "Helvetica", SIZE)
    return left, baseline(row) - 0.5 * SIZE, right, baseline(row)


def quoted(pixel: Pixel) -> bool:
    """Whether it has the colour of a cited sentence."""
    red, _, blue = pixel
    return red > 180 and blue < 70


def found(pixel: Pixel) -> bool:
    """Whether it has the lighter colour of the passage around it."""
    red, _, blue = pixel
    return red > 200 and 100 < blue < 190


def share(picture: Image.Image, within: Area, colour: Callable[[Pixel], bool]) -> float:
    """The share of an area that has this colour. The letters have none: about a third of the area of a word."""
    scale = picture.width / A4[0]
    pixels = list(picture.crop([round(side * scale) for side in within]).get_flattened_data())
    return sum(map(colour, pixels)) / len(pixels)


def reach(picture: Image.Image, row: int, colour: Callable[[Pixel], bool]) -> tuple[float, float]:
    """The first and the last place with this colour in a row, from the left, in points."""
    scale = picture.width / A4[0]
    height = round((baseline(row) - 0.25 * SIZE) * scale)
    places = [x / scale for x in range(picture.width) if colour(picture.getpixel((x, height)))]
    return places[0], places[-1]


@pytest.mark.parametrize(("printed", "scheme", "slack"), [("typeset", "dark", 2), ("scanned", "light", 4)])
def test_what_is_marked_on_the_page_is_what_was_quoted(
    page: Page, library: engine.Library, empty_dashboard: str, printed: str, scheme: str, slack: float
) -> None:
    library.add(NAME, guide() if printed == "typeset" else scan_of(guide()))
    for _ in drain(library, new_owner()):
        pass
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 1440, "height": 1600})  # the page is seen whole
    page.goto(f"{empty_dashboard}/?q={QUESTION.replace(' ', '+')}")
    expect(page.locator(".st-key-answer")).to_contain_text(QUOTED[0], timeout=SLOW)
    card = page.locator(".st-key-source_1")
    original = card.get_by_role("link", name="Open original at page 2").get_attribute("href")
    assert original
    assert original.endswith("#page=2")
    assert page.request.get(f"{empty_dashboard}{original}").headers["content-type"] == "application/pdf"

    card.get_by_role("button", name="Show in document").click()
    picture = page.get_by_role("dialog").get_by_role("img", name="Page 2 as it is printed")
    expect(picture).to_be_visible()
    shown = Image.open(BytesIO(picture.screenshot(animations="disabled"))).convert("RGB")
    for row, words in enumerate(QUOTED):
        left, _, right, _ = area(row, words)
        assert share(shown, area(row, words), quoted) > 0.5, words
        assert reach(shown, row, quoted) == pytest.approx((left, right), abs=slack), words
    for row, words in enumerate(("Dogs travel free of charge.", "Parcels are handed to the purser.")):
        assert share(shown, area(row, words), quoted) == 0, words
        assert share(shown, area(row, words), found) > 0.5, words
    header = (LEFT, 30, LEFT + stringWidth(HEADER, "Helvetica", 9), 40)
    assert share(shown, header, quoted) == share(shown, header, found) == 0  # left out of the text, so never quoted


def test_a_passage_stays_open_when_another_document_is_ready(
    page: Page, library: engine.Library, empty_dashboard: str
) -> None:
    library.add(NAME, guide())
    for _ in drain(library, new_owner()):
        pass
    chance = random.Random(1)
    paragraphs = (" ".join(chance.choices(" ".join(sum(ROWS, ())).split(), k=60)) for _ in range(400))
    long = library.add("long.txt", "\n\n".join(paragraphs).encode())
    page.goto(f"{empty_dashboard}/chunks?document={NAME.replace(' ', '+')}")
    page.get_by_role("button", name="On its page").click()
    passage = page.get_by_role("dialog")
    expect(passage.get_by_role("img")).to_be_visible()
    assert library.document(long).state is not engine.State.READY  # or there is nothing to see here
    expect(page.get_by_text("1 document, ")).to_be_visible()
    expect(page.get_by_text("2 documents, ")).to_be_visible(timeout=SLOW)  # the badge is drawn anew behind the passage
    page.wait_for_timeout(2000)
    expect(passage.get_by_role("img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(passage).to_have_count(0)
    expect(page.get_by_role("button", name="On its page")).to_be_focused()


def test_lines_that_were_left_out_are_seen_and_kept(page: Page, library: engine.Library, empty_dashboard: str) -> None:
    library.add(NAME, guide())
    for _ in drain(library, new_owner()):
        pass
    page.goto(f"{empty_dashboard}/library?read={NAME.replace(' ', '+')}")
    text = page.get_by_text(ROWS[0][0])
    expect(text).to_be_visible()
    expect(text).not_to_contain_text(HEADER)
    expect(page.get_by_text(f"Left out: {HEADER}")).to_be_visible()
    page.get_by_role("button", name="Keep these lines").click()
    expect(text).to_contain_text(HEADER, timeout=SLOW)
    expect(page.get_by_text("Kept in the text.")).to_be_visible()
    page.get_by_role("button", name="Next page").click()
    expect(page.get_by_role("img", name="Page 2 as it is printed")).to_be_visible()
    expect(page.get_by_text(QUOTED[0])).to_contain_text(HEADER)
    for turned in ("Next page", "Previous page"):  # the row follows, and can be chosen again
        page.get_by_role("button", name=turned).click()
        expect(page.get_by_role("img", name="Page 2 as it is printed")).not_to_be_visible()
        page.get_by_test_id("stDataFrame").first.click(position={"x": 18, "y": 35 * 2 + 17})
        expect(page.get_by_role("img", name="Page 2 as it is printed")).to_be_visible()
    page.get_by_role("button", name="All documents").click()
    expect(page.get_by_role("button", name="How it was read")).to_be_disabled()
