"""Settings that are refused, and the small cases of cutting, headers and section paths."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from engine.chunking import LARGEST_TARGET, SMALLEST_TARGET, STRATEGIES, chunk, validate
from engine.errors import ChunkingError
from engine.types import Chunk, Chunking, Extraction, Heading
from tests.golden.markdown_oracle import extraction_of, markdown_extraction


def chunks_of(markdown: str, strategy: str = "E", target: int = 64, overlap: int = 16) -> tuple[Chunk, ...]:
    return chunk(markdown_extraction(markdown), "Title", Chunking(strategy, target, overlap))


def test_the_ingredients_of_the_six_strategies() -> None:
    ingredients = {letter: (s.boundaries, s.header, s.overlap) for letter, s in STRATEGIES.items()}
    assert ingredients == {
        "A": (False, False, False),
        "B": (False, False, True),
        "C": (True, False, False),
        "D": (True, False, True),
        "E": (True, True, False),
        "F": (True, True, True),
    }


def test_every_strategy_describes_itself_in_one_line_of_its_own() -> None:
    descriptions = [strategy.description for strategy in STRATEGIES.values()]
    assert all(line and "\n" not in line and len(line) <= 100 for line in descriptions)
    assert len(set(descriptions)) == len(STRATEGIES)


@pytest.mark.parametrize("letter", ["G", "a", "", "AB"])
def test_an_unknown_strategy_is_refused_with_the_list_of_those_there_are(letter: str) -> None:
    with pytest.raises(ChunkingError, match=rf"'{letter}'.*A, B, C, D, E, F\.$"):
        chunks_of("Text.", strategy=letter)


@pytest.mark.parametrize("target", [SMALLEST_TARGET - 1, 0, -512, LARGEST_TARGET + 1])
def test_a_target_out_of_range_is_refused_with_the_range(target: int) -> None:
    with pytest.raises(ChunkingError, match=rf"target of {target} .*from {SMALLEST_TARGET} to {LARGEST_TARGET}\.$"):
        validate(Chunking("A", target, overlap=0))


@pytest.mark.parametrize("overlap", [-1, 64, 65])
def test_an_overlap_that_is_negative_or_as_long_as_the_target_is_refused(overlap: int) -> None:
    with pytest.raises(ChunkingError, match=rf"overlap of {overlap} .*target of 64; choose one from 0 to 63\.$"):
        validate(Chunking("B", 64, overlap))


@pytest.mark.parametrize(("target", "overlap"), [(SMALLEST_TARGET, 0), (64, 63), (LARGEST_TARGET, LARGEST_TARGET - 1)])
def test_the_ends_of_the_ranges_are_allowed(target: int, overlap: int) -> None:
    validate(Chunking("F", target, overlap))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_empty_text_has_no_chunks(strategy: str) -> None:
    assert chunks_of("", strategy) == ()


@pytest.mark.parametrize("strategy", "CDEF")
def test_a_text_without_words_has_no_chunks_along_boundaries(strategy: str) -> None:
    assert chunks_of(" \n\n\u2003\n## Heading\n\n \t\n", strategy) == ()


def test_blind_chunks_keep_white_space_even_where_there_is_nothing_else() -> None:
    assert [c.content for c in chunks_of("a" * 64 + "\n \n", "A")] == ["a" * 64, "\n \n"]


def test_nothing_before_the_body_is_in_a_content_or_an_overlap() -> None:
    front_matter = "key: value. And more.\n"
    extraction = extraction_of(front_matter + "Body.", body_start=len(front_matter))
    for strategy in STRATEGIES:
        (only,) = chunk(extraction, "", Chunking(strategy, 64, 16))
        assert (only.content, only.text, only.overlap_start) == ("Body.", "Body.", len(front_matter))


def test_stops_at_the_start_of_a_paragraph_are_a_sentence_with_the_space_behind_them() -> None:
    full = "x" * 59 + ". yy."  # 64 characters: the target, when counted without the space before it
    assert [c.content for c in chunks_of(f"... {full}", target=64)] == ["...", full]


def test_deeper_headings_divide_no_section_and_level_one_does_not_either() -> None:
    (only,) = chunks_of("## Two\n### Three\n# One\nEnd.")
    assert (only.section, only.content) == ("Two", "### Three\n# One\nEnd.")


@pytest.mark.parametrize(
    ("title", "markdown", "header"),
    [
        ("Title", "## Section\nText.", "Title > Section"),
        ("Title", "Text.", "Title"),
        ("Title", "##\nText.", "Title"),
        ("", "## Section\nText.", "Section"),
        ("", "Text.", ""),
    ],
)
def test_a_missing_title_or_heading_leaves_no_trace_in_the_header(title: str, markdown: str, header: str) -> None:
    (only,) = chunk(markdown_extraction(markdown), title, Chunking("E", 64, 0))
    assert only.header == header
    assert only.text == (f"[{header}]\nText." if header else "Text.")


def test_a_section_path_drops_headings_of_the_same_or_a_deeper_level() -> None:
    words = "x" * 60
    markdown = f"# A\n\n#### B\n\n{words}\n\n### C\n\n{words}\n\n# D\n\n### E\n\n{words}\n"
    paths = {c.section_path for c in chunks_of(markdown) if c.content == words}
    assert paths == {("A", "B"), ("A", "C"), ("D", "E")}


def test_a_chunk_that_opens_with_a_heading_stands_under_it() -> None:
    first, second = chunks_of(f"### A\n\n{'x' * 57}\n\n### B\n\ny\n")
    assert (first.section_path, second.section_path) == (("A",), ("B",))


def test_a_heading_without_text_has_no_place_in_a_section_path() -> None:
    (only,) = chunks_of("# A\n##\nText.")[1:]
    assert only.section_path == ("A",)


LINEAR = 5.0
"""Seconds of processor time: linear time needs under one, quadratic time on a million characters needs minutes."""

HOSTILE = {
    "newlines": "\n" * 1_000_000,
    "spaces": " " * 1_000_000,
    "stops": "." * 1_000_000,
    "one word": "x" * 1_000_000,
    "blank lines with spaces": "\n \n" * 300_000,
    "newline and letter": "a\n" * 500_000,
    "stop and space": ". " * 500_000,
}


def seconds_to_chunk(extraction: Extraction, strategy: str) -> float:
    begun = time.process_time()
    chunk(extraction, "Title", Chunking(strategy, 512, 64))
    return time.process_time() - begun


@pytest.mark.parametrize("strategy", ["B", "F"])
@pytest.mark.parametrize("shape", HOSTILE)
def test_a_megabyte_of_one_pattern_takes_linear_time(shape: str, strategy: str) -> None:
    assert seconds_to_chunk(extraction_of(HOSTILE[shape]), strategy) < LINEAR


@pytest.mark.parametrize("deepest", [2, 6])
def test_a_hundred_thousand_headings_take_linear_time(deepest: int) -> None:
    line = "## h\n"
    headings = tuple(Heading(1 + i % deepest, i * len(line), (i + 1) * len(line) - 1, "h") for i in range(100_000))
    assert seconds_to_chunk(extraction_of(line * len(headings), headings), "F") < LINEAR


def test_a_word_of_forty_thousand_characters_is_one_chunk() -> None:
    word = "x" * 40_000
    assert [c.content for c in chunks_of(f"Short.\n\n{word}\n\nShort.")] == ["Short.", word, "Short."]


def test_chunks_come_in_the_order_of_the_text() -> None:
    chunks = chunks_of("One.\n\n## Two\n\nThree.\n\n## Four\n\nFive.\n")
    assert [c.content for c in chunks] == ["One.", "Three.", "Five."]
    assert all(left.end <= right.start for left, right in pairwise(chunks))
