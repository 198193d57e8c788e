"""The worker as a process: started, restarted when it dies, ended when asked or left alone, and not the only one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

import engine
from engine.store.jobs import take
from engine.store.leases import LEASE_SECONDS
from engine.store.tables import jobs
from engine.supervisor import LOG
from engine.types.indexing import State
from tests.hanging import SAID, hanging
from tests.processes import alive, wait_for

ROOT = Path(__file__).resolve().parents[2]
TEXT = b"# Pumps\n\n## Priming\n\nFill the casing before the first start.\n"


def lease(library: engine.Library) -> tuple[str | None, int]:
    """Who holds the one job there is, and how many attempts it has taken."""
    with library.database.read() as connection:
        owner, attempts = connection.execute(sa.select(jobs.c.owner, jobs.c.attempts)).one()
    return owner, attempts


def done_in(log: str) -> set[int]:
    """The documents that a log says were done by the process that wrote it."""
    events = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    return {event["document"] for event in events if event["event"] == "job done"}


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
    assert not alive(pid)


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


def test_a_worker_whose_parent_is_killed_ends_itself_and_gives_its_job_back(
    library: engine.Library, home: Path, tmp_path: Path
) -> None:
    library.add("a.md", TEXT)
    program = tmp_path / "python"  # the supervisor runs it with `-m engine worker ...`
    program.write_text(f'#!/bin/sh\nshift 2; exec {sys.executable} -m tests.hanging engine.ingest.cut "$@"\n')
    program.chmod(0o755)
    script = f"""
        import sys, time
        import engine
        sys.executable = {str(program)!r}
        settings = engine.read_settings()
        supervisor = engine.Supervisor(settings, engine.Library(settings).database)
        supervisor.start()
        while supervisor.pid is None:
            time.sleep(0.01)
        print(supervisor.pid, flush=True)
        time.sleep(600)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True
    ) as parent:
        try:
            assert parent.stdout is not None
            pid = int(parent.stdout.readline())
            wait_for(lambda: SAID in (home / LOG).read_text().split())
            owner, attempts = lease(library)
            assert owner is not None
            assert attempts == 1
        finally:
            parent.kill()
    try:
        wait_for(lambda: not alive(pid), seconds=20)
    finally:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)
    assert lease(library) == (None, 0)


def test_a_worker_that_is_asked_to_end_gives_its_job_back(library: engine.Library) -> None:
    library.add("a.md", TEXT)
    with hanging("engine.ingest.cut", library, "asked") as worker:
        assert lease(library) == ("asked", 1)
        worker.terminate()
        assert worker.wait(20) == 0
    assert lease(library) == (None, 0)


def test_a_worker_that_is_asked_to_end_while_it_writes_ends_and_leaves_the_store_as_it_was(
    library: engine.Library,
) -> None:
    key = library.add("a.md", TEXT)
    with hanging("engine.ingest.stamp_key", library, "writing") as worker:  # in the last commit: its lock is held
        worker.terminate()
        assert worker.wait(20) == 0
    assert (library.document(key).state, library.document(key).live) == (State.EMBEDDING, False)
    assert lease(library) == ("writing", 1)  # it could not be given back: it runs out
    taken = take(library.database, "next", lambda: time.time() + LEASE_SECONDS)
    assert taken is not None
    assert (taken.document, taken.attempts) == (key, 2)


def test_the_command_line_and_a_worker_share_the_work(
    library: engine.Library, supervised: engine.Supervisor, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number}.md").write_bytes(TEXT + b"Number %d." % number)
    supervised.start()
    try:
        # Idle, it takes the first document; while it loads its encoder for that, the command takes another.
        wait_for(lambda: supervised.pid and "worker started" in (home / LOG).read_text())
        done = subprocess.run(
            [sys.executable, "-m", "engine", "ingest", str(folder)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
        assert done.returncode == 0, done.stderr
    finally:
        supervised.stop()
    by_the_worker, by_the_command = done_in((home / LOG).read_text()), done_in(done.stderr)
    assert by_the_worker
    assert by_the_command
    assert by_the_worker.isdisjoint(by_the_command)
    assert by_the_worker | by_the_command == {document.key for document in library.documents()}
    assert [(document.state, document.chunks) for document in library.documents()] == [(State.READY, 2)] * 12
