"""Ask: a question, and an answer whose every sentence names its place, or a refusal that says why."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import state, tables, views, words

LINK = "q"
EXAMPLES = (
    ("What does the gate compare?", "answered in the handbook"),
    ("How far can zero bluffs of thirty be trusted?", "answered in the handbook"),
    ("How do I renew my passport?", "not in the handbook: a refusal"),
)
NEAREST = 4
WAYS_OUT = {
    engine.Outcome.BELOW_CUT: [
        "If a passage below comes close to what you meant, ask in its words;",
        "otherwise these documents do not seem to hold the answer.",
    ],
    engine.Outcome.MODEL_UNREACHABLE: ["This says nothing about your documents; ask again when it can be reached."],
}

library = state.library()
documents = state.documents()
searched = [document for document in documents if document.live and not document.stale]


def put(question: str) -> None:
    """Makes this the question of the page and of its address; the page asks what its address says and has no answer."""
    st.session_state[state.QUESTION] = question
    st.session_state.pop(state.ANSWER, None)
    if question:
        st.query_params[LINK] = question
    else:
        st.query_params.clear()


def submit() -> None:
    put(st.session_state[state.QUESTION].strip())


def ask(question: str) -> None:
    """Remembers the answer with the state of the library it was given in, and draws the page again: what stands above
    was counted before the encoder was loaded. After an error there is no answer.
    """
    with views.errors():
        if library.loaded_encoder is None:
            with st.spinner("Loading the encoder, once: a few seconds, the very first time up to half a minute …"):
                library.encoder()
        st.session_state[state.GENERATION] = library.generation
        with st.spinner(f"Searching {words.counted(sum(document.chunks for document in searched), 'chunk')} …"):
            st.session_state[state.ANSWER] = state.desk().ask(question)
        st.rerun()


def coverage() -> list[str]:
    """What is not searched at the moment, and what to do about it."""
    waiting = [d for d in documents if d.state in words.UNFINISHED and d not in searched]
    stale = [d for d in documents if d.stale and d.state not in words.UNFINISHED]
    failed = [d for d in documents if d.state is engine.State.FAILED and d not in searched]
    said = {
        "The library is empty: add documents on the Library page.": not documents,
        f"Still being read or rebuilt, not searched yet: {len(waiting)} of {len(documents)} documents.": waiting,
        f"Built with other settings and not searched until rebuilt: {len(stale)} of {len(documents)} documents.": stale,
        f"Could not be read: {len(failed)} of {len(documents)} documents; the Library page tells why.": failed,
    }
    return [sentence for sentence, applies in said.items() if applies]


def library_link() -> None:
    """The way to the page that can change it, where nothing can be searched."""
    if not searched:
        st.page_link("../pages/library.py", label="Go to Library", icon=":material/library_books:")


def examples() -> None:
    """Questions for somebody who sees Candor for the first time."""
    st.caption("Candor's handbook is in the library as a sample. Try:")
    with st.container(horizontal=True):
        for number, (question, what) in enumerate(EXAMPLES, start=1):
            st.button(question, key=f"example_{number}", help=what, on_click=put, args=(question,))


def answered(answer: engine.Answer) -> None:
    """The answer, who wrote it, and what the gate saw."""
    cut, best = answer.decision.cut, answer.decision.best_distance or 0
    who = f"Written by {answer.generator}" if answer.model_calls else "Verbatim sentences from your documents"
    with st.container(border=True, key="answer", gap="xsmall"):
        views.answer_text(answer)
        views.quiet(
            f"{who}; model calls: {answer.model_calls}. Best distance {words.figure(best, cut)}, cut {cut:g}, "
            f"{origin(cut)}. {times(answer)}"
        )


def refused(answer: engine.Answer) -> None:
    """Why there is no answer, what to do about it, and the figures that decided."""
    cut, best = answer.decision.cut, answer.decision.best_distance
    said = " ".join([answer.reason, *WAYS_OUT.get(answer.outcome, ()), *coverage()])
    with st.container(key="refusal"):
        views.notice("info", said, lead=f"{words.outcome_in_words(answer.outcome)}.")
        library_link()
        with st.container(horizontal=True):
            st.metric("Best distance", "none" if best is None else words.figure(best, cut), border=True)
            st.metric("Cut", f"{cut:g}", border=True)
            st.metric("Model calls", f"{answer.model_calls}", border=True)
        views.quiet(f"The cut is {origin(cut)}.")
        st.caption(
            f"`model calls: {answer.model_calls}` counts the models that write; the encoder writes nothing. "
            f"A distance of 0 means the same, about 1 unrelated. {times(answer)}"
        )


def origin(cut: float) -> str:
    """Where the cut of an answer comes from, and whether that still holds."""
    chosen, outdated = state.cut_in_force()
    return words.origin_of_cut(chosen, cut, outdated is not None)


def times(answer: engine.Answer) -> str:
    """Milliseconds, in all and per stage."""
    parts = ", ".join(f"{stage} {taken:.0f}" for stage, taken in answer.milliseconds.items())
    return f"{sum(answer.milliseconds.values()):.0f} ms: {parts}."


def cards(answer: engine.Answer) -> None:
    """The sources, or, when nothing passed, the nearest passages."""
    hits = [source.hit for source in answer.sources] or answer.decision.pool[:NEAREST]
    heading = "Passages that passed the cut" if answer.sources else "Nearest passages: none of them passed the cut"
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{'Sources' if answer.text else heading}**")
        if answer.text:
            with st.popover("Copy answer with sources", icon=":material/content_copy:", key="copy", type="tertiary"):
                st.caption("Point at the text: the button at its top right copies all of it.")
                st.code(engine.as_text(answer), language=None, wrap_lines=True, height=320, width=560)
    with st.grid(2, min_column_width=400):
        for number, hit in enumerate(hits, start=1):
            views.hit_card(answer, hit, f"{'source' if answer.sources else 'near'}_{number}")


def pool(answer: engine.Answer) -> None:
    """Everything that the gate looked at, with what each stage of the search thought of it."""
    with st.expander(f"All {len(answer.decision.pool)} passages that the gate looked at", key="pool"):
        st.dataframe(
            tables.pool_table(answer),
            hide_index=True,
            column_config={"Distance": st.column_config.NumberColumn(format="%.3f")},
        )


asked = st.query_params.get(LINK, "").strip()
answer: engine.Answer | None = st.session_state.get(state.ANSWER)
if answer is not None and not asked:  # back from another page
    asked = st.query_params[LINK] = answer.question
if answer is None or answer.question != asked:
    answer = None
    if asked:
        st.session_state[state.QUESTION] = asked

with st.form("ask_form", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
    st.text_input(
        "Question",
        key=state.QUESTION,
        placeholder="What do you want to know from these documents?",
        persist_state="session",
    )
    st.form_submit_button("Ask", key="ask", type="primary", icon=":material/search:", on_click=submit)
if asked and answer is None:
    ask(asked)
elif answer is None:
    for sentence in coverage():
        st.caption(sentence)
    library_link()
    if any(document.sample for document in searched):
        examples()
if answer is None:
    st.stop()
if st.session_state[state.GENERATION] != library.generation:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("The library has changed since this answer was given.", width="content")
        st.button("Ask again", key="ask_again", icon=":material/replay:", on_click=put, args=(answer.question,))
if answer.outcome is engine.Outcome.ANSWERED:
    for sentence in coverage():
        st.caption(sentence)
    answered(answer)
else:
    refused(answer)
if answer.decision.pool:
    cards(answer)
    pool(answer)
