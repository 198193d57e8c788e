"""The encoder's own tokenizer, for counting: nothing is cut off, nothing is padded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.errors import EncoderError
from engine.retrieval.weights import describe, locate


class Tokenizer:
    """Word pieces of texts, with truncation and padding off, whatever the tokenizer's file says of them.

    (The file of all-MiniLM-L6-v2 says 128 for both, which would hide every overflow.)
    """

    def __init__(self, name: str) -> None:
        """Loads the tokenizer of the encoder `name`; raises `EncoderError` when its folder has none."""
        import tokenizers

        file = locate(name) / "tokenizer.json"
        if not file.is_file():
            raise EncoderError(f"{file} is missing; Candor counts word pieces with the encoder's tokenizer.json.")
        self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(file))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.special_tokens: int = self._tokenizer.num_special_tokens_to_add(is_pair=False)

    def __call__(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Per text, the `[start, end)` of each word piece in code points; special tokens are left out."""
        return [encoding.offsets for encoding in self._tokenizer.encode_batch(list(texts), add_special_tokens=False)]

    def read(self, texts: Sequence[str], window: int) -> list[Any]:
        """Per text, the `tokenizers.Encoding` that the encoder reads, special tokens included, cut to `window`."""
        body = window - self.special_tokens
        plain = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        for encoding in plain:
            encoding.truncate(body)
        return [self._tokenizer.post_process(encoding) for encoding in plain]


def tokenizer(name: str) -> Tokenizer:
    """The tokenizer of the encoder `name`, loaded once a process, and again when the encoder's files change."""
    return _loaded(name, describe(name).fingerprint)


@lru_cache(maxsize=4)
def _loaded(name: str, fingerprint: str) -> Tokenizer:
    del fingerprint
    return Tokenizer(name)
