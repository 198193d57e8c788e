"""What holds for the chunks of any text; the rule, written a second time character by character, is the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chunking import STRATEGIES, chunk
from engine.types.extraction import Extraction, Heading
from engine.types.indexing import Chunking
from tests.golden.markdown_oracle import extraction_of

Range = tuple[int, int]

WORDS = [
    "a",
    "word",
    "x" * 30,
    "x" * 90,
    "🚢",
    "é",
    " ",
    "  ",
    "\t",
    "\u2028",
    "\xa0",
    "\x1c",
    ".",
    "!",
    "?",
    "...",
    "?!",
]
BREAKS = ["\n", "\n\n", "\n\n\n", "\n \n", " \n", "\r"]
BODIES = st.lists(st.sampled_from(WORDS + BREAKS), max_size=40).map("".join)
HEADINGS = st.tuples(st.integers(1, 6), st.sampled_from(["", "Title", "Long winded title.", "🚢"]), st.booleans())


@st.composite
def extractions(draw: st.DrawFn) -> Extraction:
    text = draw(st.sampled_from(["", "---\n## front. matter\n---\n", "\n"]))
    body_start = len(text)
    headings = []
    for block in draw(st.lists(BODIES | HEADINGS, max_size=8)):
        if isinstance(block, str):
            text += block
            continue
        level, title, is_setext = block
        text += "" if text.endswith("\n") or not text else "\n"
        start = len(text)
        text += f"{title}\n----" if is_setext else f"{'#' * level} {title}"
        headings.append(Heading(level, start, len(text), title))
        text += "\n"
    return extraction_of(text, tuple(headings), body_start)


SIZES = st.tuples(st.integers(64, 130), st.integers(0, 63))
any_strategy = pytest.mark.parametrize("strategy", "ABCDEF")
along_boundaries = pytest.mark.parametrize("strategy", "CDEF")
documents = given(extraction=extractions(), sizes=SIZES)


def paragraphs(text: str, start: int, end: int) -> Iterator[Range]:
    at = start
    while at < end:
        if text[at] == "\n":
            at += 1
            continue
        begun = at
        while at < end and (text[at] != "\n" or not (at + 1 < end and text[at + 1] == "\n")):
            at += 1
        yield begun, at


def sentences(text: str, start: int, end: int) -> Iterator[Range]:
    at = start
    while at < end:
        begun = at
        while at < end and text[at] not in ".!?":
            at += 1
        while at < end and text[at] in ".!?":
            at += 1
        while at < end and text[at].isspace():
            at += 1
        yield begun, at


class Packer:
    """The open chunk, and the trimmed ranges emitted so far."""

    def __init__(self, text: str, target: int) -> None:
        self.text, self.target = text, target
        self.open: Range | None = None
        self.emitted: list[Range] = []

    def add(self, start: int, end: int) -> None:
        if self.open is not None and end - self.open[0] <= self.target:
            self.open = (self.open[0], end)
        else:
            self.emit()
            self.open = (start, end)

    def emit(self) -> None:
        if self.open is not None:
            start, end = self.open
            while start < end and self.text[start].isspace():
                start += 1
            while start < end and self.text[end - 1].isspace():
                end -= 1
            if start < end:
                self.emitted.append((start, end))
        self.open = None


def ranges_by_the_rule(extraction: Extraction, target: int) -> list[Range]:
    text = extraction.text
    packer = Packer(text, target)
    start = extraction.body_start
    for stop, resume in [(h.start, h.end) for h in extraction.headings if h.level == 2] + [(len(text), 0)]:
        for paragraph in paragraphs(text, start, stop):
            if paragraph[1] - paragraph[0] > target:
                packer.emit()
                for sentence in sentences(text, *paragraph):
                    packer.add(*sentence)
                packer.emit()
            else:
                packer.add(*paragraph)
        packer.emit()
        start = resume
    return packer.emitted


@any_strategy
@documents
def test_content_is_the_slice_and_text_is_header_and_overlap_and_slice(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    target, overlap = sizes
    for c in chunk(extraction, "The Title", Chunking(strategy, target, overlap)):
        assert c.content == extraction.text[c.start : c.end]
        assert c.overlap_start == (
            max(extraction.body_start, c.start - overlap) if STRATEGIES[strategy].overlap else c.start
        )
        line = f"[{c.header}]\n" if STRATEGIES[strategy].header else ""
        assert c.text == line + extraction.text[c.overlap_start : c.end]


@any_strategy
@documents
def test_chunks_are_in_order_apart_and_behind_the_front_matter(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    chunks = chunk(extraction, "The Title", Chunking(strategy, *sizes))
    assert all(extraction.body_start <= c.start < c.end <= len(extraction.text) for c in chunks)
    assert all(left.end <= right.start for left, right in pairwise(chunks))


@pytest.mark.parametrize("strategy", "AB")
@documents
def test_blind_chunks_are_the_body_in_lengths_of_the_target(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    chunks = chunk(extraction, "The Title", Chunking(strategy, *sizes))
    assert "".join(c.content for c in chunks) == extraction.text[extraction.body_start :]
    assert all(len(c.content) == sizes[0] for c in chunks[:-1])
    assert all(len(c.content) <= sizes[0] for c in chunks[-1:])


@along_boundaries
@documents
def test_chunks_are_those_of_the_rule_taken_character_by_character(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    chunks = chunk(extraction, "The Title", Chunking(strategy, *sizes))
    assert [(c.start, c.end) for c in chunks] == ranges_by_the_rule(extraction, sizes[0])


@along_boundaries
@documents
def test_every_visible_character_outside_level_two_headings_is_covered_once(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    chunks = chunk(extraction, "The Title", Chunking(strategy, *sizes))
    in_headings = {at for h in extraction.headings if h.level == 2 for at in range(h.start, h.end)}
    covered = Counter(at for c in chunks for at in range(c.start, c.end))
    visible = {at for at in range(extraction.body_start, len(extraction.text)) if not extraction.text[at].isspace()}
    assert all(covered[at] == 1 for at in visible - in_headings)
    assert not in_headings & set(covered)


@along_boundaries
@documents
def test_no_chunk_is_empty_or_untrimmed(strategy: str, extraction: Extraction, sizes: tuple[int, int]) -> None:
    chunks = chunk(extraction, "The Title", Chunking(strategy, *sizes))
    assert all(c.content and c.content == c.content.strip() for c in chunks)


@along_boundaries
@documents
def test_a_chunk_longer_than_the_target_is_one_sentence(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    for c in chunk(extraction, "The Title", Chunking(strategy, *sizes)):
        assert len(c.content) <= sizes[0] or len(list(sentences(c.content, 0, len(c.content)))) == 1


@pytest.mark.parametrize(("richer", "plainer"), ["BA", "DC", "EC", "FE"])
@documents
def test_header_and_overlap_move_no_cut(
    richer: str, plainer: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    ranges = [
        [(c.start, c.end, c.section, c.section_path) for c in chunk(extraction, "The Title", Chunking(letter, *sizes))]
        for letter in (richer, plainer)
    ]
    assert ranges[0] == ranges[1]


@any_strategy
@documents
def test_a_section_path_is_every_heading_not_ended_by_a_later_one(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    for c in chunk(extraction, "The Title", Chunking(strategy, *sizes)):
        above = [h for h in extraction.headings if h.start <= c.start]
        still_open = [h for i, h in enumerate(above) if all(h.level < later.level for later in above[i + 1 :])]
        assert c.section_path == tuple(h.title for h in still_open if h.title)


@along_boundaries
@documents
def test_the_section_is_the_nearest_level_two_heading_above(
    strategy: str, extraction: Extraction, sizes: tuple[int, int]
) -> None:
    for c in chunk(extraction, "The Title", Chunking(strategy, *sizes)):
        titles = [h.title for h in extraction.headings if h.level == 2 and h.start < c.start]
        assert c.section == (titles[-1] if titles else "")
