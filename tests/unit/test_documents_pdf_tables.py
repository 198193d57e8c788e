"""Tables of PDFs row by row with bars between cells, and running text that never gets any."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import extract
from engine.documents.pdf_glyphs import bare
from engine.documents.pdf_pieces import Piece
from engine.documents.pdf_rows import lines_of
from engine.types.extraction import Extraction
from tests.pdfs import Draw, column, drawn, justified, put, typeset, wrapped

NAMES = ("Berth", "Vessel", "Master", "Arrived", "Length", "Fee")
LEFT = (50, 110, 220, 320, 400, 470)
TEXT = (
    "The harbour office keeps a register of every vessel that moors for longer than one night, and of each of them the "
    "master, the length and the fee that was paid; whoever pays later than noon pays twice, as the old law has it."
)


def read(*pages: Draw) -> Extraction:
    return extract("report.pdf", typeset(*pages))


def cells(number: int) -> list[str]:
    return [
        f"B{number}",
        f"Vessel {number}",
        f"Master {number % 7}",
        f"{number % 28 + 1} May",
        f"{number} m",
        f"{number * 3}.50",
    ]


def row(words: list[str], y: float, lefts: tuple[int, ...] = LEFT) -> Draw:
    return drawn(*(put(word, x, y, 9) for word, x in zip(words, lefts, strict=True)))


def long_table() -> list[Draw]:
    """Two hundred rows on five pages with the names on each, under a running header."""
    pages = []
    for page in range(5):
        rows = [list(NAMES), *(cells(page * 40 + at) for at in range(1, 41))]
        lines = [row(words, 760 - 16 * at) for at, words in enumerate(rows)]
        header = put(f"Register of moorings, sheet {page + 1}", 50, 800, 8)
        pages.append(drawn(header, *lines))
    return pages


def test_each_row_of_a_long_table_is_a_line_on_whatever_page_it_is() -> None:
    text = read(*long_table()).text
    assert " | ".join(cells(173)) in text.split("\n")
    assert text.split("\n") == [
        line
        for page in range(5)
        for line in (" | ".join(NAMES), *(" | ".join(cells(page * 40 + at)) for at in range(1, 41)))
    ]


def test_column_names_that_repeat_on_each_page_are_kept_and_the_running_header_is_not() -> None:
    extraction = read(*long_table())
    assert extraction.text.count("Berth | Vessel") == 5
    assert extraction.layout is not None
    assert {each.text for each in extraction.layout.removed} == {
        f"Register of moorings, sheet {at}" for at in range(1, 6)
    }


def test_a_table_between_paragraphs_is_a_block_of_its_own() -> None:
    above, below = column(wrapped(TEXT, 480), 50, 760), column(wrapped(TEXT, 480), 50, 600)
    table = [
        row(["Vessel", "Rate", "Fee"], 690, (50, 200, 300)),
        row(["Aurora", "small", "12.00"], 674, (50, 200, 300)),
    ]
    text = read(drawn(above, *table, below)).text
    assert text.split("\n\n")[1] == "Vessel | Rate | Fee\nAurora | small | 12.00"
    assert text.count("|") == 4


def test_an_empty_cell_and_numbers_set_to_the_right_stay_in_their_row() -> None:
    rows = [["Fee", "9.00", "120.50"], ["Water", "", "3.00"], ["Power", "14.20", "8.10"]]
    page = [
        put(word, x - (9 * 0.556 * len(word) if at else 0), 700 - 14 * line, 9)
        for line, words in enumerate(rows)
        for at, (word, x) in enumerate(zip(words, (50, 200, 300), strict=True))
        if word
    ]
    assert read(drawn(*page)).text == "Fee | 9.00 | 120.50\nWater | 3.00\nPower | 14.20 | 8.10"


def test_cells_that_stand_close_are_told_by_the_rows_around_them() -> None:
    rows = [["Nordlys av Bergen", "large"], ["Tern", "small"], ["Aurora", "large"]]
    page = [
        put(word, x, 700 - 18 * at, 10)
        for at, words in enumerate(rows)
        for word, x in zip(words, (50, 141), strict=True)
    ]
    assert read(drawn(*page)).text == "Nordlys av Bergen | large\nTern | small\nAurora | large"


@pytest.mark.parametrize("width", [480, 220, 130, 90])
def test_justified_text_has_no_bars_however_wide_its_spaces(width: float) -> None:
    text = read(justified(TEXT, 50, 760, width)).text
    assert "|" not in text
    assert " ".join(text.split()) == TEXT


@pytest.mark.parametrize("seed", range(8))
def test_lines_with_wide_gaps_at_random_places_have_no_bars(seed: int) -> None:
    chance = random.Random(seed)
    rows = []
    for at, line in enumerate(wrapped(TEXT, 300)):
        words = line.split(" ")
        cut = chance.randrange(1, len(words) - 1)
        first, rest = " ".join(words[:cut]), " ".join(words[cut:])
        rows += [put(first, 50, 760 - 14 * at), put(rest, 50 + 5.6 * len(first) + 26, 760 - 14 * at)]
        rows.append(put(" ".join(wrapped(TEXT, 300)[at].split(" ")), 50, 400 - 14 * at))
    assert "|" not in read(drawn(*rows)).text


@pytest.mark.parametrize("labels", [["•", "•", "•"], ["1.", "2.", "3."], ["(a)", "(b)", "(c)"]])
def test_a_list_is_no_table_though_its_labels_stand_in_a_column(labels: list[str]) -> None:
    items = ["Proof of ownership", "The certificate of insurance", "A deposit for the key"]
    page = [put(label, 50, 700 - 14 * at) for at, label in enumerate(labels)]
    page += [put(item, 80, 700 - 14 * at) for at, item in enumerate(items)]
    text = read(drawn(*(part for pair in zip(page[:3], page[3:], strict=True) for part in pair))).text
    assert text == "\n".join(f"{label} {item}" for label, item in zip(labels, items, strict=True))


def test_a_single_row_with_a_wide_gap_is_no_table() -> None:
    assert read(drawn(put("Bergen, 3 May", 50, 700), put("Our sign: HB 12", 400, 700))).text == (
        "Bergen, 3 May Our sign: HB 12"
    )


def test_a_table_of_contents_has_no_bars() -> None:
    page = [
        part
        for at, (title, number) in enumerate([("Moorings", "3"), ("Fees", "4"), ("Safety", "9")])
        for part in (put(title, 50, 700 - 14 * at), put(". " * 60, 120, 700 - 14 * at), put(number, 480, 700 - 14 * at))
    ]
    assert "|" not in read(drawn(*page)).text


places = st.floats(0, 500, allow_nan=False)
pieces = st.builds(
    lambda text, left, width, y, is_turned: Piece(bare(text), left, left + width, y, 10.0, False, False, is_turned),
    st.text("abc1", min_size=1, max_size=9),
    places,
    st.floats(1, 90),
    st.sampled_from([700.0, 686.0, 672.0, 658.0]),
    st.booleans(),
)


@given(st.lists(pieces, max_size=20))
def test_every_piece_is_in_one_line(given_pieces: list[Piece]) -> None:
    lines = lines_of(given_pieces)
    words = [word for line in lines for word in line.text.replace("|", " ").split()]
    assert words == [piece.marked.text for piece in given_pieces]
