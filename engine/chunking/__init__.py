"""Canonical text -> chunks, and what the encoder's window makes of them. Pure: no files, no clock, no model."""

from __future__ import annotations

from engine.chunking.cuts import cut_mid_sentence
from engine.chunking.fences import fenced_code
from engine.chunking.report import WindowReport, window_report
from engine.chunking.strategies import (
    LARGEST_TARGET,
    SMALLEST_TARGET,
    STRATEGIES,
    Strategy,
    chunk,
    effective,
    validate,
)
from engine.chunking.window import Tokenizer, Window, measure, measure_all, overflow_words

__all__ = [
    "LARGEST_TARGET",
    "SMALLEST_TARGET",
    "STRATEGIES",
    "Strategy",
    "Tokenizer",
    "Window",
    "WindowReport",
    "chunk",
    "cut_mid_sentence",
    "effective",
    "fenced_code",
    "measure",
    "measure_all",
    "overflow_words",
    "validate",
    "window_report",
]
