"""Takes jobs from the store and does them, one after another, for as long as it is wanted."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from engine.ingest import LeaseLost, fail, process
from engine.library import Library
from engine.store import jobs
from engine.store.jobs import LEASE_SECONDS, MOST_ATTEMPTS, Job

IDLE_SECONDS = 0.25
log = structlog.get_logger()


def new_owner() -> str:
    """A name for the leases of one worker."""
    return f"{os.getpid()}-{secrets.token_hex(4)}"


def drain(source: Library, owner: str, only: set[int] | None = None) -> Iterator[int]:
    """Does jobs (of the documents `only`) beside whoever else takes some, yielding how many are left, until none is."""
    while left := jobs.waiting(source.database, only):
        yield left
        if not work_once(source, owner, only):
            time.sleep(IDLE_SECONDS)  # the rest is leased to another worker, or its lease has to run out


def serve(source: Library, owner: str, stop: threading.Event) -> None:
    """Does jobs as they come until `stop` is set."""
    log.info("worker started", owner=owner)
    while not stop.is_set():
        if not (jobs.waiting(source.database) and work_once(source, owner)):
            stop.wait(IDLE_SECONDS)
    log.info("worker stopped", owner=owner)


def work_once(source: Library, owner: str, only: set[int] | None = None) -> bool:
    """Takes one job and does it to its end; false when none was free."""
    job = jobs.take(source.database, owner, time.time(), only)
    if job is None:
        return False
    started = time.perf_counter()
    try:
        with _heartbeat(source, job):
            if job.attempts > MOST_ATTEMPTS:
                fail(source, job, f"It ended the worker {MOST_ATTEMPTS} times while being read; retry it or remove it.")
            else:
                process(source, job, streams=os.cpu_count() or 1)
    except LeaseLost:
        log.info("job dropped", document=job.document)
    except Exception as error:  # a fault of ours must cost one document, not the worker; the log has its traceback
        log.exception("job failed", document=job.document)
        fail(source, job, f"Candor failed on it ({type(error).__name__}: {error}); the log of the worker tells where.")
    else:
        log.info("job done", document=job.document, seconds=round(time.perf_counter() - started, 3))
    return True


@contextmanager
def _heartbeat(source: Library, job: Job) -> Iterator[None]:
    """Extends the lease while the block runs."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(LEASE_SECONDS / 3):
            if not jobs.extend(source.database, job, time.time()):
                return

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def run(source: Library, owner: str) -> None:
    """The worker process: serves until its parent goes away or asks it to end, and gives its job back.

    The parent holds the other end of standard input; that it closes is the one sign that works however the parent died.
    """
    stop = threading.Event()

    def leave() -> None:
        jobs.give_back(source.database, owner)
        os._exit(0)  # not sys.exit: a forward pass or an extraction may be running in another thread

    def wait_for_parent() -> None:
        sys.stdin.read()
        leave()

    signal.signal(signal.SIGTERM, lambda *_: leave())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the whole group; the parent decides
    threading.Thread(target=wait_for_parent, daemon=True).start()
    serve(source, owner, stop)
