"""PDF with text: pages and their spans, words and paragraphs, headings, and what could not be read."""

from __future__ import annotations

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from engine.documents import extract
from engine.errors import ExtractionError
from engine.types.extraction import Extraction
from tests.hostile.pdf_bytes import one_page, stream
from tests.pdfs import Draw, Sheet, drawn, gap, outline_entry, picture, simple_pdf, typeset, words


def lines(*rows: str, leading: int = 14) -> bytes:
    """A page of these rows of 12 point text, drawn as they are."""
    shown = b"".join(b"(%s) Tj T* " % row.encode("latin-1") for row in rows)
    return one_page(b"BT /F1 12 Tf %d TL 50 700 Td %sET" % (leading, shown))


def read(data: bytes) -> Extraction:
    return extract("report.pdf", data)


def test_each_page_has_a_span_with_exactly_its_words() -> None:
    extraction = read(simple_pdf([["First page."], ["Second page, with an é."], ["Third."]]))
    assert extraction.text == "First page.\n\nSecond page, with an é.\n\nThird."
    assert [(span.page, extraction.text[span.start : span.end]) for span in extraction.spans] == [
        (1, "First page."),
        (2, "Second page, with an é."),
        (3, "Third."),
    ]
    assert (extraction.pages, extraction.unread_pages, extraction.warnings) == (3, (), ())


def test_pages_of_pictures_among_pages_of_text_are_named_as_unread() -> None:
    extraction = read(typeset(words("First."), picture, words("Third."), picture))
    assert extraction.unread_pages == (2, 4)
    assert [(span.page, extraction.text[span.start : span.end]) for span in extraction.spans] == [
        (1, "First."),
        (3, "Third."),
    ]
    assert extraction.pages == 4


def test_a_scan_is_refused_with_what_is_missing() -> None:
    with pytest.raises(ExtractionError, match=r"^report\.pdf is a scan: no page .* \(OCR\) is switched off"):
        read(typeset(picture, picture))


def test_more_space_than_usual_between_lines_ends_a_paragraph() -> None:
    long = "The ferry leaves the quay every morning and comes back at night. " * 4
    extraction = read(typeset(drawn(words(long), gap, words(long), gap, words("Short."))))
    paragraphs = extraction.text.split("\n\n")
    assert [" ".join(paragraph.split()) for paragraph in paragraphs] == [long.strip(), long.strip(), "Short."]
    assert "\n" in paragraphs[0]


def test_wide_spacing_throughout_is_no_paragraph_after_each_line() -> None:
    assert (
        read(lines("one line of a text", "and one more of it", "and the last one", leading=28)).text.count("\n\n") == 0
    )


def test_paragraphs_are_seen_on_a_rotated_page_too() -> None:
    content = b"".join(
        b"BT /F1 12 Tf 0 1 -1 0 %d 100 Tm (%s) Tj ET " % (x, word)
        for x, word in [(100, b"one is here"), (114, b"two is below"), (128, b"three goes on"), (160, b"four is apart")]
    )
    assert read(one_page(content, b"/Rotate 90 ")).text == "one is here\ntwo is below\nthree goes on\n\nfour is apart"


def test_a_sentence_runs_on_into_the_next_column() -> None:
    content = b"BT /F1 12 Tf 14 TL 50 700 Td (the ferry) Tj T* (leaves the) Tj ET BT /F1 12 Tf 300 700 Td (quay.) Tj ET"
    assert read(one_page(content)).text == "the ferry\nleaves the\nquay."
    assert read(one_page(content.replace(b"leaves the", b"is there. "))).text == "the ferry\nis there.\n\nquay."


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (("a long exam-", "ple of it"), "a long example of it"),
        (("the North-", "South line"), "the North-South line"),
        (("an end-to-", "end test"), "an end-to-end test"),
        (("in 1990-", "1999 or"), "in 1990-\n1999 or"),
        (("a dash -", "is none"), "a dash -\nis none"),
        (("it is well-known", "and so well-", "known here"), "it is well-known\nand so well-known here"),
        (("a co-operation", "is a coop-", "eration"), "a co-operation\nis a cooperation"),
    ],
)
def test_words_broken_at_a_line_end_are_joined(rows: tuple[str, ...], text: str) -> None:
    assert read(lines(*rows)).text == text


def test_headings_are_the_larger_lines_and_the_sizes_are_the_levels() -> None:
    body = "Body text goes on for a while and says what there is to say about ferries. " * 3
    long = "A heading so long that it needs a second line of its page to be written out in full"
    extraction = read(
        typeset(
            drawn(words("Harbour report", 24), words("Fares", 16), words(body), gap, words("Adults", 13), words(body)),
            drawn(words(long, 16), words(body)),
        )
    )
    assert [(h.level, h.title) for h in extraction.headings] == [
        (1, "Harbour report"),
        (2, "Fares"),
        (3, "Adults"),
        (2, long),
    ]
    assert extraction.text[extraction.headings[3].start : extraction.headings[3].end].count("\n") == 1  # two lines
    for heading in extraction.headings:
        assert " ".join(extraction.text[heading.start : heading.end].split()) == heading.title
        assert extraction.text[: heading.start].endswith("\n\n") or heading.start == 0


def test_a_size_given_by_the_text_matrix_counts_like_one_given_by_the_font() -> None:
    content = b"BT /F1 1 Tf 20 0 0 20 50 700 Tm (Large) Tj ET BT /F1 12 Tf 50 600 Td (The body of the text) Tj ET"
    assert [h.title for h in read(one_page(content)).headings] == ["Large"]


def test_a_large_paragraph_and_a_large_number_are_no_headings() -> None:
    long = "This is a whole paragraph that somebody set in large type for emphasis. " * 4
    extraction = read(typeset(drawn(words("12", 30), gap, words(long, 16), gap, words("The body. " * 80))))
    assert extraction.headings == ()


def test_the_outline_decides_where_there_is_one() -> None:
    extraction = read(
        typeset(
            drawn(
                words("Huge but no heading", 30),
                outline_entry("Harbour", 1),
                words("1. Harbour"),
                words("text of the harbour"),
            ),
            drawn(
                words("harbour and fares"),
                outline_entry("Fares", 2),
                words("Fares", 14),
                words("Fares", 8),
                outline_entry("Never written", 2),
            ),
        )
    )
    assert [(h.level, h.title, extraction.text[h.start : h.end]) for h in extraction.headings] == [
        (1, "Harbour", "1. Harbour"),
        (2, "Fares", "Fares"),
    ]
    assert extraction.text[extraction.headings[1].start - 2 :].startswith("\n\nFares\n\nFares")
    assert extraction.warnings == ("Outline entries whose title was not found on their page: 1 of 3.",)


@pytest.mark.parametrize(
    ("declared", "title"),
    [
        ("Harbour report 2024", "Harbour report 2024"),
        ("TCP/IP and documents", "TCP/IP and documents"),
        ("", None),
        ("Untitled", None),
        ("untitled-2", None),
        ("Microsoft Word - report.docx", None),
        ("final_v3.indd", None),
        ("C:\\temp\\x", None),
        ("---", None),
    ],
)
def test_the_title_is_the_metadatas_unless_it_says_nothing(declared: str, title: str | None) -> None:
    assert read(typeset(words("x"), title=declared)).title == title


def test_without_metadata_there_is_no_title() -> None:
    assert read(one_page()).title is None


def protected(*, user: str, owner: str) -> bytes:
    """A PDF that may be neither printed nor copied from without the owner's password."""
    return typeset(words("Kept words"), lock=StandardEncryption(user, owner, canPrint=0, canCopy=0, strength=128))


def test_a_password_to_open_is_named_as_the_problem() -> None:
    with pytest.raises(ExtractionError, match=r"^report\.pdf is locked with a password"):
        read(protected(user="user", owner="owner"))


def test_an_owner_password_alone_still_reads() -> None:
    assert read(protected(user="", owner="owner")).text == "Kept words"


def test_characters_that_are_none_are_replaced_and_counted() -> None:
    meanings = (
        b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
        b"2 beginbfchar <41> <D800> <42> <D83DDEA2> endbfchar endcmap"
    )
    content = b"BT /F1 12 Tf 14 TL 50 700 Td (xA yB z) Tj T* (next line) Tj ET"
    extraction = read(one_page(content, b"", b"/ToUnicode 6 0 R ", stream(meanings)))
    assert extraction.text == "x\ufffd y🚢 z\nnext line"
    assert extraction.warnings == ("Characters that stand for nothing and were replaced by U+FFFD: 1.",)


def field(name: str, value: str) -> Draw:
    """A field of a form in which this is typed."""
    return lambda sheet: sheet.canvas.acroForm.textfield(name=name, value=value, x=50, y=400)


def choice(sheet: Sheet) -> None:
    """A field of a form in which one of two words is chosen."""
    sheet.canvas.acroForm.choice(name="port", value="Lowick", options=["Lowick", "Ebbing"], x=50, y=300)


def tick(sheet: Sheet) -> None:
    """A field of a form that says nothing but yes."""
    sheet.canvas.acroForm.checkbox(name="insured", checked=True, x=50, y=200)


def test_pages_with_a_filled_form_are_named_because_it_is_not_read() -> None:
    fields = field("a", ""), field("b", "Swallow"), tick, choice
    said = read(typeset(*(drawn(words("Ship:"), each) for each in fields)))
    assert "Swallow" not in said.text
    assert said.warnings == (
        "Form fields whose contents are not searched: page 2, 4; print the form into a PDF file and add that instead.",
    )
    assert read(typeset(drawn(words("Ship:"), field("a", ""), tick))).warnings == ()
