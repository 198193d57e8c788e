"""The process that reads one document: first its limits, then the document, then the answer to the pipe it was given.

`sandbox` starts it; the only argument is the request, a JSON object. An uncaught exception ends it in Python's own way,
with a traceback on standard error and status 1, which `sandbox` turns into a sentence.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

from engine.documents.extract import extract
from engine.documents.limits import Limits
from engine.documents.wire import to_json
from engine.errors import ExtractionError
from engine.types import Extraction

_PR_SET_PDEATHSIG = 1
_LOG_BYTES = 1 << 20  # the only file this process may write to


def main(request: dict[str, Any]) -> None:
    """Writes `{"extraction": ...}` or `{"refused": sentence}` to the file descriptor `answers`."""
    limits = Limits(**request["limits"])
    _die_with(request["parent"])
    _apply(limits)
    try:
        answer: dict[str, Any] = {"extraction": to_json(_read(Path(request["path"]), request["name"], limits))}
    except ExtractionError as error:
        answer = {"refused": str(error)}
    with os.fdopen(request["answers"], "wb") as answers:
        answers.write(json.dumps(answer).encode("ascii"))


def _die_with(parent: int) -> None:
    """Asks Linux to kill this process when its parent ends; elsewhere the limit on processor time has to do."""
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("the parent was gone before this process could ask to end with it")


def _apply(limits: Limits) -> None:
    for what, most in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, math.ceil(limits.seconds)),
        (resource.RLIMIT_FSIZE, _LOG_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _read(path: Path, name: str, limits: Limits) -> Extraction:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ExtractionError(f"{name} cannot be read from the store: {error.strerror}.") from error
    extraction = extract(name, data)
    if len(extraction.text) > limits.output_characters:
        raise ExtractionError(
            f"{name} holds {len(extraction.text)} characters, more than the {limits.output_characters} allowed for one "
            "document: split it."
        )
    return extraction


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
