"""What all commands share: their options, reading a file, one JSON object out, progress beside it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.errors import EngineError

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Store = Annotated[Path | None, typer.Option("--store", metavar="DIR", help="The library's folder (else CANDOR_HOME).")]


def named_files(paths: list[Path]) -> dict[str, Path]:
    """Document names -> files: a file under its own name, the files of a folder under their paths within it."""
    found: dict[str, Path] = {}
    for path in paths:
        if not path.exists():
            raise EngineError(f"{path} does not exist; name a file or a folder.")
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        base = path if path.is_dir() else path.parent
        for file in inside:
            name = file.relative_to(base).as_posix()
            if any(part.startswith(".") for part in name.split("/")) and file != path:
                print(f"left out {name}: hidden", file=sys.stderr)
            elif name in found:
                raise EngineError(
                    f"{file} and {found[name]} would both be named {name}; give the folder that holds both."
                )
            else:
                found[name] = file
    if not found:
        raise EngineError(f"There is no file in {', '.join(map(str, paths))}.")
    return found


def read_file(file: Path, most_mib: int = 200) -> bytes:
    """The bytes of a file that the caller named. Raises `EngineError` when there are none to be had, or too many."""
    try:
        size = file.stat().st_size
        if size > most_mib * 2**20:
            raise EngineError(f"{file} has {size:,} bytes, more than the {most_mib} MiB that are taken; split it.")
        return file.read_bytes()
    except OSError as error:
        raise EngineError(f"{file} cannot be read ({error.strerror}).") from error


def write_file(file: Path, data: bytes, force: bool) -> None:
    """Writes a file that the caller named; over one that exists only by `force`. Raises `EngineError` else."""
    try:
        with file.open("wb" if force else "xb") as opened:
            opened.write(data)
    except FileExistsError as error:
        raise EngineError(f"{file} exists already; write over it by --force, or name another file.") from error
    except OSError as error:
        raise EngineError(f"{file} cannot be written ({error.strerror}).") from error


def progress(stage: str, done: int, total: int, note: str) -> None:
    """One line to standard error."""
    print(f"{stage} {done}/{total} {note}".rstrip(), file=sys.stderr)


def print_json(result: dict[str, Any]) -> None:
    """The one object that a command prints to standard output."""
    json.dump(result, sys.stdout, ensure_ascii=False, indent=1)
    print()
