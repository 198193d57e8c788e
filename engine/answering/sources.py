"""Numbers the kept hits and says where each of them stands: a label to read, a fragment to open, a link to follow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from urllib.parse import quote

from engine.types.answers import Hit, Source
from engine.types.extraction import Locator

SEPARATOR = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
TO = "\N{EN DASH}"


def number(hits: Sequence[Hit]) -> tuple[Source, ...]:
    """Give the hits the numbers 1..n in their order; a source's quote is the hit's `content` and nothing else."""
    return tuple(
        Source(number=n, hit=hit, label=label(hit), fragment=fragment(hit.locator), quote=hit.content)
        for n, hit in enumerate(hits, start=1)
    )


def label(hit: Hit) -> str:
    """Plain text on one line: the section path, or the title where there is none, and the place in words."""
    headings = [_one_line(heading) for heading in hit.section_path] or [_one_line(hit.title)]
    return f"{SEPARATOR.join(headings)}, {place(hit.locator)}"


def place(locator: Locator) -> str:
    """Say the finest place that the original file has: pages, times or cells, else the characters of the text.

    Characters are said as the half-open offsets they are. Times are widened to whole seconds, so that what is
    named never misses the passage's edge.
    """
    if locator.page is not None:
        last = locator.last_page
        return f"page {locator.page}" if last in (None, locator.page) else f"pages {locator.page}{TO}{last}"
    if locator.time is not None:
        start, end = locator.time
        return f"{_clock(math.floor(start))}{TO}{_clock(math.ceil(end))}"
    if locator.sheet is not None:
        sheet = f"sheet {_one_line(locator.sheet)}"
        return sheet if locator.cells is None else f"{sheet}, cells {locator.cells}"
    return f"characters {locator.start:,}{TO}{locator.end:,}"


def fragment(locator: Locator) -> str:
    """The part behind `#` of a link to the original file, with the `#`.

    `#page=` is what PDF viewers read (the first page of a range), `#t=` is a Media Fragments time span in seconds,
    `#char=` is RFC 5147's for plain text; sheets are percent-encoded.
    """
    if locator.page is not None:
        return f"#page={locator.page}"
    if locator.time is not None:
        start, end = locator.time
        return f"#t={_seconds(start)},{_seconds(end)}"
    if locator.sheet is not None:
        sheet = f"#sheet={quote(locator.sheet, safe='')}"
        return sheet if locator.cells is None else f"{sheet}&range={quote(locator.cells, safe=':')}"
    return f"#{_characters(locator)}"


def query(document: str, locator: Locator) -> str:
    """The part from `?` on of a link into the dashboard, which never gets to see a fragment.

    It carries the characters, which every passage has, and behind them what the fragment says beyond that.
    """
    parameters = [f"document={quote(document)}", _characters(locator)]
    beyond = fragment(locator).removeprefix("#")
    if beyond not in parameters:
        parameters.append(beyond)
    return f"?{'&'.join(parameters)}"


def _characters(locator: Locator) -> str:
    return f"char={locator.start},{locator.end}"


def _clock(seconds: int) -> str:
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def _seconds(time: float) -> str:
    return f"{time:.3f}".rstrip("0").rstrip(".")


def _one_line(text: str) -> str:
    return " ".join(text.split())
