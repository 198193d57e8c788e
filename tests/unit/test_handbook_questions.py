"""The handbook's question set keeps the promises made for it. Strings are compared and nothing is searched."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parents[2] / "data"
QUESTIONS = DATA / "questions" / "handbook.jsonl"
COLUMNS = ["id", "question", "kind", "needle", "document", "start", "end", "phrasing", "pair", "note"]

# Of the same-name questions: the name that the handbook uses for another thing.
NAMES = {
    "near-same-name-1": "bootstrap",
    "near-same-name-2": "lease",
    "near-same-name-3": "okapi",
    "near-same-name-4": "recall",
}
# Of the literal matches: the words that stand in the handbook, whose answer does not.
PHRASES = {
    "near-phrase-1": "order number KE-1420",
    "near-phrase-2": "what is the maximum inlet pressure",
    "near-phrase-3": "issue 384",
    "near-phrase-4": "two cores of an AMD EPYC processor",
}
TICKET_SHARE = 0.25  # of a ticket's content words may be its needle's or the other phrasing's: everyday words
LONGEST_RUN = 7  # words in a row that a question may share with its needle: a term and its company, no quotation


def folded(text: str) -> str:
    return " ".join(text.split())


def body(markdown: str) -> str:
    """A chapter without headings and fenced code, which hold no needle. No fence of the handbook is indented."""
    kept: list[str] = []
    fence = ""
    for line in markdown.splitlines():
        mark = re.match("`{3,}", line)
        if mark and not fence:
            fence = mark[0]
        elif mark and len(mark[0]) >= len(fence):
            fence = ""
        elif not fence and not re.match("#{1,6} ", line):
            kept.append(line)
    assert not fence
    return "\n".join(kept)


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


def content_words(text: str) -> set[str]:
    """The words of five letters or more by their first five, so that an inflected form counts as the word."""
    return {word[:5] for word in words(text) if len(word) >= 5}


def longest_run(question: str, needle: str) -> int:
    asked, told = words(question), f" {' '.join(words(needle))} "
    ranges = [(a, b) for a in range(len(asked)) for b in range(a + 1, len(asked) + 1)]
    return max((b - a for a, b in ranges if f" {' '.join(asked[a:b])} " in told), default=0)


CHAPTERS = {path.name: path.read_text(encoding="utf-8") for path in sorted((DATA / "handbook").glob("*.md"))}
ROWS: list[dict[str, Any]] = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
BY_ID = {row["id"]: row for row in ROWS}
IN_DOMAIN = [row for row in ROWS if row["kind"] == "in"]
PAIRS: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
for row in IN_DOMAIN:
    PAIRS[row["pair"]][row["phrasing"]] = row

each_truth = pytest.mark.parametrize("row", [pair["handbook"] for pair in PAIRS.values()], ids=lambda row: row["pair"])
each_in_domain = pytest.mark.parametrize("row", IN_DOMAIN, ids=lambda row: row["id"])


def test_every_row_has_the_columns_and_one_line_of_question() -> None:
    for row in ROWS:
        assert list(row) == COLUMNS
        assert row["question"] == folded(row["question"])
    assert len({row["question"] for row in ROWS}) == len(BY_ID) == len(ROWS)


def test_the_set_has_the_promised_size() -> None:
    assert Counter((row["kind"], row["phrasing"]) for row in ROWS) == {
        ("in", "handbook"): 32,
        ("in", "ticket"): 32,
        ("near", None): 21,
        ("far", None): 9,
    }


def test_absent_questions_are_numbered_by_their_kind() -> None:
    assert {row["id"] for row in ROWS if row["kind"] == "near"} == {
        *(f"near-{n}" for n in range(1, 14)),
        *NAMES,
        *PHRASES,
    }
    assert {row["id"] for row in ROWS if row["kind"] == "far"} == {f"far-{n}" for n in range(1, 10)}


def test_every_chapter_holds_two_to_four_truths() -> None:
    assert len(CHAPTERS) == 13
    held = Counter(pair["handbook"]["document"] for pair in PAIRS.values())
    assert set(held) == set(CHAPTERS)
    assert all(2 <= count <= 4 for count in held.values())


def test_a_pair_is_one_truth_in_two_phrasings() -> None:
    assert len(PAIRS) == len({pair["handbook"]["needle"] for pair in PAIRS.values()}) == 32
    for name, pair in PAIRS.items():
        handbook, ticket = pair["handbook"], pair["ticket"]
        assert (handbook["id"], ticket["id"]) == (f"{name}-h", f"{name}-t")
        assert (handbook["needle"], handbook["document"]) == (ticket["needle"], ticket["document"])


@each_truth
def test_a_needle_is_short_and_stands_once_in_the_handbook(row: dict[str, Any]) -> None:
    needle = folded(row["needle"])
    assert row["needle"] == needle
    assert 0 < len(needle) <= 300
    assert {name: folded(text).count(needle) for name, text in CHAPTERS.items() if needle in folded(text)} == {
        row["document"]: 1
    }
    assert (row["start"], row["end"]) == (None, None)


@each_truth
def test_a_needle_is_neither_heading_nor_code(row: dict[str, Any]) -> None:
    assert row["needle"] in folded(body(CHAPTERS[row["document"]]))


def test_headings_and_code_are_left_out_of_a_body() -> None:
    assert body("# Pump\n\nOil it.\n\n````text\n```\nno prose\n```\n````\n\n## Oil\n\nDaily.\n").split() == [
        "Oil",
        "it.",
        "Daily.",
    ]


@each_in_domain
def test_no_question_quotes_its_needle(row: dict[str, Any]) -> None:
    assert longest_run(row["question"], row["needle"]) <= LONGEST_RUN


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_a_ticket_uses_other_words_than_the_handbook(pair: dict[str, dict[str, Any]]) -> None:
    needle = content_words(pair["handbook"]["needle"])
    handbook, ticket = content_words(pair["handbook"]["question"]), content_words(pair["ticket"]["question"])
    assert len(ticket & needle) <= TICKET_SHARE * len(ticket)
    assert len(ticket & needle) < len(handbook & needle)
    assert len(ticket & handbook) <= TICKET_SHARE * len(ticket)


def test_absent_questions_have_no_needle_and_say_why_they_are_absent() -> None:
    for row in ROWS:
        located = [row[column] for column in ("needle", "document", "start", "end", "phrasing", "pair")]
        if row["kind"] == "in":
            assert row["note"] is None
        else:
            assert located == [None] * 6
            assert row["note"].endswith(".")


@pytest.mark.parametrize(("identity", "words_told"), [*NAMES.items(), *PHRASES.items()])
def test_a_borrowed_name_or_phrase_stands_in_question_and_handbook(identity: str, words_told: str) -> None:
    told = words_told.casefold()
    assert told in BY_ID[identity]["question"].casefold()
    assert any(told in folded(text).casefold() for text in CHAPTERS.values())


@pytest.mark.parametrize("row", [row for row in ROWS if row["kind"] == "far"], ids=lambda row: row["id"])
def test_a_far_question_speaks_of_something_foreign(row: dict[str, Any]) -> None:
    asked = {word for word in words(row["question"]) if len(word) >= 5}
    known = {word for text in CHAPTERS.values() for word in words(text)}
    assert len(asked & known) <= len(asked) / 2
