"""What is to be measured: the controls that say it, and the button that begins it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import engine
from dashboard import evaluation_state, state, words


class Wanted(NamedTuple):
    """What the controls say. Together it may be impossible."""

    chunkings: list[engine.Chunking]
    retrievals: list[engine.Retrieval]
    hidden: engine.Hidden


def choose(own: engine.Retrieval) -> Wanted:
    """The strategies and retrievers, and folded away their sizes, the depth and what is hidden.

    They begin as all strategies, in the library's sizes, by its `own` retrieval.
    """
    letters, retrievers = _choose_ways(own)
    target, overlap, depth, hidden = _choose_sizes(own)
    return Wanted(
        [engine.Chunking(letter, target, overlap) for letter in letters],
        [engine.Retrieval(name, depth) for name in retrievers],
        hidden,
    )


def plan(of: engine.QuestionSet, wanted: Wanted) -> engine.Plan:
    """Raises `EngineError` where the sizes cannot be used together."""
    return engine.planned(of, wanted.chunkings, wanted.retrievals, wanted.hidden)


def start(planned: engine.Plan, checked: engine.Checked, made: Collection[engine.Way], place: DeltaGenerator) -> None:
    """The one button, which says what it will do. Runs that were `made` already are kept."""
    questions = checked.questions
    if planned.hidden is not engine.Hidden.NOTHING:
        questions = tuple(question for question in questions if question.needles)
    ways = [engine.Way(cut, how, planned.hidden) for cut in planned.chunkings for how in planned.retrievals]
    kept = sum(way in made for way in ways)
    in_line = any(_is_same(one, planned) for one in engine.list_measurements(state.library().database))
    why_not = "In line already." if in_line else engine.why_no_recall(planned.of.rows, checked)
    answers = "" if planned.hidden is engine.Hidden.NOTHING else ", answers hidden"
    if place.button(
        f"Run: {words.counted(len(ways), 'run')} of {words.counted(len(questions), 'question')}{answers}",
        type="primary",
        icon=":material/play_arrow:",
        disabled=why_not is not None or kept == len(ways),
        help=why_not
        or "Made in the background; texts that were embedded before are not embedded again."
        + (f" {kept} of {len(ways)} are measured already and kept." if kept else ""),
    ):
        engine.queue_measurement(state.library().database, planned)
        st.rerun()


def _is_same(one: engine.Measurement, planned: engine.Plan) -> bool:
    """Whether this is in line already."""
    said = (one.name, one.version, one.chunkings, one.retrievals, one.hidden)
    of = planned.of
    wanted = (of.name, of.version, planned.chunkings, planned.retrievals, planned.hidden)
    return one.course in engine.UNFINISHED and said == wanted


def _choose_ways(own: engine.Retrieval) -> tuple[list[str], list[str]]:
    """The strategies and the retrievers that are measured, each of the ones with each of the others."""
    meanings = "\n".join(f"- **{letter}** {each.description}" for letter, each in engine.STRATEGIES.items())
    letters = st.segmented_control(
        "Strategies",
        list(engine.STRATEGIES),
        selection_mode="multi",
        default=list(engine.STRATEGIES),
        key=evaluation_state.LETTERS,
        help=meanings,
        persist_state="session",
    )
    retrievers = st.segmented_control(
        "Retrievers",
        list(engine.RETRIEVERS),
        selection_mode="multi",
        default=[own.retriever],
        key=evaluation_state.WAYS,
        format_func=lambda name: words.SHORT_RETRIEVERS[name],
        help="\n".join(f"- **{name}**: {meaning}" for name, meaning in words.RETRIEVERS.values()),
        persist_state="session",
    )
    return letters, retrievers


def _choose_sizes(own: engine.Retrieval) -> tuple[int, int, int, engine.Hidden]:
    """Target and overlap in characters, the depth of a second stage, and what is hidden."""
    chunking = state.library().chunking
    with st.popover("Sizes, depth, hiding", icon=":material/tune:"):
        sizes = st.columns(3)
        target = sizes[0].number_input(
            "Target, characters",
            engine.SMALLEST_TARGET,
            engine.LARGEST_TARGET,
            chunking.target,
            step=64,
            key=evaluation_state.RUN_TARGET,
            persist_state="session",
        )
        overlap = sizes[1].number_input(
            "Overlap, characters",
            0,
            engine.LARGEST_TARGET - 1,
            chunking.overlap,
            step=16,
            key=evaluation_state.RUN_OVERLAP,
            help="Of the strategies that have one.",
            persist_state="session",
        )
        depth = sizes[2].number_input(
            "Depth, passages",
            1,
            engine.FUSED,
            own.depth,
            step=5,
            key=evaluation_state.RUN_DEPTH,
            help="How many of the first passages late interaction puts in a new order.",
            persist_state="session",
        )
        hidden = st.radio(
            "Hide from each question",
            list(words.HIDDEN),
            key=evaluation_state.HIDDEN,
            format_func=lambda what: words.HIDDEN[what][0],
            captions=[meaning for _, meaning in words.HIDDEN.values()],
            help="With its answer out of sight a question has none: as many honest negatives as there are questions.",
            persist_state="session",
        )
    return int(target), int(overlap), int(depth), hidden
