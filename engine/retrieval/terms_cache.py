"""A file that spares a new process from cutting every text into terms again. Wrong or missing, it is only made anew."""

from __future__ import annotations

import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from engine.retrieval.contents import Entry
from engine.retrieval.lexical import LexicalIndex
from engine.retrieval.terms import TERMS_VERSION

SLACK = 1000
"""Chunks that may differ before the file is written again, or a twentieth of all if that is more."""

_DAMAGED = (OSError, EOFError, KeyError, RuntimeError, TypeError, ValueError, zipfile.BadZipFile, zlib.error)
"""What reading a file raises that is not, or not wholly, what `keep` wrote."""


class TermsCache:
    """The terms of chunks in a file, each chunk under its key and the hash of its text."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kept: dict[int, str] = {}  # what the file holds: chunk -> name of its text

    def restored(self, entries: Sequence[Entry]) -> LexicalIndex:
        """An index of those chunks of `entries` that the file holds with the same text."""
        index = LexicalIndex()
        self._kept = {}
        try:
            with self._file.open("rb") as file, np.load(file, allow_pickle=False) as held:
                if int(held["version"]) != TERMS_VERSION:
                    return index
                names = held["text_keys"].tobytes().hex()
                self._kept = {key: names[64 * at : 64 * at + 64] for at, key in enumerate(held["keys"].tolist())}
                index.restore(held)
        except _DAMAGED:
            self._kept = {}
            return LexicalIndex()
        wanted = {entry.chunk_key: entry.text_key for entry in entries}
        other = [key for key, text_key in self._kept.items() if wanted.get(key) != text_key]
        index.remove(np.array(other, np.int64))
        return index

    def keep(self, index: LexicalIndex, text_keys: Mapping[int, str]) -> None:
        """Writes the file again if it differs much from what the index holds, `text_keys` by chunk."""
        if len(text_keys.items() ^ self._kept.items()) <= max(SLACK, len(text_keys) // 20):
            return
        names = bytes.fromhex("".join(text_keys[key] for key in index.keys.tolist()))
        parts: dict[str, Any] = {
            **index.parts(),
            "version": np.array(TERMS_VERSION),
            "text_keys": np.frombuffer(names, np.uint8),
        }
        with suppress(OSError):  # a full disk costs the next process some seconds, and no answer
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._file.parent) as folder:
                part = Path(folder, "terms.npz")
                np.savez(part, **parts)
                os.replace(part, self._file)
            self._kept = dict(text_keys)
