from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answering.sentences import pieces


def cut(text: str, **how: object) -> list[str]:
    return [text[piece.start : piece.end] for piece in pieces(text, **how)]  # type: ignore[arg-type]


def quotable(text: str, **how: object) -> list[str]:
    return [text[piece.start : piece.end] for piece in pieces(text, **how) if piece.quotable]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "whole",
    [
        "Use a small model, e.g. MiniLM, first.",
        "Use a small model (e.g. MiniLM) first.",
        "Nimm ein kleines Modell, z.B. MiniLM, zuerst.",
        "Nimm ein kleines Modell, z. B. MiniLM, zuerst.",
        "Ask Dr. Okafor or Prof. Lindqvist.",
        "The cut is 0.675 until calibrated.",
        "Version v2.13.0 reads a.b.c and notes.tar.gz whole.",
        "It was signed by J. R. Hartley in the U.S. Senate.",
        "See Fig. 3 and No. 7 of vol. 2 for it.",
        "Das gilt ab dem 3. Mai nur noch hier.",
        "Shown before by Ferro et al. 1998 in mice.",
        '"Why not?" asked the clerk.',
        "Copy it with cp -r . /tmp and go.",
        "Pour in approx. Ten litres.",
    ],
)
def test_what_only_looks_like_an_end_does_not_split(whole: str):
    assert cut(f"{whole} Another one.") == [whole, "Another one."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        ("It moved (slowly.) Then it stopped.", ["It moved (slowly.)", "Then it stopped."]),
        ('He said "Stop." She did.', ['He said "Stop."', "She did."]),
        ("**Note.** Read on.", ["**Note.**", "Read on."]),
        ("It weighs 3 kg. 5 more arrive.", ["It weighs 3 kg.", "5 more arrive."]),
        ("No. The build fails.", ["No.", "The build fails."]),
        ("wait 300 ms. Then retry.", ["wait 300 ms.", "Then retry."]),
        ("1. Stir. 2. Wait. 3. Pour.", ["Stir.", "2. Wait.", "3. Pour."]),
        ("all small here. no capital anywhere.", ["all small here.", "no capital anywhere."]),
        ("the words . The stops set apart .", ["the words .", "The stops set apart ."]),
        ("今日は晴れ。明日は雨！「本当？」はい。", ["今日は晴れ。", "明日は雨！", "「本当？」", "はい。"]),
        ("先に使う。npm も OK。", ["先に使う。", "npm も OK。"]),
        ("ეს არის NATO-ს ქვეყანა. ის კარგია.", ["ეს არის NATO-ს ქვეყანა.", "ის კარგია."]),
        ("यह एक है। वह दो है।", ["यह एक है।", "वह दो है।"]),
        ("Known.[1] Shown. [2][3] Told [4].", ["Known.[1]", "Shown. [2][3]", "Told [4]."]),
        ("Done. [Next](a.md) comes more.", ["Done.", "[Next](a.md) comes more."]),
    ],
)
def test_sentences_end_where_a_reader_sees_them_end(text: str, expected: list[str]):
    assert cut(text) == expected


def test_a_sentence_broken_over_lines_stays_one_with_its_newline():
    assert cut("The ferry leaves\nat nine. It is\nnever late.\n\nNext\nparagraph") == [
        "The ferry leaves\nat nine.",
        "It is\nnever late.",
        "Next\nparagraph",
    ]


def test_headings_of_every_kind_are_never_quotable():
    text = "# Fares\n\nAdults pay four.\n### Dogs ###\nDogs ride free.\n\nBicycles\n--------\nTwo each.\n\nPrams\n====="
    assert quotable(text) == ["Adults pay four.", "Dogs ride free.", "Two each."]


def test_a_line_that_repeats_a_known_heading_is_a_heading_without_any_mark():
    text = "Refund period\nThirty days."
    assert quotable(text, headings={" Refund period "}) == ["Thirty days."]
    assert quotable(text) == ["Refund period\nThirty days."]


def test_list_items_are_taken_without_their_markers_and_with_their_further_lines():
    text = "Bring:\n- a coat. It is cold\n  at sea.\n* [ ] shoes\n1. tea\n2) bread\n\n3. salt"
    assert quotable(text) == ["Bring:", "a coat.", "It is cold\n  at sea.", "shoes", "tea", "bread", "salt"]


def test_a_numbered_list_begins_right_below_its_introduction():
    assert quotable("Then:\n1. Stir. Slowly\n2. Wait") == ["Then:", "Stir.", "Slowly", "Wait"]


def test_a_rule_below_a_list_makes_no_heading_of_it():
    assert quotable("- Dogs ride free.\n---\nCats pay.") == ["Dogs ride free.", "Cats pay."]


def test_a_number_at_the_start_of_a_wrapped_line_is_no_list_item():
    assert cut("The house was built in\n1987. Nobody lives there, and floor\n12. is empty") == [
        "The house was built in\n1987.",
        "Nobody lives there, and floor\n12. is empty",
    ]


def test_a_quotation_keeps_its_inner_marks_and_loses_the_outer_one():
    assert quotable("Said:\n> Leave it\n> alone. Now.\n\nFine.") == ["Said:", "Leave it\n> alone.", "Now.", "Fine."]


def test_table_rows_count_one_by_one_and_neither_the_head_nor_its_rule():
    text = "| name | port |\n|------|-----:|\n| web. A | 80 |\n| db | 5432 |"
    assert quotable(text) == ["| web. A | 80 |", "| db | 5432 |"]


def test_rows_without_outer_bars_count_one_by_one():
    assert quotable("Timeout | 30 s\nRetries | 4") == ["Timeout | 30 s", "Retries | 4"]


def test_a_pipe_in_inline_code_makes_no_table():
    assert quotable("Run `ls | wc` and\nread on.") == ["Run `ls | wc` and\nread on."]


def test_code_counts_line_by_line_and_a_hash_in_it_is_no_heading():
    text = "Run:\n```sh\n# no. Heading\npip install x\n\n}\n````\nAfter."
    assert quotable(text) == ["Run:", "# no. Heading", "pip install x", "After."]


def test_a_shorter_fence_does_not_close_a_longer_one():
    assert quotable("~~~~\n~~~\na. B\n~~~~\nOut. Side") == ["a. B", "Out.", "Side"]


def test_by_line_every_line_stands_for_itself():
    assert quotable("city: Bern; people: 134\ncity: Chur. X", by_line=True) == [
        "city: Bern; people: 134",
        "city: Chur. X",
    ]


MARKDOWN = st.lists(
    st.sampled_from(
        ["\n", "\n\n", " ", ". ", "! ", "。", "e.g. ", "# ", "- ", "2. ", "> ", "```", "~~~", "| ", "---", "===", "[1]"]
    )
    | st.text(max_size=5),
    max_size=30,
).map("".join)


@given(MARKDOWN, st.booleans())
def test_only_white_space_and_markers_are_left_between_the_pieces(text: str, by_line: bool):
    found = pieces(text, by_line=by_line)
    between = []
    reached = 0
    for piece in found:
        assert reached <= piece.start < piece.end
        assert text[piece.start : piece.end] == text[piece.start : piece.end].strip()
        between.append(text[reached : piece.start])
        reached = piece.end
    between.append(text[reached:])
    for gap in between:
        assert re.fullmatch(r"(?:\s|>|[-*+•]|\d{1,3}[.)]|\[[ xX]\])*", gap)
