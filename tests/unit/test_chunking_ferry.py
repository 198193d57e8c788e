"""Strategies A to F against a text whose chunks were marked by hand; its README says why each cut is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.chunking import chunk
from engine.documents.extract import extract
from engine.types.indexing import Chunk, Chunking
from tests.golden.markdown_oracle import markdown_extraction
from tests.golden.marks import Marked, read_marks

FERRY = Path(__file__).resolve().parents[1] / "golden" / "ferry"
TITLE = "The Ferry Notebook"
MARKED_IN = {"A": "A", "B": "A", "C": "C", "D": "C", "E": "E", "F": "E"}


def marked(strategy: str) -> Marked:
    return read_marks((FERRY / f"{MARKED_IN[strategy]}.txt").read_bytes().decode())


def chunks_of(strategy: str) -> tuple[Chunk, ...]:
    golden = marked(strategy)
    extraction = markdown_extraction(golden.text, golden.body_start)
    return chunk(extraction, TITLE, Chunking(strategy, target=80, overlap=16))


def chunk_opening_with(words: str, strategy: str) -> Chunk:
    (found,) = [c for c in chunks_of(strategy) if c.content.startswith(words)]
    return found


@pytest.mark.parametrize("strategy", "ACE")
def test_the_marked_copies_are_the_text_itself(strategy: str) -> None:
    assert marked(strategy).text == (FERRY / "ferry.md").read_bytes().decode()


def test_the_marked_start_of_the_body_and_its_headings_are_what_the_extractor_finds() -> None:
    golden = marked("C")
    found = extract("ferry.md", golden.text.encode())
    assert found.body_start == golden.body_start
    assert found.headings == markdown_extraction(golden.text, golden.body_start).headings


@pytest.mark.parametrize("strategy", "ABCDEF")
def test_chunks_are_those_marked_by_hand(strategy: str) -> None:
    assert tuple((c.start, c.end) for c in chunks_of(strategy)) == marked(strategy).ranges


@pytest.mark.parametrize("strategy", "ABCDEF")
def test_overlaps_follow_the_rule(strategy: str) -> None:
    golden = marked(strategy)
    reach = 16 if strategy in "BDF" else 0
    expected = [max(golden.body_start, start - reach) for start, _ in golden.ranges]
    assert [c.overlap_start for c in chunks_of(strategy)] == expected


@pytest.mark.parametrize("strategy", "EF")
def test_headers_are_those_marked_by_hand(strategy: str) -> None:
    assert tuple(c.header for c in chunks_of(strategy)) == marked(strategy).headers


@pytest.mark.parametrize("strategy", "ABCD")
def test_no_header_without_the_header_ingredient(strategy: str) -> None:
    assert {c.header for c in chunks_of(strategy)} == {""}


@pytest.mark.parametrize("strategy", "CDEF")
def test_the_section_is_the_level_two_heading_of_the_marked_header(strategy: str) -> None:
    sections = ["" if header == TITLE else str(header).removeprefix(f"{TITLE} > ") for header in marked("E").headers]
    assert [c.section for c in chunks_of(strategy)] == sections


@pytest.mark.parametrize("strategy", "AB")
def test_blind_chunks_know_no_section(strategy: str) -> None:
    assert {c.section for c in chunks_of(strategy)} == {""}


@pytest.mark.parametrize(
    ("strategy", "opening", "text"),
    [
        (
            "A",
            "s the next",
            "s the next watch.\n\n\n\n## Crossings 🚢\n\nThe first boat leaves at six.\n\nTickets are ",
        ),
        ("A", "coins.", "coins. Ask for the paper card\n\nCards are stamped once a trip, by hand! A lost ca"),
        (
            "B",
            "Labels last.",
            "s first.   \n\n   Labels last.\n\nLash every crate twice and write its number down before we sail.\n\n",
        ),
        ("C", "Then ask.", "Then ask. \nRopes first."),
        ("C", "5 coins.", "5 coins. Ask for the paper card"),
        (
            "D",
            "The first boat",
            "## Crossings 🚢\n\nThe first boat leaves at six.\n\nTickets are sold on board, and never on the quay.",
        ),
        ("D", "The forecast", "eather\n-------\n\nThe forecast hangs by the helm."),
        ("E", "# The Ferry", "[The Ferry Notebook]\n# The Ferry Notebook\n\nTwo boats, one slip."),
        ("E", "Wait for", "[The Ferry Notebook > Weather]\nWait for his word. Never guess!"),
        ("F", "# The Ferry", "[The Ferry Notebook]\n\n# The Ferry Notebook\n\nTwo boats, one slip."),
        ("F", "Signed by", "[The Ferry Notebook > Last page]\n Last page\n\n  \n\nSigned by both skippers. 🏁"),
    ],
)
def test_embedded_texts_written_out_by_hand(strategy: str, opening: str, text: str) -> None:
    assert chunk_opening_with(opening, strategy).text == text


@pytest.mark.parametrize(
    ("strategy", "opening", "path"),
    [
        ("C", "Kept by the crew", (TITLE,)),
        ("C", "Is it safe?!", (TITLE, "Weather")),
        ("E", "### Watch", (TITLE, "Rules of the deck", "Watch")),
        ("E", "```sh", (TITLE, "Rules of the deck", "Watch")),
        ("E", "Sleep when", (TITLE, "Rules of the deck", "Rest")),
        ("E", "Signed by", (TITLE, "Last page")),
        ("A", "og needs a lead", (TITLE, "Crossings 🚢")),
        ("A", "ands in the galley", (TITLE, "Rules of the deck", "Rest")),
    ],
)
def test_section_paths_name_every_heading_above(strategy: str, opening: str, path: tuple[str, ...]) -> None:
    assert chunk_opening_with(opening, strategy).section_path == path
