"""Pages without a text layer: what the recogniser read, its words and how sure it is; what it did not stays unread."""

from __future__ import annotations

from typing import cast

import pytest

from engine.documents import extract
from engine.documents.ocr import OcrLine, OcrPage, OcrWord, Recognizer
from engine.errors import ExtractionError
from engine.types.extraction import Extraction, PageRead, Word
from tests.pdfs import drawn, picture, put, typeset

NOTHING = OcrPage((), 0.0, False)


class Scripted:
    """A recogniser that answers page after page what it was given."""

    def __init__(self, *answers: OcrPage | None) -> None:
        self._answers = iter(answers)

    def read(self, page: object) -> OcrPage | None:
        return next(self._answers)


def recognised(rows: list[str], confidence: float) -> OcrPage:
    """Rows of 10 point type, 14 points apart, whose words are a tenth of the page wide."""
    lines = []
    for at, row in enumerate(rows):
        words = tuple(
            OcrWord(word, (place / 10, round(0.1 + at / 50, 2), round(place / 10 + 0.1, 1), round(0.12 + at / 50, 2)))
            for place, word in enumerate(row.split())
        )
        lines.append(OcrLine(row, 10, 700 - 14 * at, 700 - 14 * at, words))
    return OcrPage(tuple(lines), confidence, False)


def read(data: bytes, *answers: OcrPage | None, keep: bool = False) -> Extraction:
    return extract("scan.pdf", data, cast(Recognizer, Scripted(*answers)), keep)


def test_a_page_without_text_is_what_is_recognised_in_it() -> None:
    data = typeset(put("Typed words.", 50, 700), picture)
    extraction = read(data, recognised(["read from", "a scan"], 0.9))
    assert extraction.text == "Typed words.\n\nread from\na scan"
    assert extraction.layout is not None
    assert extraction.layout.reads == (PageRead(1, "text", 12, None), PageRead(2, "ocr", 16, 0.9))
    assert extraction.layout.words == (
        Word(14, 18, 2, (0.0, 0.1, 0.1, 0.12)),
        Word(19, 23, 2, (0.1, 0.1, 0.2, 0.12)),
        Word(24, 25, 2, (0.0, 0.12, 0.1, 0.14)),
        Word(26, 30, 2, (0.1, 0.12, 0.2, 0.14)),
    )
    assert [(run.page, run.start, run.end) for run in extraction.layout.glyphs] == [(1, 0, 12)]
    assert (extraction.unread_pages, extraction.warnings) == ((), ())


def test_a_recognised_word_that_was_broken_is_one_word_with_two_boxes() -> None:
    extraction = read(typeset(picture), recognised(["a long exam-", "ple of it"], 0.9))
    assert extraction.text == "a long example of it"
    assert extraction.layout is not None
    assert [extraction.text[word.start : word.end] for word in extraction.layout.words] == [
        "a", "long", "exam", "ple", "of", "it",
    ]  # fmt: skip


def test_pages_on_which_nothing_is_recognised_are_unread() -> None:
    extraction = read(typeset(picture, picture, put("Typed", 50, 700)), NOTHING, recognised(["words"], 0.9))
    assert extraction.unread_pages == (1,)
    assert extraction.layout is not None
    assert [(page.number, page.source) for page in extraction.layout.reads] == [(1, "none"), (2, "ocr"), (3, "text")]


def test_little_confidence_and_too_little_time_are_warned_about() -> None:
    extraction = read(
        typeset(picture, picture, picture), recognised(["blurred"], 0.41), recognised(["sharp"], 0.9), None
    )
    assert extraction.unread_pages == (3,)
    assert extraction.warnings == (
        "Not recognised, because the time for this document was up: page 3.",
        "Recognised with little confidence (under 60%): page 1.",
    )


def test_a_scan_without_any_text_says_that_none_was_recognised() -> None:
    with pytest.raises(
        ExtractionError, match=r"^scan\.pdf is a scan: no page of it holds text, and none was recognised"
    ):
        read(typeset(picture), NOTHING)


def test_a_scan_under_a_typed_header_is_recognised_after_all() -> None:
    header = [put(f"Archive of the harbour, sheet {number}", 50, 800, 9) for number in range(1, 5)]
    text = [put(f"The {word} page has words of its own.", 50, 600) for word in ("first", "second", "third")]
    data = typeset(*(drawn(*pair) for pair in zip(header, [*text, picture], strict=True)))
    extraction = read(data, recognised(["Words in the picture"], 0.8))
    assert extraction.text.endswith("Words in the picture")
    assert "Archive" not in extraction.text
    assert extraction.layout is not None
    assert extraction.layout.reads[3].source == "ocr"


def test_running_headers_of_a_scan_go_too() -> None:
    pages = [recognised(["Archive of the harbour", f"Words of page {word} only"], 0.9) for word in ("a", "b", "c")]
    extraction = read(typeset(picture, picture, picture), *pages)
    assert "Archive" not in extraction.text
    kept = read(typeset(picture, picture, picture), *pages, keep=True)
    assert kept.text.count("Archive of the harbour") == 3
