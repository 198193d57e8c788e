"""Headings of a PDF without an outline: by size and weight of whole lines."""

from __future__ import annotations

from engine.documents import extract
from tests.pdfs import Draw, column, drawn, put, typeset, wrapped

TEXT = (
    "The harbour office keeps a register of every vessel that moors for longer than one night, and of each of them the "
    "master, the length and the fee that was paid; whoever pays later than noon pays twice, as the old law has it. "
)
BOLD, MONO = "Helvetica-Bold", "Courier-Bold"


def headings(*parts: Draw) -> list[tuple[int, str]]:
    extraction = extract("report.pdf", typeset(drawn(*parts)))
    for heading in extraction.headings:
        assert " ".join(extraction.text[heading.start : heading.end].split()) == heading.title
    return [(heading.level, heading.title) for heading in extraction.headings]


def body(y: float) -> Draw:
    return column(wrapped(TEXT, 480), 50, y)


def test_a_bold_line_of_the_bodys_size_is_a_heading_though_no_space_sets_it_apart() -> None:
    text = drawn(body(746), put("Who pays", 50, 700, 11, BOLD), body(685.7))
    assert headings(put("Harbour law", 50, 770, 16), text) == [(1, "Harbour law"), (2, "Who pays")]


def test_of_two_lines_of_one_size_the_bold_one_stands_above() -> None:
    text = drawn(put("Two", 50, 770, 14), body(746), put("One", 50, 680, 14, BOLD), body(660))
    assert headings(text) == [(2, "Two"), (1, "One")]


def test_a_bold_line_inside_a_paragraph_is_none() -> None:
    rows = wrapped(TEXT, 480)
    assert (
        headings(column(rows[:1], 50, 700), column(rows[1:2], 50, 685.7, 11, BOLD), column(rows[2:], 50, 671.4)) == []
    )


def test_a_bold_word_in_a_line_is_none() -> None:
    assert headings(put("Note", 50, 714.3, 11, BOLD), put("that nobody pays twice,", 78, 714.3), body(700)) == []


def test_bold_sentences_and_bold_bodies_are_none() -> None:
    assert headings(put("Nobody pays twice.", 50, 720, 11, BOLD), body(700)) == []
    assert headings(column(wrapped(TEXT, 480), 50, 700, 11, BOLD), put("The office", 50, 600)) == []


def test_code_and_the_names_of_columns_are_none() -> None:
    code = column(["def fee(length):", "    return 3 * length"], 50, 650, 11, MONO)
    names = [put(name, x, 590, 11, BOLD) for name, x in (("Vessel", 50), ("Fee", 200))]
    cells = [
        put(cell, x, 576 - 14 * at)
        for at, row in enumerate((("Aurora", "12.00"), ("Tern", "35.00")))
        for cell, x in zip(row, (50, 200), strict=True)
    ]
    assert headings(body(700), code, *names, *cells) == []


def test_a_bold_line_at_the_end_heads_nothing() -> None:
    assert headings(body(700), put("The office", 50, 600, 11, BOLD)) == []
