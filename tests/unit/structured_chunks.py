"""Strategy G's chunks of small Markdown texts; a word or a sign is one word piece."""

from __future__ import annotations

from engine.chunking import chunk
from engine.types.indexing import Chunk, Chunking, Flag
from tests.golden.markdown_oracle import markdown_extraction
from tests.unit.windows import words_window

SPLIT, SHORT = (Flag.SPLIT,), (Flag.SHORT_HEADER,)


def chunks_of(markdown: str, target: int = 64, size: int = 1000, title: str = "T") -> tuple[Chunk, ...]:
    """The chunks; that their offsets are exact is seen to."""
    chunks = chunk(markdown_extraction(markdown), title, Chunking("G", target, 0), words_window(size))
    assert all(c.content == markdown[c.start : c.end] and c.overlap_start == c.start for c in chunks)
    return chunks


def texts_of(markdown: str, target: int = 64, size: int = 1000, title: str = "T") -> list[str]:
    """What is embedded of each."""
    return [c.text for c in chunks_of(markdown, target, size, title)]
