"""What the encoder reads of a chunk's text, and what falls off behind its window.

The tokenizer is passed in, so that counting needs no model here and chunking stays pure.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import Protocol

from engine.chunking.headers import header_line
from engine.errors import ChunkingError
from engine.types import Chunk, WindowUse

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


def measure(text: str, header: str, window: int, tokenize: Tokenizer) -> WindowUse:
    """Counts one text's word pieces against a window of `window` pieces, special tokens included on both sides.

    `text` is what is embedded and `header` the chunk's header, whose line (brackets included) opens it; empty for none.
    Raises `ChunkingError` where the window has no room beside the special tokens.
    """
    (pieces,) = tokenize([text])
    return _use(text, header, pieces, window, tokenize.special_tokens)


def measure_all(chunks: Iterable[Chunk], window: int, tokenize: Tokenizer) -> Iterator[WindowUse]:
    """As `measure`, one for each chunk in order; the tokenizer is called once for every `BATCH` chunks."""
    waiting = iter(chunks)
    while batch := tuple(islice(waiting, BATCH)):
        tokenized = tokenize([chunk.text for chunk in batch])
        for chunk, pieces in zip(batch, tokenized, strict=True):
            yield _use(chunk.text, chunk.header, pieces, window, tokenize.special_tokens)


def overflow_words(text: str, use: WindowUse) -> str:
    """The end of `text` that the encoder does not read, from the first word it does not read whole; else empty."""
    return "" if use.overflow_start is None else text[use.overflow_start :]


def _use(text: str, header: str, pieces: Sequence[tuple[int, int]], window: int, special_tokens: int) -> WindowUse:
    room = window - special_tokens
    if room <= 0:
        raise ChunkingError(
            f"A window of {window} word pieces has no room for text beside {special_tokens} special tokens; "
            "choose an encoder with a longer one."
        )
    header_end = len(header_line(header))
    return WindowUse(
        tokens=len(pieces) + special_tokens,
        header_tokens=bisect_left(pieces, header_end, key=itemgetter(0)),
        overflow_tokens=max(0, len(pieces) - room),
        overflow_start=_word_start(text, pieces[room][0]) if len(pieces) > room else None,
    )


def _word_start(text: str, offset: int) -> int:
    """Where the run of non-white-space characters around `offset` begins: a word read in part is not read."""
    while offset > 0 and not text[offset - 1].isspace():
        offset -= 1
    return offset
