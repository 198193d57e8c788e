"""Texts -> unit vectors. sentence-transformers loads the encoder, OpenVINO runs the transformer inside it.

Once converted, the model is kept under its fingerprint, and neither torch nor sentence-transformers is
imported again. Where OpenVINO cannot run an encoder, PyTorch does, and `Encoder.note` says why.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import EncoderError
from engine.retrieval.tokens import tokenizer
from engine.retrieval.weights import beyond, describe, locate
from engine.types import EncoderStamp

Vectors = NDArray[np.float32]

_KEPT: dict[tuple[EncoderStamp, str, int], OpenVINOEncoder] = {}
_COMPILING = threading.Lock()

BATCH = 16
"""Texts in one forward pass; larger batches were no faster on two cores, and waste more padding."""


class Encoder(Protocol):
    """Whatever turns texts into unit vectors. `note` is a sentence for the user, empty when all is as asked for."""

    stamp: EncoderStamp
    backend: str
    precision: str
    note: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape `(len(texts), dimensions)`."""


def load(name: str, backend: str, precision: str, models: Path, streams: int) -> Encoder:
    """The encoder `name` on `backend` (`auto`: OpenVINO, else PyTorch), at `precision` (`auto`: bf16 if the CPU can).

    `models` is the folder for converted models. `streams` is how many batches run side by side: 1 answers a single
    question soonest, the number of cores embeds a corpus soonest. Raises `EncoderError` when nothing can run it.
    """
    stamp = describe(name)
    if backend == "torch":
        return TorchEncoder(stamp, "")
    if extra := beyond(name):
        reason = f"OpenVINO is set up for a transformer with mean or cls pooling, and {name} has {', '.join(extra)}"
    else:
        try:
            return _compiled(stamp, precision, models, streams)
        except (ImportError, RuntimeError, OSError) as error:
            reason = (
                f"OpenVINO could not run {name} ({str(error).splitlines()[0] if str(error) else type(error).__name__})"
            )
    if backend == "openvino":
        raise EncoderError(f"{reason}; set CANDOR_BACKEND to auto or torch.")
    return TorchEncoder(stamp, f"{reason}; PyTorch runs it instead, about three times slower.")


def _compiled(stamp: EncoderStamp, precision: str, models: Path, streams: int) -> OpenVINOEncoder:
    """The encoder, compiled once a process and then kept: every library in it shares one."""
    with _COMPILING:
        if (key := (stamp, precision, streams)) not in _KEPT:
            _KEPT[key] = OpenVINOEncoder(stamp, precision, models, streams)
        return _KEPT[key]


class OpenVINOEncoder:
    """The transformer compiled by OpenVINO; pooling and normalisation by numpy."""

    backend = "openvino"
    note = ""

    def __init__(self, stamp: EncoderStamp, precision: str, models: Path, streams: int) -> None:
        ov = _openvino()
        core = ov.Core()
        file = models / f"{stamp.fingerprint}.xml"
        if not file.exists():
            _convert(stamp, file)
        self.stamp = stamp
        capable = "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
        self.precision = ("bf16" if capable else "f32") if precision == "auto" else precision
        self._model: Any = core.compile_model(
            core.read_model(file), "CPU", {"INFERENCE_PRECISION_HINT": self.precision, "NUM_STREAMS": streams}
        )
        self._inputs = [port.get_any_name() for port in self._model.inputs]
        self._queue: Any = ov.AsyncInferQueue(self._model, streams)
        self._queue.set_callback(_keep)  # once: exchanging it while a request winds down aborts the process
        self._tokenizer = tokenizer(stamp.name)
        self._turn = threading.Lock()  # the queue has one callback: two sessions must not encode at once

    def encode(self, texts: Sequence[str]) -> Vectors:
        with self._turn:
            return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.empty((len(texts), self.stamp.dimensions), np.float32)
        ids, pooling = self._tokenizer.ids(texts, self.stamp.window), self.stamp.pooling
        try:
            for rows in _by_length(ids):
                tokens, mask = _pad([ids[row] for row in rows])
                given = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
                self._queue.start_async({name: given[name] for name in self._inputs}, (vectors, rows, mask, pooling))
        finally:
            self._queue.wait_all()
        return vectors


class TorchEncoder:
    """sentence-transformers as it is."""

    backend = "torch"
    precision = "f32"

    def __init__(self, stamp: EncoderStamp, note: str) -> None:
        self.stamp = stamp
        self.note = note
        self._model: Any = _sentence_transformer(stamp)

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors: Vectors = self._model.encode(
            list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return vectors.astype(np.float32, copy=False).reshape(len(texts), -1)


def _keep(request: Any, job: tuple[Vectors, list[int], NDArray[np.int64], str]) -> None:
    """Puts a finished batch where it belongs. No method: the queue must not hold the encoder that holds the queue."""
    vectors, rows, mask, pooling = job
    vectors[rows] = _pool(request.get_output_tensor(0).data, mask, pooling)


def _pool(states: Vectors, mask: NDArray[np.int64], pooling: str) -> Vectors:
    """Token states `(b, t, d)` -> unit vectors `(b, d)`; what is padding takes no part."""
    if pooling == "cls":
        pooled = states[:, 0]
    else:
        weights = mask[..., None].astype(np.float32)
        pooled = (states * weights).sum(axis=1) / weights.sum(axis=1)
    unit: Vectors = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
    return unit


def _openvino() -> Any:
    """OpenVINO without its telemetry.

    Left alone, a conversion reports to an analytics service unless the user has opted out, leaves an identifier in
    the home folder, and forks a sender that can hang for good. Where the reporting package is absent, a stub is used.
    """
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    import openvino

    return openvino


def _sentence_transformer(stamp: EncoderStamp) -> Any:
    from sentence_transformers import SentenceTransformer

    try:
        loaded = SentenceTransformer(str(locate(stamp.name)), device="cpu")
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise EncoderError(
            f"The encoder {stamp.name} cannot be loaded ({error}); set CANDOR_ENCODER to another."
        ) from error
    if describe(stamp.name).fingerprint != stamp.fingerprint:
        raise EncoderError(f"The files of the encoder {stamp.name} changed while it was loaded; try again.")
    return loaded


def _convert(stamp: EncoderStamp, file: Path) -> None:
    """Writes the transformer as an OpenVINO model, whole or not at all: two processes may do it at once."""
    import torch

    ov = _openvino()
    transformer = _sentence_transformer(stamp)[0].auto_model
    example = {"input_ids": torch.ones(2, 8, dtype=torch.long), "attention_mask": torch.ones(2, 8, dtype=torch.long)}
    if getattr(transformer.config, "type_vocab_size", 0):
        example["token_type_ids"] = torch.zeros(2, 8, dtype=torch.long)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tracing warns of branches that do not depend on the input here
        model = ov.convert_model(transformer, example_input=example)
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        ov.save_model(model, Path(folder) / file.name, compress_to_fp16=False)
        os.replace((Path(folder) / file.name).with_suffix(".bin"), file.with_suffix(".bin"))
        os.replace(Path(folder) / file.name, file)


def _by_length(ids: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Rows in batches of like length, longest first, so that little is padded and the last batch is a short one."""
    order = sorted(range(len(ids)), key=lambda row: -len(ids[row]))
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


def _pad(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    tokens = np.zeros((len(rows), max(map(len, rows))), np.int64)
    mask = np.zeros_like(tokens)
    for row, ids in enumerate(rows):
        tokens[row, : len(ids)] = ids
        mask[row, : len(ids)] = 1
    return tokens, mask
