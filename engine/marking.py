"""A stretch of a document -> the sentences that a person can choose a needle from."""

from __future__ import annotations

from engine.answering.sentences import pieces
from engine.documents.locators import locate
from engine.types.extraction import Extraction

_REACH = 5000  # characters beyond the stretch in which the ends of its first and last sentence are looked for


def sentences(extraction: Extraction, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The half-open ranges of the sentences that lie in `[start, end)` of the text, or reach into it, in their order.

    They are whole, even where the stretch cuts one in two. What states nothing, as a heading, is left out.
    """
    text = extraction.text
    first = _paragraph_before(text, max(extraction.body_start, start - _REACH), start)
    behind = text.find("\n\n", end, end + _REACH)
    last = behind if behind >= 0 else min(len(text), end + _REACH)
    titles = {
        line
        for heading in extraction.headings
        if first <= heading.start < last
        for line in text[heading.start : heading.end].split("\n")
    }
    by_line = locate(extraction.spans, start, end).sheet is not None
    found = (
        (first + piece.start, first + piece.end)
        for piece in pieces(text[first:last], headings=titles, by_line=by_line)
        if piece.quotable
    )
    return tuple((begin, stop) for begin, stop in found if begin < end and start < stop)


def _paragraph_before(text: str, earliest: int, start: int) -> int:
    """Where the paragraph begins that `start` lies in; `earliest`, where it begins before that."""
    blank = text.rfind("\n\n", earliest, start)
    return blank + 2 if blank >= 0 else min(earliest, start)
