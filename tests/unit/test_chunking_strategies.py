"""Settings that are refused, and the small cases of cutting, headers and section paths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from engine.chunking import LARGEST_TARGET, SMALLEST_TARGET, STRATEGIES, chunk, packing, validate
from engine.errors import ChunkingError
from engine.types.extraction import Heading
from engine.types.indexing import Chunk, Chunking
from tests.golden.markdown_oracle import extraction_of, markdown_extraction
from tests.unit.counted import CountedItems, Tally


def chunks_of(markdown: str, strategy: str = "E", target: int = 64, overlap: int = 16) -> tuple[Chunk, ...]:
    return chunk(markdown_extraction(markdown), "Title", Chunking(strategy, target, overlap))


def test_the_ingredients_of_the_seven_strategies() -> None:
    ingredients = {letter: (s.boundaries, s.header, s.overlap, s.structure) for letter, s in STRATEGIES.items()}
    assert ingredients == {
        "A": (False, False, False, False),
        "B": (False, False, True, False),
        "C": (True, False, False, False),
        "D": (True, False, True, False),
        "E": (True, True, False, False),
        "F": (True, True, True, False),
        "G": (True, True, False, True),
    }


def test_every_strategy_describes_itself_in_one_line_of_its_own() -> None:
    descriptions = [strategy.description for strategy in STRATEGIES.values()]
    assert all(line and "\n" not in line and len(line) <= 100 for line in descriptions)
    assert len(set(descriptions)) == len(STRATEGIES)


@pytest.mark.parametrize("letter", ["H", "a", "", "AB"])
def test_an_unknown_strategy_is_refused_with_the_list_of_those_there_are(letter: str) -> None:
    with pytest.raises(ChunkingError, match=rf"'{letter}'.*A, B, C, D, E, F, G\.$"):
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


@pytest.mark.parametrize("strategy", "ABCDEF")
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
    for strategy in "ABCDEF":
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


# Hostile texts, and the ranges of their chunks along boundaries with a target of 512.
SIZE = 1_000_000
HOSTILE = {
    "newlines": ("\n" * SIZE, []),
    "spaces": (" " * SIZE, []),
    "blank lines with spaces": ("\n \n" * 300_000, []),
    "stops": ("." * SIZE, [(0, SIZE)]),
    "one word": ("x" * SIZE, [(0, SIZE)]),
    "newline and letter": ("a\n" * 500_000, [(0, SIZE - 1)]),
    "stop and space": (". " * 500_000, [(at, min(at + 512, SIZE) - 1) for at in range(0, SIZE, 512)]),
    "long paragraphs": (  # 170 of the 300 sentences fit into a chunk
        ("a. " * 300 + "\n\n") * 1_000,
        [(at + start, at + end) for at in range(0, 902_000, 902) for start, end in ((0, 509), (510, 899))],
    ),
}


@pytest.mark.parametrize("shape", HOSTILE)
def test_a_megabyte_of_one_pattern_is_cut_as_any_text_and_gone_over_once_per_pattern(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, expected = HOSTILE[shape]
    given: dict[str, list[tuple[int, int]]] = {}
    ranges = packing._ranges

    def listen(pattern: re.Pattern[str], text: str, within: tuple[int, int]) -> Iterator[tuple[int, int]]:
        given.setdefault(pattern.pattern, []).append(within)
        return ranges(pattern, text, within)

    monkeypatch.setattr(packing, "_ranges", listen)
    chunks = chunk(extraction_of(text), "Title", Chunking("F", 512, 64))
    assert [(c.start, c.end) for c in chunks] == expected
    assert given
    for spans in given.values():
        assert all(left[1] <= right[0] for left, right in pairwise(spans))
        assert sum(end - start for start, end in spans) <= len(text)


@pytest.mark.parametrize("shape", HOSTILE)
def test_a_megabyte_of_one_pattern_is_cut_blindly_at_every_target(shape: str) -> None:
    text, _ = HOSTILE[shape]
    chunks = chunk(extraction_of(text), "Title", Chunking("B", 512, 64))
    assert [c.start for c in chunks] == list(range(0, len(text), 512))
    assert "".join(c.content for c in chunks) == text


LINE = "## h\n"


@pytest.mark.parametrize(
    ("deepest", "ranges", "depths"),
    [
        # levels 1, 2, 1, 2, ...: each of level 1 is all the text of its section
        (2, [(at, at + 4) for at in range(0, 500_000, 10)], [1] * 50_000),
        # levels 1, ..., 6, 1, ...: a section's text is what stands from level 3 to the next level 1
        (6, [(0, 4), *((at, min(at + 24, 499_999)) for at in range(10, 500_000, 30))], [1] + [3] * 16_667),
    ],
)
def test_a_hundred_thousand_headings_are_looked_at_a_few_times_each(
    deepest: int, ranges: list[tuple[int, int]], depths: list[int]
) -> None:
    headings = CountedItems(
        Heading(1 + i % deepest, i * len(LINE), (i + 1) * len(LINE) - 1, "h") for i in range(100_000)
    )
    headings.tally = Tally()
    chunks = chunk(extraction_of(LINE * len(headings), headings), "Title", Chunking("F", 512, 64))
    assert [(c.start, c.end) for c in chunks] == ranges
    assert [c.section_path for c in chunks] == [("h",) * depth for depth in depths]
    assert headings.tally.looks <= 6 * (len(headings) + len(chunks))  # each with each would be thousands of times more


def test_a_word_of_forty_thousand_characters_is_one_chunk() -> None:
    word = "x" * 40_000
    assert [c.content for c in chunks_of(f"Short.\n\n{word}\n\nShort.")] == ["Short.", word, "Short."]


def test_chunks_come_in_the_order_of_the_text() -> None:
    chunks = chunks_of("One.\n\n## Two\n\nThree.\n\n## Four\n\nFive.\n")
    assert [c.content for c in chunks] == ["One.", "Three.", "Five."]
    assert all(left.end <= right.start for left, right in pairwise(chunks))
