"""Fenced code and tables under strategy G."""

from __future__ import annotations

import pytest

from tests.unit.structured_chunks import chunks_of, texts_of


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


def test_a_fence_ends_a_table() -> None:
    table, fence = "| a | b |\n|---|---|\n| 1 | 2 |", "```\n" + "code\n\n" * 20 + "```"
    assert [c.content for c in chunks_of(f"{table}\n{fence}")] == [table, fence]


@pytest.mark.parametrize("lines", ["Use `a | b` for it.\nUse `c | d` here.", "Either x | y.\nOr one | two | three."])
def test_bars_in_code_and_in_unlike_lines_make_no_table(lines: str) -> None:
    chunks = chunks_of("\n".join([lines] * 3))
    assert len(chunks) > 1
    assert all(c.text == f"[T]\n{c.content}" for c in chunks)
