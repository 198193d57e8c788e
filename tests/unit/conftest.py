"""Fixtures of all unit tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.shell import PUMPS, VALVES, Shell


@pytest.fixture
def shell(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "docs"
    (place / "guide").mkdir(parents=True)
    (place / "api").mkdir()
    (place / "guide" / "README.md").write_text(PUMPS, "utf-8")
    (place / "api" / "README.md").write_text(VALVES, "utf-8")
    return place
