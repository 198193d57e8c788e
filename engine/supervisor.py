"""Keeps a worker process running for as long as the dashboard does."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

import structlog

from engine.errors import StoreError
from engine.settings import Settings
from engine.store import leases
from engine.store.database import Database
from engine.worker import new_owner

ROOT = Path(__file__).resolve().parent.parent
LOG = "worker.log"
LONGEST_LOG = 5 * 2**20
SHORTEST_LIFE = 5.0
"""A worker that lived less long than this many seconds is restarted after as long a pause, not at once."""

log = structlog.get_logger()


class Supervisor:
    """Starts a worker, frees its leases when it dies, and starts the next one. `restarts` counts those."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.restarts = 0
        self._home = settings.home
        self._database = database
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._watch, daemon=True)

    @property
    def pid(self) -> int | None:
        """The process id of the running worker; `None` between two."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def start(self) -> None:
        """Starts watching; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the worker, which gives its job back, and stops watching."""
        self._stopping.set()
        process = self._process
        if process is not None:
            _let_go(process)
        self._thread.join(timeout=5)
        if process is not None and process.poll() is None:
            process.kill()

    def _watch(self) -> None:
        while not self._stopping.is_set():
            owner, started = new_owner(), time.monotonic()
            try:
                self._process = process = self._start(owner)
                if self._stopping.is_set():  # `stop` came between the check above and the start
                    _let_go(process)
                code = process.wait()
                _let_go(process)
                if self._stopping.is_set():
                    return
                log.warning("worker died", code=code, owner=owner)
                self.restarts += 1
                leases.expire(self._database, owner)
            except (OSError, StoreError):
                log.exception("worker could not be kept running")  # it is tried again; leases run out by themselves
            self._stopping.wait(max(0.0, SHORTEST_LIFE - (time.monotonic() - started)))

    def _start(self, owner: str) -> subprocess.Popen[bytes]:
        """A worker in a session of its own: a Ctrl+C in the terminal is the parent's to handle."""
        command = [sys.executable, "-m", "engine", "worker", "--store", str(self._home), "--owner", owner]
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": path}
        with self._log() as output:
            return subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=output, stderr=output, env=environment, start_new_session=True
            )

    def _log(self) -> IO[bytes]:
        file = self._home / LOG
        if file.exists() and file.stat().st_size > LONGEST_LOG:
            file.replace(file.with_suffix(".old.log"))
        return file.open("ab")


def _let_go(process: subprocess.Popen[bytes]) -> None:
    """Closes the worker's standard input, at which it ends."""
    if process.stdin is not None:
        process.stdin.close()
