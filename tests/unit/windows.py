"""Windows to chunk against: one that can be counted by hand, and the encoder's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.chunking import Window
from engine.retrieval.tokens import tokenizer
from engine.retrieval.weights import DEFAULT_ENCODER

Pieces = list[tuple[int, int]]


@dataclass
class Words:
    """Every word and every sign is one piece; two special tokens. Remembers the texts it was given, call by call."""

    special_tokens: int = 2
    calls: list[list[str]] = field(default_factory=list)

    def __call__(self, texts: Sequence[str]) -> list[Pieces]:
        self.calls.append(list(texts))
        return [[piece.span() for piece in re.finditer(r"\w+|[^\w\s]", text)] for text in texts]


def words_window(size: int = 1000) -> Window:
    """A window of `size` words and signs, two of them special."""
    return Window(size, Words())


def encoders_window() -> Window:
    """The window of the default encoder, with its own tokenizer."""
    return Window(256, tokenizer(DEFAULT_ENCODER))
