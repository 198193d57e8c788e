"""Lines of PDF pages -> running text: words broken at a line's end joined, paragraphs apart by a blank line.

A PDF has no paragraphs. They are seen by the distance of baselines: more than usual in this document ends one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate, pairwise

from engine.documents.pdf_lines import Line

_VISIBLE = {0xFFFE: "-", 0xAD: None, 0xFEFF: None}  # pdfium's mark of a hyphen, a soft hyphen, a byte order mark
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_MARKED_BREAK = re.compile(r"(\w[\w'’-]*)\ufffe(\w+)")
_BROKEN_END = re.compile(r"(\w[\w'’-]*)[-\u00ad\u2010\ufffe]\Z")
_FIRST_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"[.!?:。！？؟।]['\"”’)\]]*\Z")

_GAP = 1.25  # times the usual distance of baselines: what lies farther apart is no paragraph together
_LEADINGS = (0.7, 3.0)  # distances of baselines, in type sizes, that neighbouring lines can have
_USUAL_LEADING = 1.2  # where a document has too few lines to tell
_OTHER_SIZE = 1.15  # ratio of type sizes from which two lines are no paragraph together
_SAME_ROW = 0.5  # type sizes by which baselines may differ on one row


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """Where a line ended up in its page's text, and its type size in points."""

    start: int
    end: int
    size: float


@dataclass(frozen=True, slots=True)
class PageText:
    """One page's text and its lines."""

    text: str
    lines: tuple[PlacedLine, ...]


def compose(pages: Sequence[Sequence[Line]]) -> list[PageText]:
    """The text of each page; the whole document says which spacing is usual and how a word is spelled elsewhere."""
    words = {word for lines in pages for line in lines for word in _WORD.findall(line.text.lower())}
    leading = _leading(pages)
    return [_page_text(lines, leading, words) for lines in pages]


def _leading(pages: Iterable[Sequence[Line]]) -> float:
    """The commonest distance of neighbouring baselines, in type sizes, weighted by how much text stands there."""
    weights: Counter[float] = Counter()
    for lines in pages:
        for above, below in pairwise(lines):
            distance = (above.bottom - below.top) / below.size if below.size else 0.0
            if _LEADINGS[0] <= distance <= _LEADINGS[1] and not _differ(above.size, below.size):
                weights[round(distance, 1)] += min(len(above.text), len(below.text))
    return max(weights, key=lambda distance: (weights[distance], -distance), default=_USUAL_LEADING)


def _page_text(lines: Sequence[Line], leading: float, words: Set[str]) -> PageText:
    texts = [_within_line(line.text, words) for line in lines]
    separators = [""] * min(1, len(lines))
    for number, (above, below) in enumerate(pairwise(lines), start=1):
        separator = "\n\n" if _is_gap(above, below, leading) else "\n"
        broken, rest = _BROKEN_END.search(texts[number - 1]), _FIRST_WORD.match(texts[number])
        if broken and rest and rest[0][0].islower():
            joined = _joined(broken[1], rest[0], words)
            texts[number - 1] = texts[number - 1][: broken.start()] + joined.removesuffix(rest[0])
            separator = ""
        separators.append(separator)
    texts = [text.translate(_VISIBLE) for text in texts]
    ends = list(accumulate(len(separator) + len(text) for separator, text in zip(separators, texts, strict=True)))
    placed = (PlacedLine(end - len(text), end, line.size) for text, end, line in zip(texts, ends, lines, strict=True))
    text = "".join(separator + text for separator, text in zip(separators, texts, strict=True))
    return PageText(text, tuple(placed))


def _is_gap(above: Line, below: Line, leading: float) -> bool:
    size = max(above.size, below.size)
    step = above.bottom - below.top
    if _differ(above.size, below.size):
        return True
    if step < -_SAME_ROW * size:  # up the page again: another column, into which a sentence may run on
        return bool(_SENTENCE_END.search(above.text)) or not below.text[0].islower()
    return step > _GAP * leading * size


def _differ(size: float, other: float) -> bool:
    return max(size, other) > _OTHER_SIZE * min(size, other)


def _within_line(text: str, words: Set[str]) -> str:
    return _MARKED_BREAK.sub(lambda found: _joined(found[1], found[2], words), text)


def _joined(left: str, right: str, words: Set[str]) -> str:
    """A word that was broken at a hyphen. The hyphen is the word's own where it stands in the word elsewhere too."""
    compound = f"{left}-{right}"
    if not right[0].islower() or "-" in left:
        return compound
    own = compound.lower() in words and (left + right).lower() not in words
    return compound if own else left + right
