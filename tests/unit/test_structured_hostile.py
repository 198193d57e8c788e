"""Strategy G on text that no author wrote: everything still fits, nothing is lost, and the work stays in proportion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest
import regex

from engine.chunking import Tokenizer, Window, chunk, segmenting
from engine.types.extraction import Extraction, Heading
from engine.types.indexing import Chunk, Chunking, Flag
from tests.golden.markdown_oracle import extraction_of, markdown_extraction
from tests.unit.counted import CountedItems, Tally
from tests.unit.windows import Pieces, encoders_window

FORTY_WORDS = [" ".join(f"heading{level}word{number}" for number in range(40)) for level in range(6)]
WIDE_ROW = "| " + " | ".join(f"{'cell of many words ' * 16}" for _ in range(3)) + " |\n"
THAI = "ประเทศไทยมีภูเขาสวยงามมากมายและมีทะเลที่สวยงามซึ่งนักท่องเที่ยวทุกคนต้องมาเยี่ยมชม"
JAPANESE = "日本の首都は東京であり、人口は約千四百万人である"
FAMILY = "👩‍👩‍👧‍👦"

HOSTILE = {
    "one word": "x" * 40_000,
    "a word among words": "Short. " + "x" * 40_000 + " short.",
    "no full stop": "lorem ipsum dolor sit amet " * 2_222,
    "nothing but full stops": "." * 60_000 + "x",
    "stops with a quote": '."' * 30_000,
    "commas with a quote": ',"' * 30_000 + "x",
    "wide cells": "| a | b | c |\n|---|---|---|\n" + WIDE_ROW * 20,
    "wide column names": WIDE_ROW + "|---|---|---|\n" + "| a | b | c |\n" * 100,
    "one word in a row": f"| a | b |\n|---|---|\n| {'x' * 40_000} | y |\n",
    "one word in a fence": f"```\n{'x' * 40_000}\n```\n",
    "bars and dashes": "| " * 20_000 + "\n" + "-|" * 20_000,
    "dashes and spaces": "| a |\n| -" + " " * 60_000 + "x",
    "fences": "```\n" * 10_000,
    "fences in lists": "- ```\n" * 10_000,
    "fences in quotes": "> ```\n\n" * 5_000,
    "headings": "".join(f"{'#' * (level + 1)} {title}\n\n" for level, title in enumerate(FORTY_WORDS)) + "Text here.\n",
    "headings under a long one": f"# {'title ' * 5_000}\n\n" + "## Part of it\n\nText.\n\n" * 1_000,
    "bare headings": "".join(f"{'#' * (level + 1)} {title}\n\n" for level, title in enumerate(FORTY_WORDS)),
    "Thai": f"{THAI} " * 200,
    "Thai without a space": THAI * 200,
    "one Thai letter": "ก" * 20_000,
    "Japanese": f"{JAPANESE}。" * 400,
    "Japanese without a stop": JAPANESE.replace("、", "") * 400,
    "Arabic": "هذه جملة طويلة جدا عن المضخات؟ " * 600,
    "Korean": "한국어 문장이 여기에 있습니다 " * 1_000,
    "families": FAMILY * 3_000,
    "one family": "👩‍" * 20_000 + "👩",
    "flags": "🇩🇪" * 10_000,
    "marks": "a" + "\u0301" * 20_000 + " b",
    "marks on spaces": "a \u0301" * 10_000,
    "spaces": " " * 100_000 + "x" + "\u2003" * 100_000,
    "a letter a line": "a\n" * 30_000,
}


@dataclass
class Metered:
    """A tokenizer that remembers how much it was asked."""

    tokenize: Tokenizer
    calls: int = 0
    characters: int = 0

    @property
    def special_tokens(self) -> int:
        return self.tokenize.special_tokens

    def __call__(self, texts: Sequence[str]) -> Sequence[Pieces]:
        self.calls += 1
        self.characters += sum(map(len, texts))
        return [list(pieces) for pieces in self.tokenize(texts)]


def extraction(name: str) -> Extraction:
    text = HOSTILE[name]
    return markdown_extraction(text) if "headings" in name else extraction_of(text)


def chunks_of(name: str, target: int = 512, size: int = 256) -> tuple[Chunk, ...]:
    return chunk(extraction(name), "Title", Chunking("G", target, 0), Window(size, encoders_window().tokenize))


every_text = pytest.mark.parametrize("name", HOSTILE)


@every_text
@pytest.mark.parametrize(("target", "size"), [(512, 256), (8192, 256), (64, 24)])
def test_nothing_overflows_and_nothing_is_lost(name: str, target: int, size: int) -> None:
    made, chunks = extraction(name), chunks_of(name, target, size)
    counted = encoders_window().tokenize([c.text for c in chunks])
    assert max(map(len, counted)) <= size - 2
    assert all(c.content == made.text[c.start : c.end] and c.text.endswith(c.content) for c in chunks)
    assert all(left.end <= right.start for left, right in pairwise(chunks))
    edges = [0, *(edge for c in chunks for edge in (c.start, c.end)), len(made.text)]
    gaps = [made.text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    shown = {
        made.text[heading.start : heading.end]
        for heading in made.headings
        if any(heading.title in c.header for c in chunks)
    }
    assert {line for gap in gaps for line in gap.split("\n") if line.strip()} <= shown


@every_text
def test_graphemes_stay_whole(name: str) -> None:
    text = HOSTILE[name]
    for c in chunks_of(name):
        for edge in (c.start, c.end):  # a neighbourhood tells, except for what depends on all characters before it
            first = max(0, edge - 40)
            if name == "flags":
                assert edge % 2 == 0
            elif name != "one family":
                assert edge == 0 or edge in {
                    first + found.end() for found in regex.finditer(r"\X", text[first : edge + 40])
                }


@every_text
def test_the_tokenizer_is_asked_for_a_few_times_the_text(name: str) -> None:
    metered = Metered(encoders_window().tokenize)
    chunks = chunk(extraction(name), "Title", Chunking("G", 512, 0), Window(256, metered))
    own = sum(len(c.text) for c in chunks)
    assert metered.characters <= 5 * max(own, len(HOSTILE[name])) + 5_000
    assert metered.calls <= 12 + len(HOSTILE[name]) // 1_000


@pytest.mark.parametrize("name", ["one word", "one Thai letter", "no full stop", "Japanese without a stop", "families"])
def test_what_had_to_be_split_is_flagged(name: str) -> None:
    assert {c.flags for c in chunks_of(name)} == {(Flag.SPLIT,)}


@pytest.mark.parametrize(
    "name", ["Thai", "Thai without a space", "Japanese", "Arabic", "fences", "marks", "one family"]
)
def test_what_is_cut_where_it_may_be_is_not(name: str) -> None:
    assert {c.flags for c in chunks_of(name)} == {()}


def test_six_headings_of_forty_words_are_shown_one_by_one() -> None:
    chunks = chunks_of("headings")
    assert [c.content.lstrip("# ") for c in chunks] == [*FORTY_WORDS, "Text here."]
    assert [c.flags for c in chunks] == [(), *[(Flag.SHORT_HEADER,)] * 6]


def test_a_word_is_read_whole_in_parts_of_a_hundred_characters() -> None:
    assert {len(c.content) for c in chunks_of("one word")} == {100}
    before, *parts, after = chunks_of("a word among words")
    assert (before.content, before.flags, after.content, after.flags) == ("Short.", (), "short.", (Flag.SPLIT,))
    assert {len(c.content) for c in parts} == {100}


def test_what_no_vocabulary_knows_is_not_split_to_be_read() -> None:
    """Emoji are one unknown piece however few they are."""
    assert all(450 < len(c.content) <= 512 for c in chunks_of("families")[:-1])


@pytest.mark.parametrize("opened", ["```\n{}\n```", "| file | sum |\n|---|---|\n| a.tar | {} |"])
def test_a_checksum_leaves_code_and_rows_whole(opened: str) -> None:
    text = opened.format("0123456789abcdef" * 8)
    (only,) = chunk(extraction_of(text), "T", Chunking("G", 512, 0), encoders_window())
    assert (only.content, only.flags) == (text, ())


def test_a_checksum_stays_whole_in_code_that_is_split() -> None:
    sums = [f"{'0123456789abcdef' * 8}  file{number}.tar" for number in range(100)]
    chunks = chunk(extraction_of("\n".join(["```", *sums, "```"])), "T", Chunking("G", 512, 0), encoders_window())
    assert len(chunks) > 20
    assert {line for c in chunks for line in c.content.split("\n")} == {"```", *sums}


def test_a_hundred_thousand_headings_are_looked_at_a_few_times_each() -> None:
    line = "## h\n"
    headings = CountedItems(Heading(1 + i % 6, i * len(line), (i + 1) * len(line) - 1, "h") for i in range(100_000))
    headings.tally = Tally()
    metered = Metered(encoders_window().tokenize)
    made = extraction_of(line * len(headings), headings)
    chunks = chunk(made, "Title", Chunking("G", 512, 0), Window(256, metered))
    assert [c.start for c in chunks] == [at * len(line) for at in range(5, 100_000, 6)] + [99_999 * len(line)]
    assert headings.tally.looks <= 8 * len(headings)


@pytest.mark.parametrize("text", ["🇩🇪" * 30_000, "a" + "\u0301" * 60_000, "👩‍" * 30_000, "x" * 60_000])
def test_graphemes_are_found_in_stretches(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """(All flags at once would take the square of their number.)"""
    lengths: list[int] = []

    class Listening:
        def finditer(self, stretch: str) -> object:
            lengths.append(len(stretch))
            return regex.finditer(r"\X", stretch)

    monkeypatch.setattr(segmenting, "_graphemes", Listening)
    ends = list(segmenting.grapheme_ends(text, 0, len(text)))
    assert len(ends) == {"🇩": 29_999, "a": 0, "👩": 0, "x": 59_999}[text[0]]
    assert sum(lengths) <= 3 * len(text)
    assert len(ends) == 0 or max(lengths) <= 512
