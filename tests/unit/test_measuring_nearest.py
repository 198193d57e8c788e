"""The passage that is suggested for a needle that is nowhere, and the folded text that both kinds of search use."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measuring.folded import Folded
from engine.measuring.nearest import Passages
from engine.measuring.questions import Needle
from tests.unit.measuring_trials import text

MANUAL = (
    "# Oiling the pump\n\nThe pump is oiled twice a year, in spring\nand in autumn. "
    "A pump that squeaks was not oiled. Ask the person on duty before you open the casing.\n"
)
NOTES = (
    "Pump, pump, pump: pump. The pump and the pump are the pump of a pump.\n\n"
    "ポンプは年に二回、春と秋に油をさします。注意！\n"
)
TEXTS = {"manual.md": text(MANUAL, "# Oiling the pump"), "notes.md": text(NOTES)}


def nearest(needle: str) -> str | None:
    """What is suggested, as it stands in its document."""
    found = Passages(TEXTS).nearest(needle, None)
    return None if found is None else TEXTS[found.document].text[found.start : found.end]


@pytest.mark.parametrize(
    ("needle", "passage"),
    [
        ("The pumps are oiled twice each year, in spring and autumn.", MANUAL[19:75]),
        ("Ask the person on duty, before opening the casing.", "Ask the person on duty before you open the casing."),
        ("ask the Person on Duty before You open the Casing!", "Ask the person on duty before you open the casing."),
        ("ポンプは年に三回、春と秋に油をさします。", "ポンプは年に二回、春と秋に油をさします。"),
    ],
    ids=["a-line-ends-in-it", "with-its-full-stop", "capitals", "no-spaces"],
)
def test_a_passage_is_suggested_whole_words_and_signs_included(needle: str, passage: str) -> None:
    assert nearest(needle) == passage


@pytest.mark.parametrize(
    "needle",
    [
        "The relief valve of the boiler was replaced.",
        "Once a year the person opens an autumn.",
        "Zzz.",
        "…",
        "# Oiling a pump",  # is like a heading, and a heading is no answer
        "word " * 300,
    ],
)
def test_what_is_like_nothing_gets_no_suggestion(needle: str) -> None:
    assert nearest(needle) is None


def test_front_matter_and_no_documents_are_no_passages() -> None:
    front = text("---\nabout: oiling of pumps in spring\n---\nFill it.", body_start=41)
    assert Passages({"t": front}).nearest("about: oiling of pumps in winter", None) is None
    assert Passages({}).nearest("about: oiling", None) is None
    assert Passages({"t": text("")}).nearest("about: oiling", None) is None


def test_a_suggestion_reaches_into_no_other_document() -> None:
    halves = {"a": text("Fill the casing to the"), "b": text("upper mark, then close it.")}
    found = Passages(halves).nearest("Fill the casing to an upper mark.", None)
    assert found is None or found == Needle("a", 0, 22)


@given(st.text(alphabet=" \n\t\u00a0\u2003ab", max_size=30), st.text(alphabet=" ab", min_size=1, max_size=4))
def test_folded_places_are_those_of_a_pattern(original: str, said: str) -> None:
    words = said.split()
    if words:
        pattern = re.compile(rf"(?=({r'[^ab]+'.join(words)}))")
        expected = [match.span(1) for match in pattern.finditer(original)]
        assert list(Folded(original).places(" ".join(words))) == expected


def in_common(first: str, second: str) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(second) + 1)
    for one in first:
        before = row
        row = [0]
        for place, other in enumerate(second):
            row.append(before[place] + 1 if one == other else max(row[-1], before[place + 1]))
    return row[-1]


WORDS = st.lists(
    st.sampled_from(["pump", "Pump.", "valve,", "oil", "年", "に。", "!", "ß", "İt", "\u0301"]), max_size=12
)


@given(WORDS, WORDS, st.sampled_from([" ", "\n\n", "  \t"]))
def test_whatever_is_suggested_is_alike_and_cuts_no_word(said: list[str], wanted: list[str], gap: str) -> None:
    document, needle = gap.join(said), " ".join(wanted)
    found = Passages({"t": text(document)}).nearest(needle, None)
    if found is None:
        return
    passage = document[found.start : found.end]
    assert passage == passage.strip() != ""
    assert not re.search(r"\w$", document[: found.start]) or not re.match("[a-z]", passage)
    assert not re.match("[a-z]", document[found.end :]) or not re.search(r"\w$", passage)
    folded = " ".join(passage.split())
    common = in_common(needle.lower(), folded.lower())
    assert 2 * common >= 0.7 * (len(needle) + len(folded)) - 2  # a letter may be two when it is small
