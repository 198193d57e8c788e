"""How strategy G packs paragraphs, sentences and list items that the window holds."""

from __future__ import annotations

import pytest

from tests.unit.structured_chunks import chunks_of


def test_paragraphs_of_one_heading_are_packed_up_to_the_target() -> None:
    a, b, c = "a" * 30, "b" * 32, "c" * 10
    assert [c.content for c in chunks_of(f"{a}\n\n{b}\n\n{c}")] == [f"{a}\n\n{b}", c]


def test_a_long_paragraph_is_cut_between_sentences_and_stays_by_itself() -> None:
    one, two, three = "One " * 7 + "end.", "Two " * 7 + "end.", "Six " * 7 + "end."
    chunks = chunks_of(f"Before.\n\n{one} {two} {three}\n\nAfter.", target=65)
    assert [c.content for c in chunks] == ["Before.", f"{one} {two}", three, "After."]
    assert {c.flags for c in chunks} == {()}


def test_a_sentence_longer_than_the_target_stays_whole_while_the_window_holds_it() -> None:
    long = "word " * 30 + "end."
    (only,) = chunks_of(long)
    assert (only.content, only.flags) == (long, ())


@pytest.mark.parametrize("stop", ["。", "！", "？", "｡", "؟ ", "। ", ". ", "! ", "? ", '." ', "。」", "?! "])
def test_sentences_end_in_many_scripts(stop: str) -> None:
    first, second = "a" * 50 + stop, "b" * 50
    assert [c.content for c in chunks_of(first + second)] == [first.strip(), second]


@pytest.mark.parametrize("escaped", ["\\n", "<br>"])
def test_a_sentence_ends_before_an_escaped_newline_and_before_a_tag(escaped: str) -> None:
    first, second = "a" * 50 + ".", escaped + "b" * 50
    assert [c.content for c in chunks_of(first + second)] == [first, second]


@pytest.mark.parametrize(
    "inside", ["1.5", "e.g. this", "cf. this", "J. Doe", "et al. 2003", "main.py", "a.b.c", "?!x", "Dr. No"]
)
def test_no_sentence_ends_inside(inside: str) -> None:
    sentence = f"{'a' * 40} {inside} {'b' * 40}."
    chunks = chunks_of(f"{sentence} {'c' * 60}.")
    assert [c.content for c in chunks] == [sentence, "c" * 60 + "."]


def test_list_items_of_a_long_list_are_not_cut() -> None:
    items = [
        f"{mark} {letter * 15}. {letter * 15}." for mark, letter in zip(("-", "*", "10)", "+"), "abcd", strict=True)
    ]
    chunks = chunks_of("\n".join(items), target=73)
    assert [c.content for c in chunks] == ["\n".join(items[:2]), "\n".join(items[2:])]


def test_the_number_of_a_list_item_ends_no_sentence() -> None:
    sentence, other = f"1. {'a' * 70}.", f"{'b' * 40}."
    assert [c.content for c in chunks_of(f"{sentence} {other}")] == [sentence, other]


def test_an_empty_line_of_a_quote_parts_its_paragraphs_and_is_not_lost() -> None:
    one, two = f"> {'a' * 40}\n> {'b' * 10}", f">\n> {'c' * 40}"
    assert [c.content for c in chunks_of(f"{one}\n{two}")] == [one, two]


def test_a_line_of_other_white_space_is_blank() -> None:
    assert [c.content for c in chunks_of(f"\u2003\n{'a' * 40}\n\u2003\n{'b' * 40}")] == ["a" * 40, "b" * 40]


def test_a_number_at_the_start_of_a_wrapped_line_is_no_list_item() -> None:
    first, second = (
        "It was founded long ago, in the year of\n1984. ",
        "It had two members, and it stayed a club for long.",
    )
    assert [c.content for c in chunks_of(first + second)] == [first.strip(), second]
