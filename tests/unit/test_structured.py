"""Strategy G in small cases whose chunks were written out by hand; a word or a sign is one word piece."""

from __future__ import annotations

import pytest

from engine.chunking import Window, chunk, effective
from engine.errors import ChunkingError
from engine.types import Chunk, Chunking, Flag
from tests.golden.markdown_oracle import extraction_of, markdown_extraction
from tests.unit.windows import Pieces, words_window

SPLIT, SHORT = (Flag.SPLIT,), (Flag.SHORT_HEADER,)


def chunks_of(markdown: str, target: int = 64, size: int = 1000, title: str = "T") -> tuple[Chunk, ...]:
    chunks = chunk(markdown_extraction(markdown), title, Chunking("G", target, 0), words_window(size))
    assert all(c.content == markdown[c.start : c.end] and c.overlap_start == c.start for c in chunks)
    return chunks


def texts_of(markdown: str, target: int = 64, size: int = 1000, title: str = "T") -> list[str]:
    return [c.text for c in chunks_of(markdown, target, size, title)]


# ---- headers and headings


def test_a_header_is_the_title_and_every_heading_above() -> None:
    guide = "# Guide\n\nRead this.\n\n## Install\n\n### Linux\n\nUse apt.\n\n#### Debian\n\nStable."
    markdown = f"Before.\n\n{guide}\n\n# Other\n\nEnd."
    assert texts_of(markdown, target=512, title="Manual") == [
        "[Manual]\nBefore.",
        "[Manual > Guide]\nRead this.",
        "[Manual > Guide > Install > Linux]\nUse apt.",
        "[Manual > Guide > Install > Linux > Debian]\nStable.",
        "[Manual > Other]\nEnd.",
    ]


def test_section_and_section_path_are_those_of_the_header() -> None:
    chunks = chunks_of("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n# D\n\nd")
    assert [(c.section, c.section_path) for c in chunks] == [
        ("", ("A",)),
        ("B", ("A", "B")),
        ("B", ("A", "B", "C")),
        ("", ("D",)),
    ]


def test_headings_with_nothing_beneath_are_text_of_the_section_around_them() -> None:
    chunks = chunks_of("## A\n\nText of A.\n\n### B\n### C\n\n## D\n\n### E\n\nText of E.")
    assert [c.text for c in chunks] == ["[T > A]\nText of A.\n\n### B\n### C", "[T > D > E]\nText of E."]
    assert chunks[0].section_path == ("A",)


def test_a_document_of_bare_headings_keeps_every_one() -> None:
    assert texts_of("# A\n\n## B\n\n### C\n\n## D\n") == ["[T > A > B]\n### C", "[T > A]\n## D"]


def test_a_heading_without_a_title_begins_a_chunk_and_is_nowhere() -> None:
    assert texts_of("## A\n\na\n\n###\n\nb") == ["[T > A]\na", "[T > A]\nb"]


def test_without_a_title_the_headings_are_the_header() -> None:
    assert texts_of("a\n\n## A\n\nb", title="") == ["a", "[A]\nb"]


def test_front_matter_is_in_no_chunk_and_an_empty_body_has_none() -> None:
    front = "key: value. And more.\n"
    for body, expected in (("Body.", ["Body."]), (" \n\n", []), ("", [])):
        extraction = extraction_of(front + body, body_start=len(front))
        assert [c.content for c in chunk(extraction, "T", Chunking("G", 64, 0), words_window())] == expected


# ---- packing


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


# ---- code and tables


def test_fenced_code_is_whole_however_long_as_the_window_allows() -> None:
    fence = "```python\n# no heading\n\n" + "x = 1. y = 2.\n\n" * 6 + "```"
    chunks = chunks_of(f"Run this:\n\n{fence}\n\nDone.")
    assert [c.content for c in chunks] == ["Run this:", fence, "Done."]
    assert {c.flags for c in chunks} == {()}


@pytest.mark.parametrize(
    ("before", "fence", "after"),
    [
        ("- item\n", "  ```\n  {0}\n\n  {0}\n  ```", "\n- next"),
        ("1.  item\n\n", "    ~~~~\n    {0}\n    ~~~\n\n    {0}\n    ~~~~", "\n\nAfter."),
        ("", "- ```\n  {0}\n\n  {0}\n  ```", "\n- next"),
        ("", "> ```\n> {0}\n>\n> {0}\n> ```", "\n> more"),
        ("", "> ```\n> {0}\n>\n> {0}", "\nno more of the quote"),
        ("", "- ```\n  {0}\n\n  {0}", "\n\nno more of the list"),
        ("", "  ```\n{0}\n\n{0}\n  ```", "\nafter"),
        ("", "````\n{0}\n```\n\n{0}\n````", "\nafter"),
        ("", "```\n{0}\n\n{0}", ""),
    ],
)
def test_fences_end_where_they_are_closed_or_what_they_stand_in_ends(before: str, fence: str, after: str) -> None:
    code = fence.format("code. " * 8)
    contents = [c.content for c in chunks_of(before + code + after)]
    (holding,) = [content for content in contents if "code." in content]
    assert holding == code.strip()


ROWS = ["| one | 1 |", "| two | 2 |", "| six | 6 |", "| ten | 10 |"]


@pytest.mark.parametrize("opened", ["```\n{}\n```", "| a | b |\n|---|---|\n| {} | 1 |"])
def test_code_and_rows_in_a_script_without_sentence_ends_are_whole_as_well(opened: str) -> None:
    text = opened.format("ประเทศไทย มีภูเขา " * 6)
    (only,) = chunks_of(text)
    assert only.content == text


def test_a_cut_table_repeats_its_column_names() -> None:
    head = "| name | value |\n|------|-------|"
    chunks = chunks_of("Values:\n\n" + "\n".join([head, *ROWS]) + "\n\nAfter.")
    assert [c.text for c in chunks] == [
        "[T]\nValues:",
        f"[T]\n{head}\n{ROWS[0]}\n{ROWS[1]}",
        f"[T]\n{head}\n{ROWS[2]}\n{ROWS[3]}",
        "[T]\nAfter.",
    ]
    assert chunks[2].content == f"{ROWS[2]}\n{ROWS[3]}"
    assert {c.flags for c in chunks} == {()}


def test_rows_of_a_web_page_repeat_their_first_row() -> None:
    rows = ["Name | Value", *(row.strip("| ") for row in ROWS)]
    chunks = chunks_of("\n".join(rows[:1] + rows[1:3] * 4))
    assert [c.text for c in chunks] == [
        "[T]\nName | Value" + "\none | 1\ntwo | 2" * 3,
        "[T]\nName | Value\none | 1\ntwo | 2",
    ]


def test_a_table_that_fits_is_whole_and_repeats_nothing() -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    assert texts_of(f"Look:\n\n{table}") == [f"[T]\nLook:\n\n{table}"]


def test_column_names_never_stand_without_a_row() -> None:
    head, row = "| a | b |\n|---|---|", f"| {'x' * 50} | y |"
    chunks = chunks_of("\n".join([head, row, row]))
    assert [c.content for c in chunks] == [f"{head}\n{row}", row]


def test_a_row_longer_than_the_target_is_whole_while_the_window_holds_it() -> None:
    head, row = "| a | b |\n|---|---|", f"| {'word. ' * 20} | y |"
    chunks = chunks_of("\n".join([head, row, row]))
    assert [c.content for c in chunks] == [f"{head}\n{row}", row]
    assert {c.flags for c in chunks} == {()}


@pytest.mark.parametrize("lines", ["Use `a | b` for it.\nUse `c | d` here.", "Either x | y.\nOr one | two | three."])
def test_bars_in_code_and_in_unlike_lines_make_no_table(lines: str) -> None:
    chunks = chunks_of("\n".join([lines] * 3))
    assert len(chunks) > 1
    assert all(c.text == f"[T]\n{c.content}" for c in chunks)


# ---- the window


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


@pytest.mark.parametrize(
    ("size", "header"),
    [  # half of the window is left when the header takes no more than size - 2 - size / 2
        (30, "T > a a a > b b > c"),  # 13: [ T > 3 > 2 > 1 ] are 12
        (26, "T > b b > c"),  # 11: 8
        (18, "T > c"),  # 7: 5
    ],
)
def test_a_long_header_loses_its_outermost_headings_first(size: int, header: str) -> None:
    last = chunks_of("# a a a\n\n1\n\n## b b\n\n2\n\n### c\n\nText.", size=size)[-1]
    assert (last.text, last.header) == (f"[{header}]\nText.", header)
    assert last.flags == (SHORT if header.count(">") < 3 else ())
    assert last.section_path == ("a a a", "b b", "c")


def test_the_title_is_lost_last() -> None:
    markdown = "# a a a a a a a a\n\nText."
    first, second = chunks_of(markdown, size=20)  # 8 pieces for a header
    assert (first.text, first.flags) == ("[T]\n# a a a a a a a a", ())
    assert (second.text, second.flags) == ("[T]\nText.", SHORT)
    (only,) = chunks_of("Text.", size=20, title="T " * 9)
    assert (only.text, only.header, only.flags) == ("Text.", "", SHORT)


def test_a_heading_that_some_header_still_shows_is_not_repeated_as_text() -> None:
    chunks = chunks_of("# a a a a\n\n## b\n\nOne.\n\n## b b b b b\n\nTwo.", size=24)  # 10 pieces for a header
    assert [c.text for c in chunks] == ["[T > a a a a > b]\nOne.", "[T > b b b b b]\nTwo."]
    assert [c.flags for c in chunks] == [(), SHORT]


# ---- settings


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
