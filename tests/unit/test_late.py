"""Late interaction: scores worked out by hand, by plain loops, and what must hold for any vectors."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieval.codes import pack, project, unpack
from engine.retrieval.late import late_scores, weights

seeds = st.integers(0, 10_000)


def units(tokens: int, dimensions: int, seed: int = 0) -> np.ndarray:
    """Random unit vectors, float32, `(tokens, dimensions)`."""
    drawn = np.random.default_rng(seed).standard_normal((tokens, dimensions))
    return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)


def rows(*vectors: tuple[float, ...]) -> np.ndarray:
    return np.array(vectors, np.float32)


def by_loops(question: list[list[float]], worth: list[float], passage: list[list[float]]) -> float:
    """The oracle: the formula, one number after the other."""
    total = 0.0
    for piece, weight in zip(question, worth, strict=True):
        best = -1.0
        for token in passage:
            best = max(best, sum(a * b for a, b in zip(piece, token, strict=True)))
        total += weight * best
    return total / sum(worth)


@st.composite
def cases(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """A question of 1 to 5 pieces, its weights, and 1 to 6 passages of 0 to 7 tokens."""
    dimensions, seed = draw(st.integers(1, 9)), draw(seeds)
    worth = draw(st.lists(st.floats(0.01, 12), min_size=1, max_size=5))
    lengths = draw(st.lists(st.integers(0, 7), min_size=1, max_size=6))
    passages = [units(length, dimensions, seed + at) for at, length in enumerate(lengths, start=1)]
    return units(len(worth), dimensions, seed), np.array(worth), passages


def test_a_rare_piece_weighs_more_and_one_in_every_chunk_still_something() -> None:
    # N = 10. n = 0: ln(1 + 10.5 / 0.5) = ln 22. n = 3: ln(1 + 7.5 / 3.5) = ln(22 / 7). n = 10: ln(1 + 0.5 / 10.5).
    expected = [math.log(22), math.log(22 / 7), math.log(22 / 21)]
    np.testing.assert_allclose(weights(np.array([0, 3, 10]), 10), expected, rtol=1e-12)


def test_a_piece_never_seen_weighs_something_in_an_empty_index() -> None:
    assert weights(np.array([0]), 0).tolist() == pytest.approx([math.log(2)])  # 1 + 0.5 / 0.5


def test_a_count_that_is_ahead_of_the_total_is_taken_for_it() -> None:
    assert weights(np.array([12]), 10).tolist() == pytest.approx([math.log(22 / 21)])


def test_a_question_of_no_piece_has_no_weights() -> None:
    assert weights(np.array([], np.int64), 10).shape == (0,)


def test_scores_by_hand() -> None:
    question, worth = rows((1, 0), (0.6, 0.8)), np.array([3.0, 1.0])
    passages = [
        rows((0.8, 0.6), (0, 1)),  # best cosines 0.8 and 0.48 + 0.48 = 0.96: (3 * 0.8 + 0.96) / 4 = 0.84
        rows((1, 0)),  # 1 and 0.6: (3 + 0.6) / 4 = 0.9
        rows((-1, 0)),  # -1 and -0.6: (-3 - 0.6) / 4 = -0.9
    ]
    scores = late_scores(question, worth, passages)
    assert scores.dtype == np.float64
    assert scores.tolist() == pytest.approx([0.84, 0.9, -0.9])


@given(cases())
def test_scores_are_those_of_plain_loops(case: tuple[np.ndarray, np.ndarray, list[np.ndarray]]) -> None:
    question, worth, passages = case
    expected = [by_loops(question.tolist(), worth.tolist(), passage.tolist()) for passage in passages]
    assert late_scores(question, worth, passages).tolist() == pytest.approx(expected, abs=1e-5)


@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_a_passages_tokens_does_not_matter(case, random) -> None:
    question, worth, passages = case
    shuffled = [passage[random.sample(range(len(passage)), len(passage))] for passage in passages]
    np.testing.assert_allclose(
        late_scores(question, worth, shuffled), late_scores(question, worth, passages), atol=1e-6
    )


@given(cases(), seeds)
def test_another_token_never_makes_a_passage_worse(case, seed: int) -> None:
    question, worth, passages = case
    longer = [np.vstack([passage, units(1, passage.shape[1], seed)]) for passage in passages]
    assert (late_scores(question, worth, longer) >= late_scores(question, worth, passages) - 1e-6).all()


@given(cases())
def test_only_the_ratio_of_the_weights_counts(case) -> None:
    question, worth, passages = case
    np.testing.assert_allclose(late_scores(question, 2 * worth, passages), late_scores(question, worth, passages))


@given(cases())
def test_a_piece_asked_twice_counts_as_one_of_twice_the_weight(case) -> None:
    question, worth, passages = case
    twice = late_scores(np.vstack([question, question[:1]]), np.append(worth, worth[0]), passages)
    heavier = late_scores(question, np.concatenate([2 * worth[:1], worth[1:]]), passages)
    np.testing.assert_allclose(twice, heavier, atol=1e-6)


@given(cases())
def test_passages_are_scored_each_by_itself_and_need_be_there_only_in_turn(case) -> None:
    question, worth, passages = case
    alone = [late_scores(question, worth, [passage])[0] for passage in passages]
    assert late_scores(question, worth, iter(passages)).tolist() == alone


@given(seeds, st.integers(1, 40))
def test_rounding_leads_no_score_out_of_the_range(seed: int, dimensions: int) -> None:
    question = units(9, dimensions, seed)
    same, opposite = late_scores(question, np.full(9, 0.1), [question, -question[:1]])
    assert 1 - 1e-6 < same <= 1
    assert -1 <= opposite <= 1


def test_an_estimate_that_overshoots_is_cut_off() -> None:
    assert late_scores(rows((1, 0)), np.array([2.0]), [rows((1.2, 0)), rows((-1.2, 0))]).tolist() == [1, -1]


def test_a_passage_without_tokens_scores_the_least_there_is() -> None:
    scores = late_scores(rows((1, 0)), np.array([1.0]), [rows((0, 1)), np.empty((0, 2), np.float32)])
    assert scores.tolist() == [0, -1]


def test_a_question_without_pieces_prefers_no_passage() -> None:
    passages = [rows((0, 1)), np.empty((0, 2), np.float32)]
    assert late_scores(np.empty((0, 2), np.float32), np.empty(0), passages).tolist() == [0, 0]


@pytest.mark.parametrize("pieces", [0, 1])
def test_no_passages_no_scores(pieces: int) -> None:
    assert late_scores(units(pieces, 4), np.ones(pieces), []).shape == (0,)


@pytest.mark.parametrize("dimensions", [384, 512, 768, 1024])
def test_packed_passages_score_nearly_as_the_floats_do(dimensions: int) -> None:
    question = units(8, dimensions)
    noise = [units(60, dimensions, seed) for seed in range(1, 13)]
    for at, passage in enumerate(noise):  # passage `at` holds the pieces of the question ever more clearly
        clear = at / 12
        passage[:8] = clear * question + math.sqrt(1 - clear**2) * passage[:8]
        passage[:8] /= np.linalg.norm(passage[:8], axis=1, keepdims=True)
    worth = np.linspace(1, 8, 8)
    exact = late_scores(question, worth, noise)
    packed = late_scores(project(question), worth, [unpack(pack(passage), dimensions) for passage in noise])
    np.testing.assert_allclose(packed, exact, atol=0.08)
    assert np.argsort(packed)[-6:].tolist() == np.argsort(exact)[-6:].tolist() == [6, 7, 8, 9, 10, 11]
