"""Intervals against scipy's and against all resamples there are, the number of questions against a count upwards."""

from __future__ import annotations

from itertools import product
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, bootstrap

from engine.measuring.statistics import Estimate, average, proportion, questions_for, wilson


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


@given(st.integers(0, 5000), st.floats(0, 1))
def test_wilsons_interval_holds_the_value(n: int, share: float) -> None:
    found = proportion(round(share * n), n)
    assert 0 <= found.low <= (share if found.value is None else found.value) <= found.high <= 1


def by_all_resamples(values: list[float]) -> list[float]:
    """Efron's interval for the mean, from each of the `n ** n` resamples instead of some drawn by chance."""
    normal, n = NormalDist(), len(values)
    means = np.sort(np.array(list(product(values, repeat=n))).mean(axis=1).round(12))
    mean = round(sum(values) / n, 12)
    bias = normal.inv_cdf(((means < mean).mean() + (means <= mean).mean()) / 2)
    without = [(sum(values) - value) / (n - 1) for value in values]
    off = [sum(without) / n - one for one in without]
    acceleration = sum(one**3 for one in off) / 6 / sum(one**2 for one in off) ** 1.5
    ends = []
    for tail in (0.025, 0.975):
        z = bias + normal.inv_cdf(tail)
        ends.append(float(np.quantile(means, normal.cdf(bias + z / (1 - acceleration * z)))))
    return ends


@pytest.mark.parametrize(
    "values",
    [
        [0.0, 0.05, 0.11, 0.2, 0.34, 1.0],
        [0.0, 0.63, 0.82, 0.9, 0.97, 1.0],
        [0.11, 0.28, 0.45, 0.55, 0.72, 0.89],
    ],
)
def test_an_average_has_the_interval_of_all_resamples(values: list[float]) -> None:
    found = average(values)
    assert (found.value, found.n, found.method) == (pytest.approx(sum(values) / 6), 6, "BCa bootstrap 95%")
    assert [found.low, found.high] == pytest.approx(by_all_resamples(values), abs=0.015)


@pytest.mark.parametrize("seed", range(4))
def test_an_average_has_the_interval_that_scipy_finds(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = np.where(random.random(300) < 0.3, 0, 1 / random.integers(1, 26, 300))  # as reciprocal ranks are
    oracle = bootstrap((values,), np.mean, n_resamples=9999, method="BCa", rng=random).confidence_interval
    found = average(values)
    assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high), abs=0.004)  # both draw by chance


def test_of_many_values_the_interval_is_two_standard_errors_each_way() -> None:
    values = np.random.default_rng(7).uniform(0.2, 0.8, 1000)
    found = average(values, 0.9)
    half = 1.6449 * values.std() / 1000**0.5
    assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half), abs=half / 20)
    assert found.method == "BCa bootstrap 90%"


def test_an_average_is_the_same_every_time() -> None:
    values = [1, 0.5, 1 / 3, 0, 0.25, 1]
    first = average(values)
    np.random.seed(3)  # what others do with the generator that all share
    assert average(values) == first


@pytest.mark.parametrize("hits", [[1], [0], [1, 1, 1], [0, 0, 0, 0], [1, 0, 0, 1, 1]])
def test_an_average_of_hits_is_a_proportion(hits: list[int]) -> None:
    assert average(hits) == proportion(sum(hits), len(hits))


def test_values_that_do_not_vary_are_no_certainty() -> None:
    assert average([]) == Estimate(None, 0.0, 1.0, 0, "Wilson 95%")
    alone, alike = average([0.25]), average([0.1] * 30)
    assert alone.low < 0.05
    assert alone.high > 0.8
    oracle = binomtest(3, 30).proportion_ci(method="wilson")  # 30 values of 0.1 make as much as 3 hits
    assert (alike.low, alike.high) == pytest.approx((oracle.low, oracle.high))
    assert (alone.method, alike.method) == ("Wilson 95%", "Wilson 95%")
    # a third is the mean of three thirds, but for the last bit
    assert average([1 / 3, (1 / 3 + 1 / 3 + 1 / 3) / 3, 1 - 2 / 3]).method == "Wilson 95%"


VALUES = st.lists(st.sampled_from([0, 1 / 25, 1 / 3, 0.5, 1]) | st.floats(0, 1), max_size=30)


@settings(max_examples=60, deadline=None)
@given(VALUES)
def test_an_average_lies_in_its_interval(values: list[float]) -> None:
    found = average(values)
    mean = sum(values) / len(values) if values else 0.5
    assert -1e-12 <= found.low <= mean + 1e-12
    assert mean - 1e-12 <= found.high <= 1 + 1e-12
    assert found.n == len(values)


@pytest.mark.parametrize("values", [[0.5, 1.1], [-0.1], [0.5, float("nan")]])
def test_what_is_no_share_has_no_average(values: list[float]) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        average(values)


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
