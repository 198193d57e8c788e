"""Text that knows which of a page's own characters or words its characters are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Run:
    """The characters `[start, end)` come from the page: they are pdfium's from `index` on, or its word `index`."""

    start: int
    end: int
    index: int


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and its runs, ascending and disjoint. What stands in no run does not stand so on the page."""

    text: str
    runs: tuple[Run, ...]

    def head(self, end: int) -> Marked:
        """The text before `end`."""
        runs = tuple(Run(run.start, min(run.end, end), run.index) for run in self.runs if run.start < end)
        return Marked(self.text[:end], runs)


def bare(text: str) -> Marked:
    """Text that comes from no page."""
    return Marked(text, ())


def joined(parts: Iterable[Marked]) -> Marked:
    """The parts one behind the other."""
    pieces = list(parts)
    starts = accumulate((len(piece.text) for piece in pieces), initial=0)
    runs = tuple(
        Run(start + run.start, start + run.end, run.index)
        for start, piece in zip(starts, pieces, strict=False)
        for run in piece.runs
    )
    return Marked("".join(piece.text for piece in pieces), runs)


def read_text(characters: str, indices: Sequence[int | None]) -> Marked:
    """Characters with the index that each has among pdfium's; `None` for one that pdfium gives otherwise.

    A run ends where the next index is not the next character's: behind a character of two UTF-16 units, for one.
    """
    if isinstance(indices, range):
        return Marked(characters, (Run(0, len(characters), indices.start),))
    runs: list[Run] = []
    for place, index in enumerate(indices):
        if index is None:
            continue
        if runs and runs[-1].end == place and runs[-1].index + place - runs[-1].start == index:
            runs[-1] = Run(runs[-1].start, place + 1, runs[-1].index)
        else:
            runs.append(Run(place, place + 1, index))
    return Marked(characters, tuple(runs))
