"""Fixtures for every kind of test: an empty home, a library in it, and documents read into it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

import engine
from engine.worker import drain, new_owner
from tests.types import Drain, Ingest

settings.register_profile("candor", deadline=None)  # machines are shared: what is slow today says nothing
settings.load_profile("candor")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the converted encoder: converting takes seconds, so all homes of a session share it."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture
def home(tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home that `CANDOR_HOME` names; nothing else of the environment is a setting."""
    for name in [name for name in os.environ if name.startswith("CANDOR_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "models").symlink_to(models)
    monkeypatch.setenv("CANDOR_HOME", str(folder))
    return folder


@pytest.fixture
def library(home: Path) -> Iterator[engine.Library]:
    """A new, empty library in `home`, with the default settings."""
    opened = engine.Library(engine.read_settings(home), create=engine.DEFAULT_CHUNKING)
    yield opened
    opened.database.close()


@pytest.fixture
def drained(library: engine.Library) -> Drain:
    """Works until no job (of the documents `only`) is left."""

    def drain_all(only: set[int] | None = None) -> None:
        for _ in drain(library, new_owner(), only):
            pass

    return drain_all


@pytest.fixture
def ingested(library: engine.Library, drained: Drain) -> Ingest:
    """Adds documents, works until they are ready or failed, and gives them by name."""

    def ingest(files: Mapping[str, bytes]) -> dict[str, engine.Document]:
        keys = {library.add(name, data) for name, data in files.items()}
        drained(keys)
        return {document.name: document for document in library.documents() if document.key in keys}

    return ingest
