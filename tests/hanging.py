"""A worker that stops in the middle: the engine's command line with one function that never returns.

`python -m tests.hanging engine.ingest.cut worker ...` says `hanging` on standard output when it gets there.
"""

from __future__ import annotations

import os
import pydoc
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import engine
from engine.__main__ import main

ROOT = Path(__file__).resolve().parents[1]
SAID = "hanging"
PATIENCE_SECONDS = 120


@contextmanager
def hanging(function: str, library: engine.Library, owner: str) -> Iterator[subprocess.Popen[str]]:
    """The worker `owner` of the library, once it hangs in `function`; killed at the end, if it still runs."""
    command = [sys.executable, "-m", "tests.hanging", function, "worker"]
    command += ["--store", str(library.settings.home), "--owner", owner]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        patience = threading.Timer(PATIENCE_SECONDS, process.kill)  # it may never come by what it should hang in
        patience.start()
        try:
            assert process.stdout is not None
            assert any(line.rstrip() == SAID for line in process.stdout), "it ended too early"
            yield process
        finally:
            patience.cancel()
            process.kill()


def _hang(*_: object, **__: object) -> None:
    print(SAID, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    owner, _, name = sys.argv.pop(1).rpartition(".")
    setattr(pydoc.locate(owner), name, _hang)
    sys.exit(main())
