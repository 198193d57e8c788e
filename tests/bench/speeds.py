"""One measured speed, what it has to be, and the table of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any

from tests.bench.tables import number, table
from tests.bench.timing import Timed


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure has to be: at least `least`, or below `below`, or at most `most`; the other two are `None`."""

    least: float | None = None
    below: float | None = None
    most: float | None = None

    def holds(self, figure: float) -> bool:
        """Whether the figure is as it has to be."""
        return (
            (self.least is None or figure >= self.least)
            and (self.below is None or figure < self.below)
            and (self.most is None or figure <= self.most)
        )

    def __str__(self) -> str:
        words = (("at least", self.least), ("under", self.below), ("at most", self.most))
        return " and ".join(f"{word} {value:,g}" for word, value in words if value is not None)


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured, round by round.

    `ours` and `peer` are in `unit`; `peer` is empty where there is nothing to measure against. `figures` is what
    `bound` is about, in `figure_unit`: a ratio (`×`) of the two of one round, or `ours` itself. A median counts.
    """

    what: str
    ours: tuple[float, ...]
    peer: tuple[float, ...]
    unit: str
    against: str
    figures: tuple[float, ...]
    figure_unit: str
    bound: Bound | None
    remark: str

    @property
    def figure(self) -> float:
        """The median over the rounds."""
        return median(self.figures)

    @property
    def holds(self) -> bool | None:
        """Whether it is as it has to be; `None` where nothing is asked for."""
        return None if self.bound is None else self.bound.holds(self.figure)

    def to_json(self) -> dict[str, Any]:
        """Everything, raw rounds included."""
        fields = {name: getattr(self, name) for name in self.__slots__ if name != "bound"}
        return {**fields, "bound": str(self.bound) if self.bound else None, "median": self.figure, "holds": self.holds}


def faster(what: str, timed: Timed, against: str, bound: Bound | None = None, remark: str = "") -> Speed:
    """How many times faster than a peer."""
    return Speed(what, timed.ours, timed.peer, "ms", against, timed.times_faster(), "×", bound, remark)


def multiple(what: str, timed: Timed, against: str, bound: Bound | None = None, remark: str = "") -> Speed:
    """How many times as long as something that has to be done in any case."""
    return Speed(what, timed.ours, timed.peer, "ms", against, timed.multiples(), "× of it", bound, remark)


def absolute(what: str, values: tuple[float, ...], unit: str, bound: Bound | None = None, remark: str = "") -> Speed:
    """A figure that needs no peer."""
    return Speed(what, values, (), unit, "", values, unit, bound, remark)


def speed_table(speeds: Iterable[Speed]) -> str:
    """All of them, each with its median, the range over its rounds, and whether it is as it has to be."""
    rows = [
        [
            speed.what,
            f"{number(median(speed.ours))} {speed.unit}".strip(),
            f"{f'{number(median(speed.peer))} {speed.unit}'.strip()}, {speed.against}" if speed.peer else "",
            f"**{number(speed.figure)} {speed.figure_unit}**",
            f"{number(min(speed.figures))}–{number(max(speed.figures))} ({len(speed.figures)})",
            str(speed.bound or ""),
            {None: "", True: "yes", False: "**no**"}[speed.holds],
        ]
        for speed in speeds
    ]
    return table(["what", "ours", "peer", "median", "range (rounds)", "has to be", "holds"], rows)


def remarks(speeds: Iterable[Speed]) -> str:
    """What has to be said besides, a line each."""
    return "\n".join(f"* {speed.what}: {speed.remark}" for speed in speeds if speed.remark)
