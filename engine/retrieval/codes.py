"""Token vectors <-> bytes: one bit a dimension after a fixed rotation, and one scale a token.

Nothing is fitted, so nothing goes stale, and any two libraries of one encoder speak the same codes. A token of
384 dimensions takes 50 bytes. A question's vectors are never packed: they are rotated by `project` and meet the codes
as floats.

Layout of one text, little-endian: version (uint8), dimensions d (uint16), a scale for each of t tokens (float16), then
t rows of ceil(d / 8) bytes. Bits run from the high end of a byte; 1 stands for +scale and 0 for -scale.
"""

from __future__ import annotations

import hashlib
import struct
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.errors import EncoderError, StampMismatch, StoreError

Vectors = NDArray[np.float32]

CODES_VERSION = 1
"""Raised whenever the layout or the rotation changes: codes of different versions are never compared."""

_HEAD = struct.Struct("<BH")
_SCALE = np.dtype("<f2")
_WAY_OUT = "restore the store from a backup, or start a new one from the documents"
_SIGNS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float32) * 2 - 1
"""The eight signs that each byte stands for, `(256, 8)`."""


def project(states: Vectors) -> Vectors:
    """Token vectors `(t, d)` -> the space of the unpacked ones, `(t, d)`. Lengths and cosines stay as they are.

    Some signs are flipped, then comes the discrete Hartley transform, which is orthonormal. It spreads what stands out
    in a few dimensions over all of them, so that each holds about as much as any other and its sign says about as much;
    the flips keep what all dimensions share from ending up in one. By FFT, which wakes no other threads, as a product
    with a matrix would.
    """
    spectrum = np.fft.fft(states.astype(np.float32, copy=False) * _flips(states.shape[1]), axis=1, norm="ortho")
    return (spectrum.real - spectrum.imag).astype(np.float32, copy=False)


def pack(states: Vectors) -> bytes:
    """The unit token vectors of one text, `(t, d)`, in `3 + t * (2 + ceil(d / 8))` bytes; `t` may be 0.

    The scale, `1 / sum |y_k|` for a rotated unit vector `y`, makes the product of a token's code with the token itself
    1, and that with any other vector right on average, as in J. Gao and C. Long, "RaBitQ: Quantizing High-Dimensional
    Vectors with a Theoretical Error Bound for Approximate Nearest Neighbor Search", Proc. ACM Manag. Data 2 (2024),
    167. For unit vectors the error's standard deviation is about `sqrt((pi / 2 - 1) / d)`: 0.039 at 384 dimensions.
    A vector of length 0 stays one. Raises `EncoderError` where a number is not finite.
    """
    if not np.isfinite(states).all():
        raise EncoderError("The encoder gave a token vector that holds no finite numbers; set CANDOR_PRECISION to f32.")
    rotated = project(states)
    spread = np.abs(rotated).sum(axis=1)
    scales: Vectors = np.divide(np.square(rotated).sum(axis=1), spread, out=np.zeros_like(spread), where=spread > 0)
    head = _HEAD.pack(CODES_VERSION, states.shape[1])
    return head + scales.astype(_SCALE).tobytes() + np.packbits(rotated >= 0, axis=1).tobytes()


def unpack(packed: bytes, dimensions: int) -> Vectors:
    """What `pack` made of `(t, dimensions)`, as float32 `(t, dimensions)`, to be met with what `project` gives.

    Raises `StoreError` for bytes that are cut short or of another version and `StampMismatch` for other dimensions.
    """
    if len(packed) < _HEAD.size or packed[0] != CODES_VERSION:
        raise StoreError(f"Stored token vectors are damaged or not of version {CODES_VERSION}; {_WAY_OUT}.")
    stored = _HEAD.unpack_from(packed)[1]
    if stored != dimensions:
        raise StampMismatch(f"Stored token vectors have {stored} dimensions, not {dimensions}; {_WAY_OUT}.")
    width = -(-dimensions // 8)
    tokens, rest = divmod(len(packed) - _HEAD.size, _SCALE.itemsize + width)
    if rest:
        raise StoreError(f"Stored token vectors are damaged: {rest} bytes are left over; {_WAY_OUT}.")
    scales = np.frombuffer(packed, _SCALE, tokens, _HEAD.size).astype(np.float32)
    bits = np.frombuffer(packed, np.uint8, tokens * width, _HEAD.size + tokens * _SCALE.itemsize)
    vectors: Vectors = _SIGNS.take(bits, axis=0).reshape(tokens, width * 8)[:, :dimensions]
    vectors *= scales[:, None]
    return vectors


@lru_cache(maxsize=4)
def _flips(dimensions: int) -> Vectors:
    """A sign for each dimension, `(d,)`, from a hash: a generator's numbers need not stay the same for good."""
    drawn = hashlib.shake_256(b"candor token vectors").digest(-(-dimensions // 8))
    return _SIGNS[np.frombuffer(drawn, np.uint8)].ravel()[:dimensions]
