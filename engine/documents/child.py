"""The process that does one task on one document: first its limits, then the task, then the answer to the pipe.

`sandbox` starts it; the only argument is the request, a JSON object. An uncaught exception ends it in Python's own way,
with a traceback on standard error and status 1, which `sandbox` turns into a sentence.
"""

from __future__ import annotations

import base64
import ctypes
import json
import math
import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.documents.extract import extract
from engine.documents.limits import Limits, Recognition
from engine.documents.ocr import Recognizer
from engine.documents.page_view import page_view
from engine.documents.rereading import misread
from engine.documents.wire import to_json
from engine.errors import ExtractionError
from engine.types.extraction import Extraction

_PR_SET_PDEATHSIG = 1
_OCR_SHARE = 0.75  # of a document's time: the rest is for its text layer and for all that follows
_LOG_BYTES = 1 << 20  # the only file this process may write to


def main(request: dict[str, Any]) -> None:
    """Writes `{"made": what the task made}` or `{"refused": sentence}` to the file descriptor `answers`."""
    recognition = request["limits"].pop("recognition")
    limits = Limits(**request["limits"], recognition=Recognition(**recognition) if recognition else None)
    _die_with(request["parent"])
    _apply(limits)
    try:
        made = TASKS[request["task"]](Path(request["path"]), request["name"], limits, **request["arguments"])
        answer: dict[str, Any] = {"made": made}
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


def _extract(path: Path, name: str, limits: Limits, keep_running_lines: bool) -> dict[str, Any]:
    return to_json(_read(_bytes(path, name), name, limits, keep_running_lines))


def _reread(path: Path, name: str, limits: Limits, keep_running_lines: bool) -> dict[str, Any]:
    data = _bytes(path, name)
    extraction = _read(data, name, limits, keep_running_lines)
    return {"extraction": to_json(extraction), "misread": misread(name, data, extraction)}


def _bytes(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ExtractionError(f"{name} cannot be read from the store: {error.strerror}.") from error


def _read(data: bytes, name: str, limits: Limits, keep_running_lines: bool) -> Extraction:
    recognizer = Recognizer(limits.recognition, _OCR_SHARE * limits.seconds) if limits.recognition else None
    extraction = extract(name, data, recognizer, keep_running_lines)
    if len(extraction.text) > limits.output_characters:
        raise ExtractionError(
            f"{name} holds {len(extraction.text)} characters, more than the {limits.output_characters} allowed for one "
            "document: split it."
        )
    return extraction


def _page(
    path: Path, name: str, limits: Limits, page: int, passages: list[list[tuple[int, int]]], width: int
) -> dict[str, Any]:
    view = page_view(path, name, page, passages, width)
    return {**asdict(view), "png": base64.b64encode(view.png).decode("ascii")}


TASKS: dict[str, Callable[..., dict[str, Any]]] = {"extract": _extract, "reread": _reread, "page": _page}
"""Name -> what is done with the file at a path: a function of it, the document's name, the limits and more."""

if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
