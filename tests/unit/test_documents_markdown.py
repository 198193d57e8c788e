"""Markdown: the file is the text, and its top-level headings are found where they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import extract
from engine.errors import ExtractionError


def headings(source: str) -> list[tuple[int, str, str]]:
    """Level, title and the covered characters of each heading."""
    extraction = extract("a.md", source.encode())
    return [(h.level, h.title, extraction.text[h.start : h.end]) for h in extraction.headings]


def test_the_text_is_the_file_itself() -> None:
    source = "# A  \n\n  odd   *white*\tspace\x0b\x0c\n\n\n<b>&amp;</b>\u2028😀\n"
    assert extract("a.md", source.encode()).text == source


def test_a_heading_covers_its_line_and_is_titled_by_its_raw_words() -> None:
    assert headings("## First `Line` {#first-line} ##\ntext") == [
        (2, "First `Line` {#first-line}", "## First `Line` {#first-line} ##")
    ]


def test_a_setext_heading_covers_its_lines_and_the_underline() -> None:
    assert headings("before\n\nTwo\nlines\n---\nafter\n\nOne\n===") == [
        (2, "Two lines", "Two\nlines\n---"),
        (1, "One", "One\n==="),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "```\n# no\n```\n",
        "~~~sh\n# no\n## no\n~~~",
        "    # indented code\n",
        "- # in a list\n- item\n",
        "1. text\n\n   ## in an item\n",
        "> # in a quotation\n",
        "<div>\n# in an HTML block\n</div>\n",
        "<!--\n# in a comment\n-->\n",
        "#no space\n",
        "####### seven\n",
        "\\# escaped\n",
    ],
)
def test_what_only_looks_like_a_heading_is_none(source: str) -> None:
    assert headings(source) == []


def test_offsets_do_not_drift_behind_separators_that_are_no_newlines() -> None:
    assert headings("a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\n\n# Here\n") == [(1, "Here", "# Here")]


def test_offsets_count_code_points() -> None:
    extraction = extract("a.md", "😀é\n\n# 🚢 Ferry\n".encode())
    assert [(h.start, h.end) for h in extraction.headings] == [(4, 13)]


def test_windows_newlines_and_a_byte_order_mark_leave_no_trace() -> None:
    extraction = extract("a.md", b"\xef\xbb\xbf# One\r\n\r\nText\r## Two\r\n")
    assert extraction.text == "# One\n\nText\n## Two\n"
    assert [extraction.text[h.start : h.end] for h in extraction.headings] == ["# One", "## Two"]


def test_utf_16_with_a_mark_is_markdown_like_any_other() -> None:
    assert extract("a.md", "# Işık\n\nağaç".encode("utf-16")).title == "Işık"


@pytest.mark.parametrize("closing", ["---", "...", "---  "])
def test_front_matter_stays_in_the_text_and_the_body_begins_behind_it(closing: str) -> None:
    source = f"---\ntitle: Ferries\ntags: [a]\n{closing}\n## Two\n\ntext\n"
    extraction = extract("a.md", source.encode())
    assert extraction.text == source
    assert extraction.text[extraction.body_start :] == "## Two\n\ntext\n"
    assert [(h.title, extraction.text[h.start : h.end]) for h in extraction.headings] == [("Two", "## Two")]
    assert extraction.title == "Ferries"


def test_front_matter_may_be_empty_or_begin_with_a_comment() -> None:
    assert extract("a.md", b"---\n---\ntext").body_start == 8
    assert extract("a.md", b"---\n# made by hand\nkey: 1\n---\ntext").body_start == 30


@pytest.mark.parametrize(
    "source",
    [
        "---\n\nProse between two rules.\n\n---\n\nmore",
        "---\nProse without a key\n---\nmore",
        "---\nkey: never closed\n",
        "text\n---\nkey: 1\n---\n",
        " ---\nkey: 1\n---\n",
    ],
)
def test_a_thematic_break_hides_no_prose(source: str) -> None:
    assert extract("a.md", source.encode()).body_start == 0


def test_the_title_is_the_first_level_1_heading_in_plain_words() -> None:
    heading = "# The `run` *of* [Ferry 7](x.md) ![map](m.png) & more {#ferry}"
    source = f"---\ntitle: Not this\n---\n## Early\n\n{heading}\n\n# Later"
    assert extract("a.md", source.encode()).title == "The run of Ferry 7 map & more"


def test_a_title_with_a_reference_link_reads_as_its_words() -> None:
    assert extract("a.md", b"# See [the ferry][f] now\n\n[f]: https://example.org\n").title == "See the ferry now"


@pytest.mark.parametrize(
    ("front_matter", "title"),
    [
        ("title: 'A: B'", "A: B"),
        ('title: "Ferry"', "Ferry"),
        ("title: 2024-99-99", "2024-99-99"),
        ("title: a: b: c", None),
        ("title: [a, b]", None),
        ("titles: x", None),
        ("title:", None),
    ],
)
def test_front_matter_gives_a_title_only_as_a_string(front_matter: str, title: str | None) -> None:
    assert extract("a.md", f"---\n{front_matter}\n---\ntext".encode()).title == title


def test_without_any_heading_there_is_no_title() -> None:
    assert extract("a.md", b"just words").title is None


def test_a_paragraph_above_a_line_of_equals_signs_is_no_title() -> None:
    assert extract("a.md", ("long words " * 40 + "\n=\n").encode()).title is None


def test_a_file_of_front_matter_alone_holds_no_text() -> None:
    with pytest.raises(ExtractionError, match=r"^a\.md holds no text\.$"):
        extract("a.md", b"---\ntitle: x\n---\n\n")


WORDS = st.text(st.sampled_from("abcé😀\u2028\x0b"), min_size=1, max_size=8).map(lambda word: f"w{word}w")
HEADINGS = st.builds(lambda level, word: (f"{'#' * level} {word}", level, word), st.integers(1, 6), WORDS)
SETEXT = st.builds(
    lambda sign, word: (f"{word}\n{sign}", 1 if sign == "===" else 2, word), st.sampled_from(["===", "---"]), WORDS
)
OTHERS = st.builds(
    lambda form, word: (form.format(word), 0, ""),
    st.sampled_from(["{0}", "```\n# {0}\n```", "- # {0}", "> ## {0}\n> {0}", "    # {0}", "<p>\n# {0}\n</p>"]),
    WORDS,
)


@given(st.lists(HEADINGS | SETEXT | OTHERS, min_size=1), st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_heading_is_found_and_covers_exactly_its_lines(blocks: list[tuple[str, int, str]], newline: str) -> None:
    separated = "\n\n<!-- apart -->\n\n".join(block for block, _, _ in blocks)
    extraction = extract("a.md", separated.replace("\n", newline).encode())
    assert extraction.text == separated
    found = [(extraction.text[h.start : h.end], h.level, h.title) for h in extraction.headings]
    assert found == [block for block in blocks if block[1]]


REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference documents are not beside this checkout")
def test_reference_documents_have_the_sections_they_are_known_to_have() -> None:
    expected = json.loads((REFERENCE / "expected.json").read_text("utf-8"))
    assert len(expected) == 13
    for name, known in expected.items():
        extraction = extract(name, (REFERENCE / "docs" / name).read_bytes())
        assert len(extraction.text) == known["characters"]
        sections = dict.fromkeys(section for *_, section in known["strategies"]["C"]["chunks"] if section)
        assert [h.title for h in extraction.headings if h.level == 2] == list(sections), name
