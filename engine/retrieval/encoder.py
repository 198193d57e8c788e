"""Texts -> unit vectors. sentence-transformers loads the encoder, OpenVINO runs the transformer inside it.

Once converted, the model is kept under its fingerprint, and neither torch nor sentence-transformers is
imported again. Where OpenVINO cannot run an encoder, PyTorch does, and `Encoder.note` says why.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import EncoderError
from engine.retrieval.conversion import convert, load_openvino, sentence_transformer
from engine.retrieval.fixed_lengths import FixedLengths
from engine.retrieval.tokens import tokenizer
from engine.retrieval.weights import beyond, describe
from engine.types.indexing import EncoderStamp

Vectors = NDArray[np.float32]

_KEPT: dict[tuple[EncoderStamp, str, int], OpenVINOEncoder] = {}
_COMPILING = threading.Lock()

BATCH = 16
"""Texts in one forward pass; larger batches were no faster on two cores, and waste more padding."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one forward pass says of some texts, `n` of them.

    `vectors` are unit vectors, float32, `(n, dimensions)`. Per text, `pieces` are the ids of the `t` word pieces that
    were read and `states` their unit vectors from the last layer, float32, `(t, hidden size)`; special tokens are left
    out of both.
    """

    vectors: Vectors
    pieces: tuple[NDArray[np.uint32], ...]
    states: tuple[Vectors, ...]


class Encoder(Protocol):
    """Whatever turns texts into unit vectors. `note` is a sentence for the user, empty when all is as asked for."""

    stamp: EncoderStamp
    backend: str
    precision: str
    note: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape `(len(texts), dimensions)`."""

    def read(self, texts: Sequence[str]) -> Reading:
        """The same vectors, with those of the word pieces, from the same forward pass."""


def load(name: str, backend: str, precision: str, models: Path, streams: int) -> Encoder:
    """The encoder `name` on `backend` (`auto`: OpenVINO, else PyTorch), at `precision` (`auto`: bf16 if the CPU can).

    `models` is the folder for converted models. `streams` is how many batches run side by side: 1 answers a single
    question soonest, the number of cores embeds a corpus soonest. Raises `EncoderError` when nothing can run it.
    """
    _calm_numpy()
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


@cache
def _calm_numpy() -> None:
    """Products of numpy in one thread for good: ours are short, and waking a second thread cost 40 ms instead of 1."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(limits=1, user_api="blas")


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
        ov = load_openvino()
        core = ov.Core()
        file = models / f"{stamp.fingerprint}.xml"
        if not file.exists():
            convert(stamp, file)
        self.stamp = stamp
        capable = "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
        self.precision = ("bf16" if capable else "f32") if precision == "auto" else precision
        model: Any = core.read_model(file)
        hints = {"INFERENCE_PRECISION_HINT": self.precision, "NUM_STREAMS": streams}
        compiled = partial(core.compile_model, device_name="CPU", config=hints)
        self._model: Any = compiled(model)
        self._inputs = [port.get_any_name() for port in self._model.inputs]
        self._queue: Any = ov.AsyncInferQueue(self._model, streams)
        self._queue.set_callback(_keep)  # once: exchanging it while a request winds down aborts the process
        self._at_once: Any = self._model.create_infer_request()
        self._fixed = FixedLengths(model, stamp.window, compiled) if streams == 1 else None
        self._tokenizer = tokenizer(stamp.name)
        self._turn = threading.Lock()  # the queue has one callback: two sessions must not encode at once

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.empty((len(texts), self.stamp.dimensions), np.float32)
        self._run(self._tokenizer.read(texts, self.stamp.window), vectors, None)
        return vectors

    def read(self, texts: Sequence[str]) -> Reading:
        vectors = np.empty((len(texts), self.stamp.dimensions), np.float32)
        encodings = self._tokenizer.read(texts, self.stamp.window)
        states: list[Vectors] = [np.empty(0, np.float32)] * len(texts)
        self._run(encodings, vectors, states)
        return _reading(vectors, encodings, states)

    def _run(self, encodings: Sequence[Any], vectors: Vectors, states: list[Vectors] | None) -> None:
        """Fills in the vectors and, if there is a place for them, all token states of each text."""
        ids = [encoding.ids for encoding in encodings]
        with self._turn:
            if self._fixed and len(ids) == 1 and (length := self._fixed.fitting(len(ids[0]))):
                given, job = self._job(ids, [0], vectors, states, length)
                _keep(self._fixed.run(given), job)
                return
            if 0 < len(ids) <= BATCH:  # handing them to the queue's thread and back takes a tenth of a question's time
                given, job = self._job(ids, next(_by_length(ids)), vectors, states)
                self._at_once.infer(given)  # copied in: arrays lent to it were written to after they had gone
                _keep(self._at_once, job)
                return
            try:
                for rows in _by_length(ids):
                    self._queue.start_async(*self._job(ids, rows, vectors, states))
            finally:
                self._queue.wait_all()

    def _job(
        self,
        ids: Sequence[Sequence[int]],
        rows: list[int],
        vectors: Vectors,
        states: list[Vectors] | None,
        length: int = 0,
    ) -> tuple[dict[str, NDArray[np.int64]], Job]:
        """What the model is given for a batch of these rows, at least so long, and what becomes of what it returns."""
        tokens, mask = _pad([ids[row] for row in rows], length)
        given = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        return {name: given[name] for name in self._inputs}, (vectors, states, rows, mask, self.stamp.pooling)


class TorchEncoder:
    """sentence-transformers as it is."""

    backend = "torch"
    precision = "f32"

    def __init__(self, stamp: EncoderStamp, note: str) -> None:
        self.stamp = stamp
        self.note = note
        self._model: Any = sentence_transformer(stamp)

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors: Vectors = self._model.encode(
            list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return vectors.astype(np.float32, copy=False).reshape(len(texts), -1)

    def read(self, texts: Sequence[str]) -> Reading:
        encodings = tokenizer(self.stamp.name).read(texts, self.stamp.window)
        read = self._model.encode(list(texts), batch_size=BATCH, output_value=None, show_progress_bar=False)
        vectors = np.stack([one["sentence_embedding"].numpy() for one in read]).astype(np.float32, copy=False)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return _reading(vectors, encodings, [one["token_embeddings"].numpy() for one in read])


Job = tuple[Vectors, "list[Vectors] | None", list[int], NDArray[np.int64], str]


def _keep(request: Any, job: Job) -> None:
    """Puts a finished batch where it belongs. No method: the queue must not hold the encoder that holds the queue."""
    vectors, states, rows, mask, pooling = job
    output: Vectors = request.get_output_tensor(0).data
    vectors[rows] = _pool(output, mask, pooling)
    if states is not None:
        for at, row in enumerate(rows):
            states[row] = output[at, : mask[at].sum()].copy()  # the tensor is used again for the next batch


def _reading(vectors: Vectors, encodings: Sequence[Any], states: Sequence[Vectors]) -> Reading:
    """The reading of texts, of whose tokens all `states` `(t, d)` are known, those of special ones included."""
    pieces, units = [], []
    for encoding, all_states in zip(encodings, states, strict=True):
        ordinary = np.array(encoding.special_tokens_mask) == 0
        kept = all_states[: len(ordinary)][ordinary].astype(np.float32, copy=False)
        pieces.append(np.array(encoding.ids, np.uint32)[ordinary])
        units.append(kept / np.maximum(np.linalg.norm(kept, axis=1, keepdims=True), np.finfo(np.float32).tiny))
    return Reading(vectors, tuple(pieces), tuple(units))


def _pool(states: Vectors, mask: NDArray[np.int64], pooling: str) -> Vectors:
    """Token states `(b, t, d)` -> unit vectors `(b, d)`; what is padding takes no part."""
    if pooling == "cls":
        pooled = states[:, 0]
    else:
        weights = mask[..., None].astype(np.float32)
        pooled = (states * weights).sum(axis=1) / weights.sum(axis=1)
    unit: Vectors = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
    return unit


def _by_length(ids: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Rows in batches of like length, longest first, so that little is padded and the last batch is a short one."""
    order = sorted(range(len(ids)), key=lambda row: -len(ids[row]))
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


def _pad(rows: Sequence[Sequence[int]], length: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and their mask, as long as the longest of them, or as `length` if that is longer."""
    tokens = np.zeros((len(rows), max(length, *map(len, rows))), np.int64)
    mask = np.zeros_like(tokens)
    for row, ids in enumerate(rows):
        tokens[row, : len(ids)] = ids
        mask[row, : len(ids)] = 1
    return tokens, mask
