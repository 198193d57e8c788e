"""What a chunking costs: the figures Candor shows for a strategy over a document or a corpus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.chunking.window import overflow_words
from engine.types.indexing import WindowUse


@dataclass(frozen=True, slots=True)
class WindowReport:
    """The window's figures added up over a document or a corpus. Tokens are word pieces counted without truncation.

    `tokens` includes the special tokens, `overflowing` counts the chunks that the window does not hold whole, and
    `lost_words` the words in them that are not, or not wholly, read.
    """

    chunks: int
    tokens: int
    header_tokens: int
    overflowing: int
    lost_words: int

    @property
    def header_share(self) -> float:
        """The header lines' part of all tokens, in [0, 1]; 0 where nothing was embedded."""
        return self.header_tokens / self.tokens if self.tokens else 0.0


def window_report(measured: Iterable[tuple[str, WindowUse]]) -> WindowReport:
    """Adds up the window use of each embedded text; read once, so that a corpus can be streamed."""
    chunks = tokens = header_tokens = overflowing = lost_words = 0
    for text, use in measured:
        chunks += 1
        tokens += use.tokens
        header_tokens += use.header_tokens
        overflowing += use.overflow_tokens > 0
        lost_words += len(overflow_words(text, use).split())
    return WindowReport(chunks, tokens, header_tokens, overflowing, lost_words)
