"""Threshold: move the cut over a question set and see what is answered, what is refused and what is bluffed."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import state, sweep_charts, sweeps, views, words

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
        if st.button("Use this cut", type="primary", icon=":material/done:", help="Ask uses it from then on."):
            engine.use_cut(library, run, cut)
            st.rerun()
    return float(cut)


def in_force() -> None:
    """Which cut Ask uses, where it comes from, and whether that still holds."""
    if chosen is None:
        views.quiet(f"Ask uses {used:g}: not calibrated for these documents.")
        return
    where = f"Ask uses {chosen.cut:.3f}, chosen on the set {chosen.question_set}, version {chosen.version}."
    if outdated:
        views.notice("warning", outdated, lead=f"{where} Out of date.")
    else:
        views.quiet(where)


def figures(cut: float) -> None:
    """The counts at the cut, each with its n and 95 % interval."""
    counts = sweep.at(cut)
    told = [
        ("Right", counts.answered_right, sweep.n_in, "Answered, and a source holds the needle."),
        ("Wrong", counts.answered_wrong, sweep.n_in, "Answered, and no source holds the needle."),
        ("Refused", counts.refused, sweep.n_in, "The documents hold the answer, and the gate refused."),
        ("Near bluffs", counts.bluffs_near, sweep.n_near, "Answered, though the documents do not hold the answer."),
        ("Far bluffs", counts.bluffs_far, sweep.n_far, "Answered, though the documents are about something else."),
    ]
    for column, (label, count, n, meaning) in zip(st.columns(len(told)), told, strict=True):
        with column:
            share = engine.proportion(int(count[0]), n)
            st.metric(label, f"{int(count[0])} of {n}", help=meaning)
            st.caption(f"95 %: {share.low:.1%} to {share.high:.1%}" if n else "no such questions")


def unknown(cut: float) -> None:
    """What these questions cannot tell."""
    counts = sweep.at(cut)
    bluffed, negatives = int(counts.bluffs_near[0] + counts.bluffs_far[0]), sweep.n_near + sweep.n_far
    if not negatives:
        views.quiet("The set has no near or far questions: nothing is known of bluffs.")
        return
    share = engine.proportion(bluffed, negatives)
    needed = engine.questions_for(bluffed / negatives)
    views.quiet(
        f"What cannot be known: {bluffed} bluffs of {negatives} still allow up to {share.high:.1%} (95 %, Wilson). "
        f"About {needed:,} questions without an answer would narrow this to ±5 points. The {sweep.n_in} in-domain rows "
        f"ask for {pairs} needles; phrasings of one are not independent, so their intervals are wider than shown."
    )


def lists(cut: float) -> None:
    """The questions behind the counts."""
    before = st.session_state[state.CUT_BEFORE]
    tables = {
        "Bluffs": sweeps.bluffs_table(run.trials, cut),
        "Flipped": sweeps.flips_table(run.trials, before, cut),
        "Refused": sweeps.verdict_table(run.trials, cut, "refused"),
        "Wrong": sweeps.verdict_table(run.trials, cut, "wrong"),
    }
    shown = st.segmented_control(
        "Questions",
        list(tables),
        default="Bluffs",
        required=True,
        key="list",
        format_func=lambda name: f"{name} ({len(tables[name])})",
        label_visibility="collapsed",
    )
    frame = tables[shown]
    if frame.empty:
        none = {"Flipped": f"No question ends otherwise than at {before:.3f}, the cut before."}
        st.caption(none.get(shown, f"None at {cut:.3f}."))
        return
    st.dataframe(
        frame.convert_dtypes(),
        hide_index=True,
        row_height=35,
        column_config={
            "Question": st.column_config.TextColumn(width="large"),
            "Distance": st.column_config.NumberColumn(format="%.3f"),
            "Best distance": st.column_config.NumberColumn(format="%.3f"),
            "Passage that let it through": st.column_config.TextColumn(width="large"),
        },
    )


files = question_files()
with st.container(horizontal=True, vertical_alignment="bottom"):
    name = st.selectbox("Question set", list(files), key=state.SET, width=320, persist_state="session")
    upload()
file = files[name]
searched = [document for document in state.documents() if document.live and not document.stale]
if not searched:
    views.notice("info", "No document is ready: there is nothing to measure. Add some on Library, or wait.")
    st.stop()
if any(document.state in words.UNFINISHED for document in state.documents()):
    views.notice("info", "Documents are still being read. The questions are searched once all of them are ready.")
    st.stop()
measured = state.measured(
    f"{name}@{len(file.rows)}@{hash(file.rows)}", library.version, engine.retrieval_of(library), file.rows
)
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
pairs = len({trial.pair or trial.id for trial in run.trials if trial.kind == "in"})
offered = sweeps.slider_cuts(sweep)
cut = controls()
in_force()
figures(cut)
ends = sweeps.interesting(sweep, cut, used)
curves, histogram = st.columns(2)
curves.altair_chart(sweep_charts.sweep_chart(sweeps.curves(sweep, offered), cut, used, ends))
histogram.altair_chart(sweep_charts.distances_chart(sweeps.distances(run.trials), cut, used, ends))
unknown(cut)
lists(cut)
