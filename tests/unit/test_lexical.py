"""BM25 as the textbook has it, however the index came to hold what it holds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieval import lexical
from engine.retrieval.lexical import LexicalIndex

WORDS = st.sampled_from(["pump", "valve", "seal", "water", "oil", "heat", "bolt", "gasket"])
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)
QUESTIONS = st.lists(st.one_of(WORDS, st.just("unheard")), min_size=1, max_size=5).map(" ".join)
FLOAT32 = 1e-5
"""Relative error of a score: a handful of float32 operations."""


def _textbook(texts: Mapping[int, str], question: str) -> dict[int, float]:
    """Robertson and Zaragoza's sum, term by term; a term that the question repeats counts each time."""
    k1, b = 1.2, 0.75
    words = {key: text.split() for key, text in texts.items()}
    average = sum(map(len, words.values())) / len(words) if words else 0
    scores = {}
    for key, its in words.items():
        score = 0.0
        for term in question.split():
            tf = its.count(term)
            if tf:
                n = sum(term in others for others in words.values())
                idf = math.log(1 + (len(words) - n + 0.5) / (n + 0.5))
                score += idf * tf / (tf + k1 * (1 - b + b * len(its) / average))
        if score:
            scores[key] = score
    return scores


def _assert_ranked(found: Sequence[tuple[int, float]], expected: Mapping[int, float], depth: int) -> None:
    """The best `depth` of what is expected, best first; where two differ by no more than rounding, in either order."""
    assert len(found) == min(depth, len(expected))
    for key, score in found:
        assert score == pytest.approx(expected[key], rel=FLOAT32)
    assert list(found) == sorted(found, key=lambda pair: (-pair[1], pair[0]))
    left_out = [score for key, score in expected.items() if key not in dict(found)]
    assert all(score <= found[-1][1] * (1 + FLOAT32) for score in left_out)


def _index(texts: Mapping[int, str]) -> LexicalIndex:
    index = LexicalIndex()
    index.add(list(texts), list(texts.values()))
    return index


def test_scores_worked_out_by_hand() -> None:
    index = _index({1: "red pump", 2: "red red valve", 3: "blue"})
    # three chunks of 2, 3 and 1 terms, 2 on average. `red` is in two: idf = ln(1 + 1.5 / 2.5) = 0.470004;
    # chunk 1: tf 1, k1 * (0.25 + 0.75 * 2/2) = 1.2,  0.470004 * 1 / 2.2  = 0.213638
    # chunk 2: tf 2, k1 * (0.25 + 0.75 * 3/2) = 1.65, 0.470004 * 2 / 3.65 = 0.257536
    assert index.search("red", 9) == [(2, pytest.approx(0.257536, abs=1e-6)), (1, pytest.approx(0.213638, abs=1e-6))]
    # `blue` is in one: idf = ln(1 + 2.5 / 1.5) = 0.980829; chunk 3: 1.2 * (0.25 + 0.75 * 1/2) = 0.75, 0.980829 / 1.75
    assert index.search("blue", 9) == [(3, pytest.approx(0.560474, abs=1e-6))]
    # asked for twice, `blue` counts twice: 1.120948, and `red` still finds the others behind it
    assert index.search("blue red blue", 9) == [
        (3, pytest.approx(1.120948, abs=1e-6)),
        (2, pytest.approx(0.257536, abs=1e-6)),
        (1, pytest.approx(0.213638, abs=1e-6)),
    ]


def test_a_term_of_every_chunk_still_counts() -> None:
    index = _index(dict.fromkeys(range(50), "pump"))
    # idf = ln(1 + 0.5 / 50.5) = 0.009852, the saturation 1 / 2.2: never 0, so that it is told from not found
    assert index.search("pump", 1) == [(0, pytest.approx(0.004478, abs=1e-6))]


@given(st.lists(TEXTS, max_size=15), QUESTIONS, st.integers(1, 20))
def test_scores_and_order_are_the_textbooks(texts: list[str], question: str, depth: int) -> None:
    held = dict(enumerate(texts, start=10))
    _assert_ranked(_index(held).search(question, depth), _textbook(held, question), depth)


@given(st.lists(TEXTS, min_size=1, max_size=60), QUESTIONS, st.integers(1, 8), st.integers(0, 9), st.integers(1, 4))
def test_columns_in_full_and_looking_at_groups_change_nothing(
    texts: list[str], question: str, depth: int, many: int, group: int
) -> None:
    """Both are for large indexes, and are made here to begin with a few chunks."""
    held = dict(enumerate(texts, start=10))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexical, "MANY", many)
        patch.setattr(lexical, "GROUP", group)
        _assert_ranked(_index(held).search(question, depth), _textbook(held, question), depth)


@given(st.data())
def test_an_index_brought_up_to_date_scores_like_a_new_one(data: st.DataObject) -> None:
    index, held, new = LexicalIndex(), dict[int, str](), iter(range(1, 1000))
    for _ in range(data.draw(st.integers(1, 6))):
        if data.draw(st.booleans()) or not held:
            added = {next(new): text for text in data.draw(st.lists(TEXTS, max_size=5))}
            index.add(list(added), list(added.values()))
            held |= added
        else:
            gone = data.draw(st.lists(st.sampled_from([*held, 5_000]), unique=True))
            index.remove(np.array(gone, np.int64))
            held = {key: text for key, text in held.items() if key not in gone}
        question = data.draw(QUESTIONS)
        expected = _textbook(held, question)
        _assert_ranked(index.search(question, 100), expected, 100)
        fresh = _index(held).search(question, 100)
        assert dict(index.search(question, 100)) == pytest.approx(dict(fresh), rel=FLOAT32)
        assert len(index) == len(held)


@given(st.lists(TEXTS.filter(bool), min_size=1, max_size=15), QUESTIONS)
def test_scores_are_those_of_bm25s_built_its_own_way(texts: list[str], question: str) -> None:
    own = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    own.index([text.split() for text in texts], show_progress=False)
    known = [word for word in question.split() if any(word in text.split() for text in texts)]
    scores = own.get_scores(known).tolist() if known else []
    expected = {key: score for key, score in enumerate(scores) if score}
    _assert_ranked(_index(dict(enumerate(texts))).search(question, 100), expected, 100)


@given(st.lists(TEXTS, min_size=1, max_size=15), QUESTIONS, st.integers(1, 8), st.data())
def test_a_choice_of_chunks_is_made_before_ranking_and_changes_no_score(
    texts: list[str], question: str, depth: int, data: st.DataObject
) -> None:
    index = _index(dict(enumerate(texts)))
    within = data.draw(st.lists(st.sampled_from([*range(len(texts)), 5_000]), unique=True))
    expected = [pair for pair in index.search(question, 1_000) if pair[0] in within][:depth]
    assert index.search(question, depth, np.array(within, np.int64)) == expected


def test_equals_come_by_key_whatever_order_they_were_taken_in() -> None:
    index = _index({7: "pump seal", 3: "pump seal", 9: "pump seal", 1: "oil"})
    index.add([2], ["seal pump"])
    assert [key for key, _ in index.search("pump", 9)] == [2, 3, 7, 9]
    assert [key for key, _ in index.search("pump", 2)] == [2, 3]
    assert len({score for _, score in index.search("pump seal", 9)}) == 1


@pytest.mark.parametrize("question", ["unheard", "", "?!", "unheard of"])
def test_a_question_of_unknown_terms_finds_nothing(question: str) -> None:
    assert _index({1: "pump", 2: ""}).search(question, 5) == []


def test_empty_texts_are_counted_and_never_found() -> None:
    index = _index({1: "", 2: "pump", 3: "...", 4: "valve"})
    # N = 4, n = 1, avgdl = 2/4: ln(1 + 3.5/1.5) / (1 + 1.2 * (0.25 + 0.75 * 1 / 0.5)) = 1.203973 / 3.1
    assert index.search("pump", 9) == [(2, pytest.approx(0.388378, abs=1e-6))]
    assert _index({1: "", 2: ""}).search("pump", 9) == []
    assert LexicalIndex().search("pump", 9) == []


def test_a_text_is_cut_like_the_question() -> None:
    index = _index({1: "Die MAẞE der Größe", 2: "see CVE-2024-1234"})
    assert [key for key, _ in index.search("grosse", 5)] == [key for key, _ in index.search("GRÖSSE", 5)]
    assert [key for key, _ in index.search("2024", 5)] == [2]
    assert index.search("cve-2024-1234", 5)[0][1] > index.search("2024", 5)[0][1]


def test_what_is_written_down_becomes_the_same_index() -> None:
    index = _index({1: "pump seal pump", 2: "", 3: "naïve Ölwanne 東京都", 4: "only here"})
    index.remove(np.array([4]))
    parts = index.parts()
    other = LexicalIndex()
    other.restore(parts)
    for question in ("pump", "seal öl ölwanne", "東京", "only", "unheard"):
        assert other.search(question, 9) == index.search(question, 9)
    other.add([9], ["pump only"])
    index.add([9], ["pump only"])
    assert other.search("pump only", 9) == index.search("pump only", 9)
    assert b"here" not in parts["vocabulary"].tobytes()  # of what was removed nothing stays behind for ever
    assert Counter(parts["vocabulary"].tobytes().decode().split("\n")).most_common(1)[0][1] == 1


def test_an_empty_index_can_be_written_down() -> None:
    other = LexicalIndex()
    other.restore(LexicalIndex().parts())
    other.add([1], ["pump"])
    assert [key for key, _ in other.search("pump", 1)] == [1]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("indices", np.array([0, 99], np.int32)),
        ("indptr", np.array([0, 9], np.int32)),
        ("vocabulary", np.zeros(0, "u1")),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(part: str, value: np.ndarray) -> None:
    parts = _index({1: "pump seal"}).parts()
    with pytest.raises(ValueError, match=r"ind(ices|ex)"):
        LexicalIndex().restore({**parts, part: value})


def test_those_who_hold_a_rare_term_are_told_and_those_of_a_common_one_not() -> None:
    index = _index({7: "b173 pump b173", 3: "b128 pump", 9: "b173 b128 pump", 2: "pump"})
    assert index.holding(["b173"], 2) == {"b173": [7, 9]}
    assert index.holding(["b173", "b128", "pump", "unheard"], 2) == {"b173": [7, 9], "b128": [3, 9]}
    assert index.holding(["pump"], 4) == {"pump": [7, 3, 9, 2]}
    assert index.holding(["unheard"], 3) == index.holding([], 3) == LexicalIndex().holding(["b173"], 3) == {}
    index.remove(np.array([7]))
    index.add([11], ["b999 b173"])
    assert index.holding(["b999", "b173"], 2) == {"b999": [11], "b173": [9, 11]}
    index.remove(np.array([11]))
    assert index.holding(["b999", "b173"], 2) == {"b173": [9]}  # nobody holds the other any more
