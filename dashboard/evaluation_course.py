"""How measurements stand on the Evaluate page: in line, being made, ended before their end, or not begun yet."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import state, views, words


def course() -> None:
    """How far the measurements in line are, every second; when one ends, the page is drawn again.

    One that was cancelled or has failed is told of until another one is made.
    """
    waiting = _unfinished()

    @st.fragment(run_every=1.0 if waiting else None)
    def drawn() -> None:
        now = _unfinished()
        if [one.key for one in now] != [one.key for one in waiting]:
            st.rerun()
        for one in now:
            _progress(one)

    drawn()
    newest = next(iter(engine.list_measurements(state.library().database)), None)
    if newest is not None:
        _ended(newest)


def none_yet(of: engine.QuestionSet, elsewhere: bool, outdated: str) -> None:
    """Why there is nothing to look at, and what a run is."""
    if any(one.name == of.name for one in _unfinished()):
        st.caption("The figures will stand here once the measurement is done.")
        return
    if outdated:
        views.notice(
            "warning", f"{outdated} Run again to measure what is there now.", lead="The runs of this set are stale."
        )
        st.caption("History still has the earlier figures.")
        return
    views.notice(
        "info",
        "A run cuts all documents by one strategy, asks every question of the set by one retriever, and keeps what was "
        "found and how far down the answer stood. It runs in the background and changes nothing of the library. "
        "Choose strategies and retrievers above, and press Run.",
        lead=f"{of.name} was not measured on these documents yet.",
    )
    if elsewhere:
        st.caption("History has the runs of other sets.")


def unscored(checked: engine.Checked, of: engine.QuestionSet) -> None:
    """How many rows of the set are left out of every run, and where it is told why."""
    if not any(question.needles for question in checked.questions):
        views.notice("warning", f"No question of {of.name} has a needle in these documents: none can be scored.")
    elif checked.faults:
        views.quiet(f"{words.counted(len(checked.faults), 'row')} of {of.name} not scored on these documents.")
    else:
        return
    st.page_link(
        "../pages/questions.py",
        label="See why on Questions",
        icon=":material/quiz:",
        query_params={state.SET: of.name},
    )


def _unfinished() -> list[engine.Measurement]:
    """The oldest first, which is made first."""
    listed = engine.list_measurements(state.library().database)
    return [one for one in reversed(listed) if one.course in engine.UNFINISHED]


def _progress(one: engine.Measurement) -> None:
    """A bar over all its runs, what is done now, and the way to stop it."""
    within = one.done / one.total if one.total and one.stage.endswith("questions") else 0.0
    share = min(1.0, (one.runs_done + within) / one.runs)
    with st.container(horizontal=True, vertical_alignment="center", key=f"measurement-{one.key}"):
        with st.container(gap="xsmall"):
            views.quiet(f"{one.name}, version {one.version}. {words.measuring(one)}")
            st.progress(share)
        if st.button("Cancel", key=f"cancel-{one.key}", icon=":material/stop_circle:", help="What is done is kept."):
            engine.cancel_measurement(state.library().database, one.key)
            st.rerun()


def _ended(one: engine.Measurement) -> None:
    """One that did not reach its end: why, and the way to go on."""
    done = f"{one.runs_done} of {words.counted(one.runs, 'run')} of “{one.name}” done; what is done is kept."
    told = {
        engine.Course.CANCELLED: ("info", "Cancelled.", done),
        engine.Course.FAILED: ("error", "The measurement failed.", f"{one.reason} {done}"),
    }
    if one.course not in told:
        return
    kind, lead, text = told[one.course]
    with st.container(horizontal=True, vertical_alignment="center"):
        views.notice(kind, text, lead=lead)
        if st.button("Resume", key=f"resume-{one.key}", icon=":material/resume:"):
            engine.resume_measurement(state.library().database, one.key)
            st.rerun()
