"""The headers of strategy G, and what becomes of headings that no header shows."""

from __future__ import annotations

import pytest

from engine.chunking import chunk
from engine.types.indexing import Chunking
from tests.golden.markdown_oracle import extraction_of
from tests.unit.structured_chunks import SHORT, chunks_of, texts_of
from tests.unit.windows import words_window


def test_a_header_is_the_title_and_every_heading_above() -> None:
    guide = "# Guide\n\nRead this.\n\n## Install\n\n### Linux\n\nUse apt.\n\n#### Debian\n\nStable."
    markdown = f"Before.\n\n{guide}\n\n# Other\n\nEnd."
    assert texts_of(markdown, target=512, title="Manual") == [
        "[Manual]\nBefore.",
        "[Manual > Guide]\nRead this.",
        "[Manual > Guide > Install > Linux]\nUse apt.",
        "[Manual > Guide > Install > Linux > Debian]\nStable.",
        "[Manual > Other]\nEnd.",
    ]


def test_a_documents_own_heading_is_its_title_and_named_once() -> None:
    markdown = "# Guide\n\nRead this.\n\n## Install\n\nUse apt.\n\n## Guide\n\nAgain."
    chunks = chunks_of(markdown, title="Guide")
    assert [c.header for c in chunks] == ["Guide", "Guide > Install", "Guide > Guide"]
    assert chunks[1].section_path == ("Guide", "Install")
    assert not any(c.flags for c in chunks)


def test_section_and_section_path_are_those_of_the_header() -> None:
    chunks = chunks_of("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n# D\n\nd")
    assert [(c.section, c.section_path) for c in chunks] == [
        ("", ("A",)),
        ("B", ("A", "B")),
        ("B", ("A", "B", "C")),
        ("", ("D",)),
    ]


def test_headings_with_nothing_beneath_are_text_of_the_section_around_them() -> None:
    chunks = chunks_of("## A\n\nText of A.\n\n### B\n### C\n\n## D\n\n### E\n\nText of E.")
    assert [c.text for c in chunks] == ["[T > A]\nText of A.\n\n### B\n### C", "[T > D > E]\nText of E."]
    assert chunks[0].section_path == ("A",)


def test_a_document_of_bare_headings_keeps_every_one() -> None:
    assert texts_of("# A\n\n## B\n\n### C\n\n## D\n") == ["[T > A > B]\n### C", "[T > A]\n## D"]


def test_a_heading_without_a_title_begins_a_chunk_and_is_nowhere() -> None:
    assert texts_of("## A\n\na\n\n###\n\nb") == ["[T > A]\na", "[T > A]\nb"]


def test_without_a_title_the_headings_are_the_header() -> None:
    assert texts_of("a\n\n## A\n\nb", title="") == ["a", "[A]\nb"]


def test_front_matter_is_in_no_chunk_and_an_empty_body_has_none() -> None:
    front = "key: value. And more.\n"
    for body, expected in (("Body.", ["Body."]), (" \n\n", []), ("", [])):
        extraction = extraction_of(front + body, body_start=len(front))
        assert [c.content for c in chunk(extraction, "T", Chunking("G", 64, 0), words_window())] == expected


@pytest.mark.parametrize(
    ("size", "header"),
    [  # half of the window is left when the header takes no more than size - 2 - size / 2
        (30, "T > a a a > b b > c"),  # 13: [ T > 3 > 2 > 1 ] are 12
        (26, "T > b b > c"),  # 11: 8
        (18, "T > c"),  # 7: 5
    ],
)
def test_a_long_header_loses_its_outermost_headings_first(size: int, header: str) -> None:
    last = chunks_of("# a a a\n\n1\n\n## b b\n\n2\n\n### c\n\nText.", size=size)[-1]
    assert (last.text, last.header) == (f"[{header}]\nText.", header)
    assert last.flags == (SHORT if header.count(">") < 3 else ())
    assert last.section_path == ("a a a", "b b", "c")


def test_the_title_is_lost_last() -> None:
    markdown = "# a a a a a a a a\n\nText."
    first, second = chunks_of(markdown, size=20)  # 8 pieces for a header
    assert (first.text, first.flags) == ("[T]\n# a a a a a a a a", ())
    assert (second.text, second.flags) == ("[T]\nText.", SHORT)
    (only,) = chunks_of("Text.", size=20, title="T " * 9)
    assert (only.text, only.header, only.flags) == ("Text.", "", SHORT)


def test_a_heading_that_some_header_still_shows_is_not_repeated_as_text() -> None:
    chunks = chunks_of("# a a a a\n\n## b\n\nOne.\n\n## b b b b b\n\nTwo.", size=24)  # 10 pieces for a header
    assert [c.text for c in chunks] == ["[T > a a a a > b]\nOne.", "[T > b b b b b]\nTwo."]
    assert [c.flags for c in chunks] == [(), SHORT]
