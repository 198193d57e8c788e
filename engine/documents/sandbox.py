"""One document, one process: a hostile file costs itself, never the program that reads it.

What the process does is one of the tasks of `child`: to read the whole document, or to draw one page of it.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from engine.documents.limits import Limits
from engine.documents.wire import from_json
from engine.errors import ExtractionError
from engine.types.extraction import Extraction

_ROOT = Path(__file__).resolve().parents[2]
_MEBIBYTE = 1 << 20
_PIECE = 1 << 16  # bytes: what a pipe holds
_LOG_TAIL = 4_000  # bytes of what was said before the end
_ENVIRONMENT = ("LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR")  # and no key of any model endpoint
_OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "annot allocate memory", "failed to map segment", "ut of memory")


def extract_isolated(path: Path, name: str, limits: Limits, keep_running_lines: bool = False) -> Extraction:
    """The extraction of the file at `path`, as `extract` makes it, in a process of its own; fails as `run_isolated`."""
    return from_json(run_isolated("extract", path, name, limits, keep_running_lines=keep_running_lines))


def run_isolated(task: str, path: Path, name: str, limits: Limits, **arguments: Any) -> Any:
    """What a task of `child` makes of the file at `path`, in a process of its own within `limits`.

    `arguments` are the task's own; they and what it makes are what JSON knows.
    `name` is the document's name: its extension is a claim that is checked, and it stands in messages. Whatever happens
    to the process (no time, no memory, a crash, a kill) arrives as an ExtractionError of one sentence; what it said
    before, a traceback or the output of native code, is attached to that error as a note.
    """
    deadline = time.monotonic() + limits.seconds
    reading_end, writing_end = os.pipe()
    request = {
        "task": task,
        "path": str(path.resolve()),
        "name": name,
        "limits": asdict(limits),
        "arguments": arguments,
        "answers": writing_end,
        "parent": os.getpid(),
    }
    with os.fdopen(reading_end, "rb", buffering=0) as answers, tempfile.TemporaryFile() as log:
        try:
            process = _start(request, log)
        finally:
            os.close(writing_end)
        try:
            answer = _receive(answers, limits.answer_bytes, deadline)
            if answer is None:
                raise ExtractionError(f"{name} gave more text than is allowed for one document: split it.")
            status = process.wait(max(0.0, deadline - time.monotonic()))
        except (TimeoutError, subprocess.TimeoutExpired) as error:
            raise _too_slow(name, limits) from error
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if status == 0 and answer:
            return _made(json.loads(answer))
        raise _death(name, limits, status, _tail(log))


def _start(request: dict[str, Any], log: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "engine.documents.child", json.dumps(request)],
        cwd=_ROOT,
        env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ} | {"PYTHONPATH": _search_path()},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        pass_fds=(request["answers"],),
        start_new_session=True,
    )


def _search_path() -> str:
    return os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))


def _receive(answers: IO[bytes], most: int, deadline: float) -> bytes | None:
    """All that the child writes until it closes its end of the pipe, or `None` when that is over `most` bytes.

    Raises TimeoutError when the deadline passes first.
    """
    poll = select.poll()
    poll.register(answers, select.POLLIN)
    received = bytearray()
    while len(received) <= most:
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise TimeoutError
        piece = answers.read(_PIECE)
        if not piece:
            return bytes(received)
        received += piece
    return None


def _made(answer: dict[str, Any]) -> Any:
    if "refused" in answer:
        raise ExtractionError(answer["refused"])
    return answer["made"]


def _tail(log: IO[bytes]) -> str:
    log.seek(max(0, log.seek(0, os.SEEK_END) - _LOG_TAIL))
    return log.read().decode("utf-8", errors="replace").strip()


def _too_slow(name: str, limits: Limits) -> ExtractionError:
    return ExtractionError(f"{name} took longer than the {limits.seconds:g} s allowed: split it or simplify it.")


def _death(name: str, limits: Limits, status: int, said: str) -> ExtractionError:
    """Why a process ended without an answer; a negative status is the signal that killed it."""
    last_line = said.rpartition("\n")[2]
    if -status == signal.SIGXCPU:
        error = _too_slow(name, limits)
    elif any(sign in last_line for sign in _OUT_OF_MEMORY):
        error = ExtractionError(
            f"{name} needs more than the {limits.memory_bytes // _MEBIBYTE} MiB of memory allowed: split it."
        )
    elif status < 0:
        error = ExtractionError(
            f"{name} cannot be read: its reader was killed by {_signal_name(-status)}, so the file is damaged or needs "
            f"more than the {limits.memory_bytes // _MEBIBYTE} MiB of memory allowed."
        )
    else:
        kind = last_line.partition(":")[0] or f"exit status {status}"
        error = ExtractionError(
            f"{name} cannot be read: its reader failed with an unexpected {kind}, a fault of the reader to be reported."
        )
    if said:
        error.add_note(said)
    return error


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
