"""Threshold: move the cut over a question set and see what is answered, what is refused and what is bluffed."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import negatives, question_drafts, state, sweep_charts, sweep_views, sweeps, views, words

library = state.library()
STEP = 0.005


def look_at(cut: float) -> None:
    """Makes this the cut of the page, and remembers the one before."""
    cut = min(max(float(cut), 0.0), 2.0)
    st.session_state[state.CUT_BEFORE] = st.session_state[state.SEEN]
    st.session_state[state.SEEN] = cut
    st.session_state[state.CUT] = cut
    st.session_state[state.SLIDER] = min(offered, key=lambda offer: abs(offer - cut))


def controls() -> float:
    """The cut by slider, by arrow keys on it, and by typing."""
    if state.SEEN not in st.session_state:
        st.session_state[state.SEEN] = st.session_state[state.CUT_BEFORE] = used
    cut = st.session_state[state.SEEN]
    st.session_state.setdefault(state.CUT, cut)
    st.session_state[state.SLIDER] = min(offered, key=lambda offer: abs(offer - cut))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.select_slider(
            "Cut: a passage passes when its distance is below it",
            offered,
            key=state.SLIDER,
            format_func=lambda offer: f"{offer:.3f}",
            on_change=lambda: look_at(st.session_state[state.SLIDER]),
        )
        st.number_input(
            "Cut, typed",
            0.0,
            2.0,
            step=STEP,
            format="%.3f",
            key=state.CUT,
            width=160,
            on_change=lambda: look_at(st.session_state[state.CUT]),
        )
        why = "Ask uses it from then on." if usable else "These figures were made in another way than Ask searches."
        if st.button("Use this cut", type="primary", icon=":material/done:", help=why, disabled=not usable):
            engine.use_cut(library, run, trials, cut, hidden=len(more))
            st.rerun()
    return float(cut)


def searched_by() -> engine.Retrieval:
    """How the questions are searched: as the library does, or otherwise, to look at it."""
    retriever = st.selectbox(
        "Searched by",
        list(engine.RETRIEVERS),
        index=list(engine.RETRIEVERS).index(own.retriever),
        key=state.SEARCHED_BY,
        format_func=lambda name: (
            engine.found_by(engine.Retrieval(name, own.depth)) + (", the library's" if name == own.retriever else "")
        ),
        width=340,
    )
    return engine.settled(engine.Retrieval(retriever, own.depth))


def to_questions(label: str, name: str | None = None) -> None:
    """The way to the page where question sets are made and mended."""
    st.page_link(
        "../pages/questions.py",
        label=label,
        icon=":material/quiz:",
        query_params={state.SET: name} if name else None,
    )


def only_looked_at() -> None:
    """Why figures that were made otherwise than Ask searches put no cut in force."""
    with st.container(horizontal=True, vertical_alignment="center"):
        views.quiet(
            f"Ask searches by {engine.found_by(own)}. To use a cut for {engine.found_by(run.way.retrieval)}, make that "
            "the library's first."
        )
        st.page_link("../pages/library.py", label="Go to Library", icon=":material/library_books:")


sets, own = {each.name: each for each in engine.newest_sets(library.database)}, engine.retrieval_of(library)
if not sets:
    views.notice("info", "There is no question set yet: there is nothing to measure with.")
    to_questions("Import on Questions")
    st.stop()
question_drafts.follow(list(sets))
with st.container(horizontal=True, vertical_alignment="bottom"):
    name = st.selectbox("Question set", list(sets), key=state.SET, width=260)
    retrieval = searched_by()
    hidden = negatives.choose()
    to_questions("Import on Questions")
st.session_state[state.SET_USED] = name
chosen_set = sets[name]
searched = [document for document in state.documents() if document.live and not document.stale]
if not searched:
    said = ["No document is searched: there is nothing to measure.", *words.not_searched(state.documents())]
    views.notice("info", " ".join(said))
    st.page_link("../pages/library.py", label="Go to Library", icon=":material/library_books:")
    st.stop()
if any(document.state in words.UNFINISHED for document in state.documents()):
    views.notice("info", "Documents are still being read. The questions are searched once all of them are ready.")
    st.stop()
measured = state.measured(name, hash(chosen_set.rows), library.version, retrieval, chosen_set.rows)
run, faults = measured.run, measured.checked.faults
if faults:
    with st.expander(f"{words.counted(len(faults), 'row')} not scored", icon=":material/error:"):
        for remark in faults:
            st.text(f"row {remark.line}, {remark.id or 'no id'}: {remark.reason}")
        to_questions("Mend them on Questions", name)
if not measured.trials:
    none = "No row of this set can be scored on these documents; the reasons stand above."
    views.notice("info", none if faults else "This set has no rows yet.")
    st.stop()
more = negatives.trials(chosen_set, run, hidden)
trials = (*measured.trials, *more)
chosen, outdated = state.cut_in_force()
used = chosen.cut if chosen else library.settings.cut
sweep = engine.sweep(trials)
usable = run.way.retrieval == engine.settled(own)
offered = sweeps.slider_cuts(sweep)
cut = controls()
if not usable:
    only_looked_at()
sweep_views.in_force(chosen, used, outdated)
sweep_views.figures(sweep, cut)
ends = sweeps.interesting(sweep, cut, used)
curves, histogram = st.columns(2)
curves.altair_chart(sweep_charts.sweep_chart(sweeps.curves(sweep, offered), cut, used, ends))
histogram.altair_chart(sweep_charts.distances_chart(sweeps.distances(trials), cut, used, ends))
sweep_views.unknown(sweep, trials, cut)
sweep_views.lists(trials, st.session_state[state.CUT_BEFORE], cut)
