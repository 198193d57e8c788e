"""The encoder that a process holds: loaded when it has to be, and its files looked at no oftener than they need be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import engine
from engine.errors import EncoderError
from engine.retrieval import held_encoder
from engine.retrieval.held_encoder import LOOK_AGAIN_SECONDS, HeldEncoder
from engine.types.indexing import EncoderStamp


class Shelf:
    """Encoders by name as they stand on disk, a clock, and what was looked at and loaded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        own = engine.describe(engine.DEFAULT_ENCODER)
        self.stamps = {name: replace(own, name=name, fingerprint=name) for name in ("one", "other")}
        self.now = 1_000.0
        self.looked: list[str] = []
        self.loaded: list[str] = []
        monkeypatch.setattr(held_encoder, "describe", self.describe)
        monkeypatch.setattr(held_encoder, "load", self.load)
        monkeypatch.setattr(held_encoder, "time", SimpleNamespace(monotonic=lambda: self.now))

    def describe(self, name: str) -> EncoderStamp:
        self.looked.append(name)
        if name not in self.stamps:
            raise EncoderError(f"There is no {name}.")
        return self.stamps[name]

    def load(self, name: str, *_: object) -> object:
        self.loaded.append(name)
        return SimpleNamespace(stamp=self.stamps[name])


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(monkeypatch)


@pytest.fixture
def held(tmp_path: Path) -> HeldEncoder:
    return HeldEncoder(engine.read_settings(tmp_path))


def test_an_encoder_is_loaded_once_and_looked_at_once_a_second(held: HeldEncoder, shelf: Shelf) -> None:
    assert held.loaded is None
    first = held.called("one", 1)
    for _ in range(9):
        shelf.now += LOOK_AGAIN_SECONDS / 10
        assert held.called("one", 1) is first is held.loaded
    assert (shelf.loaded, len(shelf.looked)) == (["one"], 0)  # loading it says what it is
    shelf.now += LOOK_AGAIN_SECONDS / 10
    assert held.called("one", 1) is first
    assert (shelf.loaded, len(shelf.looked)) == (["one"], 1)


def test_another_name_and_changed_files_are_another_encoder(held: HeldEncoder, shelf: Shelf) -> None:
    held.called("one", 1)
    assert held.called("other", 1).stamp.name == "other"
    shelf.stamps["other"] = replace(shelf.stamps["other"], fingerprint="trained again")
    shelf.now += LOOK_AGAIN_SECONDS
    assert held.called("other", 1).stamp.fingerprint == "trained again"
    assert shelf.loaded == ["one", "other", "other"]


def test_an_encoder_that_went_is_told_at_every_look_and_not_replaced_by_the_one_held(
    held: HeldEncoder, shelf: Shelf
) -> None:
    held.called("one", 1)
    del shelf.stamps["one"]
    shelf.now += LOOK_AGAIN_SECONDS
    for _ in range(2):
        with pytest.raises(EncoderError, match="no one"):
            held.called("one", 1)
    with pytest.raises(EncoderError, match="no third"):
        held.called("third", 1)
