"""Strategy G: a document cut along its own structure, so that the encoder's window holds every chunk whole.

Each heading begins a new chunk, whose header names all headings above it. Units are packed by what the tokenizer counts
in them; then every text is counted as it will be embedded, and what overflows nevertheless is packed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from engine.chunking.blocks import groups
from engine.chunking.counting import counted
from engine.chunking.fitting import Limits, Piece, fitted, packed
from engine.chunking.outline import areas_of, passages
from engine.chunking.prefixes import Prefixes
from engine.chunking.window import Window
from engine.errors import ChunkingError
from engine.types.extraction import Extraction
from engine.types.indexing import Chunk, Flag

SMALLEST_ROOM = 16
"""Word pieces that a window must have beside the special tokens, so that half of it holds any one character."""


def structured_chunks(extraction: Extraction, title: str, target: int, window: Window) -> Iterator[Chunk]:
    """The chunks of a document in order, as `chunk` describes them. Raises `ChunkingError` for a tiny window."""
    if window.room < SMALLEST_ROOM:
        raise ChunkingError(
            f"A window of {window.size} word pieces is too short for strategy G; choose an encoder with a longer one."
        )
    text = extraction.text
    areas = areas_of(extraction)
    prefixes = Prefixes(text, title, [area.path for area in areas], window)
    found = [
        (area, [unit for start, end in ranges for unit in groups(text, start, end)])
        for area, ranges in passages(extraction, areas, lambda area: prefixes.of(area.path, None).lost)
    ]
    count = counted(text, [(unit.start, unit.end) for _, units in found for unit in units], window)
    pieces: list[Piece] = []
    for area, units in found:
        pieces += packed(units, Limits(text, area, target, window.room, prefixes, count))
    return map(_chunk, sorted(fitted(pieces, window), key=attrgetter("start")))


def _chunk(piece: Piece) -> Chunk:
    area, prefix, content = piece.limits.area, piece.prefix, piece.content
    flags = []
    if any(unit.split for unit in piece.units):
        flags.append(Flag.SPLIT)
    if prefix.short or piece.units[0].nameless:
        flags.append(Flag.SHORT_HEADER)
    return Chunk(
        start=piece.start,
        end=piece.start + len(content),
        overlap_start=piece.start,
        section=area.section,
        section_path=area.path,
        header=prefix.header,
        content=content,
        text=prefix.text + content,
        flags=tuple(flags),
    )
