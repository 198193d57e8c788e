"""What the encoder reads of a chunk's text, and what falls off behind its window.

The tokenizer is passed in, so that counting needs no model here and chunking stays pure.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, tee
from operator import itemgetter
from typing import Protocol

from engine.errors import ChunkingError
from engine.types.indexing import Chunk, WindowUse

BATCH = 256
"""Texts handed to the tokenizer at once: enough to keep its threads busy, few enough to bound its memory."""


class Tokenizer(Protocol):
    """Cuts texts into the encoder's word pieces, with truncation and padding switched off.

    `special_tokens` is how many tokens the encoder adds around every text. A call gives, for each text, the half-open
    code point ranges of its word pieces in order, special tokens left out.
    """

    @property
    def special_tokens(self) -> int: ...

    def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[tuple[int, int]]]: ...


@dataclass(frozen=True, slots=True)
class Window:
    """What an encoder reads of a text: its first `size` word pieces, special tokens included, as `tokenize` cuts it."""

    size: int
    tokenize: Tokenizer

    @property
    def room(self) -> int:
        """Word pieces left for the text beside the special tokens. Raises `ChunkingError` where there is none."""
        room = self.size - self.tokenize.special_tokens
        if room <= 0:
            raise ChunkingError(
                f"A window of {self.size} word pieces has no room for text beside {self.tokenize.special_tokens} "
                "special tokens; choose an encoder with a longer one."
            )
        return room

    def tokenized(self, texts: Iterable[str]) -> Iterator[Sequence[tuple[int, int]]]:
        """The pieces of each text in order; the tokenizer is called once for every `BATCH` texts."""
        waiting = iter(texts)
        while batch := list(islice(waiting, BATCH)):
            yield from self.tokenize(batch)


def measure(text: str, prefix_length: int, window: Window) -> WindowUse:
    """Counts one text's word pieces against the window, special tokens included on both sides.

    `text` is what is embedded; its first `prefix_length` characters (the header's line, and column names that are
    repeated) were put in front of the document's own. Raises `ChunkingError` as `Window.room` does.
    """
    (pieces,) = window.tokenize([text])
    return _use(text, prefix_length, pieces, window)


def measure_all(chunks: Iterable[Chunk], window: Window) -> Iterator[WindowUse]:
    """As `measure`, one for each chunk in order; the tokenizer is called once for every `BATCH` chunks."""
    measured, read = tee(chunks)
    for chunk, pieces in zip(measured, window.tokenized(chunk.text for chunk in read), strict=True):
        yield _use(chunk.text, len(chunk.text) - (chunk.end - chunk.overlap_start), pieces, window)


def overflow_words(text: str, use: WindowUse) -> str:
    """The end of `text` that the encoder does not read, from the first word it does not read whole; else empty."""
    return "" if use.overflow_start is None else text[use.overflow_start :]


def _use(text: str, prefix_length: int, pieces: Sequence[tuple[int, int]], window: Window) -> WindowUse:
    room = window.room
    return WindowUse(
        tokens=len(pieces) + window.tokenize.special_tokens,
        header_tokens=bisect_left(pieces, prefix_length, key=itemgetter(0)),
        overflow_tokens=max(0, len(pieces) - room),
        overflow_start=_word_start(text, pieces[room][0]) if len(pieces) > room else None,
    )


def _word_start(text: str, offset: int) -> int:
    """Where the run of non-white-space characters around `offset` begins: a word read in part is not read."""
    while offset > 0 and not text[offset - 1].isspace():
        offset -= 1
    return offset
