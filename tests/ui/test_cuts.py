"""Which chunks and which characters the Chunks page shows, and the figures that it says of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from dashboard import cuts
from tests.ui.cut_text import cut, piece, plain

TEXT = "One two. Three four.\n\nFive six. Seven\n\neight. Nine."


def chunking(strategy: str, target: int = 512, overlap: int = 64) -> engine.Chunking:
    return engine.Chunking(strategy, target, overlap)


@pytest.mark.parametrize(
    ("offset", "ordinal"),
    [(0, 0), (7, 0), (8, 1), (9, 1), (19, 1), (20, 2), (22, 2), (400, 2)],
)
def test_a_character_is_found_in_its_chunk_or_in_the_next_one(offset: int, ordinal: int) -> None:
    pieces = plain(TEXT, (0, 8), (9, 20), (22, 37))
    assert cuts.chunk_at(pieces, offset) == ordinal


def test_figures_are_added_up_over_all_chunks() -> None:
    pieces = [
        piece(0, TEXT, 0, 20, header="T", tokens=12, header_tokens=3),
        piece(1, TEXT, 22, 50, header="T", tokens=18, header_tokens=3, overflow_tokens=4, overflow_start=4 + 10),
    ]
    found = cut(pieces, inside={1}).figures()
    assert list(found) == list(cuts.HELP)
    assert found == {
        "Chunks": 2,
        "Tokens": 30,
        "Header share": 0.2,
        "Overflowing": 1,
        "Words lost": 3,  # Seven, eight., Nine.
        "Cut mid-sentence": 1,
    }


def test_cuts_inside_sentences_are_found_outside_of_fences_too() -> None:
    text = "```\na = 1\nb = 2\n```\n\nOne two.\n\nThree four five."
    ranges = [(0, 9), (10, 19), (21, 29), (31, 36), (37, 47)]
    made = cuts.made(chunking("C"), plain(text, *ranges), text)
    assert made.inside == {3}  # a line's end in a fence is no cut; `Three` is one
    assert made.matching("Cut mid-sentence") == [3]
    assert made.matching("All") == [0, 1, 2, 3, 4]


def test_the_filter_overflowing_finds_what_the_window_does_not_hold() -> None:
    pieces = [piece(0, TEXT, 0, 8), piece(1, TEXT, 9, 20, overflow_tokens=1, overflow_start=3)]
    assert cut(pieces).matching("Overflowing") == [1]


def test_the_overlap_counts_only_where_there_is_one() -> None:
    assert engine.effective(chunking("E", 64, 64)) == chunking("E", 64, 0)
    assert engine.effective(chunking("F", 512, 64)) == chunking("F", 512, 64)


@pytest.mark.parametrize(
    ("name", "figure", "other", "said"),
    [
        ("Chunks", 37, 28, "A: 28 (-9)"),
        ("Tokens", 1_000, 2_500, "A: 2,500 (+1,500)"),
        ("Words lost", 0, 0, "A: 0 (same)"),
        ("Header share", 0.108, 0.0, "A: 0.0% (-10.8 points)"),
        ("Header share", 0.1080, 0.1081, "A: 10.8% (same)"),
    ],
)
def test_a_comparison_gives_both_the_figure_and_the_difference(
    name: str, figure: float, other: float, said: str
) -> None:
    assert cuts.compared(name, figure, other, "A") == said


def many(count: int, length: int) -> tuple[str, list[engine.StoredChunk]]:
    text = "x" * (count * length)
    return text, plain(text, *((n * length, (n + 1) * length) for n in range(count)))


def test_the_stretch_begins_one_chunk_before_and_holds_forty() -> None:
    text, pieces = many(100, 100)
    assert cuts.stretch(pieces, 50, None, len(text)) == (4_900, 8_900)


def test_the_stretch_reaches_to_both_ends_of_the_text() -> None:
    text = "---\nfront\n---\nBody one. Body two.\n"
    pieces = plain(text, (14, 23), (24, 33))
    assert cuts.stretch(pieces, 0, None, len(text)) == (0, len(text))


def test_the_stretch_of_long_chunks_is_bounded_in_characters() -> None:
    text, pieces = many(3, 60_000)
    assert cuts.stretch(pieces, 1, None, len(text)) == (59_800, 79_800)


def test_a_passage_deep_in_a_long_chunk_stands_near_the_top() -> None:
    text, pieces = many(3, 60_000)
    assert cuts.stretch(pieces, 1, (110_000, 110_050), len(text)) == (109_800, 129_800)


def test_the_overlap_of_the_selected_chunk_is_drawn_however_long_it_is() -> None:
    text = "x" * 400
    pieces = [piece(n, text, 20 * n, 20 * n + 20, max(0, 20 * n - 150)) for n in range(20)]
    assert cuts.stretch(pieces, 10, None, len(text)) == (50, 400)


def test_long_front_matter_is_drawn_above_the_first_chunk_alone() -> None:
    text = "y" * 1_500 + "x" * 200
    pieces = plain(text, (1_500, 1_600), (1_600, 1_700))
    assert cuts.stretch(pieces, 0, None, len(text)) == (0, 1_700)
    assert cuts.stretch(pieces, 1, None, len(text)) == (1_400, 1_700)


def test_a_passage_outside_of_the_selected_chunk_does_not_move_the_stretch() -> None:
    text, pieces = many(100, 100)
    assert cuts.stretch(pieces, 50, (7_000, 7_100), len(text)) == (4_900, 8_900)


@given(st.integers(1, 200), st.integers(1, 3_000), st.data())
def test_the_beginning_of_the_selected_chunk_is_in_every_stretch(count: int, length: int, data: st.DataObject) -> None:
    text, pieces = many(count, length)
    selected = data.draw(st.integers(0, count - 1))
    start, end = cuts.stretch(pieces, selected, None, len(text))
    assert 0 <= start <= pieces[selected].chunk.start < end <= len(text)
    assert end - start <= cuts.STRETCH_CHARACTERS
    shown = cuts.within(pieces, (start, end))
    assert selected in [each.ordinal for each in shown]
    assert [each.ordinal for each in shown] == [
        each.ordinal for each in pieces if each.chunk.start < end and start < each.chunk.end
    ]


@pytest.mark.parametrize(
    ("selected", "shown"),
    [(0, [3, 7, 9]), (3, [3, 7, 9]), (4, [7, 9]), (9, [9]), (10, [3, 7, 9])],
)
def test_cards_begin_at_the_selected_chunk_or_the_next_that_matches(selected: int, shown: list[int]) -> None:
    assert list(cuts.cards([3, 7, 9], selected)) == shown


def test_cards_are_ten_at_most_and_none_where_nothing_matches() -> None:
    assert list(cuts.cards(range(100), 42)) == list(range(42, 52))
    assert list(cuts.cards([], 5)) == []


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (range(10), (None, 10)),
        (range(42, 52), (32, 52)),
        (range(5, 15), (0, 15)),
        (range(90, 100), (80, None)),
    ],
)
def test_earlier_and_later_go_on_from_what_is_shown(shown: range, expected: tuple[int | None, int | None]) -> None:
    assert cuts.neighbours(range(100), shown, 10) == expected


def test_earlier_and_later_skip_what_does_not_match() -> None:
    assert cuts.neighbours([3, 50, 80, 81], range(60, 70), 40) == (3, 80)
    assert cuts.neighbours([], range(60, 70), 40) == (None, None)


@pytest.mark.parametrize(
    ("which", "view", "visible", "said"),
    [
        ("All", "In place", [0, 1], "Chunks 1 to 2 of 3, characters 0 to 20 of 51."),
        (
            "Cut mid-sentence",
            "In place",
            [1, 2],
            "Chunks 2 to 3 of 3, characters 0 to 20 of 51. 2 of 3 chunks end inside a sentence. Here: 1.",
        ),
        ("Overflowing", "In place", [], "characters 0 to 20 of 51. No chunk overflows."),
        ("Cut mid-sentence", "Chunk by chunk", [2], "2 of 3 chunks end inside a sentence. Shown: 2 to 2."),
        ("Overflowing", "Chunk by chunk", [], "No chunk overflows."),
        ("All", "Distribution", [0], "3 chunks."),
    ],
)
def test_it_is_said_what_part_is_shown(which: str, view: str, visible: list[int], said: str) -> None:
    each = cut(plain(TEXT, (0, 8), (9, 20), (22, 37)), inside={0, 2})
    assert cuts.in_sight(each, which, view, visible, (0, 20), 51) == said


def test_one_chunk_is_not_chunks() -> None:
    assert cuts.in_sight(cut(plain(TEXT, (0, 8))), "All", "Distribution", [0], (0, 20), 51) == "1 chunk."
