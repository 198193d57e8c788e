"""Library: bring documents in, see what became of each, and decide how all of them are cut."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import extraction_views, library_settings, reading_state, state, tables, views, words

library = state.library()


def take_uploads() -> None:
    """Adds what was dropped, then empties the uploader, so that nothing is held twice or added again."""
    uploader = st.session_state.setdefault(state.UPLOADER, 0)
    folder = st.session_state.get(state.FOLDER, False)
    uploads = st.file_uploader(
        "Add documents",
        accept_multiple_files="directory" if folder else True,
        key=f"uploads-{uploader}",
        help="Markdown, plain text, HTML and PDF. A file with a known name and other content replaces the one before "
        "as soon as it is ready.",
    )
    st.toggle(
        "Choose a whole folder", key=state.FOLDER, help="Documents are then named by their path within the folder."
    )
    if uploads:
        refused = []
        hidden = [upload for upload in uploads if any(part.startswith(".") for part in upload.name.split("/"))]
        for upload in uploads:
            if upload not in hidden:
                try:
                    library.add(upload.name.replace("%22", '"'), upload.getbuffer())  # as a browser sends a quote
                except engine.EngineError as error:
                    refused.append(str(error))
        left_out = f", {words.counted(len(hidden), 'hidden file')} left out" if hidden else ""
        taken = words.counted(len(uploads) - len(hidden) - len(refused), "document")
        st.session_state[state.TAKEN] = f"{taken} taken{left_out}."
        st.session_state[state.REFUSED] = refused
        st.session_state[state.UPLOADER] = uploader + 1
        st.rerun()
    if state.TAKEN in st.session_state:
        views.quiet(st.session_state[state.TAKEN])
    for sentence in st.session_state.get(state.REFUSED, []):
        views.notice("error", sentence)


@st.dialog("Remove documents", on_dismiss="rerun")
def confirm_removal(documents: list[engine.Document]) -> None:
    st.session_state[reading_state.OPEN] = True
    st.write("These documents, their chunks and their original bytes are removed. This cannot be undone.")
    for document in documents:
        st.text(document.name)
    if st.button("Remove", type="primary", icon=":material/delete:"):
        library.remove(document.key for document in documents)
        st.rerun()


def table(documents: list[engine.Document]) -> None:
    """All documents; actions on the chosen ones."""
    height = min(38 + 35 * len(documents), 420)
    picked = st.dataframe(
        tables.documents_table(documents),
        hide_index=True,
        height=height,
        placeholder="–",
        key=f"documents-{hash(tuple(document.key for document in documents))}",  # rows are chosen by their place
        on_select="rerun",
        selection_mode="multi-row",
        column_config={
            "Document": st.column_config.TextColumn(width="medium"),
            "State": st.column_config.TextColumn(width=170),
            "Characters": st.column_config.NumberColumn(format="localized"),
            "Chunks": st.column_config.NumberColumn(format="localized"),
            "Overflowing": st.column_config.NumberColumn(
                help="Chunks whose text the encoder does not read to its end."
            ),
            "Changed": st.column_config.DatetimeColumn(format="distance", width=160),
            "Notes": st.column_config.TextColumn(width="large"),
        },
    )
    chosen = [documents[row] for row in picked.selection.rows if row < len(documents)]
    failed = [document for document in documents if document.state is engine.State.FAILED]
    with st.container(horizontal=True):
        if st.button(
            "Rebuild",
            icon=":material/autorenew:",
            disabled=not chosen,
            help="Cut again with today's settings; only new texts are embedded.",
        ):
            library.rebuild(document.key for document in chosen)
            st.rerun()
        if st.button("Remove …", icon=":material/delete:", disabled=not chosen):
            confirm_removal(chosen)
        if st.button("How it was read", icon=":material/plagiarism:", disabled=len(chosen) != 1):
            extraction_views.choose(chosen[0])
            st.rerun()
        if st.button("See chunks", icon=":material/content_cut:", disabled=len(chosen) != 1):
            st.switch_page("../pages/chunks.py", query_params={"document": chosen[0].name})
        if failed and st.button(f"Retry {len(failed)} failed", icon=":material/replay:"):
            library.rebuild(document.key for document in failed)
            st.rerun()
        if not chosen:
            st.caption("Choose rows to act on them.")
    for document in failed:
        kept = (
            " The version before it is still searched."
            if document.live or views.has_predecessor(document, documents)
            else ""
        )
        name = "" if document.name in document.reason else f"{document.name}: "
        views.notice("error", f"{name}{document.reason}{kept}")


def totals(documents: list[engine.Document]) -> None:
    """Counted from what is stored."""
    tokens = sum(document.tokens for document in documents)
    header = sum(document.header_tokens for document in documents)
    ready = sum(document.state in (engine.State.READY, engine.State.PARTIAL) for document in documents)
    figures = st.columns(6)
    figures[0].metric(
        "Ready", f"{ready} of {len(documents)}", help="Documents read to their end, partial ones included."
    )
    figures[1].metric("Characters", f"{sum(document.characters for document in documents):,}")
    figures[2].metric("Chunks", f"{sum(document.chunks for document in documents):,}")
    figures[3].metric(
        "Tokens", f"{tokens:,}", help="Word pieces that are embedded, headers and special tokens included."
    )
    figures[4].metric(
        "Header share", f"{header / tokens:.1%}" if tokens else "–", help="Share of all tokens that is header."
    )
    figures[5].metric(
        "Overflowing", f"{sum(document.overflowing for document in documents):,}", help="Chunks past the window."
    )


listed = state.documents()
read = extraction_views.chosen(listed)
if read is not None:
    extraction_views.show(read)
    st.stop()
upload, how = st.columns([1, 2], gap="large")
with upload:
    take_uploads()
with how, views.errors():
    library_settings.cutting()
library_settings.searching()

unfinished = any(document.state in words.UNFINISHED for document in listed)
sample = [document for document in listed if document.sample]
stale = [document for document in listed if document.stale and document.state not in words.UNFINISHED]


@st.fragment(run_every=1.0 if unfinished else None)
def documents_now() -> None:
    """Redrawn every second while something is being read; when all is done the whole page is, to stop that."""
    documents = state.documents()
    is_done = not any(document.state in words.UNFINISHED for document in documents)
    if unfinished and is_done and reading_state.OPEN not in st.session_state:
        st.rerun()
    if not documents:
        views.notice("info", "No documents yet. Drop some above; you can ask as soon as the first one is ready.")
        return
    totals(documents)
    table(documents)


if stale:
    with st.container(horizontal=True, vertical_alignment="center"):
        views.notice("warning", f"{words.counted(len(stale), 'document')} not searched. {words.BUILT_OTHERWISE}.")
        if st.button("Rebuild stale documents", type="primary"):
            library.rebuild(document.key for document in stale)
            st.rerun()
documents_now()
if sample:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{words.counted(len(sample), 'chapter')} of Candor's handbook here as a sample.")
        if st.button("Remove the sample", icon=":material/delete:", type="tertiary"):
            library.remove(document.key for document in sample)
            st.rerun()
