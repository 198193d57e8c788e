"""Chunks: how a document is cut, by the library's settings or by any others, with every boundary in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

import engine
from dashboard import boundaries, charts, cuts, inspection, links, state, views

LIBRARY = "../pages/library.py"
IN_ADDRESS: dict[str, Any] = {"bind": "query-params"}

library = state.library()
window = engine.describe(library.encoder_name).window


def controls(names: list[str]) -> None:
    """What is cut, and how. The sizes are floats: for a whole number Streamlit takes `inf` in a link, and fails."""
    indexed, letters = library.chunking, list(engine.STRATEGIES)
    meanings = "\n".join(f"- **{letter}** {each.description}" for letter, each in engine.STRATEGIES.items())
    sizes: dict[str, Any] = {"value": None, "format": "%.0f", "width": 140, **IN_ADDRESS}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Document",
            names,
            None,
            key="document",
            placeholder="Choose a document",
            required=True,
            on_change=inspection.leave_passage,
            width=300,
            **IN_ADDRESS,
        )
        st.segmented_control("Strategy", letters, key="strategy", required=True, help=meanings, **IN_ADDRESS)
        st.number_input("Target, characters", step=64.0, key="target", placeholder=f"{indexed.target}", **sizes)
        st.number_input("Overlap, characters", step=16.0, key="overlap", placeholder=f"{indexed.overlap}", **sizes)
        others = links.comparable(inspection.chosen().strategy)
        st.selectbox("Compare with", others, key="against", width=130, **IN_ADDRESS)
        st.button(
            "As indexed",
            key=inspection.HERE,
            icon=":material/undo:",
            on_click=inspection.choose_indexed,
            disabled=cuts.same(inspection.chosen(), indexed),
            help="Back to the library's own strategy, target and overlap.",
        )


def to_library(label: str) -> None:
    st.page_link(LIBRARY, label=label, icon=":material/library_books:")


@st.fragment(run_every=1.0)
def wait_for(key: int) -> None:
    """Until the document has a text, or has failed."""
    now = library.document(key)
    if now.extractor is not None or now.state not in views.UNFINISHED:
        st.rerun()
    st.info(views.escape_markdown(f"{now.name} is being read: {views.state_in_words(now)}."))


def condition(document: engine.Document) -> None:
    """What a person must know of the document before its chunks are believed."""
    if document.reason:
        show = st.error if document.state is engine.State.FAILED else st.warning
        show(views.escape_markdown(f"{document.name}: {document.reason}"), icon=":material/error:")
    waiting = next((each for each in listed if each.name == document.name and each.key != document.key), None)
    if waiting is not None:
        said = f"Another version of this document is {waiting.state}. {waiting.reason} Shown is the one that is searched."
        st.info(views.escape_markdown(said), icon=":material/info:")
    if document.stale and document.stamp is not None:
        was = document.stamp.chunking
        st.warning(
            f"Stale: built with other settings ({was.strategy}, {was.target} characters), and not searched until "
            "it is rebuilt on Library.",
            icon=":material/update:",
        )


def kind(document: engine.Document, chunking: engine.Chunking) -> None:
    """Whether what is shown is in the index, and what the strategy does."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if inspection.is_stored(document, chunking):
            said, color = ("stored, stale: not searched", "orange") if document.stale else ("as indexed", "green")
            st.badge(said, icon=":material/inventory_2:", color=color)
        else:
            st.badge("preview: nothing is embedded", icon=":material/visibility:", color="blue")
        st.caption(engine.STRATEGIES[chunking.strategy].description, width="content")
        if not inspection.is_stored(document, chunking):
            to_library("Apply to the library")


def figures(cut: cuts.Cut, than: cuts.Cut | None = None) -> None:
    """One line of figures, with how much they differ from those of another cut where there is one."""
    other = than.figures() if than else {}
    for column, (name, figure) in zip(st.columns(len(cuts.HELP)), cut.figures().items(), strict=True):
        column.metric(
            name,
            cuts.in_words(name, figure),
            cuts.difference(name, figure, other[name]) if other else None,
            delta_color="off",
            delta_arrow="off",
            delta_description=f"than {than.chunking.strategy}" if than else None,
            help=cuts.HELP[name],
        )


def compared(cut: cuts.Cut, other: cuts.Cut) -> None:
    """Both lines of figures."""
    for each, than in ((cut, None), (other, cut)):
        st.caption(f"**{each.chunking.strategy}**: {engine.STRATEGIES[each.chunking.strategy].description}")
        figures(each, than)


def in_place(drawn: cuts.Range) -> None:
    """The same stretch of the text under one cut or two."""
    boundaries.legend(any(engine.STRATEGIES[each.chunking.strategy].overlap for each in shown), marked is not None)
    for column, each in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
        with column:
            chosen = ordinal if each is cut else None
            boundaries.in_place(text, each, drawn, chosen, marked, each.matching(chosen_filter))


def one_by_one(ordinals: Sequence[int]) -> None:
    """Cards of one cut, and beside them those of the other for the same stretch of text."""
    start, end = cut.pieces[ordinals[0]].chunk.start, cut.pieces[ordinals[-1]].chunk.end
    for column, each in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
        with column:
            same_place = [piece.ordinal for piece in cuts.within(each.pieces, (start, end))]
            boundaries.cards(extraction, each, ordinals if each is cut else same_place[: cuts.CARDS], window)


def distribution() -> None:
    """How many chunks have how many tokens; the axes of two charts are the same."""
    tokens = [pd.Series([each.pieces[n].use.tokens for n in each.matching(chosen_filter)], dtype=int) for each in shown]
    bins = [charts.token_bins(each, window) for each in tokens]
    most_tokens = max(int(each.max()) for each in tokens if len(each))
    most_chunks = max(int(each["chunks"].max()) for each in bins if len(each))
    for column, each, counted in zip(st.columns(len(shown), gap="medium"), shown, bins, strict=True):
        with column:
            st.caption(f"Strategy {each.chunking.strategy}, {int(counted['chunks'].sum()):,} chunks")
            chosen = (ordinal + 1, cut.pieces[ordinal].use.tokens) if each is cut else None
            st.altair_chart(charts.tokens_histogram(counted, window, most_tokens, most_chunks, chosen))


listed = library.documents()
documents = inspection.newest(listed)
st.title("Chunks")
if not listed:
    st.info("The library is empty: there is nothing to cut yet.", icon=":material/upload:")
    to_library("Add documents on Library")
    st.stop()
faults = inspection.arrive(documents)
controls(list(documents))
for fault in faults:
    st.warning(views.escape_markdown(fault), icon=":material/link_off:")
document = documents.get(st.session_state["document"])
if document is None:
    st.info("Choose a document.", icon=":material/description:")
    st.stop()
condition(document)
if document.extractor is None:
    if document.state in views.UNFINISHED:
        wait_for(document.key)
    else:
        to_library("Retry or remove it on Library")
    st.stop()
chunking = inspection.chosen()
engine.validate(chunking)
kind(document, chunking)
extraction = state.extraction(document.key, library.generation)
text = extraction.text
cut = inspection.cut_by(document, chunking, text)
if not cut.pieces:
    st.info("This document holds no text to cut.", icon=":material/description:")
    st.stop()
against = st.session_state["against"]
if against == links.ALONE:
    shown = [cut]
    figures(cut)
else:
    shown = [cut, inspection.cut_by(document, replace(chunking, strategy=against), text)]
    compared(*shown)
marked, _ = links.passage(st.query_params, len(text))
ordinal = inspection.selected(document, cut, marked)
with st.container(horizontal=True, vertical_alignment="bottom"):
    view = st.segmented_control("View", links.VIEWS, default=links.VIEWS[0], key="view", required=True, **IN_ADDRESS)
    chosen_filter = st.segmented_control(
        "Chunks to show", cuts.FILTERS, default=cuts.FILTERS[0], key="filter", required=True, **IN_ADDRESS
    )
    st.number_input(
        f"Chunk, 1 to {len(cut.pieces):,}",
        1.0,
        float(len(cut.pieces)),
        None,
        step=1.0,
        format="%.0f",
        key="chunk",
        width=150,
        **IN_ADDRESS,
    )
    steps = st.container(horizontal=True, width="content")
matching = cut.matching(chosen_filter)
drawn = cuts.stretch(cut.pieces, ordinal, marked, len(text))
if view == "In place":
    visible = [piece.ordinal for piece in cuts.within(cut.pieces, drawn)]
    page = cuts.STRETCH_CHUNKS
    said = f"characters {drawn[0]:,} to {drawn[1]:,} of {len(text):,}"
else:
    visible, page, said = cuts.cards(matching, ordinal), cuts.CARDS, ""
