"""Packed token vectors: byte for byte what the layout says, as near to the floats as one bit a dimension can be."""

from __future__ import annotations

import hashlib
import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EncoderError, StampMismatch, StoreError
from engine.retrieval.codes import CODES_VERSION, pack, project, unpack
from engine.types.indexing import PIPELINE_VERSION

SIZES = (384, 512, 768, 1024)


def units(tokens: int, dimensions: int, seed: int = 0) -> np.ndarray:
    """Random unit vectors, float32, `(tokens, dimensions)`."""
    drawn = np.random.default_rng(seed).standard_normal((tokens, dimensions))
    return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)


def spread(dimensions: int) -> float:
    """Standard deviation of a code's error: it is as long as sqrt(pi / 2), and 1 of its square is the token itself."""
    return math.sqrt((math.pi / 2 - 1) / (dimensions - 1))


def rotated(vector: list[float]) -> list[float]:
    """The oracle: flips from the hash, bit by bit, then the Hartley transform as the sum that defines it."""
    d = len(vector)
    drawn = hashlib.shake_256(b"candor token vectors").digest((d + 7) // 8)
    flipped = [x if drawn[n // 8] >> (7 - n % 8) & 1 else -x for n, x in enumerate(vector)]
    angles = [[2 * math.pi * k * n / d for n in range(d)] for k in range(d)]
    return [
        sum(x * (math.cos(a) + math.sin(a)) for x, a in zip(flipped, row, strict=True)) / math.sqrt(d) for row in angles
    ]


def test_a_token_of_two_dimensions_by_hand() -> None:
    # The hash begins with the bits 00: both signs flip, (-0.6, -0.8). Sum and difference over sqrt(2) are
    # (-0.98995, 0.14142), bits 01. Scale 1 / (0.98995 + 0.14142) = 0.88388; the nearest half float is
    # 1810 / 2048 = (1 + 786 / 1024) / 2, exponent 14: 14 * 1024 + 786 = 0x3b12.
    packed = pack(np.array([[0.6, 0.8]], np.float32))
    assert packed == bytes.fromhex("01 0200 123b 40")
    assert unpack(packed, 2).tolist() == [[-1810 / 2048, 1810 / 2048]]


@pytest.mark.parametrize("dimensions", [1, 5, 8, 12, 17])
def test_the_bytes_are_those_of_the_layout(dimensions: int) -> None:
    states = units(3, dimensions, seed=1)
    scales, rows = b"", b""
    for vector in states.astype(float).tolist():
        numbers = rotated(vector)
        scales += struct.pack("<e", 1 / sum(map(abs, numbers)))
        bits = "".join("1" if number > 0 else "0" for number in numbers)
        rows += bytes(int(bits[at : at + 8].ljust(8, "0"), 2) for at in range(0, dimensions, 8))
    assert pack(states) == struct.pack("<BH", CODES_VERSION, dimensions) + scales + rows


def test_a_question_is_rotated_as_the_tokens_are() -> None:
    states = units(4, 30)
    expected = [rotated(vector) for vector in states.astype(float).tolist()]
    np.testing.assert_allclose(project(states), expected, atol=1e-6)


@given(st.integers(0, 6), st.integers(1, 60), st.integers(0, 10_000))
def test_projecting_keeps_all_products(tokens: int, dimensions: int, seed: int) -> None:
    states = units(tokens, dimensions, seed)
    projected = project(states)
    assert projected.dtype == np.float32
    np.testing.assert_allclose(projected @ projected.T, states @ states.T, atol=1e-5)


@given(st.integers(1, 6), st.integers(1, 60), st.integers(0, 10_000))
def test_a_token_meets_its_own_code_with_cosine_1(tokens: int, dimensions: int, seed: int) -> None:
    states = units(tokens, dimensions, seed)
    own = (project(states) * unpack(pack(states), dimensions)).sum(axis=1)
    np.testing.assert_allclose(own, 1, atol=2**-11 + 1e-5)  # a half float has 11 significant bits


@pytest.mark.parametrize("dimensions", SIZES)
@pytest.mark.parametrize("cosine", [0.0, 0.5, 0.9])
def test_cosines_are_right_on_average_and_never_far_off(dimensions: int, cosine: float) -> None:
    tokens, others = units(400, dimensions, seed=2), units(400, dimensions, seed=3)
    others -= (others * tokens).sum(axis=1, keepdims=True) * tokens
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    questions = cosine * tokens + math.sqrt(1 - cosine**2) * others
    errors = (project(questions) * unpack(pack(tokens), dimensions)).sum(axis=1) - cosine
    expected = spread(dimensions) * math.sqrt(1 - cosine**2)  # only what stands across the token is off
    assert abs(errors.mean()) < 5 * expected / math.sqrt(400)
    assert errors.std() == pytest.approx(expected, rel=0.2)
    assert np.abs(errors).max() < 6 * expected


@pytest.mark.parametrize("dimensions", SIZES)
def test_what_stands_out_in_few_dimensions_or_in_all_is_spread(dimensions: int) -> None:
    states = np.vstack([np.eye(dimensions)[:3], np.full(dimensions, dimensions**-0.5)]).astype(np.float32)
    lengths = np.linalg.norm(unpack(pack(states), dimensions), axis=1)
    assert lengths.max() < 1.35  # sqrt(pi / 2) = 1.25 for numbers spread as a bell; sqrt(d) where one holds all


@given(st.permutations(range(7)), st.integers(1, 40))
def test_each_token_is_packed_by_itself(order: list[int], dimensions: int) -> None:
    states = units(7, dimensions)
    np.testing.assert_array_equal(unpack(pack(states[order]), dimensions), unpack(pack(states), dimensions)[order])


def test_a_text_without_tokens_is_three_bytes() -> None:
    packed = pack(np.empty((0, 384), np.float32))
    assert len(packed) == 3
    assert unpack(packed, 384).shape == (0, 384)
    assert project(np.empty((0, 384), np.float32)).shape == (0, 384)


def test_a_vector_of_length_0_stays_one() -> None:
    states = np.zeros((2, 12), np.float32)
    states[0, 3] = 1
    unpacked = unpack(pack(states), 12)
    assert unpacked[1].tolist() == [0] * 12
    assert np.linalg.norm(unpacked[0]) > 0.9


def test_what_comes_back_are_float32_in_the_shape_of_what_went_in() -> None:
    unpacked = unpack(pack(units(5, 20)), 20)
    assert (unpacked.shape, unpacked.dtype) == ((5, 20), np.float32)


def test_a_chunk_of_91_tokens_takes_less_than_5_kilobytes() -> None:
    assert len(pack(units(91, 384))) == 3 + 91 * (2 + 48)  # 4,553; the budget is 8 KB


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_not_finite_are_refused(number: float) -> None:
    states = units(3, 16)
    states[1, 4] = number
    with pytest.raises(EncoderError, match="finite"):
        pack(states)


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: b"",
        lambda packed: packed[:2],
        lambda packed: packed[:-1],
        lambda packed: packed + b"\0",
        lambda packed: bytes([CODES_VERSION + 1]) + packed[1:],
        lambda packed: bytes([CODES_VERSION - 1]) + packed[1:],
    ],
)
def test_damaged_bytes_and_other_versions_are_refused(damage) -> None:
    with pytest.raises(StoreError, match="damaged"):
        unpack(damage(pack(units(3, 16))), 16)


def test_other_dimensions_are_refused_even_where_the_bytes_would_fit() -> None:
    with pytest.raises(StampMismatch, match="16 dimensions, not 15"):
        unpack(pack(units(3, 16)), 15)


def test_a_change_of_the_packing_is_a_change_of_its_version() -> None:
    """Whoever sees this fail has changed what is stored: raise CODES_VERSION, and PIPELINE_VERSION with it."""
    states = np.stack([np.cos(np.arange(1, 385) * step) for step in (0.7, 1.3)]).astype(np.float32)
    rotated = project(states)
    firm = np.abs(rotated) > 0.05  # whatever rounding does on another machine, these keep their sign
    signs = np.packbits((rotated >= 0)[firm]).tobytes()
    assert (CODES_VERSION, PIPELINE_VERSION, hashlib.sha256(signs).hexdigest()[:16]) == (1, 2, "1e1506043e8ae25c")
