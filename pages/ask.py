"""Ask: a question, and an answer whose every sentence names its place, or a refusal that says why."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

import engine
from dashboard import answers, asking, searches, state, views, words

EXAMPLES = (
    ("What does the gate compare?", "answered in the handbook"),
    ("How far can zero bluffs of thirty be trusted?", "answered in the handbook"),
    ("How do I renew my passport?", "not in the handbook: a refusal"),
)

library = state.library()
documents = state.documents()
searched = [document for document in documents if document.live and not document.stale]


def submit() -> None:
    asking.put(st.session_state[state.QUESTION])


def ask(search: searches.Search) -> None:
    """Remembers the answer with the state of the library it was given in, and draws the page again: what stands above
    was counted before the encoder was loaded. After an error there is no answer.
    """
    if library.loaded_encoder is None:
        with st.spinner("Loading the encoder, once: a few seconds, the very first time up to half a minute …"):
            library.encoder()
    generation = library.generation
    with st.spinner(f"Searching {words.counted(sum(document.chunks for document in searched), 'chunk')} …"):
        answer = state.desk().ask(search.question, search.retrieval, within=search.within)
    asking.keep(search, answer, generation)
    st.rerun()


def library_link() -> None:
    """The way to the page that can change it, where nothing can be searched."""
    if not searched:
        st.page_link("../pages/library.py", label="Go to Library", icon=":material/library_books:")


def examples() -> None:
    """Questions for somebody who sees Candor for the first time."""
    st.caption("Candor's handbook is in the library as a sample. Try:")
    with st.container(horizontal=True):
        for number, (question, what) in enumerate(EXAMPLES, start=1):
            st.button(question, key=f"example_{number}", help=what, on_click=asking.put, args=(question,))


def how() -> None:
    """How the next question is searched: one line, and what it takes to change it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        folded = st.popover("How to search", key=state.HOW, icon=":material/tune:", on_change="rerun", width="content")
        retrieval, within = asking.chosen()
        part = words.where(within, most=1)
        where = f"only {part}" if part else "in all documents"
        shown = st.session_state.get(state.SEARCH) if state.ANSWER in st.session_state else None
        other = shown is not None and (shown.retrieval, shown.within) != (retrieval, within)
        views.quiet(f"{engine.found_by(retrieval)}, {where}{': press Ask to search like this' if other else ''}")
    if folded.open:
        with folded:
            controls()


def controls() -> None:
    """The retriever, its depth, and what the search is confined to; nothing is asked before *Ask* is pressed."""
    way, where = st.columns([5, 4], gap="medium")
    retriever = way.radio(
        "How passages are found",
        list(engine.RETRIEVERS),
        key=state.RETRIEVER,
        format_func=lambda name: words.RETRIEVERS[name][0] + (" · the library's" if name == own.retriever else ""),
        captions=[words.RETRIEVERS[name][1] for name in engine.RETRIEVERS],
        persist_state="session",
    )
    with where:
        picked = st.session_state.get(state.DOCUMENTS, [])
        names = st.multiselect(
            "Only in these documents",
            sorted({document.name for document in searched} | set(picked)),
            key=state.DOCUMENTS,
            placeholder="All documents",
            wrap=True,
            persist_state="session",
        )
        titles = state.section_titles(library.generation, tuple(names))
        st.multiselect(
            "Only under these headings",
            sorted({*titles, *st.session_state.get(state.SECTIONS, [])}),
            key=state.SECTIONS,
            placeholder="All sections",
            help="A passage counts that stands under one of them, at any level.",
            wrap=True,
            persist_state="session",
        )
        if searches.reorders(retriever):
            st.number_input(
                "Depth, passages",
                1,
                engine.FUSED,
                step=5,
                key=state.DEPTH,
                help="How many of the first passages late interaction puts in a new order.",
                persist_state="session",
            )


def everywhere(search: searches.Search, sentence: str = "") -> None:
    """The way out of a search that is confined to a part of the library."""
    if words.where(search.within):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if sentence:
                views.quiet(sentence)
            st.button(
                "Search everywhere",
                key="everywhere",
                icon=":material/select_all:",
                type="tertiary",
                on_click=asking.go,
                args=(replace(search, within=searches.EVERYWHERE),),
            )


own = asking.follow()
top = st.container()
search = None
with views.errors():
    search = asking.arrive()
with top:
    with st.form("ask_form", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Question",
            key=state.QUESTION,
            placeholder="What do you want to know from these documents?",
            persist_state="session",
        )
        st.form_submit_button("Ask", key="ask", type="primary", icon=":material/search:", on_click=submit)
    how()
answer: engine.Answer | None = st.session_state.get(state.ANSWER)
if search is not None:
    with views.errors():
        ask(search)
elif answer is None and searches.QUESTION not in st.query_params:
    for sentence in words.not_searched(documents):
        st.caption(sentence)
    library_link()
    if any(document.sample for document in searched):
        examples()
if answer is None:
    st.stop()
search = st.session_state[state.SEARCH]
if st.session_state[state.GENERATION] != library.generation:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("The library has changed since this answer was given.", width="content")
        st.button("Ask again", key="ask_again", icon=":material/replay:", on_click=asking.go, args=(search,))
if answer.outcome is engine.Outcome.ANSWERED:
    for sentence in words.not_searched(documents):
        st.caption(sentence)
    everywhere(search, f"Only searched {words.where(search.within)}.")
    answers.answered(answer, search)
else:
    with st.container(key="refusal"):
        answers.refused(answer, search, words.not_searched(documents))
        everywhere(search)
        library_link()
        answers.decided(answer, search)
if answer.decision.pool:
    answers.cards(answer)
    answers.pool(answer)
