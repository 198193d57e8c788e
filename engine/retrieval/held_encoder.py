"""The encoder that a process holds: loaded when it is needed, and again when another one is wanted."""

from __future__ import annotations

import threading
import time

from engine.retrieval.encoder import Encoder, load
from engine.retrieval.weights import describe
from engine.settings import Settings

LOOK_AGAIN_SECONDS = 1.0
"""So long an encoder's files are taken to be those that were loaded: a look takes a tenth of a question's search."""


class HeldEncoder:
    """At most one encoder, with the backend and precision that the settings name. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        """Loads nothing yet."""
        self.loaded: Encoder | None = None
        self._settings = settings
        self._looked_at = 0.0  # when its files were last held against what was loaded
        self._turn = threading.Lock()

    def called(self, name: str, streams: int) -> Encoder:
        """The encoder of this name. Raises `EncoderError` when it cannot be found or loaded."""
        with self._turn:
            encoder, now = self.loaded, time.monotonic()
            if encoder is None or encoder.stamp.name != name or now - self._looked_at >= LOOK_AGAIN_SECONDS:
                if encoder is None or encoder.stamp != describe(name):
                    own = self._settings
                    self.loaded = encoder = load(name, own.backend, own.precision, own.home / "models", streams)
                self._looked_at = now
            return encoder
