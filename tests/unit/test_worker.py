"""The worker as a process: started, restarted when it dies, ended with its parent, and not alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import engine
from engine.types import State

ROOT = Path(__file__).resolve().parents[2]
TEXT = b"# Pumps\n\n## Priming\n\nFill the casing before the first start.\n"


def wait_for(what: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def supervised(library: engine.Library, monkeypatch: pytest.MonkeyPatch) -> engine.Supervisor:
    monkeypatch.setattr("engine.supervisor.SHORTEST_LIFE", 0.2)
    return engine.Supervisor(library.settings, library.database)


def test_the_worker_reads_what_is_added(library: engine.Library, supervised: engine.Supervisor) -> None:
    supervised.start()
    try:
        key = library.add("a.md", TEXT)
        wait_for(lambda: library.document(key).state is State.READY)
        pid = supervised.pid
        assert pid is not None
    finally:
        supervised.stop()
    assert not _alive(pid)


def test_a_killed_worker_is_replaced_and_its_job_done(library: engine.Library, supervised: engine.Supervisor) -> None:
    key = library.add("big.txt", b"The casing is filled before the first start. " * 4000)
    supervised.start()
    try:
        wait_for(lambda: library.document(key).state is State.EMBEDDING)
        killed = supervised.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: supervised.pid not in (None, killed))
        wait_for(lambda: library.document(key).state is State.READY)
        assert supervised.restarts == 1
    finally:
        supervised.stop()


def test_a_worker_whose_parent_is_killed_ends_itself_and_gives_its_job_back(library: engine.Library) -> None:
    library.add("a.md", TEXT)
    script = (
        "import engine, time\n"
        "settings = engine.read_settings()\n"
        "supervisor = engine.Supervisor(settings, engine.Library(settings).database)\n"
        "supervisor.start()\n"
        "while supervisor.pid is None: time.sleep(0.01)\n"
        "print(supervisor.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=environment, text=True)
    try:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        wait_for(lambda: any(document.state is State.READY for document in library.documents()))
    finally:
        parent.kill()
        parent.wait()
        if parent.stdout is not None:
            parent.stdout.close()
    wait_for(lambda: not _alive(pid), seconds=10)


def test_the_command_line_works_beside_a_worker(
    library: engine.Library, supervised: engine.Supervisor, tmp_path: Path
) -> None:
    for number in range(6):
        (tmp_path / f"{number}.md").write_bytes(TEXT + b"Number %d." % number)
    supervised.start()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "ingest", *map(str, sorted(tmp_path.glob("*.md")))],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    finally:
        supervised.stop()
    assert done.returncode == 0, done.stderr
    assert [document.state for document in library.documents()] == [State.READY] * 6
    assert [document.chunks for document in library.documents()] == [2] * 6
