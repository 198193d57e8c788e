"""What every part of the benchmark measures with, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.retrieval.encoder import Encoder
from engine.store.database import Database
from engine.types.indexing import Progress


@dataclass(frozen=True, slots=True)
class Tools:
    """One encoder, set up for many texts (`embedding`) and for single ones (`asking`), and the store of its vectors."""

    database: Database
    embedding: Encoder
    asking: Encoder
    progress: Progress


@dataclass(frozen=True, slots=True)
class Sizes:
    """Chunks that both sides embed in a round (`sample`), chunks of the largest library, and rounds of each speed."""

    sample: int
    chunks: int
    rounds: int
