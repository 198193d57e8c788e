"""Placeholder until the measured packing is there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CODES_VERSION = 1


def project(states: NDArray[np.float32]) -> NDArray[np.float32]:
    return states


def pack(states: NDArray[np.float32]) -> bytes:
    return states.astype("<f2").tobytes()


def unpack(packed: bytes, dimensions: int) -> NDArray[np.float32]:
    return np.frombuffer(packed, "<f2").reshape(-1, dimensions).astype(np.float32)
