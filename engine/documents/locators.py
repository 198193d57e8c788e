"""Character range -> locator: the pages, times or cells that a passage was read from."""

from __future__ import annotations

from collections.abc import Sequence

from engine.types.extraction import Locator, Span


def locate(spans: Sequence[Span], start: int, end: int) -> Locator:
    """The locator of `[start, end)`: all places of the spans that it touches, from the first to the last."""
    if not spans:
        return Locator(start, end, None, None, None, None, None)
    touched = [span for span in spans if span.start < end and start < span.end]
    pages = [span.page for span in touched if span.page is not None]
    times = [span.time for span in touched if span.time is not None]
    cells = [span for span in touched if span.cells is not None]
    return Locator(
        start=start,
        end=end,
        page=min(pages, default=None),
        last_page=max(pages, default=None),
        time=(min(time[0] for time in times), max(time[1] for time in times)) if times else None,
        sheet=cells[0].sheet if cells else None,
        cells=_range(cells),
    )


def _range(cells: Sequence[Span]) -> str | None:
    """From the first cell of the first range to the last cell of the last one on the same sheet."""
    names = [span.cells for span in cells if span.cells is not None and span.sheet == cells[0].sheet]
    if not names:
        return None
    first, last = names[0].split(":")[0], names[-1].split(":")[-1]
    return first if first == last else f"{first}:{last}"
