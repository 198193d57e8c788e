"""Intervals against scipy's, and the number of questions against a plain count upwards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from engine.measuring.statistics import Estimate, proportion, questions_for, wilson


@given(st.integers(1, 5000), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.99]))
def test_the_interval_is_scipys(n: int, share: float, confidence: float) -> None:
    successes = round(share * n)
    oracle = binomtest(successes, n).proportion_ci(confidence_level=confidence, method="wilson")
    low, high = wilson(successes, n, confidence)
    assert (low, high) == pytest.approx((oracle.low, oracle.high), abs=1e-12)


def test_many_intervals_at_once_are_each_their_own() -> None:
    low, high = wilson([[0, 4, 30], [1, 2, 3]], [30, 40, 30])
    for place, (successes, n) in {(0, 0): (0, 30), (0, 1): (4, 40), (0, 2): (30, 30), (1, 1): (2, 40)}.items():
        oracle = binomtest(successes, n).proportion_ci(method="wilson")
        assert (low[place], high[place]) == pytest.approx((oracle.low, oracle.high))
    assert (low.shape, low[0, 0], high[0, 2]) == ((2, 3), 0.0, 1.0)


def test_no_bluff_of_thirty_still_allows_more_than_a_tenth() -> None:
    found = proportion(0, 30)
    assert (found.value, found.low, round(found.high, 3), found.n, found.method) == (0, 0, 0.114, 30, "Wilson 95%")


def test_of_no_questions_nothing_is_known() -> None:
    assert proportion(0, 0) == Estimate(None, 0.0, 1.0, 0, "Wilson 95%")
    assert [end.tolist() for end in wilson([0, 1], [0, 1])] == [[0.0, pytest.approx(0.2065, abs=1e-4)], [1.0, 1.0]]


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (np.nan, 5)])
def test_what_is_no_proportion_is_refused(successes: float, n: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson(successes, n)


@pytest.mark.parametrize(("successes", "of"), [(0, 1), (1, 1), (1, 2), (1, 4), (3, 4), (1, 10)])
def test_so_many_questions_are_needed_and_not_one_fewer(successes: int, of: int) -> None:
    needed = questions_for(successes / of)
    whole = range(of, needed + 3 * of, of)  # counts of questions at which the rate is a whole number of successes
    spans = [binomtest(n * successes // of, n).proportion_ci(method="wilson") for n in whole]
    narrow = [n for n, span in zip(whole, spans, strict=True) if span.high - span.low <= 0.1]
    assert narrow[0] - of < needed <= narrow[0]
    assert narrow == [n for n in whole if n >= narrow[0]]


def test_half_takes_the_most_questions_and_a_rate_of_none_takes_some() -> None:
    # z² = 3.8415: for p = 1/2 the half width is z/2/sqrt(n + z²), so n = z²/0.01 - z² = 380.3; for p = 0 it is
    # z²/2/(n + z²), so n = 10 z² - z² = 34.6
    assert (questions_for(0.5), questions_for(0), questions_for(1)) == (381, 35, 35)


@given(st.floats(0, 1), st.floats(0.01, 0.4))
def test_wider_takes_no_more(rate: float, half_width: float) -> None:
    assert questions_for(rate, half_width * 1.1) <= questions_for(rate, half_width) <= questions_for(0.5, half_width)


@pytest.mark.parametrize(("rate", "half_width"), [(-0.1, 0.05), (1.1, 0.05), (0.5, 0), (float("nan"), 0.05)])
def test_what_is_no_rate_is_refused(rate: float, half_width: float) -> None:
    with pytest.raises(ValueError, match="rate"):
        questions_for(rate, half_width)
