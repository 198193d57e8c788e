"""Evaluate: strategies × retrievers on one question set, and which of the differences are more than chance."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import (
    evaluation,
    evaluation_course,
    evaluation_matrix,
    evaluation_past,
    evaluation_planning,
    evaluation_single,
    evaluation_state,
    evaluation_views,
    state,
    views,
    words,
)

VIEWS = ("Matrix", "Compare two", "All pairs", "Split", "Destroyed", "Hidden", "History")
library = state.library()
database = library.database


def choose_set() -> engine.QuestionSet:
    """The question set, its newest version: the one that a link names, or else the one that was used last."""
    chosen = st.session_state.get(evaluation_state.OF, named)
    wanted = (chosen, st.session_state.get(state.SET_USED), *sets)
    st.session_state[evaluation_state.OF] = next(name for name in wanted if name in sets)
    name = st.selectbox("Question set", list(sets), key=evaluation_state.OF, width=190)  # not bound to the address:
    # Streamlit would then take the set out of this page's links to Questions, whose own control is
    st.session_state[state.SET_USED] = name
    return sets[name]


def scored() -> engine.Checked | None:
    """The set held against the documents; nothing where it cannot be measured, which is said."""
    if any(document.state in words.UNFINISHED for document in state.documents()):
        views.notice("info", "Documents are still being read. They can be measured once all of them are ready.")
        return None
    if not any(document.live and not document.stale for document in state.documents()):
        said = ["No document is searched: there is nothing to measure.", *words.not_searched(state.documents())]
        views.notice("info", " ".join(said))
        st.page_link("../pages/library.py", label="Go to Library", icon=":material/library_books:")
        return None
    return state.checker().check(of.rows)


def look() -> None:
    """One view of the runs."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = st.segmented_control(
            "View", VIEWS, default=VIEWS[0], required=True, key=evaluation_state.LOOK, persist_state="session"
        )
        k, over, what = engine.COMPARED_AT, evaluation.ROWS, evaluation_matrix.FOUND
        if view not in ("Destroyed", "Hidden"):
            k = st.segmented_control(
                "Recall at",
                engine.KS,
                default=k,
                required=True,
                key=evaluation_state.AT,
                help="How many of the first passages count. An answer is built from 4.",
                persist_state="session",
            )
        if view == "Matrix":
            over = st.segmented_control(
                "Over",
                (evaluation.ROWS, evaluation.PAIRS),
                default=over,
                required=True,
                key=evaluation_state.OVER,
                help="Rows: every needle of every question. Pairs: all phrasings of one needle count once.",
                persist_state="session",
            )
            what = st.segmented_control(
                "Columns",
                (evaluation_matrix.FOUND, evaluation_matrix.COSTS, evaluation_matrix.TIMES),
                default=what,
                required=True,
                key=evaluation_state.COLUMNS,
                help="Found: recall and MRR. Costs: chunks and tokens. Times: milliseconds of each stage.",
                persist_state="session",
            )
    if view == "History":
        evaluation_past.history(runs, k)
    elif view == "Hidden":
        evaluation_single.hidden([run for run in today if run.way.hidden is not engine.Hidden.NOTHING], *cut())
    elif not shown and measurable:
        evaluation_course.none_yet(of, bool(runs), evaluation.outdated(runs, of, basis, corpus, encoder))
    elif not shown:
        st.caption("History has the runs of other sets.")
    elif view == "Matrix":
        evaluation_views.matrix(shown, k, over, what)
    elif view == "Split":
        evaluation_single.parts(shown, k, *cut())
    elif view == "Destroyed":
        evaluation_single.destroyed(shown)
    elif len(shown) < 2:
        views.notice("info", "There is one run: measure with another strategy or retriever to compare it.")
    elif view == "Compare two":
        evaluation_views.two(shown, k)
    else:
        evaluation_views.every_two(shown, k)


def cut() -> tuple[float, str]:
    """The cut in force, and where it comes from."""
    chosen, why_outdated = state.cut_in_force()
    used = chosen.cut if chosen else library.settings.cut
    return used, words.origin_of_cut(chosen, used, why_outdated is not None, own)


sets, own = {each.name: each for each in engine.newest_sets(database)}, engine.retrieval_of(library)
runs = engine.list_runs(database)
evaluation_course.deleted()
if not sets:
    views.notice("info", "There is no question set yet: there is nothing to measure with.")
    st.page_link("../pages/questions.py", label="Go to Questions", icon=":material/quiz:")
    st.stop()
named = st.query_params.get(state.SET)
if named is not None and named not in sets:
    views.notice("warning", f"There is no question set “{named}”; it was deleted or renamed.")
with st.container(horizontal=True, vertical_alignment="bottom"):
    of = choose_set()
    wanted = evaluation_planning.choose(own)
    button = st.container(width="content")
corpus, basis = evaluation_state.corpus(library.version), evaluation_state.basis(library.version)
encoder = engine.describe(library.encoder_name)
today = evaluation.todays(runs, of, basis)
made = {run.way for run in today}
checked, measurable = scored(), True
if checked is not None:
    with views.errors():
        evaluation_planning.start(evaluation_planning.plan(of, wanted), checked, made, button)
    measurable = evaluation_course.measurable(checked, of)
evaluation_course.course()
shown = evaluation_state.shown([run for run in today if run.way.hidden is engine.Hidden.NOTHING])
if runs or (checked is not None and measurable):
    look()
