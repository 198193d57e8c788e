"""Chunks: how a document is cut, by the library's settings or by any others, with every boundary in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import engine
from dashboard import cut_views, cuts, inspection, links, passage_views, question_making, state, views, words

IN_ADDRESS: dict[str, Any] = {"bind": "query-params"}

library = state.library()


def controls(names: Sequence[str]) -> DeltaGenerator:
    """What is cut, and how; returns the place beside *Reset*, where it is said what that means.

    The sizes are floats: where a whole number is asked for, Streamlit fails on a link that says `inf`.
    """
    indexed, letters = library.chunking, list(engine.STRATEGIES)
    meanings = "\n".join(f"- **{letter}** {each.description}" for letter, each in engine.STRATEGIES.items())
    sizes: dict[str, Any] = {"value": None, "format": "%.0f", "width": 110, **IN_ADDRESS}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Document",
            names,
            None,
            key="document",
            placeholder=names[0],
            on_change=inspection.leave_passage,
            width="stretch",
            **IN_ADDRESS,
        )
        st.segmented_control("Strategy", letters, key="strategy", required=True, help=meanings, **IN_ADDRESS)
        strategy = inspection.chosen().strategy
        st.number_input(
            "Target", step=64.0, key="target", placeholder=f"{indexed.target}", help="In characters.", **sizes
        )
        st.number_input(
            "Overlap",
            step=16.0,
            key="overlap",
            placeholder=f"{indexed.overlap}",
            disabled=not engine.STRATEGIES[strategy].overlap,
            help="In characters; used by the strategies with overlap.",
            **sizes,
        )
        st.selectbox("Compare with", links.comparable(strategy), key="against", width=120, **IN_ADDRESS)
    row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="right")
    meaning = row.container(width="stretch")
    row.button(
        "Reset",
        key=state.HERE,
        icon=":material/undo:",
        type="tertiary",
        on_click=inspection.choose_indexed,
        disabled=inspection.chosen() == engine.effective(indexed),
        help="Back to the library's own strategy, target and overlap.",
    )
    return meaning


@st.fragment(run_every=1.0)
def wait_for(key: int) -> None:
    """Until the document has a text, or has failed."""
    with views.errors():
        now = library.document(key)
        if now.extractor is not None or now.state not in words.UNFINISHED:
            st.rerun()
        views.notice("info", f"{now.name} is being read: {words.state_in_words(now)}.")


def choose_view() -> tuple[str, str]:
    """The view, and which chunks it is to show."""
    view = st.segmented_control("View", links.VIEWS, default=links.VIEWS[0], key="view", required=True, **IN_ADDRESS)
    which = st.segmented_control(
        "Chunks to show", cuts.FILTERS, default=cuts.FILTERS[0], key="filter", required=True, **IN_ADDRESS
    )
    return view, which


def choose_chunk(count: int) -> None:
    """The chunk that is looked at, by its number."""
    st.number_input(
        f"Chunk, 1 to {count:,}", 1.0, float(count), None, 1.0, "%.0f", key="chunk", width=150, **IN_ADDRESS
    )


def steps(earlier: int | None, later: int | None) -> None:
    """On to the chunks before and behind those that are shown."""
    for label, icon, ordinal in (("Earlier", "arrow_upward", earlier), ("Later", "arrow_downward", later)):
        st.button(
            label,
            icon=f":material/{icon}:",
            type="tertiary",
            disabled=ordinal is None,
            on_click=inspection.look_at,
            args=(ordinal,),
            help="The chunks before those shown." if label == "Earlier" else "The chunks behind those shown.",
        )


def inspect(document: engine.Document, meaning: DeltaGenerator) -> None:
    """Everything below the controls, for a document that has a text."""
    chunking, window = inspection.chosen(), engine.describe(library.encoder_name).window
    with meaning:
        cut_views.kind(document, chunking)
    extraction = state.extraction(document.key, library.generation)
    text = extraction.text
    cut = inspection.cut_by(document, chunking, text)
    if not cut.pieces:
        views.notice("info", "This document holds no text to cut.")
        return
    shown, against = [cut], st.session_state["against"]
    if against != links.ALONE:
        shown.append(inspection.cut_by(document, inspection.chosen(against), text))
    cut_views.figures(shown)
    marked, _ = links.passage(st.query_params, len(text))
    inspection.hold_place(document, cut)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view, which = choose_view()
        choose_chunk(len(cut.pieces))
        ordinal = inspection.selected(document, cut, marked)
        chunk = cut.pieces[ordinal].chunk
        question_making.make(document, extraction, chunk)
        at = cuts.marked_in(chunk, marked) or (chunk.start, chunk.end)
        passage_views.of_chunk(document, extraction, cut, at)
    drawn, matching = cuts.stretch(cut.pieces, ordinal, marked, len(text)), cut.matching(which)
    in_place = [piece.ordinal for piece in cuts.within(cut.pieces, drawn)]
    visible = in_place if view == "In place" else cuts.cards(matching, ordinal)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(cuts.in_sight(cut, which, view, visible, drawn, len(text)), width="content")
        if view != "Distribution" and visible:
            steps(*cuts.neighbours(matching, visible, cuts.STRETCH_CHUNKS if view == "In place" else cuts.CARDS))
    if view == "In place":
        cut_views.in_place(text, shown, drawn, ordinal, marked, which)
    elif matching and view == "Chunk by chunk":
        cut_views.one_by_one(extraction, shown, visible, window)
    elif matching:
        cut_views.distribution(shown, ordinal, which, window)


listed = state.documents()
documents = inspection.newest(listed)
if not listed:
    views.notice("info", "The library is empty: there is nothing to cut yet.")
    cut_views.to_library("Add documents on Library")
    st.stop()
first = next(iter(documents))
faults = inspection.arrive(documents)
meaning = controls(list(documents))
if faults:
    views.notice("warning", " ".join(faults))
name = st.session_state["document"]
if name is None and faults:
    st.stop()
document = documents[name or first]
cut_views.condition(document, [each for each in listed if each.name == document.name and each is not document])
if document.extractor is not None:
    inspect(document, meaning)
elif document.state in words.UNFINISHED:
    wait_for(document.key)
else:
    cut_views.to_library("Retry or remove it on Library")
