"""What the fixtures give: the types that tests name their arguments by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import engine

Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]
"""File names -> bytes; gives the documents by name, once they are ready or failed."""


class Drain(Protocol):
    """Works in the test's process until no job (of the documents `only`) is left."""

    def __call__(self, only: set[int] | None = None) -> None: ...
