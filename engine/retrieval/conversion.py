"""An encoder's files -> a loaded model: by sentence-transformers, and from there once as an OpenVINO model."""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from engine.errors import EncoderError
from engine.retrieval.weights import describe, locate
from engine.types.indexing import EncoderStamp


def load_openvino() -> Any:
    """OpenVINO without its telemetry.

    Left alone, a conversion reports to an analytics service unless the user has opted out, leaves an identifier in
    the home folder, and forks a sender that can hang for good. Where the reporting package is absent, a stub is used.
    """
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    import openvino

    return openvino


def sentence_transformer(stamp: EncoderStamp) -> Any:
    """The encoder by sentence-transformers; raises `EncoderError` where it cannot be, or its files just changed."""
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


def convert(stamp: EncoderStamp, file: Path) -> None:
    """Writes the transformer as an OpenVINO model, whole or not at all: two processes may do it at once."""
    import torch

    ov = load_openvino()
    transformer = sentence_transformer(stamp)[0].auto_model
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
