"""The command line as tests call it, and a folder of two small manuals."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.__main__ import main

PUMPS = "# Pumps\n\nA pump moves water.\n\n## Priming\n\nFill the casing before the first start.\n"
VALVES = "# Valves\n\n## Colours\n\nThe relief valve is painted red. The drain valve is painted blue.\n"


class Shell:
    """Runs a command and keeps what it said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: str) -> tuple[int, str, str]:
        self._monkeypatch.setattr("sys.argv", ["engine", *words])
        self._capsys.readouterr()
        code = main()
        captured = self._capsys.readouterr()
        return code, captured.out, captured.err

    def json(self, *words: str, code: int = 0) -> dict[str, Any]:
        """Standard output must be exactly one JSON object."""
        ended, out, err = self(*words, "--json")
        assert ended == code, err
        found: dict[str, Any] = json.loads(out)
        return found
