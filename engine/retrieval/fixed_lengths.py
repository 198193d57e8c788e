"""A transformer for one text at a time, compiled once more for each of a few lengths.

A model that takes any length sets up all its layers anew whenever a text is longer or shorter than the one before it,
and works out every layer's shape even when it is not. Questions come one by one and in all lengths: for them, that took
as long as half the arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

LENGTHS = (24, 32)
"""Word pieces, special ones included, that a text is padded to.

24 are enough for four questions in five, 32 for all but one in fifty. Time goes with the length, padding included; each
length costs 34 MiB, and 0.15 s once (all-MiniLM-L6-v2 in bf16).
"""


class FixedLengths:
    """Requests that run one text, of a fixed length each; compiled when the first text asks for that length."""

    def __init__(self, model: Any, window: int, compiled: Callable[[Any], Any]) -> None:
        """`model` is OpenVINO's, of inputs `(texts, word pieces)`; `compiled` makes of it what can be run."""
        self._model = model
        self._lengths = tuple(length for length in LENGTHS if length <= window)
        self._compiled = compiled
        self._requests: dict[int, Any] = {}

    def fitting(self, pieces: int) -> int | None:
        """The length that a text of so many word pieces is padded to; none if it is too long for any."""
        return next((length for length in self._lengths if pieces <= length), None)

    def run(self, given: Mapping[str, NDArray[np.int64]]) -> Any:
        """The request, finished, for inputs `(1, length)` of a fitting length. Not for two threads at once."""
        length = next(iter(given.values())).shape[1]
        if length not in self._requests:
            model = self._model.clone()  # shares the weights
            model.reshape({port.get_any_name(): [1, length] for port in model.inputs})
            self._requests[length] = self._compiled(model).create_infer_request()
        request = self._requests[length]
        for name, numbers in given.items():
            request.get_tensor(name).data[:] = numbers  # its own memory: nothing is lent, and no tensor is made
        request.infer()
        return request
