"""The library's settings as its page draws them: how documents are cut, and how questions are searched."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import searches, state, views, words


def cutting() -> None:
    """How the library is cut and embedded; a change is priced before it is applied."""
    library = state.library()
    now, encoder_now = library.chunking, library.encoder_name
    fixed = library.settings.encoder is not None
    with st.container(border=True):
        st.markdown("**How all documents are cut**")
        letters = list(engine.STRATEGIES)
        strategy = st.selectbox(
            "Strategy",
            letters,
            index=letters.index(now.strategy),
            format_func=lambda letter: f"{letter}: {engine.STRATEGIES[letter].description}",
        )
        sizes = st.columns([3, 3, 5])
        target = sizes[0].number_input(
            "Target, characters", engine.SMALLEST_TARGET, engine.LARGEST_TARGET, now.target, step=64
        )
        overlap = sizes[1].number_input(
            "Overlap, characters",
            0,
            engine.LARGEST_TARGET - 1,
            now.overlap,
            step=16,
            disabled=not engine.STRATEGIES[strategy].overlap,
        )
        encoder = sizes[2].text_input(
            "Encoder",
            encoder_now,
            disabled=fixed,
            help="Set outside the library by CANDOR_ENCODER or settings.toml." if fixed else "A hub name or a folder.",
        )
        chosen = engine.Chunking(strategy, int(target), int(overlap))
        if (chosen, encoder) == (now, encoder_now):
            st.caption("These are the library's settings. Change one to see what a rebuild would cost.")
            return
        cost = state.cost(library.generation, chosen, encoder)
        reused = cost.chunks - cost.to_embed
        st.caption(
            f"{words.counted(cost.documents, 'document')} would be cut into {words.counted(cost.chunks, 'chunk')}: "
            f"{words.counted(cost.to_embed, 'text')} to embed, "
            f"{reused:,} embedded before. Until a document is rebuilt it is stale and not searched."
        )
        if st.button("Apply and rebuild", type="primary", icon=":material/autorenew:"):
            library.apply(chosen, encoder)
            st.rerun()


def searching() -> None:
    """How questions are searched where they do not say otherwise; a change holds at once."""
    now = engine.retrieval_of(state.library())
    st.session_state[state.LIBRARY_RETRIEVER], st.session_state[state.LIBRARY_DEPTH] = now.retriever, now.depth
    with st.container(border=True):
        retriever, depth, meaning = st.columns([5, 3, 8], vertical_alignment="bottom")
        retriever.selectbox(
            "Questions are searched by",
            list(engine.RETRIEVERS),
            key=state.LIBRARY_RETRIEVER,
            format_func=lambda name: words.RETRIEVERS[name][0],
            on_change=_use_retrieval,
        )
        reorders = searches.reorders(now.retriever)
        depth.number_input(
            "Depth, passages",
            1,
            engine.FUSED,
            step=5,
            key=state.LIBRARY_DEPTH,
            on_change=_use_retrieval,
            disabled=not reorders,
            help="How many of the first passages late interaction puts in a new order; more take longer.",
        )
        meaning.caption(f"{words.RETRIEVERS[now.retriever][1]} Used at once; nothing is rebuilt.")
        chosen, _ = state.cut_in_force()
        if chosen is not None and chosen.retrieval != engine.settled(now):
            with st.container(horizontal=True, vertical_alignment="center"):
                views.notice(
                    "warning",
                    f"The cut {chosen.cut:.3f}, which Ask uses, was measured with {engine.found_by(chosen.retrieval)}.",
                )
                st.page_link("../pages/threshold.py", label="Measure anew on Threshold", icon=":material/tune:")


def _use_retrieval() -> None:
    """Makes what the two controls say the library's own."""
    said = st.session_state
    retrieval = engine.Retrieval(said[state.LIBRARY_RETRIEVER], int(said[state.LIBRARY_DEPTH]))
    engine.use_retrieval(state.library(), retrieval)
