"""What a person may set: `settings.toml` in the home folder, overridden by `CANDOR_` variables."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from engine.answering.gate import DEFAULT_CUT
from engine.errors import SettingsError

DEFAULT_HOME = Path(__file__).resolve().parent.parent / "data" / "store"
FILE = "settings.toml"
PREFIX = "CANDOR_"


class Settings(BaseSettings):
    """All settings with their defaults; the same names serve the file and, with the prefix, the environment."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    home: Path = DEFAULT_HOME
    encoder: str | None = Field(default=None, description="Hub name or folder; unset: what the library says.")
    backend: Literal["auto", "openvino", "torch"] = "auto"
    precision: Literal["auto", "bf16", "f32"] = "auto"
    cut: float = Field(default=DEFAULT_CUT, ge=0, le=2, description="Distance cut until one is calibrated.")
    extraction_seconds: float = Field(default=120, gt=0)
    extraction_memory_mib: int = Field(default=2048, ge=256)
    extraction_characters: int = Field(default=50_000_000, ge=1)
    ocr: bool = Field(default=True, description="Whether pages that hold no text are recognised.")
    ocr_languages: str = Field(
        default="eng", pattern=r"^[A-Za-z][A-Za-z_]*(\+[A-Za-z][A-Za-z_]*)*$", description="Tesseract's names."
    )
    tessdata: str | None = Field(default=None, description="Folder of the languages' data; unset: what is installed.")
    document_mib: int = Field(default=200, ge=1, description="The largest document that is taken.")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def read_settings(home: Path | str | None = None) -> Settings:
    """Settings for `home` (else `CANDOR_HOME`, else the default beside the code, whatever the working directory).

    Raises `SettingsError` on an unknown key or an impossible value, naming the key and where it stands.
    """
    place = Path(home or os.environ.get(f"{PREFIX}HOME") or DEFAULT_HOME).expanduser().resolve()
    file = place / FILE

    class Here(Settings):
        model_config = SettingsConfigDict(toml_file=file)

    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    strangers = sorted(name for name in os.environ if name.startswith(PREFIX) and name.upper() not in known)
    if strangers:
        raise SettingsError(
            f"{strangers[0]} is no setting of Candor; unset it, or use one of {', '.join(sorted(known))}."
        )
    try:
        return Here(home=place)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} is not valid TOML ({error}); mend that line or delete the file.") from error
    except ValidationError as error:
        raise SettingsError(_sentence(error.errors()[0], file)) from error


def _sentence(fault: Any, file: Path) -> str:
    key = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        names = ", ".join(sorted(Settings.model_fields))
        return f"{file} holds the unknown key “{key}”; remove it, or use one of {names}."
    where = f"{PREFIX}{key.upper()}" if f"{PREFIX}{key.upper()}" in os.environ else f"“{key}” in {file}"
    return f"{where} is {fault['input']!r}, but it {_lower(fault['msg'])}."


def _lower(message: str) -> str:
    """`Input should be …` as the end of a sentence of ours."""
    return message.removeprefix("Input ").removeprefix("String ").rstrip(".")
