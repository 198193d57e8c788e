"""Strategy G where the window binds: what is split, and where."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from engine.chunking import Window, chunk, effective
from engine.errors import ChunkingError
from engine.types.indexing import Chunking
from tests.golden.markdown_oracle import extraction_of
from tests.unit.structured_chunks import SHORT, SPLIT, chunks_of
from tests.unit.windows import Pieces, words_window


def test_a_fence_that_does_not_fit_is_split_between_lines_and_flagged() -> None:
    line = "one two six ten"
    fence = "\n".join(["```", *[line] * 8, "```"])  # 38 pieces: 3 marks a fence line
    chunks = chunks_of(f"Before.\n\n{fence}", target=512, size=32)
    assert [(c.content, c.flags) for c in chunks] == [
        ("Before.", ()),
        ("\n".join(["```", *[line] * 6]), SPLIT),  # 3 + 24 of 30 - 3 for [T]
        ("\n".join([line, line, "```"]), SPLIT),
    ]


def test_a_sentence_is_split_at_the_coarsest_boundary_that_fits() -> None:
    room = "[T]\n"  # three pieces of 22 - 2, so 17 are left
    assert len(room.strip()) == 3
    short, clause, unbroken = "a " * 8 + "a", "b " * 9 + "b,", "c " * 19 + "c"
    chunks = chunks_of(f"{short}\n{clause} {clause}\n{unbroken}", target=512, size=22)
    assert [c.content for c in chunks] == [short, clause, clause, ("c " * 17).strip(), "c c c"]
    assert {c.flags for c in chunks} == {SPLIT}


def test_what_is_split_is_not_mixed_with_whole_sentences() -> None:
    chunks = chunks_of(f"Yes. {'c ' * 19}c. No.", target=512, size=22)
    assert [(c.content, c.flags) for c in chunks] == [
        ("Yes.", ()),
        (("c " * 17).strip(), SPLIT),
        ("c c c.", SPLIT),
        ("No.", ()),
    ]


def test_a_row_that_fits_only_without_its_column_names_is_whole_without_them() -> None:
    head = "| a | b |\n|---|---|"  # 14 pieces: every dash is one
    long, short = f"| {'xxxx ' * 25}| y |", "| z | z |"  # 29 and 5 pieces; [T] and the head take 3 + 14 of 44
    chunks = chunks_of("\n".join([head, long, short]), size=46)
    assert [(c.text, c.flags) for c in chunks] == [
        (f"[T]\n{head}", ()),
        (f"[T]\n{long}", SHORT),
        (f"[T]\n{head}\n{short}", ()),
    ]


def test_column_names_longer_than_half_the_window_are_not_repeated() -> None:
    head = f"| {'a ' * 20}| b |\n|---|---|"
    row = "| x | y |"
    chunks = chunks_of("\n".join([head, row, row, row]), target=70, size=50)
    assert [(c.text, c.flags) for c in chunks] == [
        (f"[T]\n{head}\n{row}", ()),
        (f"[T]\n{row}\n{row}", SHORT),
    ]


@pytest.mark.parametrize(("size", "paragraphs"), [(22, [4, 1, 4, 1]), (20, [3, 2, 3, 2])])
def test_what_the_parts_do_not_tell_of_the_whole_is_counted_in_the_text_itself(
    size: int, paragraphs: list[int]
) -> None:
    class Lines:
        """As words and signs, and a newline is a piece as well, but only with something behind it."""

        special_tokens = 2

        def __call__(self, texts: Sequence[str]) -> list[Pieces]:
            return [[piece.span() for piece in re.finditer(r"\w+|[^\w\s]|\n(?=\S)", text)] for text in texts]

    # [T] and its newline are four pieces (three by themselves), a paragraph three, and one stands between two: five
    # paragraphs seem to take 3 + 15 and take 4 + 15 + 4, four take 4 + 12 + 3.
    text = "\n\n".join(["a b c"] * 10)
    chunks = chunk(extraction_of(text), "T", Chunking("G", 64, 0), Window(size, Lines()))
    assert [c.content for c in chunks] == ["\n\n".join(["a b c"] * many) for many in paragraphs]


def test_the_window_has_to_be_passed() -> None:
    with pytest.raises(ChunkingError, match=r"Strategy G .* window, and none was given"):
        chunk(extraction_of("Text."), "T", Chunking("G", 64, 0))


def test_a_window_too_short_to_halve_is_refused() -> None:
    with pytest.raises(ChunkingError, match="A window of 17 word pieces is too short for strategy G"):
        chunk(extraction_of("Text."), "T", Chunking("G", 64, 0), words_window(17))


def test_a_character_that_no_window_holds_is_an_error_and_no_endless_search() -> None:
    class Shattering:
        special_tokens = 2

        def __call__(self, texts: list[str]) -> list[Pieces]:
            return [[(at, at + 1) for at in range(len(text)) for _ in range(99)] for text in texts]

    with pytest.raises(ChunkingError, match=r"The character at 0 takes more word pieces"):
        chunk(extraction_of("ab"), "", Chunking("G", 64, 0), Window(50, Shattering()))


def test_an_overlap_is_ignored() -> None:
    assert effective(Chunking("G", 64, 100)) == Chunking("G", 64, 0)
    text = "First paragraph.\n\n" + "x" * 60
    chunks = chunk(extraction_of(text), "T", Chunking("G", 64, 100), words_window())
    assert [c.overlap_start for c in chunks] == [c.start for c in chunks] == [0, 18]
