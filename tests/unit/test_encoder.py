"""Vectors: unit length, the same on either backend, and a distance that is what it is said to be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer as FileTokenizer

from engine.errors import EncoderError
from engine.retrieval.encoder import Encoder, TorchEncoder, load
from engine.retrieval.tokens import tokenizer
from engine.retrieval.weights import DEFAULT_ENCODER, beyond, describe, locate

TEXTS = [
    "A pump moves water.",
    "[Pumps > Priming]\nFill the casing before the first start.",
    "Türkçe karakterler: ığüşöç, İstanbul.",
    "日本語のテキスト",
    "",
    "word " * 600,
    "def f(x):\n    return x ** 2  # 🙂",
]


@pytest.fixture(scope="module")
def encoder(models: Path) -> Encoder:
    return load(DEFAULT_ENCODER, "auto", "auto", models, streams=2)


@pytest.fixture(scope="module")
def reference() -> np.ndarray:
    """sentence-transformers by itself."""
    return SentenceTransformer(str(locate(DEFAULT_ENCODER)), device="cpu").encode(TEXTS, normalize_embeddings=True)


def test_openvino_gives_the_vectors_of_sentence_transformers(encoder: Encoder, reference: np.ndarray) -> None:
    vectors = encoder.encode(TEXTS)
    assert (encoder.backend, encoder.note) == ("openvino", "")
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert (vectors * reference).sum(axis=1).min() > 0.9999


def test_few_texts_and_many_take_different_ways_to_the_same_vectors(encoder: Encoder, reference: np.ndarray) -> None:
    for times in (1, 5, 1, 5):  # 7 texts are run at once, 35 go through the queue
        read = encoder.read(TEXTS * times)
        assert (read.vectors * np.tile(reference, (times, 1))).sum(axis=1).min() > 0.9999
        assert [len(pieces) for pieces in read.pieces] == [len(states) for states in read.states]
        assert [len(pieces) for pieces in read.pieces[:7]] == [len(pieces) for pieces in read.pieces[-7:]]


def test_no_texts_give_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == encoder.read([]).vectors.shape == (0, 384)


def test_an_encoder_is_compiled_once_a_process(encoder: Encoder, models: Path) -> None:
    assert load(DEFAULT_ENCODER, "auto", "auto", models, streams=2) is encoder


def test_full_precision_is_nearer_still(models: Path, reference: np.ndarray) -> None:
    vectors = load(DEFAULT_ENCODER, "openvino", "f32", models, streams=1).encode(TEXTS)
    assert (vectors * reference).sum(axis=1).min() > 0.999999


def test_pytorch_stays_selectable(models: Path, reference: np.ndarray) -> None:
    torch = load(DEFAULT_ENCODER, "torch", "auto", models, streams=1)
    assert (torch.backend, torch.precision) == ("torch", "f32")
    assert np.abs(torch.encode(TEXTS) - reference).max() < 1e-5


def test_what_openvino_cannot_do_falls_back_and_says_so(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no such device\nand a long story")

    monkeypatch.setattr("engine.retrieval.encoder._KEPT", {})
    monkeypatch.setattr("engine.retrieval.encoder.OpenVINOEncoder.__init__", broken)
    fallen = load(DEFAULT_ENCODER, "auto", "auto", models, streams=1)
    assert fallen.backend == "torch"
    assert "no such device" in fallen.note
    assert "PyTorch runs it instead" in fallen.note
    with pytest.raises(EncoderError, match="CANDOR_BACKEND"):
        load(DEFAULT_ENCODER, "openvino", "auto", models, streams=1)


def test_order_and_company_do_not_matter(encoder: Encoder) -> None:
    many = TEXTS * 9
    together = encoder.encode(many)
    for text, vector in zip(many, together, strict=True):
        assert float(encoder.encode([text])[0] @ vector) > 0.9995


def test_cosine_distance_is_half_the_squared_euclidean_one(encoder: Encoder) -> None:
    vectors = encoder.encode(TEXTS).astype(np.float64)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    cosine = 1 - vectors @ vectors.T
    squared = ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2)
    assert np.allclose(cosine, squared / 2, atol=1e-6)
    assert cosine.min() > -1e-6
    assert cosine.max() <= 2


def test_the_tokenizer_file_would_hide_overflow_and_ours_does_not() -> None:
    file = FileTokenizer.from_file(str(locate(DEFAULT_ENCODER) / "tokenizer.json"))
    long = "word " * 600
    assert len(file.encode(long).ids) == 128  # what the file says by itself, truncated and padded
    assert len(tokenizer(DEFAULT_ENCODER)([long])[0]) == 600


def test_what_the_encoder_reads_ends_at_the_window() -> None:
    ids = [read.ids for read in tokenizer(DEFAULT_ENCODER).read(["word " * 600, "word"], window=256)]
    assert [len(row) for row in ids] == [256, 3]
    assert (ids[0][0], ids[0][-1]) == (ids[1][0], ids[1][-1])  # [CLS] and [SEP] stay


def test_the_stamp_is_read_from_the_files(tmp_path: Path) -> None:
    stamp = describe(DEFAULT_ENCODER)
    assert (stamp.dimensions, stamp.pooling, stamp.normalised, stamp.window) == (384, "mean", True, 256)
    for file in locate(DEFAULT_ENCODER).rglob("*"):
        if file.is_file():
            copy = tmp_path / "copy" / file.relative_to(locate(DEFAULT_ENCODER))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.hardlink_to(file) if file.stat().st_dev == tmp_path.stat().st_dev else copy.symlink_to(file)
    copied = describe(str(tmp_path / "copy"))
    assert copied.fingerprint == stamp.fingerprint
    limits = tmp_path / "copy" / "sentence_bert_config.json"
    limits.unlink()
    limits.write_text(json.dumps({"max_seq_length": 128, "do_lower_case": False}))
    narrowed = describe(str(tmp_path / "copy"))
    assert narrowed.window == 128
    assert narrowed.fingerprint != stamp.fingerprint


def test_weights_exchanged_under_a_running_process_are_noticed(tmp_path: Path) -> None:
    """Vectors must never be kept under the fingerprint of other weights than made them."""
    folder = tmp_path / "copy"
    shutil.copytree(locate(DEFAULT_ENCODER), folder)
    before = describe(str(folder))
    with open(folder / "model.safetensors", "r+b") as weights:
        weights.seek(-4, os.SEEK_END)
        weights.write(b"\x00\x00\x00\x3f")
    assert describe(str(folder)).fingerprint != before.fingerprint
    with pytest.raises(EncoderError, match="changed while it was loaded"):
        TorchEncoder(before, "")


def test_what_openvino_does_not_do_is_left_to_pytorch(tmp_path: Path, models: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(locate(DEFAULT_ENCODER), folder)
    assert beyond(str(folder)) == ()
    prompted = {"prompts": {"query": "query: "}, "default_prompt_name": "query"}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(prompted))
    assert beyond(str(folder)) == ("a default prompt",)
    loaded = load(str(folder), "auto", "auto", models, streams=1)
    assert loaded.backend == "torch"
    assert "a default prompt" in loaded.note


def test_a_folder_without_an_encoder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match="holds no sentence-transformers encoder"):
        describe(str(tmp_path))
    (tmp_path / "modules.json").write_text("{")
    with pytest.raises(EncoderError, match="not valid JSON"):
        describe(str(tmp_path))
    (tmp_path / "modules.json").write_text("[]")
    with pytest.raises(EncoderError, match="not laid out as"):
        describe(str(tmp_path))


def test_a_name_that_nobody_knows_is_one_sentence_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(EncoderError, match=r"nobody/nothing.*set CANDOR_ENCODER"):
        locate("nobody/nothing")


def test_nothing_leaves_the_machine_and_no_process_is_left(tmp_path: Path) -> None:
    """The whole way from weights to a vector, conversion included, with every connection recorded."""
    script = """
        import socket
        tried = []
        def refuse(self, address, *_):
            tried.append(address)
            raise OSError("no network in this test")
        def unresolved(*address, **_):
            tried.append(address)
            raise socket.gaierror("no network in this test")
        socket.socket.connect = refuse
        socket.getaddrinfo = unresolved
        import os, pathlib
        from engine.retrieval.encoder import load
        encoder = load("all-MiniLM-L6-v2", "openvino", "auto", pathlib.Path(os.environ["HOME"], "models"), 2)
        assert encoder.encode(["A pump moves water."] * 40).shape == (40, 384)
        assert tried == [], tried
        children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text()
        assert children == "", children
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "CI"))}
    environment |= {"HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name != ".cache"] == ["models"]
