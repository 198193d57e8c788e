"""Lines of PDF pages -> running text: words broken at a line's end joined, paragraphs apart by a blank line.

A PDF has no paragraphs. They are seen by the distance of baselines: more than usual in this document ends one. Where
the text goes on in another column or on another page there is no distance; it is the sentence that goes on or not.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from engine.documents.pdf_glyphs import Marked, bare, joined
from engine.documents.pdf_rows import Line

_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_BROKEN_END = re.compile(r"(\w[\w'’-]*)[-\u00ad\u2010\ufffe]\Z")
_FIRST_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"[.!?:。！？؟।]['\"”’»)\]]*\Z")
_ITEM = re.compile(r"(?:[-•*▪◦‣–—]|\(?(?:\d+(?:\.\d+)*|[A-Za-z])[.)])\s")

_GAP = 1.25  # times the usual distance of baselines: what lies farther apart is no paragraph together
_LEADINGS = (0.7, 3.0)  # distances of baselines, in type sizes, that neighbouring lines can have
_USUAL_LEADING = 1.2  # where a document has too few lines to tell
_OTHER_SIZE = 1.15  # ratio of type sizes from which two lines are no paragraph together
_SAME_ROW = 0.5  # type sizes by which baselines may differ on one row
_FULL = 0.85  # of its column's width, from which a line leaves no room for another word
_FEWEST_LINES = 3  # that tell how wide a column is
_INDENTS = (0.8, 4.0)  # type sizes by which the first line of a paragraph may be indented


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line, which page it is on, from 1, and the range of the text that it became."""

    line: Line
    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Composed:
    """The text of all pages and its lines. `marked` has the runs of every line."""

    marked: Marked
    lines: tuple[PlacedLine, ...]


@dataclass(frozen=True, slots=True)
class _Set:
    """A line as it is set: its page, and whether it fills its column."""

    line: Line
    page: int
    full: bool


def compose(pages: Sequence[tuple[int, Sequence[Line]]]) -> Composed:
    """The text of numbered pages. All of them say which spacing is usual and how a word is spelled elsewhere."""
    lines = [line for _, page in pages for line in page]
    words = {word for line in lines for word in _WORD.findall(line.text.lower())}
    leading = _leading([page for _, page in pages])
    setting = [one for number, page in pages for one in _set(page, number)]
    texts = [line.marked for line in lines]
    separators = ["" for _ in lines]
    for at in range(1, len(lines)):
        above, below = setting[at - 1], setting[at]
        following = setting[at + 1] if at + 1 < len(setting) else None
        separators[at] = "\n\n" if _is_gap(above, below, following, leading) else "\n"
        whole = None if lines[at].table is not None else _whole(texts[at - 1], lines[at].text, words)
        if whole is not None:
            texts[at - 1], separators[at] = whole, ""
    texts = [_visible(text) for text in texts]
    placed, offset = [], 0
    for one, text, separator in zip(setting, texts, separators, strict=True):
        offset += len(separator)
        placed.append(PlacedLine(one.line, one.page, offset, offset + len(text.text)))
        offset += len(text.text)
    marked = joined(part for pair in zip(map(bare, separators), texts, strict=True) for part in pair)
    return Composed(marked, tuple(placed))


def _leading(pages: Iterable[Sequence[Line]]) -> float:
    """The commonest distance of neighbouring baselines, in type sizes, weighted by how much text stands there."""
    weights: Counter[float] = Counter()
    for lines in pages:
        for above, below in pairwise(lines):
            distance = (above.y - below.y) / below.size if below.size else 0.0
            if _LEADINGS[0] <= distance <= _LEADINGS[1] and not _differ(above.size, below.size):
                weights[round(distance, 1)] += min(len(above.text), len(below.text))
    return max(weights, key=lambda distance: (weights[distance], -distance), default=_USUAL_LEADING)


def _set(lines: Sequence[Line], page: int) -> list[_Set]:
    """The lines of a page; a column ends where the next line is higher up."""
    columns: list[list[Line]] = []
    for line in lines:
        if columns and columns[-1][-1].y + _SAME_ROW * line.size > line.y:
            columns[-1].append(line)
        else:
            columns.append([line])
    found = []
    for column in columns:
        left, right = min(line.left for line in column), max(line.right for line in column)
        least = left + _FULL * (right - left) if len(column) >= _FEWEST_LINES else math.inf
        found += [_Set(line, page, line.right >= least) for line in column]
    return found


def _is_gap(above: _Set, below: _Set, following: _Set | None, leading: float) -> bool:
    """Whether a paragraph ends between two lines."""
    upper, lower = above.line, below.line
    if (upper.table is None) != (lower.table is None):
        return True
    size = max(upper.size, lower.size)
    step = upper.y - lower.y
    elsewhere = above.page != below.page or step < -_SAME_ROW * size
    if upper.table is not None:
        return not elsewhere and upper.table != lower.table
    if _differ(upper.size, lower.size):
        return True
    if elsewhere:
        return not _goes_on(above, below)
    if step > _GAP * leading * size:
        return True
    if upper.bold != lower.bold:
        return not above.full or _SENTENCE_END.search(upper.text) is not None
    return _is_indented(above, below, following)


def _goes_on(above: _Set, below: _Set) -> bool:
    """Whether a sentence goes on at the top of the next column or page."""
    if _SENTENCE_END.search(above.line.text) or above.line.bold != below.line.bold:
        return False
    return below.line.text[0].islower() or (above.full and _ITEM.match(below.line.text) is None)


def _is_indented(above: _Set, below: _Set, following: _Set | None) -> bool:
    """Whether a line begins farther right than the ones around it, and the sentence above has ended."""
    if following is None or following.page != below.page or not _SENTENCE_END.search(above.line.text):
        return False
    least, most = (indent * below.line.size for indent in _INDENTS)
    return all(least <= below.line.left - other.line.left <= most for other in (above, following))


def _differ(size: float, other: float) -> bool:
    return max(size, other) > _OTHER_SIZE * min(size, other)


def _whole(above: Marked, below: str, words: Set[str]) -> Marked | None:
    """The end of a line without the hyphen of the word that goes on in the next one; `None` where none does.

    The hyphen is the word's own, and stays, where the word is spelled with it elsewhere too.
    """
    broken, rest = _BROKEN_END.search(above.text), _FIRST_WORD.match(below)
    if broken is None or rest is None:
        return None
    left, right = broken[1], rest[0]
    if not right[0].islower():
        return _visible(above) if above.text.endswith("\ufffe") else None
    plain, compound = (left + right).lower(), f"{left}-{right}".lower()
    if "-" in left or (compound in words and plain not in words):
        return _visible(above)
    return above.head(len(above.text) - 1)


def _visible(text: Marked) -> Marked:
    """The hyphen at the end, if it is one of the marks for it, as it is seen."""
    if text.text.endswith(("\ufffe", "\u00ad")):
        return joined([text.head(len(text.text) - 1), bare("-")])
    return text
