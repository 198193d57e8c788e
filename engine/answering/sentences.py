"""Cuts a passage into the pieces that can be shown one by one, each of them a verbatim slice of it.

Of two mistakes the lesser is chosen: two sentences left together still read well, half a sentence does not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.answering.blocks import Block, Kind, blocks

_STOP = re.compile(
    r"""
    (?: (?P<wide>[。！？｡؟।۔]+) [」』）】”’]*                       # ends a sentence whatever follows
      | (?<![.!?…])(?P<narrow>[.!?…]+) ["'”’»›)\]*_]*             # does so only before white space,
        (?=\s|\[\^?\d)                                          # or before a marker
    )
    (?: [ \t]*\[\^?\d[\d,\ ]*\](?![(:]) )*                       # and markers right behind it belong to it
    (?(narrow)(?=\s))
    """,
    re.VERBOSE,
)
_OPENERS = re.compile(r"[\s\"'“‘„«‹(\[*_¿¡]*")
_WORD = re.compile(r"\w*")
_WORD_BREAK = re.compile(r"[\s(\[{\"'“‘„«‹*_/]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
_ENUMERATOR = re.compile(r"\s*\d{1,3}")  # the 2 of "1. Stir. 2. Wait."
_GERMAN_DAY = re.compile(r"\d{1,2}")
_LONGEST_ABBREVIATION = 20


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_TITLES = _words("Capt Col Dipl Dr Fr Gen Gov Hon Hr Hrn Ing Mag Mr Mrs Ms Mt Prof Rev Sen Sgt St Str")
_NEVER_LAST = _words("approx bzw ca cf dr evtl excl ggf inkl incl lt mr mrs prof sog vgl viz vs zzgl")
_BEFORE_A_NUMBER = _words(
    "abb abs al anm apr art aug bd ch chap dec dez eq feb fig figs jan jul jun kap mar no nos nov nr oct okt pp rn sec "
    "sect sep sept tab vol"
)
_GERMAN_MONTHS = _words("januar jänner februar märz april mai juni juli august september oktober november dezember")


@dataclass(frozen=True, slots=True)
class Piece:
    """The slice `[start, end)` of the text, without white space at its ends.

    `quotable` is false for what states nothing: headings, table heads, fences, rules, anything without a letter
    or digit. `head` is the slice with the column names that stands above a table row, if the text holds it.
    """

    start: int
    end: int
    quotable: bool
    head: tuple[int, int] | None


def pieces(text: str, *, headings: Collection[str] = (), by_line: bool = False) -> tuple[Piece, ...]:
    """Cut `text` into pieces in their order; between them lie white space, list markers and `>` only.

    A sentence that runs over several lines of a paragraph stays one. Every code line in a fence and every table row
    is a piece of its own. `headings` are titles known from elsewhere: a line that says just that is a heading even
    without a `#`. With `by_line` every line stands for itself, as a spreadsheet's rows do.
    """
    found: list[Piece] = []
    head: Block | None = None
    reached = -1
    for block in blocks(text, {heading.strip() for heading in headings}, by_line):
        if block.kind is Kind.HEAD or block.start != reached + 1:  # a blank line ends a table
            head = block if block.kind is Kind.HEAD else None
        above = (head.start, head.end) if head and block.kind is Kind.ROW else None
        cuts = _cuts(text, block.start, block.end) if block.kind is Kind.PROSE else ()
        start = block.start
        for cut in (*cuts, block.end):
            bare = text[start:cut].strip()
            if bare:
                first = start + text[start:cut].index(bare)
                speaks = block.kind not in (Kind.HEAD, Kind.FURNITURE) and any(map(str.isalnum, bare))
                found.append(Piece(first, first + len(bare), speaks, above))
            start = cut
        reached = block.end
    return tuple(found)


def _cuts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the offsets behind each sentence's end within the paragraph `[start, end)`, its own end left out."""
    capitals = text[start:end] != text[start:end].lower()
    began = start
    for stop in _STOP.finditer(text, start, end):
        following = _OPENERS.match(text, stop.end(), end)
        after = following.end() if following else end
        counts = _ENUMERATOR.fullmatch(text, began, stop.start())
        if after < end and not counts and (stop["wide"] or not _runs_on(text, start, stop, after, capitals)):
            yield stop.end()
            began = stop.end()


def _runs_on(text: str, start: int, stop: re.Match[str], after: int, capitals: bool) -> bool:
    """Whether the sentence goes on behind `stop`; `after` is where the next word begins.

    A small letter says so, but only in a paragraph that uses `capitals` at all.
    """
    following = text[after]
    if capitals and following.islower() and following != following.title():  # it has a capital and does not use it
        return True
    if stop["narrow"] != ".":
        return False
    at = stop.start("narrow")
    word = _WORD_BREAK.split(text[max(start, at - _LONGEST_ABBREVIATION) : at])[-1]
    if not word:  # a full stop by itself is `cp -r . /tmp`, or a text whose words and stops were set apart
        return not following.isupper()
    if _INITIALS.fullmatch(word) or word in _TITLES or word.casefold() in _NEVER_LAST:
        return True
    if following.isdigit():
        return word.casefold() in _BEFORE_A_NUMBER
    next_word = _WORD.match(text, after)
    return bool(_GERMAN_DAY.fullmatch(word) and next_word and next_word[0].casefold() in _GERMAN_MONTHS)
