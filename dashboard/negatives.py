"""More near questions for a sweep: every question that has an answer, asked with this answer hidden."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import evaluation_course, state, views, words

NEAR = {
    engine.Hidden.NOTHING: "The set's own",
    engine.Hidden.DOCUMENT: "… and all with their document hidden",
    engine.Hidden.PASSAGE: "… and all with their passage hidden",
}


def choose() -> engine.Hidden:
    """Which questions count as near ones."""
    return st.selectbox(
        "Near questions",
        list(NEAR),
        key=state.NEAR,
        format_func=lambda hidden: NEAR[hidden],
        help="A question whose answer is hidden has none, so that any answer to it is a bluff: as many honest "
        "negatives as there are questions.",
        width=300,
        persist_state="session",
    )


def trials(of: engine.QuestionSet, run: engine.Run, hidden: engine.Hidden) -> tuple[engine.Trial, ...]:
    """The near questions that come on top, searched as in `run`; where they were not searched yet, a way to do it."""
    library = state.library()
    if hidden is engine.Hidden.NOTHING:
        return ()
    way = engine.Way(run.way.chunking, run.way.retrieval, hidden)
    found = engine.newest_run(library.database, of, run.corpus, way)
    if found is None:
        _to_be_made(of, way)
        return ()
    if found.left_out:
        views.quiet(
            f"{words.counted(len(found.left_out), 'question')} left out of those with their {hidden} hidden: the "
            "answer stands elsewhere, too."
        )
    return state.trials_of(found.key, found)


def _to_be_made(of: engine.QuestionSet, way: engine.Way) -> None:
    """The worker searches them; the figures are those without them until then."""
    library = state.library()
    plan = engine.planned(of, [way.chunking], [way.retrieval], way.hidden)
    waiting = any(
        one.course in engine.UNFINISHED and (one.name, one.version, one.hidden) == (of.name, of.version, way.hidden)
        for one in engine.list_measurements(library.database)
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        views.quiet(f"No question was searched with its {way.hidden} hidden yet; the figures are without them.")
        if st.button("Search them", icon=":material/visibility_off:", disabled=waiting):
            engine.queue_measurement(library.database, plan)
            st.rerun()
    evaluation_course.course()
