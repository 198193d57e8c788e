"""Files made to break a reader: each ends as a sentence or as what can be read of it, within its limits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import Limits, extract, extract_isolated
from engine.errors import ExtractionError
from engine.types.extraction import Extraction
from tests.hostile.pdf_bytes import CATALOG, FONT, PAGE, WORDS, assemble, flate_bomb, one_page, stream, tree

LIMITS = Limits(seconds=60, memory_bytes=400 << 20, output_characters=1_000_000)
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> "


Read = Callable[[str, bytes], Extraction]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def reader(name: str, data: bytes) -> Extraction:
        path = tmp_path / "stored"
        path.write_bytes(data)
        return extract_isolated(path, name, LIMITS)

    return reader


def page_tree(kids: bytes, count: int) -> bytes:
    return assemble(CATALOG, tree(kids, count), PAGE % b"", stream(WORDS), FONT % b"")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "is empty (0 bytes)", id="empty"),
        pytest.param(one_page()[:200], "is a damaged or incomplete PDF that cannot be opened", id="truncated"),
        pytest.param(b"%PDF-1.7\n" + b"\x93\1\xff" * 99, "is a damaged or incomplete PDF that cannot", id="garbage"),
        pytest.param(b"\x93\1\xff\0" * 99, "is not a PDF nor anything else that is known", id="noise"),
        pytest.param(assemble(CATALOG, tree(b"", 0)), "is a damaged or incomplete PDF", id="no pages"),
        pytest.param(assemble(CATALOG, tree(b"2 0 R", 1)), "is a damaged PDF: no page of it can be loaded", id="loop"),
        pytest.param(page_tree(b"3 0 R", 1_000_000), "says it has 1000000 pages, more than the 10000", id="page count"),
        pytest.param(flate_bomb(b" " * (1 << 20), 300), "400 MiB of memory allowed", id="flate bomb"),
        pytest.param(flate_bomb(WORDS * 20_000, 60), "400 MiB of memory allowed", id="flate bomb of words"),
        pytest.param(b"<!DOCTYPE html><p>Not found", "is an HTML page, not a PDF", id="error page"),
        pytest.param(b"MZ\x90\0\3\0\0\0", "is a Windows program, not a PDF", id="program"),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why(read: Read, data: bytes, sentence: str) -> None:
    with pytest.raises(ExtractionError) as refusal:
        read("x.pdf", data)
    assert str(refusal.value).startswith("x.pdf ")
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_what_a_damaged_page_tree_still_holds_is_read_and_the_rest_is_named(read: Read) -> None:
    extraction = read("x.pdf", page_tree(b"3 0 R 2 0 R", 5))
    assert extraction.text == "Some words"
    assert extraction.unread_pages == (2, 3, 4, 5)
    assert extraction.warnings == ("Too damaged to be loaded: page 2-5.",)


def test_an_outline_that_bites_its_tail_ends(read: Read) -> None:
    outlined = CATALOG.replace(b">>", b"/Outlines 6 0 R >>")
    entry = b"<< /Title (Some words) /Dest [3 0 R /Fit] /Next 7 0 R /First 7 0 R >>"
    roots = b"<< /First 7 0 R /Last 7 0 R >>"
    data = assemble(outlined, tree(), PAGE % b"", stream(WORDS), FONT % b"", roots, entry)
    assert [heading.title for heading in read("x.pdf", data).headings] == ["Some words"]


def test_a_form_that_draws_itself_ends(read: Read) -> None:
    page = PAGE.replace(b"/Font << /F1 5 0 R >>", b"/XObject << /X 5 0 R >>") % b""
    with pytest.raises(ExtractionError):
        read("x.pdf", assemble(CATALOG, tree(), page, stream(b"/X Do"), stream(b"/X Do /X Do", FORM)))


def test_html_nested_beyond_what_the_parser_follows_is_refused_not_cut(read: Read) -> None:
    assert read("x.html", b"<div>" * 1000 + b"deep").text == "deep"
    with pytest.raises(ExtractionError, match=r"^x\.html nests its elements too deeply"):
        read("x.html", b"<p>seen</p>" + b"<div>" * 200_000 + b"deep")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"<p>text</p>" + b"<!-- x --" * 50_000, id="comments without end"),
        pytest.param(b"<!---->" * 20_000 + b"<p>text", id="comments"),
        pytest.param(b"<p>text<p " + b"a=b " * 100_000 + b">", id="attributes"),
        pytest.param(b"<p>text" + b"<table><tr><td>" * 600, id="tables in tables"),
        pytest.param(b'<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]><p>text', id="entities"),
        pytest.param(b"<base href='file:///etc/'><link href=passwd><img src=passwd><p>text", id="references"),
    ],
)
def test_html_made_to_be_slow_or_to_reach_out_gives_its_text(read: Read, data: bytes) -> None:
    assert read("x.html", data).text.endswith("text")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"> " * 50_000 + b"text", id="quotations"),
        pytest.param(b"- " * 50_000 + b"text", id="lists"),
        pytest.param(b"[" * 100_000 + b"text", id="brackets"),
        pytest.param(b"```" * 50_000 + b"\ntext", id="fences"),
        pytest.param(b"---\na: " + b"[" * 20_000 + b"\n---\ntext", id="front matter"),
        pytest.param(b"---\na: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n---\ntext", id="aliases"),
        pytest.param(b"text\n\n" + b"|" * 5_000 + b"\n" + b"|-" * 5_000, id="table"),
    ],
)
def test_markdown_made_to_be_slow_or_deep_is_still_its_own_text(read: Read, data: bytes) -> None:
    assert read("x.md", data).text == data.decode()


TAGS = ["<p>", "</p>", "<table>", "</table>", "<tr>", "<td>", "<li>", "</li>", "<pre>", "</pre>", "<h2>", "</h2>"]
TAGS += [
    "<br>",
    "<svg>",
    "<nav>",
    "</nav>",
    "<main>",
    "</main>",
    "<p hidden>",
    "<!--",
    "-->",
    "<title>",
    "&#0;",
    "&#xD800;",
]
SOUP = st.lists(st.sampled_from(TAGS) | st.text(max_size=5), max_size=30).map(
    lambda parts: "".join(parts).encode("utf-8", "replace")
)
LINES = [
    "---\n",
    "a: b\n",
    "# x\n",
    "===\n",
    "> ",
    "- ",
    "```\n",
    "\t",
    "<div>\n",
    "[a]: b\n",
    "\r",
    "\u2028",
    "\ufeff",
    "\n",
]
PAGES = st.lists(st.sampled_from(LINES) | st.text(max_size=5), max_size=30).map(
    lambda parts: "".join(parts).encode("utf-8", "replace")
)


@given(st.sampled_from(["a.md", "a.txt", "a.html", "a.docx", "a"]), st.binary(max_size=60) | SOUP | PAGES)
def test_whatever_the_bytes_they_give_a_sound_extraction_or_a_reason(name: str, data: bytes) -> None:
    try:
        extraction = extract(name, data)
    except ExtractionError as refusal:
        assert str(refusal).startswith(f"{name} ")  # noqa: PT017 - either outcome is right, no other exception is
        return
    text = extraction.text
    text.encode("utf-8")
    assert text[extraction.body_start :].strip()
    assert "\0" not in text
    assert "\r" not in text
    assert not text.startswith("\ufeff")
    ends = [0, *(heading.end for heading in extraction.headings)]
    for heading, behind in zip(extraction.headings, ends, strict=False):
        assert behind <= heading.start < heading.end <= len(text)
        assert 1 <= heading.level <= 6
