"""What holds of the index terms of any text, written in whatever way, and of texts made to be slow."""

from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.retrieval.terms import terms

SAMPLES = """
    CVE-2024-1234 v2.13.0-rc1 C++ C# .NET node.js a_b a__b e-mail U.S.A. l'eau d’un 1,234.5 1.234 10kg 3.12.0rc1
    john@x.org /usr/bin R&D 10% $5 5€ straße İstanbul ışık Ærø σίσυφος Ёлка كِتَابٌ שָׁלוֹם צה"ל हिन्दी फ़िल्म น้ำมัน
    ရေသန့် ទឹកស្អាត 서울에서 東京都 がｶﾞ ﾃﾞｰﾀ ① ½ m² ﬁ … — ｆｕｌｌ x\u00ady n\u200bm ﷺ
"""
WORDS = SAMPLES.split()
PIECES = [*WORDS, *" \n\t\u00a0\u3000.-'+#%$\""]
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=12).map("".join)
NAMES = st.lists(st.tuples(st.sampled_from("._-@/:&'"), st.from_regex("[a-z]{1,4}", fullmatch=True)), max_size=30)
HOSTILE = """
    a é - _ . ' $ a. aa. a- a_ a' aa' aa/ a+ a# 1. 1, ,234 1a 1% i++ a/b.c-d_e'f1.2- กั กัน- 가 中a \u0301 א" ½ ﷺ
"""
INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u2060\ufeff"


@given(TEXTS)
def test_terms_are_neither_empty_nor_spaced(text: str):
    for term in terms(text):
        assert term
        assert not any(character.isspace() for character in term)


def test_a_long_word_is_cut_and_a_long_name_is_only_its_parts():
    digest = "7f" * 64
    assert terms(digest) == terms(digest + "0") == [digest]
    assert terms("x" * 128 + "y") == ["x" * 128]
    assert terms("a-" * 63 + "aa") == ["a-" * 63 + "aa", *"a" * 63, "aa"]
    assert terms("a-" * 63 + "aaa") == [*"a" * 63, "aaa"]


@given(TEXTS)
def test_case_means_nothing(text: str):
    assume("\u0345" not in unicodedata.normalize("NFD", text))  # its capital is a letter of its own, in another place
    assert terms(text) == terms(text.casefold()) == terms(text.upper()) == terms(text.lower())


@given(TEXTS)
def test_composed_and_decomposed_texts_have_the_same_terms(text: str):
    assert terms(unicodedata.normalize("NFC", text)) == terms(unicodedata.normalize("NFD", text)) == terms(text)


@given(TEXTS, TEXTS)
def test_a_line_break_always_parts(one: str, other: str):
    assert terms(f"{one}\n{other}") == terms(one) + terms(other)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), st.data())
def test_invisible_signs_mean_nothing(words: list[str], data: st.DataObject):
    text = " ".join(words)
    at = data.draw(st.integers(0, len(text)))
    assert terms(text[:at] + data.draw(st.sampled_from(INVISIBLE)) + text[at:]) == terms(text)


@given(NAMES)
def test_a_name_of_many_parts_stays_in_proportion(parts: list[tuple[str, str]]):
    name = "a" + "".join(joint + part for joint, part in parts)
    assert len(terms(name)) < 2.5 * (1 + len(parts))


@given(st.text(alphabet="東京都市大学入門", min_size=2, max_size=40))
def test_every_two_neighbours_of_a_script_without_spaces_are_a_term(text: str):
    assert terms(text) == [left + right for left, right in pairwise(text)]


@pytest.mark.parametrize("unit", HOSTILE.split())
def test_a_hostile_run_takes_linear_time_and_space(unit: str):
    """At this length a quadratic step takes minutes."""
    text = unit * (100_000 // len(unit))
    began = time.perf_counter()
    found = terms(text)
    assert time.perf_counter() - began < 5
    assert sum(map(len, found)) <= 20 * len(text)
