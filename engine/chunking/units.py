"""What a text is made of, from paragraphs down to characters, and how each is divided into the next finer.

All offsets are half-open code points into the whole text; units are trimmed of white space and never empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain, pairwise

from engine.chunking.packing import Range
from engine.chunking.segmenting import continues, grapheme_ends, word_ends


class Level(IntEnum):
    """How fine a unit is. Down to `SENTENCE` a cut does no harm."""

    GROUP = 0
    """Lines with no blank one between them."""
    BLOCK = 1
    """A paragraph or list item."""
    SENTENCE = 2
    """What should stay whole: a sentence, a table row, fenced code."""
    LINE = 3
    CLAUSE = 4
    SPACE = 5
    """What stands between white space."""
    WORD = 6
    GRAPHEME = 7
    CHARACTER = 8


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of text that is cut only where it has to be.

    `solid`: fenced code or a table row. `names` is where a row's column names stand, to be repeated if a chunk begins
    with it; `nameless` says that they had to be left out. `split`: a piece of something that should have stayed whole.
    `parts` are the next finer units where they are known.
    """

    start: int
    end: int
    level: Level
    solid: bool = False
    names: Range | None = None
    nameless: bool = False
    split: bool = False
    parts: tuple[Unit, ...] = ()


_STOPS = ".!?؟।॥۔։።။។"
_CLOSERS = "\"'”’»›)\\]」』）】*_`"
# A sentence may also end before an escaped newline or a tag. The look behind keeps a long run of stops from being gone
# over from each of them.
_ENDS = {
    Level.SENTENCE: re.compile(rf"(?<![{_STOPS}])[{_STOPS}]+[{_CLOSERS}]*(?:\s+|(?=[\\<]))|[。！？｡]+[{_CLOSERS}]*\s*"),
    Level.LINE: re.compile(r"\n\s*"),
    Level.CLAUSE: re.compile(rf"[,;:،؛|][{_CLOSERS}]*\s+|[、，；：][{_CLOSERS}]*\s*|\s[–—]\s+"),
    Level.SPACE: re.compile(r"\s+"),
}
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|e\.g|i\.e|(?i:al|approx|bzw|ca|cf|dr|eds?|eq|figs?|mr|mrs|ms|nr|prof|refs?|st|vgl|viz|vols?|vs)))\.\Z"
)
_LONGEST_ABBREVIATION = len("approx.") + 1  # with the character that shows where its word begins
_ENUMERATOR = re.compile(r"[ \t>]*\d{1,9}")  # the 2 of a list's "2. Stir."
_WITHOUT_SENTENCE_ENDS = re.compile(r"[\u0e00-\u0eff]")  # Thai and Lao


def trimmed(text: str, start: int, end: int) -> Range | None:
    """The range without the white space at its ends; `None` where nothing else is in it."""
    piece = text[start:end]
    content = piece.strip()
    if not content:
        return None
    first = start + len(piece) - len(piece.lstrip())
    if first > start and continues(text, first):
        first -= 1  # a mark that is drawn onto a space
    return first, start + len(piece.rstrip())


def divided(text: str, unit: Unit) -> tuple[Unit, ...]:
    """The unit's next finer parts; the unit itself, said to be finer, where it has only one."""
    if unit.parts:
        return unit.parts
    level = Level(unit.level + 1)
    harmless = Level.WORD if has_no_sentences(text, unit) else Level.SENTENCE
    ranges = list(_ranges(text, unit, level))
    split = unit.split or (level > harmless and len(ranges) > 1)
    return tuple(Unit(start, end, level, unit.solid, unit.names, unit.nameless, split) for start, end in ranges)


def has_no_sentences(text: str, unit: Unit) -> bool:
    """Whether the unit is mostly written in a script without sentence ends: what is to stay whole there is a word."""
    found = sum(1 for _ in _WITHOUT_SENTENCE_ENDS.finditer(text, unit.start, unit.end))
    return not unit.solid and 2 * found > unit.end - unit.start


def _ranges(text: str, unit: Unit, level: Level) -> Iterator[Range]:
    edges = chain((unit.start,), _ends(text, unit, level), (unit.end,))
    for start, end in pairwise(edges):
        if inner := trimmed(text, start, end):
            yield inner


def _ends(text: str, unit: Unit, level: Level) -> Iterable[int]:
    start, end = unit.start, unit.end
    if level is Level.CHARACTER:
        return range(start + 1, end)
    if level is Level.GRAPHEME:
        return grapheme_ends(text, start, end)
    if level is Level.WORD:
        found: Iterable[int] = word_ends(text, start, end)
    elif level is Level.SENTENCE:
        found = () if unit.solid else _sentence_ends(text, start, end)
    else:
        found = (match.end() for match in _ENDS[level].finditer(text, start, end))
    return (at for at in found if at < end and not continues(text, at))


def _sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    for stop in _ENDS[Level.SENTENCE].finditer(text, start, end):
        behind = stop.start() + 1
        is_number = _ENUMERATOR.fullmatch(text, start, stop.start())
        if not is_number and not _ABBREVIATION.search(text[max(start, behind - _LONGEST_ABBREVIATION) : behind]):
            yield stop.end()
