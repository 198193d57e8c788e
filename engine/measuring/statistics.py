"""How sure a figure is: proportions and means with intervals, and how many questions would make one narrower."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

_MOST_QUESTIONS = 10**9
_NORMAL = NormalDist()
_RESAMPLES = 9999
_SEED = 20_260_101
_ALIKE = 1e-9
"""Values that differ by less are the same value, rounded."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval. Of no questions nothing is known: `n` 0 has the value `None` and the whole range."""

    value: float | None
    low: float
    high: float
    n: int
    method: str


def wilson(
    successes: ArrayLike, n: ArrayLike, confidence: float = 0.95
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wilson's score interval, without continuity correction: its lower and its upper ends.

    `successes` of `n` are numbers or arrays that broadcast together; the ends have their shape. `n` 0 gives (0, 1).
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209-212.
    Raises `ValueError` unless `0 <= successes <= n`.
    """
    hits, total = np.broadcast_arrays(np.asarray(successes, np.float64), np.asarray(n, np.float64))
    if not ((hits >= 0) & (hits <= total)).all():
        raise ValueError("A proportion needs 0 <= successes <= n.")
    z2 = _z(confidence) ** 2
    some = np.maximum(total, 1)  # without questions both ends are set below
    middle = (hits + z2 / 2) / (some + z2)
    half = np.sqrt(z2 * (hits * (some - hits) / some + z2 / 4)) / (some + z2)
    low = np.where(hits == 0, 0.0, middle - half)  # exactly, where rounding would leave a trace
    high = np.where(hits == total, 1.0, middle + half)
    return low, high


def proportion(successes: int, n: int, confidence: float = 0.95) -> Estimate:
    """`successes` of `n` as an estimate with Wilson's interval."""
    low, high = wilson(successes, n, confidence)
    return Estimate(successes / n if n else None, float(low), float(high), n, f"Wilson {confidence:.0%}")


def average(values: ArrayLike, confidence: float = 0.95) -> Estimate:
    """The mean of `values`, `(n,)`, each from 0 to 1, with an interval for the mean of all that could be measured.

    The interval is the bias-corrected and accelerated bootstrap's (B. Efron, "Better bootstrap confidence intervals",
    JASA 82 (1987), 171-185), always from the same seed. Means of groups, given as values, are the bootstrap of whole
    groups (C. A. Field and A. H. Welsh, "Bootstrapping clustered data", JRSS B 69 (2007), 369-390).

    Values that are all 0 or 1 are a proportion, and values that are all alike leave nothing to resample: then the
    interval is Wilson's. It may be used for whatever lies between 0 and 1, of which none has a larger variance than
    0 and 1 with the same mean (R. Bhatia and C. Davis, American Mathematical Monthly 107 (2000), 353-357).
    Raises `ValueError` for a value outside 0 to 1.
    """
    known = np.asarray(values, np.float64)
    if not ((known >= 0) & (known <= 1)).all():
        raise ValueError("Only values from 0 to 1 have an average with an interval here.")
    total, n = float(known.sum()), len(known)
    if np.isin(known, (0, 1)).all() or np.ptp(known) < _ALIKE:
        low, high = wilson(total, n, confidence)
        return Estimate(total / n if n else None, float(low), float(high), n, f"Wilson {confidence:.0%}")
    return Estimate(total / n, *_bca(known, confidence), n, f"BCa bootstrap {confidence:.0%}")


def _bca(values: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    """The interval for the mean. Values that occur often are drawn all at once: a resample is how often each occurs."""
    distinct, counts = np.unique(values, return_counts=True)
    n = len(values)
    drawn = np.random.default_rng(_SEED).multinomial(n, counts / n, _RESAMPLES)
    means = (drawn @ distinct / n).round(12)  # equal ones are equal, though they were summed in another order
    mean = round(float(values.mean()), 12)
    below = ((means < mean).mean() + (means <= mean).mean()) / 2
    bias = _NORMAL.inv_cdf(min(max(float(below), 0.5 / _RESAMPLES), 1 - 0.5 / _RESAMPLES))
    off = values - values.mean()  # what leaving a value out does to the mean, up to a factor that cancels out
    acceleration = float((off**3).sum() / 6 / (off**2).sum() ** 1.5)
    tails = []
    for tail in ((1 - confidence) / 2, (1 + confidence) / 2):
        z = bias + _NORMAL.inv_cdf(tail)
        tails.append(_NORMAL.cdf(bias + z / (1 - acceleration * z)))
    low, high = np.quantile(means, tails).tolist()
    return low, high


def questions_for(rate: float, half_width: float = 0.05, confidence: float = 0.95) -> int:
    """The fewest questions whose Wilson interval, were `rate` seen again, spans at most `2 * half_width`.

    Searched over the interval itself, which narrows with every question; the usual `z² p (1 - p) / h²` asks for none
    at all where the rate is 0 or 1. Raises `ValueError` unless `0 <= rate <= 1` and `0 < half_width`.
    """
    if not (0 <= rate <= 1 and half_width > 0):
        raise ValueError("A rate is from 0 to 1, and half a width is above 0.")
    z2 = _z(confidence) ** 2

    def narrow(n: int) -> bool:
        return bool((z2 * (n * rate * (1 - rate) + z2 / 4)) ** 0.5 / (n + z2) <= half_width)

    counts = range(1, _MOST_QUESTIONS)
    return counts[bisect_left(counts, True, key=narrow)]


def _z(confidence: float) -> float:
    return _NORMAL.inv_cdf((1 + confidence) / 2)
