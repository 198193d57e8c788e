"""Threshold: move the cut over a question set and see what is answered, what is refused and what is bluffed."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import state, sweep_charts, sweep_views, sweeps, views, words

library = state.library()
STEP = 0.005


def question_files() -> dict[str, engine.QuestionFile]:
    """The sets there are: the handbook's, those that are kept, those just uploaded."""
    kept = {each.name: engine.QuestionFile(each.rows, (), ()) for each in engine.newest_sets(library.database)}
    handbook = {"handbook": state.handbook_questions()}
    uploaded: dict[str, engine.QuestionFile] = st.session_state.get(state.UPLOADED, {})
    return kept | handbook | uploaded


def take_questions() -> None:
    """Reads the file that was just given and looks at its set; its name without the ending names the set."""
    given = st.session_state[state.QUESTION_FILE]
    st.session_state.pop(state.UNREAD, None)
    if given is None:
        return
    try:
        read = engine.read_questions(given.name, given.getvalue())
    except engine.EngineError as error:
        st.session_state[state.UNREAD] = str(error)
        return
    name = given.name.rpartition(".")[0] or given.name
    st.session_state[state.UPLOADED] = {**st.session_state.get(state.UPLOADED, {}), name: read}
    st.session_state[state.SET] = name


def upload() -> None:
    """A place to drop a file of questions."""
    with st.popover("Add questions", icon=":material/upload:"):
        st.caption(
            "CSV or JSONL with the columns `id, question, kind, needle, document, start, end, phrasing, pair`; "
            "`kind` is `in`, `near` or `far`."
        )
        st.file_uploader(
            "Question set",
            label_visibility="collapsed",
            max_upload_size=20,
            key=state.QUESTION_FILE,
            on_change=take_questions,
        )
    if state.UNREAD in st.session_state:
        views.notice("error", st.session_state[state.UNREAD])


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
            engine.use_cut(library, run, cut)
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
        width=400,
    )
    return engine.settled(engine.Retrieval(retriever, own.depth))


def only_looked_at() -> None:
    """Why figures that were made otherwise than Ask searches put no cut in force."""
    with st.container(horizontal=True, vertical_alignment="center"):
        views.quiet(
            f"Ask searches by {engine.found_by(own)}. To use a cut for {engine.found_by(run.retrieval)}, make that the "
            "library's first."
        )
        st.page_link("../pages/library.py", label="Go to Library", icon=":material/library_books:")


files, own = question_files(), engine.retrieval_of(library)
with st.container(horizontal=True, vertical_alignment="bottom"):
    name = st.selectbox("Question set", list(files), key=state.SET, width=260, persist_state="session")
    retrieval = searched_by()
    upload()
file = files[name]
searched = [document for document in state.documents() if document.live and not document.stale]
if not searched:
    said = ["No document is searched: there is nothing to measure.", *words.not_searched(state.documents())]
    views.notice("info", " ".join(said))
    st.page_link("../pages/library.py", label="Go to Library", icon=":material/library_books:")
    st.stop()
if any(document.state in words.UNFINISHED for document in state.documents()):
    views.notice("info", "Documents are still being read. The questions are searched once all of them are ready.")
    st.stop()
measured = state.measured(name, hash(file.rows), library.version, retrieval, file.rows)
run, checked = measured.run, measured.checked
faults = (*file.faults, *checked.faults)
if faults:
    with st.expander(f"{words.counted(len(faults), 'row')} not scored", icon=":material/error:"):
        for remark in faults:
            st.text(f"line {remark.line}, {remark.id or 'no id'}: {remark.reason}")
if not run.trials:
    views.notice("info", "No row of this set can be scored on these documents; the reasons stand above.")
    st.stop()
chosen, outdated = state.cut_in_force()
used = chosen.cut if chosen else library.settings.cut
sweep = engine.sweep(run.trials)
usable = run.retrieval == engine.settled(own)
offered = sweeps.slider_cuts(sweep)
cut = controls()
if not usable:
    only_looked_at()
sweep_views.in_force(chosen, used, outdated)
sweep_views.figures(sweep, cut)
ends = sweeps.interesting(sweep, cut, used)
curves, histogram = st.columns(2)
curves.altair_chart(sweep_charts.sweep_chart(sweeps.curves(sweep, offered), cut, used, ends))
histogram.altair_chart(sweep_charts.distances_chart(sweeps.distances(run.trials), cut, used, ends))
sweep_views.unknown(sweep, run.trials, cut)
sweep_views.lists(run.trials, st.session_state[state.CUT_BEFORE], cut)
