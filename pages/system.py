"""System: what builds and answers here, where it is kept, and whether it still is what the documents say."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import background, state, tables, views, words

library = state.library()


def audit() -> None:
    """Extracts the originals again and shows what differs."""
    st.subheader("Audit")
    st.caption(
        "Reads the original bytes of every document again and compares each chunk with them, to the character; "
        "on pages also where each character stands."
    )
    if st.button("Audit all documents", type="primary", icon=":material/fact_check:"):
        bar, name = st.progress(0.0, "Starting …"), st.empty()

        def report(_: str, done: int, total: int, note: str) -> None:
            bar.progress(done / total if total else 1.0, f"{done} of {total} documents read again")
            name.text(note)

        st.session_state[state.AUDIT] = engine.audit(library, report)
        bar.empty()
        name.empty()
    found: engine.Audit | None = st.session_state.get(state.AUDIT)
    if found is None:
        return
    if not found.documents:
        views.notice("info", "There is nothing to audit: no document is ready yet.")
        return
    said = f"{found.exact:,} of {found.total:,} chunks are word for word what their documents say."
    views.notice("success" if found.passed else "error", said)
    st.dataframe(tables.formats_table(found), hide_index=True)
    documents = tables.audit_table(found)
    st.dataframe(
        documents,
        hide_index=True,
        height=min(38 + 35 * len(documents), 318),
        column_config={
            "Document": st.column_config.TextColumn(width="medium"),
            "Faults": st.column_config.TextColumn(width="large"),
        },
    )


def encoder() -> None:
    """The encoder that is set, whether it is loaded, and what the documents were embedded with."""
    st.subheader("Encoder")
    stamp = engine.describe(library.encoder_name)
    loaded = library.loaded_encoder
    if loaded is None:
        running = "not loaded yet in this process; the first question loads it"
    else:
        running = f"{loaded.backend}, {loaded.precision}"
        if loaded.note:
            views.notice("warning", loaded.note)
    views.facts_table(
        {
            "Name": stamp.name,
            "Backend and precision": running,
            "Dimensions": f"{stamp.dimensions}",
            "Pooling": f"{stamp.pooling}, {'unit length' if stamp.normalised else 'normalised by Candor'}",
            "Window": f"{stamp.window} word pieces, special tokens included",
            "Fingerprint": stamp.fingerprint,
        }
    )


def stamps(facts: engine.Facts) -> None:
    """What built the documents' vectors."""
    st.subheader("Stamps")
    today = set(library.digests().values())
    if not facts.stamps:
        st.caption("No document is built yet.")
        return
    st.dataframe(tables.stamps_table(facts.stamps, today), hide_index=True)


def store(facts: engine.Facts) -> None:
    """Where everything is, and how large."""
    st.subheader("Store")
    worker = background.worker()
    running = f"process {worker.pid}, restarted {worker.restarts} times" if worker and worker.pid else "not running"
    views.facts_table(
        {
            "Folder": str(facts.home),
            "Database": words.size_in_words(facts.database_bytes),
            "Originals": f"{facts.originals} files, {words.size_in_words(facts.originals_bytes)}",
            "Converted encoders": words.size_in_words(facts.models_bytes),
            "Vectors": f"{facts.vectors:,}; none is ever made twice",
            "Ingest worker": running,
        }
    )


def asked(facts: engine.Facts) -> None:
    """How questions ended, with the model calls they took."""
    st.subheader("Questions asked")
    if not facts.outcomes:
        st.caption("None yet.")
        return
    outcomes = {words.outcome_in_words(name): f"{count}" for name, count in facts.outcomes.items()}
    views.facts_table(
        {**outcomes, "Model calls": f"{facts.model_calls}; for refused questions {facts.refused_model_calls}"}
    )


known = engine.facts(library)
left, right = st.columns(2, gap="large")
with left:
    audit()
    with views.errors():
        encoder()
with right:
    store(known)
    asked(known)
    with st.expander("Versions"):
        views.facts_table(dict(known.versions))
with views.errors():
    stamps(known)
