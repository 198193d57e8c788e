"""How measurements stand on the Evaluate page: in line, being made, ended before their end, or not begun yet."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import evaluation_state, state, views, words


def course() -> None:
    """How far the measurements in line are, every second; when one ends, the page is drawn again.

    One that was cancelled or has failed is told of until another one is made.
    """
    waiting = _unfinished()
    st.session_state[evaluation_state.WATCHED] = _gone() | {_which(one): one.name for one in waiting}

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


def deleted() -> None:
    """The measurements that were in line and are gone, because their sets are; until that is dismissed.

    Nothing is left to tell whether one was stopped so, or had ended since the page was drawn last.
    """
    gone = _gone()
    if not gone:
        return
    named = ", ".join(f"“{name}”" for name in dict.fromkeys(gone.values()))
    with st.container(horizontal=True, vertical_alignment="center"):
        views.notice(
            "warning",
            f"{named} was deleted since its measurement was shown here, and its runs with it.",
            lead="Measurement gone.",
        )
        if st.button("Dismiss", key="dismiss_deleted", type="tertiary", icon=":material/close:"):
            watched = st.session_state[evaluation_state.WATCHED]
            st.session_state[evaluation_state.WATCHED] = {one: watched[one] for one in watched if one not in gone}
            st.rerun()


def none_yet(of: engine.QuestionSet, elsewhere: bool, outdated: str) -> None:
    """Why there is nothing to look at, and what a run is."""
    if any((one.name, one.sha256) == (of.name, of.sha256) for one in _unfinished()):
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


def measurable(checked: engine.Checked, of: engine.QuestionSet) -> bool:
    """Whether the set has a recall to measure. Says why not, or how many of its rows are left out of every run."""
    why_not = engine.why_no_recall(of.rows, checked)
    if why_not:
        views.notice("warning", why_not, lead=f"“{of.name}” cannot be measured here.")
    elif checked.faults:
        views.quiet(f"{words.counted(len(checked.faults), 'row')} of {of.name} not scored on these documents.")
    else:
        return True
    with st.container(horizontal=True):
        st.page_link(
            "../pages/questions.py",
            label="See why on Questions" if checked.faults else "Add a question with a needle",
            icon=":material/quiz:",
            query_params={state.SET: of.name},
        )
        if why_not and checked.questions:
            st.page_link("../pages/threshold.py", label="Go to Threshold", icon=":material/tune:")
    return why_not is None


def _gone() -> dict[tuple[int, float], str]:
    """The watched measurements that are not even in the list any more."""
    watched: dict[tuple[int, float], str] = st.session_state.get(evaluation_state.WATCHED, {})
    there = {_which(one) for one in engine.list_measurements(state.library().database)}
    return {one: name for one, name in watched.items() if one not in there}


def _which(one: engine.Measurement) -> tuple[int, float]:
    """What no other measurement has: the key of one that is gone is given again."""
    return one.key, one.created_at


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
            if told := " ".join(filter(None, (one.reason, _outdated(one)))):
                views.notice("info", told)
        if st.button("Cancel", key=f"cancel-{one.key}", icon=":material/stop_circle:", help="What is done is kept."):
            engine.cancel_measurement(state.library().database, one.key)
            st.rerun()


def _outdated(one: engine.Measurement) -> str:
    """That the set was changed since the measurement was put in line, and what becomes of its figures, in sentences."""
    newest = engine.newest_version(state.library().database, one.name)
    if newest is None or newest.sha256 == one.sha256:
        return ""
    return (
        f"“{one.name}” was changed since: this goes on with version {one.version}, and its figures will stand in "
        f"History. The newest is version {newest.version}; run again to measure that one."
    )


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
