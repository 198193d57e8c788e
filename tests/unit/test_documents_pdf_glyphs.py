"""Which of a page's own characters the characters of the text are, in every script and whatever was joined."""

from __future__ import annotations

from itertools import pairwise

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import extract
from engine.documents.pdf_glyphs import Marked, Run, bare, joined, read_text
from engine.documents.rereading import misread
from engine.types.extraction import Extraction, Glyphs, Layout
from tests.hostile.pdf_bytes import one_page, stream
from tests.pdfs import column, drawn, put, turned, typeset, wrapped

TEXT = "The ferry leaves the quay every morning at seven and comes back at night, unless the wind is too strong. "


def layout_of(extraction: Extraction) -> Layout:
    assert extraction.layout is not None
    return extraction.layout


def reread(data: bytes, run: Glyphs) -> str:
    """What pdfium has at the run's place."""
    page = pypdfium2.PdfDocument(data)[run.page - 1].get_textpage()
    units = [pdfium.FPDFText_GetUnicode(page, run.index + at) for at in range(2 * (run.end - run.start))]
    return b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "replace")[: run.end - run.start]


def assert_sound(data: bytes, unmarked: str) -> Extraction:
    """Every run says what the text says, and of the text's characters only these are in none, but for line breaks."""
    extraction = extract("a.pdf", data)
    place, left = 0, ""
    for run in layout_of(extraction).glyphs:
        assert place <= run.start < run.end <= len(extraction.text)
        assert reread(data, run) == extraction.text[run.start : run.end]
        left += extraction.text[place : run.start]
        place = run.end
    left += extraction.text[place:]
    assert "".join(left.split()) == unmarked
    assert misread("a.pdf", data, extraction) == []
    return extraction


def spelled(meanings: dict[bytes, str], *rows: bytes) -> bytes:
    """A page of these rows in a font whose bytes mean what `meanings` says."""
    listed = b" ".join(
        b"<%s> <%s>" % (code.hex().encode(), text.encode("utf-16-be").hex().encode()) for code, text in meanings.items()
    )
    cmap = b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange %d beginbfchar %s endbfchar endcmap"
    shown = b"".join(b"(%s) Tj T* " % row for row in rows)
    content = b"BT /F1 12 Tf 14 TL 50 700 Td %sET" % shown
    return one_page(content, b"", b"/ToUnicode 6 0 R ", stream(cmap % (len(meanings), listed)))


def test_every_character_of_a_page_stands_in_a_run() -> None:
    data = typeset(drawn(*(column(wrapped(TEXT, 230), x, 700) for x in (50, 310))), put(TEXT[:60], 50, 700))
    assert {run.page for run in layout_of(assert_sound(data, "")).glyphs} == {1, 2}


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_runs_hold_on_pages_that_are_displayed_turned(degrees: int) -> None:
    assert_sound(typeset(turned(column(wrapped(TEXT, 300), 50, 700), degrees)), "")


def test_hyphens_and_bars_that_the_reader_put_there_are_in_no_run() -> None:
    table = [
        put(word, x, 700 - 14 * at)
        for at, row in enumerate((["berth", "fee"], ["north", "large"], ["south", "small"]))
        for word, x in zip(row, (50, 200), strict=True)
    ]
    assert_sound(typeset(drawn(*table)), "|||")
    kept = "it is a well-known place", "and this is a well-", "known place too"
    extraction = assert_sound(typeset(column(kept, 50, 700)), "-")
    assert extraction.text.count("well-known") == 2


def test_a_word_joined_across_pages_and_columns_is_on_both() -> None:
    data = typeset(
        drawn(column(["it is", "a long exam-"], 50, 700), column(["ple of", "a bro-"], 310, 700)),
        put("ken word", 50, 700),
    )
    extraction = assert_sound(data, "")
    assert extraction.text == "it is\na long example of\na broken word"
    assert [(span.page, extraction.text[span.start : span.end]) for span in extraction.spans] == [
        (1, "it is\na long example of\na bro"),
        (2, "ken word"),
    ]


HEBREW = {b"A": "א", b"B": "ב", b"C": "ג", b"D": "ד"}


def test_hebrew_with_digits_is_in_the_order_in_which_it_is_read() -> None:
    """Drawn from left to right as it looks: the last letter first, digits as they are."""
    extraction = assert_sound(spelled(HEBREW, b"CBA 1948 DC"), "")
    assert extraction.text == "גד 1948 אבג"


def test_arabic_presentation_forms_are_letters_in_the_order_in_which_they_are_read() -> None:
    forms = {b"A": "\ufe8d", b"B": "\ufe92", b"C": "\ufe95", b"D": "\ufefb"}  # alef, beh medial, teh, lam-alef
    extraction = extract("a.pdf", spelled(forms, b"CBA 25"))
    assert extraction.text == "25 ابت"
    assert extract("a.pdf", spelled(forms, b"D")).text == "لا"


def test_two_rows_of_hebrew_stay_two_rows() -> None:
    assert extract("a.pdf", spelled(HEBREW, b"BA CD", b"DD 12")).text == "דג אב\nדד 12".replace("דד 12", "12 דד")


@pytest.mark.parametrize("ligature", ["ﬁ", "ﬀ", "ﬄ", "ﬆ"])
def test_ligatures_are_taken_apart(ligature: str) -> None:
    plain = {"ﬁ": "fi", "ﬀ": "ff", "ﬄ": "ffl", "ﬆ": "st"}[ligature]
    assert assert_sound(spelled({b"Q": ligature}, b"xQy end"), "").text == f"x{plain}y end"
    assert assert_sound(spelled({b"Q": plain}, b"xQy end"), "").text == f"x{plain}y end"


def test_emoji_and_combining_marks_before_a_needle_shift_nothing() -> None:
    data = spelled({b"Q": "🚢", b"R": "\u0301", b"S": "👩\u200d🔬"}, b"Q eR S needle", b"Q last")
    extraction = assert_sound(data, "")
    start = extraction.text.index("needle")
    assert extraction.text[start : start + 6] == "needle"
    run = next(run for run in layout_of(extraction).glyphs if run.start <= start < run.end)
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    index = run.index + start - run.start
    assert "".join(chr(pdfium.FPDFText_GetUnicode(page, index + at)) for at in range(6)) == "needle"


def test_signs_that_are_not_seen_are_left_out_and_shift_nothing() -> None:
    data = spelled({b"Q": "\ufeff", b"R": "\u00ad"}, b"Qa long wordQ", b"Q", b"exRample")
    assert assert_sound(data, "").text == "a long word\nexample"


def test_what_stands_elsewhere_than_claimed_is_told() -> None:
    data = typeset(put("some words here", 50, 700))
    extraction = extract("a.pdf", data)
    (run,) = layout_of(extraction).glyphs
    wrong = Glyphs(run.start, run.end - 1, 1, run.index + 1)
    broken = Extraction(extraction.text, None, (), (), 0, 1, (), (), "pdf", 2, Layout((), (), (wrong,), ()))
    assert misread("a.pdf", data, broken) == [(0, len("some words here") - 1)]


letters = st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="()\\-")


@given(
    st.lists(st.text(letters, min_size=1, max_size=12), min_size=1, max_size=40),
    st.integers(0, 10**6),
)
def test_whatever_pdfium_gives_appears_once(words: list[str], seed: int) -> None:
    """Words scattered over a page: each of their characters is in the text, and nothing else but spaces and bars."""
    places = [((seed * (at + 3)) % 11 * 45 + 20, (seed * (at + 7)) % 53 * 14 + 30) for at in range(len(words))]
    at_places: dict[tuple[int, int], str] = dict(zip(places, words, strict=True))
    content = b"".join(
        b"BT /F1 3 Tf 1 0 0 1 %d %d Tm (%s) Tj ET " % (x, y, word.encode()) for (x, y), word in at_places.items()
    )
    data = one_page(content)
    given_text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    extraction = extract("a.pdf", data)
    assert sorted("".join(extraction.text.replace(" | ", " ").split())) == sorted("".join(given_text.split()))
    ranges = [(run.start, run.end) for run in layout_of(extraction).glyphs]
    assert ranges == sorted(ranges)
    assert all(one[1] <= other[0] for one, other in pairwise(ranges))


marked = st.lists(st.integers(0, 3), max_size=8).map(
    lambda gaps: read_text("x" * len(gaps), [None if gap == 3 else 10 * at + gap for at, gap in enumerate(gaps)])
)


@given(st.lists(marked, max_size=6), st.integers(0, 60))
def test_runs_move_with_their_characters(parts: list[Marked], end: int) -> None:
    whole = joined(parts)
    assert len(whole.text) == sum(len(part.text) for part in parts)
    assert sum(run.end - run.start for run in whole.runs) == sum(
        run.end - run.start for part in parts for run in part.runs
    )
    cut = whole.head(end)
    assert joined([cut, bare(whole.text[len(cut.text) :])]).text == whole.text
    assert all(run.end <= end for run in cut.runs)


def test_a_run_ends_where_the_next_index_is_another() -> None:
    assert read_text("abcd", [4, 5, 7, None]).runs == (Run(0, 2, 4), Run(2, 3, 7))
