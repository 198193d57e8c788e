"""What an index finds, in which order, and how near: dense, by keyword, and confined to a part."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

import engine
from engine.errors import StampMismatch
from engine.retrieval.index import Index, Scored
from engine.types.answers import Filter, Stretch
from engine.types.indexing import EncoderStamp
from tests.unit.index_conformance.stock import QUESTIONS
from tests.unit.indexed import EVERYTHING, Row, exact, searched

Directions = list[NDArray[np.float32]]


def test_vectors_of_another_encoder_are_refused(index: Index, stamp: EncoderStamp, directions: Directions) -> None:
    with pytest.raises(StampMismatch, match="rebuild"):
        index.dense(directions[0], replace(stamp, fingerprint="another"), 5, None)


@pytest.mark.parametrize("depth", [1, 7, 100, EVERYTHING])
def test_dense_ranking_is_that_of_plain_arithmetic(
    index: Index, by_key: dict[int, Row], directions: Directions, depth: int
) -> None:
    assert len({row.text for row in by_key.values()}) < len(by_key)  # there are ties
    for vector in directions:
        expected = exact(by_key, vector)[:depth]
        found = index.dense(vector, index.stamp, depth, None)
        assert [scored.chunk_key for scored in found] == [key for key, _ in expected]
        assert [1 - scored.score for scored in found] == pytest.approx([far for _, far in expected], abs=1e-7)


def test_distances_are_exact_whoever_found_the_chunk(
    index: Index, by_key: dict[int, Row], directions: Directions
) -> None:
    wanted = [*list(by_key)[::-3], 10**9]
    for vector in directions:
        expected = dict(exact(by_key, vector))
        found = index.distances(vector, wanted)
        assert list(found) == wanted[:-1]
        assert found == pytest.approx({key: expected[key] for key in found}, abs=1e-12)


@pytest.mark.parametrize("depth", [1, 7, EVERYTHING])
def test_keyword_ranking_falls_and_ties_come_by_key(index: Index, by_key: dict[int, Row], depth: int) -> None:
    for question in QUESTIONS:
        found = index.keyword(question, depth, None)
        assert found == sorted(found, key=lambda scored: (-scored.score, scored.chunk_key))
        assert found == index.keyword(question, EVERYTHING, None)[:depth]
        words = set(question.split())
        sharing = {key for key, row in by_key.items() if words & set(_plain_words(row.text))}
        assert len(found) == min(depth, len(sharing))
        assert {scored.chunk_key for scored in found} <= sharing


def test_equal_texts_score_the_same_by_keyword(index: Index, by_key: dict[int, Row]) -> None:
    for question in QUESTIONS:
        scores: dict[str, set[float]] = {}
        for scored in index.keyword(question, EVERYTHING, None):
            scores.setdefault(by_key[scored.chunk_key].text, set()).add(scored.score)
        assert all(len(its) == 1 for its in scores.values())


ASKED = ["seal", "cloth", "wipe", "pump"]


@pytest.mark.parametrize(
    ("few", "rare"), [(4, set()), (5, {"seal", "cloth"}), (6, {"seal", "cloth", "wipe"}), (EVERYTHING, {*ASKED})]
)
def test_only_a_term_that_few_chunks_hold_is_told(
    index: Index, by_key: dict[int, Row], few: int, rare: set[str]
) -> None:
    words = {key: set(_plain_words(row.text)) for key, row in by_key.items()}
    found = index.naming([*ASKED, "unheard"], few)
    assert {term: set(keys) for term, keys in found.items()} == {
        term: {key for key, its in words.items() if term in its} for term in rare
    }


def _plain_words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text.lower()).split()


NONE: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("within", "documents"),
    [
        (Filter(frozenset({"pump.md"}), NONE), 1),
        (Filter(frozenset({"pump.md", "old/pump.md", "copy/pump.md"}), NONE), 3),
        (Filter(NONE, frozenset({"The valve"})), 1),  # the outermost heading
        (Filter(NONE, frozenset({"Care"})), 6),  # one in between, in every document
        (Filter(NONE, frozenset({"Daily", "Yearly"})), 5),  # the innermost
        (Filter(frozenset({"pump.md", "valve.md"}), frozenset({"Care", "Faults"})), 2),
        (Filter(frozenset({"old/pump.md"}), frozenset({"Daily"})), 0),  # both are there, but not together
        (Filter(frozenset({"nowhere.md"}), NONE), 0),
        (Filter(NONE, NONE), 6),
        (Filter(NONE, NONE, frozenset({Stretch("pump.md", 0, 10**9)})), 5),
        (Filter(NONE, NONE, frozenset({Stretch("pump.md", 0, 120), Stretch("valve.md", 60, 400)})), 6),
        (Filter(frozenset({"pump.md"}), NONE, frozenset({Stretch("valve.md", 0, 10**9)})), 1),
    ],
)
def test_a_filter_is_applied_before_ranking_and_changes_no_score(
    index: Index, by_key: dict[int, Row], directions: Directions, within: Filter, documents: int
) -> None:
    inside = {
        key
        for key, row in by_key.items()
        if (not within.documents or row.document in within.documents)
        and (not within.sections or any(title in within.sections for title in row.section_path))
        and not any(
            row.document == name and row.start >= start and row.end <= end for name, start, end in within.hidden
        )
    }

    assert len({by_key[key].document for key in inside}) == documents

    def rank(filtered: Filter | None, depth: int) -> list[list[Scored]]:
        return [
            *(index.dense(vector, index.stamp, depth, filtered) for vector in directions),
            *(index.keyword(question, depth, filtered) for question in QUESTIONS),
        ]

    everything = [[scored for scored in ranking if scored.chunk_key in inside] for ranking in rank(None, EVERYTHING)]
    for depth in (1, 5, EVERYTHING):
        assert rank(within, depth) == [ranking[:depth] for ranking in everything]
    assert len(everything[0]) == len(inside)  # a dense ranking leaves nothing out


def test_a_filter_that_is_asked_again_knows_what_came_and_went(
    index: Index, stocked: engine.Library, directions: Directions
) -> None:
    within = Filter(NONE, frozenset({"Care"}))

    def found() -> list[Scored]:
        return index.dense(directions[0], index.stamp, EVERYTHING, within)

    gone = searched(stocked, ["pump.md", "valve.md"])
    index.delete(gone)
    rest = found()
    index.upsert(gone)
    everything = found()
    assert rest == [scored for scored in everything if scored in rest]
    assert 0 < len(rest) < len(everything)
    index.upsert(gone)
    assert found() == everything
    index.delete(gone)
    assert found() == rest
