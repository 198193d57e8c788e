"""Chunks: how a document is cut, by the library's settings or by any others, with every boundary in sight."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

import engine
from dashboard import boundaries, charts, cuts, links, state, views

LIBRARY = "../pages/library.py"
ARRIVED = "as_indexed"
"""A control whose value is forgotten when the page is left: where it has none, the page was just opened."""

library = state.library()
indexed, generation = library.chunking, library.generation
window = engine.describe(library.encoder_name).window


def cut_by(document: engine.Document, chunking: engine.Chunking, text: str) -> tuple[cuts.Cut, bool]:
    """The document cut so, and whether that is what is stored of it; if it is not, it is only worked out."""
    stamp = document.stamp
    stored = stamp is not None and stamp.encoder.window == window and cuts.same(chunking, stamp.chunking)
    pieces = library.chunks(document.key) if stored else state.preview(document.key, generation, chunking)
    return cuts.made(chunking, pieces, text), stored


def arrive(documents: dict[str, engine.Document]) -> list[str]:
    """Sets the controls to what the link says, else to what they were when the page was left; what cannot be is told.

    Then the address is completed. A faulty one is mended and read again, because the controls themselves read it as
    it was when the run began, and would drop what they cannot use without a word.
    """
    link = dict(st.query_params)
    if not any(name in link for name in links.PARAMETERS):
        kept = {name: st.session_state.get(name) for name in links.PARAMETERS}
        link |= {name: links.said(value) for name, value in kept.items() if value is not None}
    values, faults = links.read(link, list(documents), indexed)
    st.session_state.update(values)
    document = documents.get(str(values["document"]))
    if document is not None and document.extractor is not None:
        text = state.extraction(document.key, generation).text
        marked, fault = links.passage(link, len(text))
        number, beyond = links.chunk_number(link, cut_by(document, chosen(), text)[0].pieces, marked)
        st.session_state["chunk"] = values["chunk"] = float(number)
        faults += filter(None, (fault, beyond))
        if marked is None:
            link.pop("char", None)
    stated = values if faults else {name: values.get(name) for name in links.ALWAYS}
    address = link | {name: links.said(value) for name, value in stated.items() if value is not None}
    if address != st.query_params.to_dict():
        st.query_params.from_dict(address)
    told = st.session_state.pop(state.FAULTS, None)
    if faults and told is None:
        st.session_state[state.FAULTS] = faults
        st.rerun()
    return told or []


def chosen() -> engine.Chunking:
    """What the controls say; an empty one, as the Back button can leave it, stands for what is indexed."""
    said = st.session_state
    target, overlap = said.get("target"), said.get("overlap")
    return engine.Chunking(
        said.get("strategy") or indexed.strategy,
        indexed.target if target is None else int(target),
        indexed.overlap if overlap is None else int(overlap),
    )


def look_at(ordinal: int) -> None:
    st.session_state["chunk"] = float(ordinal + 1)


def forget_place() -> None:
    """Another document: its first chunk, and no passage."""
    look_at(0)
    for name in links.PASSAGE:
        st.query_params.pop(name, None)


def reset() -> None:
    sizes = {"target": float(indexed.target), "overlap": float(indexed.overlap)}
    st.session_state.update({"strategy": indexed.strategy, **sizes})


def controls(names: list[str]) -> None:
    """What is cut, and how. Sizes are floats: of whole numbers Streamlit takes `inf` in a link for one, and fails."""
    letters = list(engine.STRATEGIES)
    meanings = "\n".join(f"- **{letter}** {each.description}" for letter, each in engine.STRATEGIES.items())
    bound = {"bind": "query-params"}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Document", names, None, key="document", placeholder="Choose a document", required=True,
            on_change=forget_place, width=300, **bound,
        )  # fmt: skip
        st.segmented_control("Strategy", letters, key="strategy", required=True, help=meanings, **bound)
        st.number_input("Target, characters", value=None, step=64.0, format="%.0f", key="target",
            placeholder=f"{indexed.target}", width=150, **bound)
        st.number_input("Overlap, characters", value=None, step=16.0, format="%.0f", key="overlap",
            placeholder=f"{indexed.overlap}", width=150, **bound)
        st.selectbox("Compare with", [links.ALONE, *letters], key="against", width=130, **bound)
        st.button("As indexed", key=ARRIVED, icon=":material/undo:", on_click=reset,
            disabled=chosen() == indexed, help="Back to the library's strategy, target and overlap.")


listed = library.documents()
if not listed:
    st.title("Chunks")
    st.info("The library is empty: there is nothing to cut yet.", icon=":material/upload:")
    st.page_link(LIBRARY, label="Add documents on Library", icon=":material/library_books:")
    st.stop()
