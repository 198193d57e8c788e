"""Settings come from one file and the environment, and a mistake in either is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import SettingsError
from engine.settings import DEFAULT_HOME, read_settings


def test_without_a_home_the_store_beside_the_code_is_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANDOR_HOME")
    monkeypatch.chdir("/")
    assert read_settings().home == DEFAULT_HOME
    assert Path(__file__).resolve().parents[2] / "data" / "store" == DEFAULT_HOME


def test_the_environment_stands_above_the_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "settings.toml").write_text('cut = 0.5\nbackend = "torch"\n')
    assert (read_settings().cut, read_settings().backend) == (0.5, "torch")
    monkeypatch.setenv("CANDOR_CUT", "0.6")
    assert (read_settings().cut, read_settings().backend) == (0.6, "torch")


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("kut = 0.5", "unknown key “kut”"),
        ("cut = 3", "“cut” in .* is 3, but it should be less than or equal to 2"),
        ('backend = "tpu"', "“backend” in .* is 'tpu', but it should be 'auto', 'openvino' or 'torch'"),
        ("cut = ", "not valid TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_place(home: Path, toml: str, told: str) -> None:
    (home / "settings.toml").write_text(toml)
    with pytest.raises(SettingsError, match=told) as raised:
        read_settings()
    assert "settings.toml" in str(raised.value)


def test_an_unknown_variable_is_an_error_that_lists_the_known_ones(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANDOR_KUT", "0.5")
    with pytest.raises(SettingsError, match=r"CANDOR_KUT is no setting.*CANDOR_CUT"):
        read_settings()


def test_a_bad_value_of_a_variable_names_the_variable(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANDOR_CUT", "much")
    with pytest.raises(SettingsError, match="CANDOR_CUT is 'much', but it should be a valid number"):
        read_settings()
