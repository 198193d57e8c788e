"""Where words and characters end that white space does not tell apart."""

from __future__ import annotations

from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from engine.chunking.segmenting import continues, grapheme_ends, word_ends

PADDING = 600  # more than is looked at together


def pieces(text: str, ends: list[int]) -> list[str]:
    edges = [0, *ends, len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ประเทศไทยมีภูเขา", ["ประเทศ", "ไทย", "มี", "ภู", "เขา"]),
        ("今日は天気です。", ["今日は", "天気です。"]),
        ("今天是晴天。", ["今天", "是", "晴天。"]),
        ("https://a.example/b-c?d=1", ["https://", "a.", "example/", "b-", "c?", "d=", "1"]),
        ("unbroken", ["unbroken"]),
        ("naïve", ["naïve"]),
        ("ភាសាខ្មែរ", ["ភាសាខ្មែរ"]),
    ],
)
def test_words_that_are_written_together(text: str, words: list[str]) -> None:
    assert pieces(text, list(word_ends(text, 0, len(text)))) == words


def test_a_word_is_found_in_a_range_as_by_itself() -> None:
    text = "ab ประเทศไทย cd"
    assert list(word_ends(text, 3, 12)) == [9]


@pytest.mark.parametrize(
    ("text", "graphemes"),
    [
        ("abc", ["a", "b", "c"]),
        ("cafe\u0301s", ["c", "a", "f", "e\u0301", "s"]),
        ("👩‍👩‍👧‍👦👍🏽🇩🇪🇫🇷", ["👩‍👩‍👧‍👦", "👍🏽", "🇩🇪", "🇫🇷"]),
        ("กำ่", ["กำ่"]),
        ("", [""]),
    ],
)
def test_graphemes(text: str, graphemes: list[str]) -> None:
    assert pieces(text, list(grapheme_ends(text, 0, len(text)))) == graphemes


@given(
    st.lists(st.sampled_from(["a", "e\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "\u0301", "한", "กำ", "\n"]), max_size=30).map("".join)
)
def test_stretches_move_no_grapheme(text: str) -> None:
    padded = "x" * PADDING + text + "y" * PADDING
    found = [0, *grapheme_ends(padded, 0, len(padded)), len(padded)]
    assert found == [0, *(grapheme.end() for grapheme in regex.finditer(r"\X", padded))]


@given(st.text(alphabet="a \n\u0301\u093e\u200d\u0e33\u0eb3🏽👍\ufe0f", min_size=1, max_size=12))
def test_what_is_drawn_onto_a_space_or_a_stop_continues_its_grapheme(text: str) -> None:
    for before in (" ", ".", "。", "\n"):
        (first, *_) = regex.findall(r"\X", before + text)
        assert continues(before + text, 1) == (len(first) > 1)
