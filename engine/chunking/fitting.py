"""Packs units into pieces that the encoder's window holds, as the tokenizer itself counts them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from engine.chunking.counting import LONGEST_WORD, Count, LongWord
from engine.chunking.outline import Area
from engine.chunking.packing import Range
from engine.chunking.prefixes import Prefix, Prefixes
from engine.chunking.units import Level, Unit, divided, has_no_sentences
from engine.chunking.window import Window
from engine.errors import ChunkingError


@dataclass(frozen=True, slots=True)
class Limits:
    """What a piece of an area may be: `target` characters of `text`, and, with its prefix, `room` word pieces."""

    text: str
    area: Area
    target: int
    room: int
    prefixes: Prefixes
    count: Count

    def exceeded(self, unit: Unit) -> bool:
        """Whether the unit must be divided: for its length only where that does no harm."""
        if unit.end - unit.start > self.target and (
            unit.level < Level.SENTENCE or (unit.level < Level.WORD and has_no_sentences(self.text, unit))
        ):
            return True
        return self._is_unread(unit) or not self._hold(unit.names, unit.start, unit.end)

    def joins(self, first: Unit, unit: Unit) -> bool:
        """Whether `unit` may stand in the piece that `first` opened and that goes on to where `unit` begins."""
        if unit.end - first.start > self.target:
            return False
        word = self.count.around(unit.start)
        if word and min(word.end, unit.end) - max(word.start, first.start) > self._longest(word):
            return False
        return self._hold(first.names, first.start, unit.end)

    def _is_unread(self, unit: Unit) -> bool:
        """Whether the unit must be divided for the sake of a long word.

        Code and table rows may hold one of the target's length: it is a checksum or a key, and they stay whole.
        """
        return unit.level < Level.GRAPHEME and any(
            length > (max(LONGEST_WORD, self.target) if unit.solid else self._longest(word))
            for word, length in self.count.overlapping(unit.start, unit.end)
        )

    def _longest(self, word: LongWord) -> int:
        """Characters of the word that may stand together: few enough to be read, if they can be at all."""
        return LONGEST_WORD if word.readable else max(LONGEST_WORD, self.target)

    def _hold(self, names: Range | None, start: int, end: int) -> bool:
        return self.prefixes.of(self.area.path, names).tokens + self.count.within(start, end) <= self.room


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring units, to become one chunk, and the limits under which they were packed."""

    limits: Limits
    units: tuple[Unit, ...]

    @property
    def start(self) -> int:
        return self.units[0].start

    @property
    def content(self) -> str:
        return self.limits.text[self.start : self.units[-1].end]

    @property
    def prefix(self) -> Prefix:
        """What stands in front: with the column names that the first unit wants repeated."""
        return self.limits.prefixes.of(self.limits.area.path, self.units[0].names)


def packed(units: Iterable[Unit], limits: Limits) -> Iterator[Piece]:
    """Neighbours joined as long as the limits allow; what exceeds them is divided and packed by itself."""
    for exceeding, run in groupby(units, key=limits.exceeded):
        if not exceeding:
            yield from _joined(run, limits)
            continue
        for unit in run:
            nameless = replace(unit, names=None, nameless=True)
            if unit.names and not unit.split and not limits.exceeded(nameless):
                yield Piece(limits, (nameless,))  # a whole row tells more than half of one with its column names
            elif unit.level is Level.CHARACTER:
                raise ChunkingError(
                    f"The character at {unit.start} takes more word pieces than the encoder's window has room for; "
                    "choose an encoder with a longer one."
                )
            else:
                yield from packed(divided(limits.text, unit), limits)


def _joined(units: Iterable[Unit], limits: Limits) -> Iterator[Piece]:
    opened: list[Unit] = []
    for unit in units:
        if opened and not limits.joins(opened[0], unit):
            yield Piece(limits, tuple(opened))
            opened = []
        opened.append(unit)
    if opened:
        yield Piece(limits, tuple(opened))


def fitted(pieces: Sequence[Piece], window: Window) -> Iterator[Piece]:
    """The pieces so that the window holds them: those that it does not are packed again by what their text takes.

    Every text is tokenized as it will be embedded, in batches. Of the pieces that a piece becomes, each has fewer
    units than it or finer ones, so there is an end to it. They come in no particular order.
    """
    while pieces:
        again: list[Piece] = []
        tokenized = window.tokenized(piece.prefix.text + piece.content for piece in pieces)
        for piece, tokens in zip(pieces, tokenized, strict=True):
            if len(tokens) <= window.room:
                yield piece
            else:
                again += packed(piece.units, _recounted(piece, tokens, window.room))
        pieces = again


def _recounted(piece: Piece, tokens: Sequence[Range], room: int) -> Limits:
    """The piece's limits with the word pieces of its own text, where neighbours may have others than by themselves."""
    prefix = piece.prefix
    shift = piece.start - len(prefix.text)
    before = bisect_left(tokens, len(prefix.text), key=itemgetter(0))
    count = Count((start + shift for start, _ in tokens[before:]), piece.limits.count.words)
    return replace(piece.limits, room=room + prefix.tokens - before, count=count)
