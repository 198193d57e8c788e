"""From text to question: a sentence of a chunk is chosen, its question typed, and both are a row of a set."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import question_drafts, question_sets, state, views


def make(document: engine.Document, extraction: engine.Extraction, chunk: engine.Chunk) -> None:
    """A button that unfolds the sentences of the chunk."""
    folded = st.popover(
        "Make a question", key=state.MAKING, icon=":material/add_comment:", on_change="rerun", width="content"
    )
    if not folded.open:
        st.session_state.pop(state.PICKED, None)
        st.session_state.pop(state.MADE, None)
        return
    picked: engine.Needle | None = st.session_state.get(state.PICKED)
    with folded, st.container(width=620):
        _tell()
        if picked is None or picked.document != document.name:
            _sentences(document, extraction, chunk)
        else:
            _question(picked, extraction.text[picked.start : picked.end], chunk)


def _sentences(document: engine.Document, extraction: engine.Extraction, chunk: engine.Chunk) -> None:
    """Every sentence as it stands there, with a button to choose it."""
    found = engine.sentences(extraction, chunk.start, chunk.end)
    if not found:
        views.quiet("This chunk holds no sentence that could answer a question.")
        return
    views.quiet("Choose the sentence that answers:")
    with st.container(height=380 if len(found) > 5 else "content", border=False, gap="xsmall"):
        for start, end in found:
            button, sentence = st.columns([1, 6], vertical_alignment="center")
            place = engine.Needle(document.name, start, end)
            button.button("Choose", key=f"sentence_{start}_{end}", on_click=_pick, args=(place,))
            with sentence:
                views.quiet(" ".join(extraction.text[start:end].split()))


def _question(picked: engine.Needle, passage: str, chunk: engine.Chunk) -> None:
    """The sentence, what speaks against it as a needle, the set it goes into, and the question to type."""
    views.verbatim(passage)
    for said in _doubts(picked, passage, chunk):
        views.notice("warning", said)
    names = [each.name for each in engine.newest_sets(state.library().database)]
    used = st.session_state.get(state.SET_USED) or question_drafts.OWN
    name = st.selectbox(
        "Question set", list(dict.fromkeys([used, *names])), key=state.MAKING_SET, accept_new_options=True
    )
    waiting = list(dict.fromkeys(row.question for row in question_sets.lacking(question_drafts.rows_now(name))))
    key = f"typed_question_{st.session_state.get(state.MADE_COUNT, 0)}"
    st.selectbox(
        "Its question",
        waiting,
        None,
        key=key,
        placeholder="Type it and press Enter" + (", or choose one that has no needle yet" if waiting else ""),
        accept_new_options=True,
        on_change=_add,
        args=(key, name, picked, passage),
    )
    st.button("Another sentence", type="tertiary", icon=":material/arrow_back:", on_click=_pick, args=(None,))


def _tell() -> None:
    """What became of the last question, and the way to it."""
    if state.MADE in st.session_state:
        kind, said, name = st.session_state[state.MADE]
        views.notice(kind, said)
        if kind == "success":
            st.page_link(
                "../pages/questions.py",
                label="See it on Questions",
                icon=":material/quiz:",
                query_params={state.SET: name},
            )


def _doubts(picked: engine.Needle, passage: str, chunk: engine.Chunk) -> list[str]:
    """What speaks against the sentence as a needle."""
    row = engine.question_row(1, {"id": "q", "question": "?", "kind": "in", "needle": passage, **picked._asdict()})
    checked = state.checker().check([row])
    said = [remark.reason for remark in (*checked.faults, *checked.warnings)]
    if not chunk.overlap_start <= picked.start < picked.end <= chunk.end:
        said.append("The sentence reaches beyond this chunk: no search finds it whole here.")
    return said


def _pick(place: engine.Needle | None) -> None:
    st.session_state[state.PICKED] = place
    st.session_state.pop(state.MADE, None)


def _add(key: str, name: str, picked: engine.Needle, passage: str) -> None:
    """Adds the question that was just typed or chosen, and shows the sentences again."""
    question = (st.session_state[key] or "").strip()
    if not question:
        return
    ids: list[str] = []

    def grow(rows: question_sets.Rows) -> question_sets.Rows:
        grown, id = question_sets.with_needle(rows, question, picked, passage)
        ids.append(id)
        return grown

    try:
        saved = question_drafts.add(name.strip() or question_drafts.OWN, grow)
    except engine.EngineError as error:
        st.session_state[state.MADE] = ("error", str(error), name)
        return
    said = f"Added as {ids[0]} to “{saved.name}”, now version {saved.version}."
    st.session_state[state.MADE] = ("success", said, saved.name)
    st.session_state[state.MADE_COUNT] = st.session_state.get(state.MADE_COUNT, 0) + 1
    st.session_state[state.PICKED] = None
