"""Boxes around characters and words, joined into one for each line of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, from the upper left corner of the displayed page."""

_BESIDE = 0.5  # of the lower one of two boxes: how much of it lies beside the other, if they are of one line
_GAP = 4  # heights: what is farther away on the same row stands in another column or cell
_RISE = 1.35  # heights of its tallest box: a line that climbs more is boxed in parts, or the box would cover others


def line_boxes(boxes: Iterable[tuple[Box, bool]]) -> Iterator[Box]:
    """One box for each line of the `boxes`, which are in reading order and of one unit in both directions.

    Each is given with whether its line runs up or down the page instead of across. A line that runs aslant has several.
    """
    line: Box | None = None
    goes_down, tallest = False, 0.0
    for box, runs_down in boxes:
        height = _height(box, runs_down)
        if line is not None and runs_down == goes_down and _continues(line, box, runs_down):
            joined = min(line[0], box[0]), min(line[1], box[1]), max(line[2], box[2]), max(line[3], box[3])
            if _height(joined, runs_down) <= _RISE * max(tallest, height):
                line, tallest = joined, max(tallest, height)
                continue
        if line is not None:
            yield line
        line, goes_down, tallest = box, runs_down, height
    if line is not None:
        yield line


def fractions(box: Box, width: float, height: float) -> Box:
    """A box on a page of this size as fractions of it; what lies outside of the page is cut off."""
    left, right = (min(max(x / width, 0.0), 1.0) for x in (box[0], box[2]))
    top, bottom = (min(max(y / height, 0.0), 1.0) for y in (box[1], box[3]))
    return left, top, right, bottom


def _height(box: Box, runs_down: bool) -> float:
    """How much room a line takes across the direction it runs in."""
    return box[2] - box[0] if runs_down else box[3] - box[1]


def _continues(line: Box, box: Box, runs_down: bool) -> bool:
    (x0, y0, x1, y1), (left, top, right, bottom) = line, box
    if runs_down:
        x0, y0, x1, y1, left, top, right, bottom = y0, x0, y1, x1, top, left, bottom, right
    height = min(y1 - y0, bottom - top)
    beside = min(y1, bottom) - max(y0, top)
    apart = max(x0, left) - min(x1, right)
    return beside >= _BESIDE * height and apart <= _GAP * height
