"""The order in which the text of a page is read: as a person reads it, whatever order it was drawn in."""

from __future__ import annotations

import re
from itertools import chain, zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth

from engine.documents import extract
from engine.documents.pdf_glyphs import bare
from engine.documents.pdf_order import ordered
from engine.documents.pdf_pieces import Piece
from engine.types.extraction import Extraction
from tests.pdfs import Draw, Sheet, column, drawn, put, turned, typeset, wrapped

TEXTS = (
    "The ferry leaves the quay every morning at seven and comes back at night, unless the wind is stronger than the "
    "captain likes, in which case the passengers are told by letter on the day before and get their money back.",
    "Whoever moors overnight pays the harbour office before noon. The rate depends on the length of the vessel, which "
    "the watch measures with a rope that is older than the harbour itself and was never once replaced by anybody.",
    "In winter the upper basin freezes over. Boats that stay there are lifted out by the crane, set on wooden blocks "
    "along the northern wall, and painted in the spring by those of the sailors who did not go south in the autumn.",
)
TOP = 700.0


def read(*pages: Draw) -> Extraction:
    return extract("report.pdf", typeset(*pages))


def columns(count: int, width: float, gutter: float) -> list[list[tuple[str, float, float]]]:
    """The lines of so many columns with the place of each."""
    return [
        [(row, 50 + at * (width + gutter), TOP - 14 * line) for line, row in enumerate(wrapped(TEXTS[at], width))]
        for at in range(count)
    ]


def by_column(placed: list[list[tuple[str, float, float]]]) -> Draw:
    return drawn(*(put(*line) for line in chain(*placed)))


def by_row(placed: list[list[tuple[str, float, float]]]) -> Draw:
    return drawn(*(put(*line) for line in chain(*zip_longest(*placed)) if line))


def folded(text: str) -> str:
    return " ".join(text.split())


def assert_reads(extraction: Extraction, *parts: str) -> None:
    """These parts and nothing else, in this order."""
    assert folded(extraction.text) == " ".join(parts)


def test_two_columns_drawn_one_after_the_other_stay() -> None:
    assert_reads(read(by_column(columns(2, 230, 24))), *TEXTS[:2])


def test_two_columns_drawn_row_by_row_are_read_one_after_the_other() -> None:
    extraction = read(by_row(columns(2, 230, 24)))
    assert_reads(extraction, *TEXTS[:2])
    assert "|" not in extraction.text


@pytest.mark.parametrize("way", [by_column, by_row])
def test_three_columns(way: object) -> None:
    assert callable(way)
    assert_reads(read(way(columns(3, 150, 18))), *TEXTS)


@pytest.mark.parametrize("way", [by_column, by_row])
def test_a_title_over_two_columns_comes_first(way: object) -> None:
    assert callable(way)
    title = "What everybody who comes to this harbour has to know before the first night"
    assert_reads(read(drawn(put(title, 50, 760, 14), way(columns(2, 230, 24)))), title, *TEXTS[:2])


def test_a_title_drawn_between_columns_that_are_drawn_row_by_row_divides_them() -> None:
    title = "And what they have to know, every single one of them, after it"
    above = by_row(columns(2, 230, 24))
    below = drawn(*(put(row, 50, 480 - 14 * at) for at, row in enumerate(wrapped(TEXTS[2], 480))))
    assert_reads(read(drawn(above, put(title, 50, 510, 14), below)), *TEXTS[:2], title, TEXTS[2])


def test_columns_whose_rows_are_not_at_one_height() -> None:
    left, right = columns(2, 230, 24)
    shifted = [(row, x, y - 5) for row, x, y in right]
    assert_reads(read(by_row([left, shifted])), *TEXTS[:2])


def test_columns_that_are_close_to_each_other() -> None:
    assert_reads(read(by_row(columns(2, 230, 12))), *TEXTS[:2])


def test_columns_of_unequal_length_drawn_row_by_row() -> None:
    left, right = columns(2, 230, 24)
    assert_reads(read(by_row([left, right[:4]])), TEXTS[0], " ".join(row for row, _, _ in right[:4]))
    assert_reads(read(by_row([left[:4], right])), " ".join(row for row, _, _ in left[:4]), TEXTS[1])


def test_justified_columns_drawn_row_by_row() -> None:
    width = 230.0
    left, right = ([*wrapped(TEXTS[at], width)] for at in (0, 1))
    lines = [
        put(row, x, TOP - 14 * at) if row in (left[-1], right[-1]) else justified_row(row, x, TOP - 14 * at, width)
        for at, pair in enumerate(zip_longest(left, right))
        for row, x in zip(pair, (50, 304), strict=True)
        if row
    ]
    assert_reads(read(drawn(*lines)), *TEXTS[:2])


def test_words_that_were_drawn_one_by_one_are_lines() -> None:
    words = [
        put(word, 50 + stringWidth(row[:start], "Helvetica", 11), TOP - 14 * at)
        for at, row in enumerate(wrapped(TEXTS[0], 400))
        for start, word in starts_of(row)
    ]
    assert_reads(read(drawn(*words)), TEXTS[0])


def justified_row(row: str, x: float, y: float, width: float) -> Draw:
    def draw(sheet: Sheet) -> None:
        line = sheet.canvas.beginText(x, y)
        line.setFont("Helvetica", 11)
        line.setWordSpace((width - stringWidth(row, "Helvetica", 11)) / row.count(" "))
        line.textOut(row)
        sheet.canvas.drawText(line)

    return draw


def starts_of(row: str) -> list[tuple[int, str]]:
    return [(found.start(), found[0]) for found in re.finditer(r"\S+", row)]


def test_a_footnote_stands_below_its_page_with_its_number() -> None:
    body = column(wrapped(TEXTS[0], 480), 50, TOP)
    note = drawn(put("1", 50, 93, 6), put("Measured at low tide.", 57, 90, 8))
    assert_reads(read(drawn(body, note)), TEXTS[0], "1 Measured at low tide.")


def test_a_footnote_under_two_columns_drawn_row_by_row_is_last() -> None:
    note = put("* Measured at low tide by the watch and by nobody else, whatever they may say.", 50, 90, 8)
    assert_reads(
        read(drawn(by_row(columns(2, 230, 24)), note)),
        *TEXTS[:2],
        "* Measured at low tide by the watch and by nobody else, whatever they may say.",
    )


def test_a_sidebar_drawn_behind_the_text_stays_behind_it() -> None:
    body, side = column(wrapped(TEXTS[0], 320), 50, TOP), column(wrapped(TEXTS[1], 120, 9), 420, TOP, 9)
    assert_reads(read(drawn(body, side)), TEXTS[0], TEXTS[1])


def test_a_page_drawn_from_bottom_to_top_is_read_from_top_to_bottom() -> None:
    (rows,) = columns(1, 300, 0)
    assert_reads(read(by_column([rows[::-1]])), TEXTS[0])


@pytest.mark.parametrize("degrees", [90, 180, 270])
@pytest.mark.parametrize("way", [by_column, by_row])
def test_a_page_that_is_displayed_turned_is_read_as_it_is_displayed(way: object, degrees: int) -> None:
    assert callable(way)
    assert_reads(read(turned(way(columns(2, 230, 24)), degrees)), *TEXTS[:2])


def test_a_sentence_goes_on_in_the_next_column_and_a_new_one_does_not() -> None:
    rows = wrapped(TEXTS[0], 230)
    extraction = read(drawn(column(rows[:3], 50, TOP), column(rows[3:], 310, TOP)))
    assert "\n\n" not in extraction.text
    ended = read(
        drawn(column(["The last line of the first", "of two columns ends here."], 50, TOP), put("the", 310, TOP))
    )
    assert ended.text.endswith("here.\n\nthe")


coordinates = st.floats(0, 500, allow_nan=False)
pieces = st.builds(
    lambda text, left, width, y, size, is_turned: Piece(
        bare(text), left, left + width, y, size, False, False, is_turned
    ),
    st.text("abc", min_size=1, max_size=30),
    coordinates,
    st.floats(1, 300),
    coordinates,
    st.sampled_from([8.0, 10.0, 14.0]),
    st.booleans(),
)


@given(st.lists(pieces, max_size=25))
def test_whatever_is_on_a_page_is_read_once(drawn_pieces: list[Piece]) -> None:
    assert sorted(map(id, ordered(drawn_pieces))) == sorted(map(id, drawn_pieces))
