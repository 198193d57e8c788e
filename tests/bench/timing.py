"""Times on a machine that others use too: two contestants in turn, and ratios of what was measured side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Timed:
    """Milliseconds of ours and of the peer's, one of each a round."""

    ours: tuple[float, ...]
    peer: tuple[float, ...]

    def times_faster(self) -> tuple[float, ...]:
        """Per round, how many times as long as ours the peer took."""
        return tuple(peer / ours for ours, peer in zip(self.ours, self.peer, strict=True))

    def multiples(self) -> tuple[float, ...]:
        """Per round, how many times as long as the peer ours took."""
        return tuple(ours / peer for ours, peer in zip(self.ours, self.peer, strict=True))


def interleaved(contestants: Sequence[Callable[[], float]], rounds: int) -> list[tuple[float, ...]]:
    """For each contestant what its call returned, round by round: first, second, first, second.

    A slow minute of the machine then slows all of them.
    """
    measured = [[contestant() for contestant in contestants] for _ in range(rounds)]
    return list(zip(*measured, strict=True))


def lasting(work: Callable[[], object]) -> float:
    """The milliseconds of one call."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def typical(work: Callable[[T], object], inputs: Sequence[T]) -> float:
    """The median of the milliseconds that each of the inputs takes."""
    return median([lasting(lambda: work(given)) for given in inputs])  # noqa: B023
