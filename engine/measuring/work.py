"""Does the measurements in line, one at a time, and gives way to documents."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import structlog

from engine.errors import EngineError
from engine.library import Library
from engine.measuring.corpus import basis_searched
from engine.measuring.evaluation import EncoderChanged, made_runs
from engine.measuring.measurements import UNFINISHED, Course, plan_of
from engine.measuring.runs import begun_on_others
from engine.store import jobs, leases
from engine.store.leases import MOST_ATTEMPTS, Lease
from engine.store.tables import measurements

GIVES_WAY = "Documents wait to be read, which is done first; what they change is measured again."
BEGINS_AGAIN = "The documents or the encoder changed while this was measured: it begins again with what there is now."
"""Why a measurement waits, or is at what it was at before."""

TELL_SECONDS = 0.3
"""How often progress is written, and a wish to stop is looked for."""

log = structlog.get_logger()


class Stopped(Exception):
    """Somebody cancelled the measurement, or another worker has taken it."""


class GivesWay(Exception):
    """Something else comes first, told as the measurement's reason; it is taken up again after that."""


def measure_once(library: Library, owner: str, streams: int) -> bool:
    """Takes a measurement and makes its runs, until it ends or has to give way; false when none was free."""
    free = measurements.c.state.in_(UNFINISHED)
    row = leases.take(library.database, measurements, owner, time.time, free)
    if row is None:
        return False
    lease = Lease(measurements, row.key, owner, row.attempts)
    if row.attempts > MOST_ATTEMPTS:
        _end(library, lease, Course.FAILED, f"It ended the worker {MOST_ATTEMPTS} times; resume it to try again.")
        return True
    try:
        with leases.kept_alive(library.database, lease, time.time):
            _carry_out(library, lease, row, streams)
    except Stopped:
        log.info("measurement stopped", measurement=row.key)
    except GivesWay as why:
        log.info("measurement gives way", measurement=row.key)
        with suppress(Stopped):
            _write(library, lease, state=Course.QUEUED, reason=str(why))
        leases.give_back(library.database, owner)
    except EngineError as error:
        _end(library, lease, Course.FAILED, str(error))
    except Exception as error:  # a fault of ours must cost one measurement, not the worker; the log has its traceback
        log.exception("measurement failed", measurement=row.key)
        told = f"Candor failed on it ({type(error).__name__}: {error}); the log of the worker tells where."
        _end(library, lease, Course.FAILED, told)
    else:
        _end(library, lease, Course.DONE, "")
    return True


def _carry_out(library: Library, lease: Lease, row: Any, streams: int) -> None:
    plan = plan_of(library.database, row)
    version, measured = library.version, basis_searched(library)
    _write(library, lease, reason=_told(library, row, measured), done=0, total=0, runs_done=0)
    runs_done, last = 0, 0.0

    def tell(stage: str, done: int, total: int, _: str, /) -> None:
        nonlocal last, version
        if time.monotonic() - last < TELL_SECONDS:
            return
        if jobs.any_free(library.database, time.time):
            raise GivesWay(GIVES_WAY)
        now = library.version
        if now != version and not jobs.waiting(library.database):  # else documents are just being exchanged
            version = now
            if basis_searched(library) != measured:
                raise GivesWay(BEGINS_AGAIN)
        _write(library, lease, state=Course.RUNNING, stage=stage, done=done, total=total, runs_done=runs_done)
        last = time.monotonic()

    try:
        for _ in made_runs(library, plan, tell, streams):
            runs_done += 1
            _write(library, lease, runs_done=runs_done)
    except EncoderChanged as error:  # before it was told: progress is told only so often
        raise GivesWay(BEGINS_AGAIN) from error


def _told(library: Library, row: Any, measured: str) -> str:
    """What a measurement that was at it before says while it goes on: whether it begins again."""
    again = row.reason == BEGINS_AGAIN or (
        row.stage and begun_on_others(library.database, row.question_set, row.hidden, measured, row.created_at)
    )
    return BEGINS_AGAIN if again else ""


def _end(library: Library, lease: Lease, course: Course, reason: str) -> None:
    with suppress(Stopped):  # cancelled in the last moment: so it stays
        _write(library, lease, state=course, reason=reason, owner=None, leased_until=0.0)


def _write(library: Library, lease: Lease, **values: object) -> None:
    """Raises `Stopped` where the measurement is no longer this worker's to write about."""
    told = leases.mine(lease).where(measurements.c.state.in_(UNFINISHED))
    with library.database.write() as connection:
        if not connection.execute(told.values({**values, "changed_at": time.time()})).rowcount:
            raise Stopped
