"""One text at a time, padded to a length of a few: which length, compiled when, and nothing left of the text before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.retrieval.conversion import load_openvino
from engine.retrieval.encoder import Encoder, load
from engine.retrieval.fixed_lengths import FixedLengths
from engine.retrieval.weights import DEFAULT_ENCODER

PIECES = (0, 1, 9, 22, 23, 30, 31, 60)
"""Word pieces without the two special ones: around both fixed lengths, 24 and 32, and far from them."""


class Compiling:
    """Compiles for the CPU, and keeps the shapes that it compiled for."""

    def __init__(self) -> None:
        self.shapes: list[list[int]] = []
        self._core = load_openvino().Core()

    def __call__(self, model: Any) -> Any:
        self.shapes.append(list(model.inputs[0].shape))
        return self._core.compile_model(model, "CPU")


@pytest.fixture
def compiling() -> Compiling:
    return Compiling()


@pytest.fixture
def fixed(compiling: Compiling) -> FixedLengths:
    """Of a model that adds up its input."""
    ov = load_openvino()
    given = ov.opset13.parameter([-1, -1], np.int64, name="input_ids")
    given.output(0).set_names({"input_ids"})
    total = ov.opset13.reduce_sum(given, ov.opset13.constant(np.array([1], np.int64)))
    return FixedLengths(ov.Model([total], [given]), 256, compiling)


def total(fixed: FixedLengths, numbers: list[int], length: int) -> int:
    given = np.array([numbers + [0] * (length - len(numbers))], np.int64)
    return int(fixed.run({"input_ids": given}).get_output_tensor(0).data[0])


@pytest.mark.parametrize(("pieces", "length"), [(2, 24), (24, 24), (25, 32), (32, 32), (33, None)])
def test_a_text_gets_the_shortest_length_that_holds_it(fixed: FixedLengths, pieces: int, length: int | None) -> None:
    assert fixed.fitting(pieces) == length


def test_no_length_is_beyond_what_the_encoder_can_read(compiling: Compiling) -> None:
    narrow = FixedLengths(None, 28, compiling)
    assert [narrow.fitting(pieces) for pieces in (24, 25)] == [24, None]
    assert FixedLengths(None, 16, compiling).fitting(8) is None


def test_a_length_is_compiled_once_and_not_before_a_text_needs_it(fixed: FixedLengths, compiling: Compiling) -> None:
    assert compiling.shapes == []
    assert [total(fixed, [7, 8], length) for length in (24, 24, 32, 24, 32)] == [15] * 5
    assert compiling.shapes == [[1, 24], [1, 32]]


def test_nothing_is_left_of_the_text_before(fixed: FixedLengths) -> None:
    assert [total(fixed, numbers, 24) for numbers in ([5] * 24, [1], [], [2, 3])] == [120, 1, 0, 5]


@pytest.mark.parametrize("order", [1, -1], ids=["growing", "shrinking"])
def test_a_question_of_any_length_reads_as_with_pytorch(models: Path, order: int) -> None:
    ours: Encoder = load(DEFAULT_ENCODER, "openvino", "auto", models, streams=1)
    texts = [" ".join(["water", "pump", "valve"][at % 3] for at in range(count)) for count in PIECES][::order]
    expected = load(DEFAULT_ENCODER, "torch", "auto", models, streams=1).read(texts)
    for row, text in enumerate(texts):
        read = ours.read([text])
        assert float(read.vectors[0] @ expected.vectors[row]) > 0.9999
        assert read.pieces[0].tolist() == expected.pieces[row].tolist()
        assert len(read.pieces[0]) == PIECES[::order][row]
        assert ((read.states[0] * expected.states[row]).sum(axis=1) > 0.999).all()
        assert np.array_equal(ours.encode([text]), read.vectors)
