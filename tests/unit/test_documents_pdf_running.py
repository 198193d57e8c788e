"""Running headers and footers: found because they repeat, left out, and listed."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.chunking import chunk
from engine.documents import extract
from engine.documents.pdf_glyphs import bare
from engine.documents.pdf_rows import Line
from engine.documents.pdf_running import PageLines, without_running
from engine.types.extraction import Extraction, Removed
from engine.types.indexing import Chunking
from tests.pdfs import Draw, column, drawn, picture, put, typeset, wrapped
from tests.unit.windows import words_window

BODY = (
    "The ferry leaves the quay every morning and comes back at night. The watch writes down who is on board, and a "
    "second officer signs the list before the ropes are cast off, which takes a while in winter. "
)
NEEDLE = "The blue lamp above the northern gate is lit whenever the upper basin is closed to vessels."
HEADER, FOOTER = 800, 40


def read(*pages: Draw, keep: bool = False) -> Extraction:
    return extract("report.pdf", typeset(*pages), keep_running_lines=keep)


def body(number: int) -> Draw:
    """Text that differs from page to page."""
    return column(wrapped(BODY.replace("ferry", f"ferry to the {'north ' * number}pier"), 480), 50, 760)


def removed(extraction: Extraction) -> tuple[Removed, ...]:
    assert extraction.layout is not None
    return extraction.layout.removed


def acme(*, keep: bool = False) -> Extraction:
    """Twelve pages; on the sixth a needle begins that ends on the seventh."""
    pages = []
    rows = wrapped(f"{BODY}{NEEDLE} {BODY}", 300)
    split = next(at for at, row in enumerate(rows) if "blue lamp" in row) + 1
    for number in range(1, 13):
        parts = [put(f"ACME - Page {number} of 12", 230, HEADER, 9)]
        match number:
            case 3:
                parts += [put("Only here: the committee met in Bergen.", 50, 775), body(number)]
            case 6:
                parts.append(column(rows[:split], 50, 760))
            case 7:
                parts.append(column(rows[split:], 50, 760))
            case _:
                parts.append(body(number))
        pages.append(drawn(*parts))
    return read(*pages, keep=keep)


def test_a_header_with_page_numbers_is_left_out_of_all_pages_and_listed() -> None:
    extraction = acme()
    assert "ACME" not in extraction.text
    assert removed(extraction) == tuple(
        Removed(number, f"ACME - Page {number} of 12", "header") for number in range(1, 13)
    )


def test_a_needle_across_a_page_break_is_whole_in_one_chunk() -> None:
    extraction = acme()
    start = extraction.text.index("The blue lamp")
    end = extraction.text.index("closed to vessels.") + len("closed to vessels.")
    assert " ".join(extraction.text[start:end].split()) == NEEDLE
    assert [span.page for span in extraction.spans if span.start < end and start < span.end] == [6, 7]
    chunks = chunk(extraction, "Report", Chunking("E", 512, 64), words_window())
    assert any(piece.start <= start and end <= piece.end for piece in chunks)


def test_a_line_that_only_one_page_has_survives() -> None:
    assert "Only here: the committee met in Bergen." in acme().text


def test_running_lines_can_be_kept() -> None:
    extraction = acme(keep=True)
    assert extraction.text.count("ACME - Page") == 12
    assert removed(extraction) == ()


def test_footers_and_the_two_halves_of_a_row_go_together() -> None:
    pages = [
        drawn(put("Harbour report", 50, FOOTER, 9), body(number), put(f"Page {number}", 500, FOOTER, 9))
        for number in range(1, 5)
    ]
    extraction = read(*pages)
    assert removed(extraction) == tuple(
        Removed(number, f"Harbour report Page {number}", "footer") for number in range(1, 5)
    )
    assert "Harbour report" not in extraction.text


def test_headers_that_alternate_and_change_with_the_chapter_are_found() -> None:
    def header(number: int) -> str:
        return "The harbour book" if number % 2 else ("Moorings" if number <= 6 else "Lighthouses")

    extraction = read(*(drawn(put(header(number), 50, HEADER, 9), body(number)) for number in range(1, 13)))
    assert [row.text for row in removed(extraction)] == [header(number) for number in range(1, 13)]


def test_bare_page_numbers_that_count_the_pages_go() -> None:
    extraction = read(*(drawn(body(number), put(f"- {number + 4} -", 290, FOOTER, 9)) for number in range(1, 6)))
    assert [row.text for row in removed(extraction)] == ["- 5 -", "- 6 -", "- 7 -", "- 8 -", "- 9 -"]


def test_numbers_that_do_not_count_the_pages_stay() -> None:
    figures = ["1200", "1340", "1275", "1410"]
    extraction = read(*(drawn(body(at), put(figure, 290, FOOTER, 9)) for at, figure in enumerate(figures)))
    assert removed(extraction) == ()
    assert all(figure in extraction.text for figure in figures)


def test_two_pages_are_too_few_to_tell() -> None:
    extraction = read(*(drawn(put("ACME report", 50, HEADER), body(number)) for number in (1, 2)))
    assert removed(extraction) == ()


def test_a_line_that_repeats_in_the_middle_or_at_other_heights_stays() -> None:
    pages = [
        drawn(
            column([f"{word} above"] * 5, 50, 790),
            put("Signed by the watch.", 50, 420),
            column(["below"] * 5, 50, 200),
        )
        for word in ("one", "two", "three", "four", "five")
    ]
    assert read(*pages).text.count("Signed by the watch.") == 5
    moving = [drawn(put("Signed by the watch.", 50, 790 - 40 * at), column(["text"] * 3, 50, 300)) for at in range(5)]
    assert read(*moving).text.count("Signed by the watch.") == 5


def test_numbered_titles_in_large_type_are_no_headers() -> None:
    pages = [drawn(put(f"Chapter {number}", 50, HEADER, 20), body(number)) for number in range(1, 6)]
    extraction = read(*pages)
    assert [heading.title for heading in extraction.headings] == [f"Chapter {number}" for number in range(1, 6)]
    logo = [drawn(put("ACME Harbour", 50, HEADER, 20), body(number)) for number in range(1, 6)]
    assert [row.text for row in removed(read(*logo))] == ["ACME Harbour"] * 5


def test_what_is_all_there_is_on_the_pages_stays() -> None:
    extraction = read(*(put(f"This is page {number} of the sample.", 50, HEADER) for number in range(1, 6)))
    assert [f"page {number} of" in extraction.text for number in range(1, 6)] == [True] * 5


def test_a_page_of_which_only_its_header_is_text_is_read_and_not_unread() -> None:
    pages = [
        drawn(put("ACME report", 50, HEADER, 9), *([body(number)] if number != 4 else [])) for number in range(1, 8)
    ]
    extraction = read(*pages)
    assert extraction.unread_pages == ()
    assert len(removed(extraction)) == 7


def test_a_picture_under_a_running_header_stays_named_without_a_recogniser() -> None:
    pages = [
        drawn(put("ACME report", 50, HEADER, 9), picture if number == 4 else body(number)) for number in range(1, 8)
    ]
    assert read(*pages).unread_pages == (4,)


def line(text: str, y: float) -> Line:
    return Line(bare(text), 50.0, 50.0 + 5 * len(text), y, 10.0, False, False, None, 0)


rows = st.tuples(st.sampled_from(["Acme 1", "Acme 2", "body text", "12", "13", "other words"]), st.integers(1, 80))
documents = st.lists(st.lists(rows, max_size=8), max_size=8)


@given(documents)
def test_every_line_is_kept_or_listed_and_never_both(pages: list[list[tuple[str, int]]]) -> None:
    given_pages = [
        PageLines(number, tuple(line(text, 10.0 * height) for text, height in page), 842.0)
        for number, page in enumerate(pages, start=1)
    ]
    kept, listed = without_running(given_pages)
    for before, after in zip(given_pages, kept, strict=True):
        left = Counter(word for each in after.lines for word in each.text.split())
        gone = Counter(word for row in listed if row.page == before.number for word in row.text.split())
        assert left + gone == Counter(word for each in before.lines for word in each.text.split())
        assert [each for each in before.lines if any(each is one for one in after.lines)] == list(after.lines)
