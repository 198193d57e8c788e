"""Takes jobs from the store and does them, one after another, for as long as it is wanted."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import structlog

from engine.errors import StoreError
from engine.ingest import LeaseLost, fail, process
from engine.library import Library
from engine.measuring.work import measure_once
from engine.store import jobs, leases
from engine.store.leases import MOST_ATTEMPTS

IDLE_SECONDS = 0.25
LEAVE_SECONDS = 3.0
"""How long a worker that was asked to end tries to give its job back; after that the lease runs out by itself."""

STREAMS = os.cpu_count() or 1
"""Batches that are embedded side by side."""

log = structlog.get_logger()


def new_owner() -> str:
    """A name for the leases of one worker."""
    return f"{os.getpid()}-{secrets.token_hex(4)}"


def drain(source: Library, owner: str, only: set[int] | None = None) -> Iterator[int]:
    """Does jobs (of the documents `only`) beside whoever else takes some, yielding how many are left, until none is."""
    try:
        while left := jobs.waiting(source.database, only):
            yield left
            if not work_once(source, owner, only):
                time.sleep(IDLE_SECONDS)  # the rest is leased to another worker, or its lease has to run out
    finally:
        leases.give_back(source.database, owner)  # whoever interrupts this took no document down


def serve(source: Library, owner: str) -> None:
    """Does jobs as they come, and measurements while there are none, for good."""
    log.info("worker started", owner=owner)
    while True:
        try:
            busy = (jobs.waiting(source.database) and work_once(source, owner)) or measure_once(source, owner, STREAMS)
        except StoreError:  # busy or full: jobs wait, and so do we
            log.exception("store not available")
            busy = False
        if not busy:
            time.sleep(IDLE_SECONDS)


def work_once(source: Library, owner: str, only: set[int] | None = None) -> bool:
    """Takes one job and does it to its end; false when none was free."""
    job = jobs.take(source.database, owner, time.time, only)
    if job is None:
        return False
    started = time.perf_counter()
    try:
        with leases.kept_alive(source.database, job, time.time):
            if job.attempts > MOST_ATTEMPTS:
                fail(source, job, f"It ended the worker {MOST_ATTEMPTS} times while being read; retry it or remove it.")
            else:
                process(source, job, streams=STREAMS)
    except LeaseLost:
        log.info("job dropped", document=job.document)
    except Exception as error:  # a fault of ours must cost one document, not the worker; the log has its traceback
        log.exception("job failed", document=job.document)
        reason = f"Candor failed on it ({type(error).__name__}: {error}); the log of the worker tells where."
        with suppress(LeaseLost, StoreError):  # the document is gone, or the store cannot take it: the lease runs out
            fail(source, job, reason)
    else:
        log.info("job done", document=job.document, seconds=round(time.perf_counter() - started, 3))
    return True


def run(source: Library, owner: str) -> None:
    """The worker process: serves until its parent goes away or asks it to end, and gives its job back.

    The parent holds the other end of standard input; that it closes is the one sign that works however the parent died.
    """

    def leave() -> None:
        giving = threading.Thread(target=leases.give_back, args=(source.database, owner), daemon=True)
        giving.start()
        giving.join(LEAVE_SECONDS)  # it waits in vain where this process itself holds the write lock
        os._exit(0)  # not sys.exit: a forward pass or an extraction may be running in another thread

    def wait_for_parent() -> None:
        sys.stdin.read()
        leave()

    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=leave).start())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to the whole group; the parent decides
    threading.Thread(target=wait_for_parent, daemon=True).start()
    source.collect()
    serve(source, owner)
