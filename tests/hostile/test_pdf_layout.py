"""Pages drawn to confuse whoever looks for rows, columns and tables: all that pdfium reads is read, and soon."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable

import pypdfium2
import pytest

from engine.documents import extract
from engine.documents.rereading import misread
from tests.hostile.pdf_bytes import CATALOG, FONT, PAGE, assemble, one_page, stream, tree

COUNT = 5_000
SECONDS = 20  # a fortieth of it is usual; what grows with the square of the words takes longer


def chance_of(number: int) -> random.Random:
    return random.Random(number)


def aslant(number: int) -> bytes:
    chance = chance_of(number)
    angle = chance.random() * 6
    turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
    return b"%.3f %.3f %.3f %.3f %d %d" % (*turn, chance.randrange(600), chance.randrange(800))


def scattered(number: int) -> bytes:
    chance = chance_of(number)
    return b"1 0 0 1 %d %d" % (chance.randrange(600), chance.randrange(800))


PLACES: dict[str, Callable[[int], bytes]] = {
    "scattered": scattered,
    "in every direction": aslant,
    "on one endless row": lambda number: b"1 0 0 1 %d 400" % (number * 9),
    "in one endless column": lambda number: b"1 0 0 1 50 %d" % (90_000 - 12 * number),
    "in an endless table": lambda number: b"1 0 0 1 %d %d" % (50 + 150 * (number % 3), 90_000 - 12 * (number // 3)),
    "all in one place": lambda number: b"1 0 0 1 50 700",
    "of no size": lambda number: b"0 0 0 0 %d 400" % number,
    "mirrored": lambda number: b"-1 0 0 1 %d %d" % (number % 600, 700 - number // 600 * 14),
    "out of all bounds": lambda number: b"1 0 0 1 %d %d" % (-(10**7) * number, 10**8 * number),
}


@pytest.mark.parametrize("kind", PLACES)
def test_words_anywhere_are_all_read_once_and_soon(kind: str) -> None:
    words = (b"%s Tm (w%d) Tj " % (PLACES[kind](number), number) for number in range(COUNT))
    data = one_page(b"BT /F1 6 Tf %sET" % b"".join(words))
    seen = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    if not seen.strip():
        return  # pdfium leaves out what has no size: there is nothing to be read
    started = time.monotonic()
    extraction = extract("a.pdf", data)
    assert time.monotonic() - started < SECONDS
    assert sorted("".join(extraction.text.replace(" | ", " ").split())) == sorted("".join(seen.split()))
    assert misread("a.pdf", data, extraction) == []


def test_text_that_is_not_seen_is_text() -> None:
    """As a scanner's own recognition writes it below its picture."""
    assert extract("a.pdf", one_page(b"BT /F1 12 Tf 3 Tr 50 700 Td (Unseen words) Tj ET")).text == "Unseen words"


def test_a_page_outside_of_its_own_frame_is_read() -> None:
    data = one_page(b"BT /F1 12 Tf 50 700 Td (Words) Tj ET", b"/CropBox [10 10 9 9] ")
    assert extract("a.pdf", data).text == "Words"


@pytest.mark.parametrize("box", [b"[0 0 0 0]", b"[0 0 1e9 1e9]", b"[-5 -5 5 5]", b"[600 800 0 0]", b"[(a) 0 1 2]"])
def test_pages_of_impossible_sizes_are_read(box: bytes) -> None:
    page = PAGE.replace(b"[0 0 600 800]", box) % b""
    data = assemble(CATALOG, tree(), page, stream(b"BT /F1 12 Tf 50 700 Td (Words) Tj ET"), FONT % b"")
    assert extract("a.pdf", data).text == "Words"


def test_the_same_page_a_thousand_times_is_not_taken_for_headers_alone() -> None:
    data = assemble(
        CATALOG,
        tree(b"3 0 R " * 1000, 1000),
        PAGE % b"",
        stream(b"BT /F1 12 Tf 50 700 Td (Same words on every page) Tj ET"),
        FONT % b"",
    )
    extraction = extract("a.pdf", data)
    assert extraction.text.count("Same words on every page") == (extraction.pages or 0) - len(extraction.unread_pages)
