"""What the Evaluate page remembers: the keys of its widgets, and figures of runs, which never change."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import engine
from dashboard import evaluation, state

LETTERS, WAYS = "measured_strategies", "measured_retrievers"
"""The strategies and the retrievers that are to be measured with each other."""

RUN_TARGET, RUN_OVERLAP, RUN_DEPTH, HIDDEN = "measured_target", "measured_overlap", "measured_depth", "hidden"
"""The sizes and the depth that are measured, and what is hidden from each question."""

LOOK = "evaluate_view"
"""The view of the runs that is looked at."""

AT, OVER = "recall_at", "figures_over"
"""The k that runs are compared at, and whether figures are over rows or over pairs."""

COLUMNS = "matrix_columns"
"""What the matrix shows of a run."""

FIRST, SECOND = "first_run", "second_run"
"""The two runs that are compared."""

OF = "measured_set"
"""The question set. No other page has it: where it has no value, the page was just opened."""

WATCHED = "watched_measurements"
"""The measurements that were in line when the page was drawn last, and are so still or are gone: which one -> the name
of its set."""

CHOSEN, PART = "chosen_run", "split_by"
"""The run that is looked at alone, and what its figures are split by."""


@st.cache_resource(show_spinner=False, max_entries=2)
def corpus(version: tuple[object, ...]) -> engine.Corpus:
    """What is searched at this `version` of the library, by its hashes."""
    del version
    return engine.corpus(state.library())


@st.cache_resource(show_spinner=False, max_entries=2)
def basis(version: tuple[object, ...]) -> str:
    """What decides what is found at this `version` of the library, but for how it is cut."""
    del version
    return engine.basis_now(state.library())


def figures(run: engine.Run) -> engine.Figures:
    """The figures of a run. What was ranked is left out of the trials in it: of many runs it would fill the memory."""
    return _figures(run.key, run.finished_at, run)


@st.cache_resource(show_spinner="Adding up the run, once …", max_entries=256)
def _figures(key: int, finished_at: float | None, _run: engine.Run) -> engine.Figures:
    del key, finished_at
    return engine.figures(engine.run_trials(state.library().database, _run, with_ranked=False))


def swept(run: engine.Run) -> engine.Sweep:
    """The counts of a run's questions at any cut."""
    return _swept(run.key, run.finished_at, run)


@st.cache_resource(show_spinner="Adding up the run, once …", max_entries=256)
def _swept(key: int, finished_at: float | None, _run: engine.Run) -> engine.Sweep:
    del key, finished_at
    return engine.sweep(engine.run_trials(state.library().database, _run))


def evaluated(run: engine.Run) -> engine.Evaluated:
    """A run with everything that was ranked in it."""
    return _evaluated(run.key, run.finished_at, run)


@st.cache_resource(show_spinner="Reading what was ranked for every question …", max_entries=4)
def _evaluated(key: int, finished_at: float | None, _run: engine.Run) -> engine.Evaluated:
    del key, finished_at
    return engine.evaluated(state.library(), _run)


def parts(run: engine.Run, by: engine.By) -> dict[str, engine.Figures]:
    """The figures of a run's parts; not to be changed."""
    return _parts(run.key, run.finished_at, by, run)


@st.cache_resource(show_spinner="Adding up every part of the run, once …", max_entries=16)
def _parts(key: int, finished_at: float | None, by: engine.By, _run: engine.Run) -> dict[str, engine.Figures]:
    del key, finished_at
    return engine.split(engine.run_trials(state.library().database, _run, with_ranked=False), by)


def pairs(runs: Sequence[engine.Run], k: int) -> tuple[engine.Pair, ...]:
    """Every two of these runs, compared."""
    return _pairs(tuple((run.key, run.finished_at) for run in runs), k, runs)


@st.cache_resource(show_spinner="Comparing every run with every other, once …", max_entries=8)
def _pairs(keys: tuple[tuple[int, float | None], ...], k: int, _runs: Sequence[engine.Run]) -> tuple[engine.Pair, ...]:
    del keys
    return engine.paired_matrix([figures(run).rows for run in _runs], k)


def shown(runs: Sequence[engine.Run]) -> list[evaluation.Shown]:
    """The runs with their figures, each under its name."""
    names = evaluation.names(runs)
    return [evaluation.Shown(names[run.key], run, figures(run)) for run in runs]
