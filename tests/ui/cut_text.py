"""Chunks made by hand, for tests of what is drawn of them."""

from __future__ import annotations

from collections.abc import Iterable

import engine
from dashboard import cuts

Range = tuple[int, int]


def piece(
    ordinal: int,
    text: str,
    start: int,
    end: int,
    overlap_start: int | None = None,
    header: str = "",
    tokens: int = 10,
    header_tokens: int = 0,
    overflow_tokens: int = 0,
    overflow_start: int | None = None,
) -> engine.StoredChunk:
    """The chunk `[start, end)` of `text`; `overflow_start` is an offset into the chunk's own text."""
    first = start if overlap_start is None else overlap_start
    line = f"[{header}]\n" if header else ""
    chunk = engine.Chunk(
        start=start,
        end=end,
        overlap_start=first,
        section="",
        section_path=("Title", "Part <1>"),
        header=header,
        content=text[start:end],
        text=line + text[first:end],
        flags=(),
    )
    use = engine.WindowUse(tokens, header_tokens, overflow_tokens, overflow_start)
    return engine.StoredChunk(ordinal, chunk, use)


def cut(pieces: Iterable[engine.StoredChunk], inside: Iterable[int] = (), strategy: str = "C") -> cuts.Cut:
    """These chunks as a cut; those of the ordinals `inside` end inside a sentence."""
    return cuts.Cut(engine.Chunking(strategy, 512, 64), list(pieces), frozenset(inside))


def plain(text: str, *ranges: Range) -> list[engine.StoredChunk]:
    """Chunks without header or overlap."""
    return [piece(ordinal, text, start, end) for ordinal, (start, end) in enumerate(ranges)]
