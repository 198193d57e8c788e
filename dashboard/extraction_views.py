"""How one document was read, for whoever answers for it: page by page, what was left out, and what could not be read.

Drawn in the place of Library's table while its address names a document.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import engine
from dashboard import cut_views, extractions, inspection, passage_views, reading_state, state, views, words

DOCUMENT = "read"
"""The parameter of the address that names the document: `document` belongs to a control of Chunks, and goes with it."""

SHOWN_CHARACTERS = 20_000
"""So much of a text without pages is shown."""


def chosen(documents: list[engine.Document]) -> engine.Document | None:
    """The document that the address names; a name that is none is told, and no document."""
    name = st.query_params.get(DOCUMENT)
    if name is None:
        return None
    found = inspection.newest(documents).get(name)
    if found is None:
        views.notice("warning", f"There is no document “{name}” in the library; it was renamed or removed.")
    return found


def choose(document: engine.Document) -> None:
    """Makes the address name this document."""
    st.query_params[DOCUMENT] = document.name


def leave() -> None:
    """Back to all documents."""
    st.query_params.pop(DOCUMENT, None)


def show(document: engine.Document) -> None:
    """Everything that is known of how the document was read."""
    said = st.session_state
    if said.get(reading_state.READ_OF) != document.key or reading_state.READ_PAGE not in said:
        said[reading_state.READ_OF], said[reading_state.READ_PAGE] = document.key, 1
    _head(document)
    told = st.container()  # notices come and go without moving what stands below them to another place
    with told:
        cut_views.condition(document, ())
        if document.state in words.UNFINISHED:
            _wait(document.key)
    if document.extractor is None:
        return
    generation = state.library().generation
    extraction = state.extraction(document.key, generation)
    layout = reading_state.layout(document.key, generation)
    with told:
        views.quiet(extractions.summary(extraction, layout))
        if document.warnings:
            views.notice("warning", "\n".join(document.warnings))
        if document.unread_pages:
            _unread(document.unread_pages)
    if extraction.pages is None:
        _without_pages(extraction)
        return
    page = min(int(said[reading_state.READ_PAGE]), extraction.pages)
    _turn_to(page)  # read again, the document may have fewer pages than before
    if layout is None:
        views.notice("info", "Read before Candor kept how pages were read: rebuild this document to see it here.")
    else:
        _overview(document, layout, page)
    _page(document, extraction, layout, generation)


def _head(document: engine.Document) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("All documents", key="leave", icon=":material/arrow_back:", on_click=leave)
        st.text(document.name, width="stretch")
        st.page_link(
            "../pages/chunks.py",
            label="See chunks",
            icon=":material/content_cut:",
            query_params={"document": document.name},
        )
        passage_views.open_original(document.id, None, "read_original")


@st.fragment(run_every=1.0)
def _wait(key: int) -> None:
    """What the document is at, until it is read."""
    with views.errors():
        now = state.library().document(key)
        if now.state not in words.UNFINISHED:
            st.rerun()
        shown = "" if now.extractor is None else " What is shown here was read before."
        views.notice("info", f"This document is in line or being read: {words.state_in_words(now)}.{shown}")


def _unread(pages: Sequence[int]) -> None:
    settings = state.library().settings
    way = (
        f"What is recognised is in the languages “{settings.ocr_languages}”; the setting “ocr_languages” names others."
        if settings.ocr
        else "Recognising text in pictures is switched off: switch on the setting “ocr”, and rebuild the document."
    )
    views.notice(
        "info",
        "Where text is printed in a picture, add a straight scan with at least 200 dots per inch under the same name. "
        f"{way} Where nothing is printed, nothing is to be done.",
        lead=f"What to do about {'page' if len(pages) == 1 else 'pages'} {extractions.ranges(pages)}:",
    )


def _overview(document: engine.Document, layout: engine.Layout, page: int) -> None:
    """All pages, the one that is shown chosen among them, and what repeats on them."""
    said = st.session_state
    said[reading_state.PAGES_TABLE] = {"selection": {"rows": [page - 1], "columns": [], "cells": []}}
    pages, running = st.columns([3, 2], gap="large")
    with pages:
        frame = extractions.pages_table(layout)
        st.markdown("**Pages**")
        st.dataframe(
            frame,
            hide_index=True,
            height=min(38 + 35 * len(frame), 213),
            placeholder="–",
            key=reading_state.PAGES_TABLE,
            on_select=_page_of_row,
            selection_mode="single-row-required",
            column_config={
                "Characters": st.column_config.NumberColumn(format="localized"),
                "Confidence": st.column_config.NumberColumn(
                    format="%.2f", help="What the recogniser thinks of itself, from 0 to 1; under 0.6 is little."
                ),
                "Left out": st.column_config.NumberColumn("Lines left out", help="Running headers and footers."),
            },
        )
    with running:
        _running_lines(document, layout)


def _page_of_row() -> None:
    rows = st.session_state[reading_state.PAGES_TABLE].selection.rows
    if rows:
        st.session_state[reading_state.READ_PAGE] = rows[0] + 1


def _running_lines(document: engine.Document, layout: engine.Layout) -> None:
    """What was left out because it repeats from page to page, and the way to keep it."""
    st.markdown("**Running headers and footers**")
    if layout.removed:
        frame = extractions.running_table(layout.removed)
        st.dataframe(frame, hide_index=True, height=min(38 + 35 * len(frame), 168))
    if document.keep_running_lines:
        st.caption("Kept in the text." if not layout.removed else "To be kept in the text when it is read again.")
        label, keep = "Leave them out", False
    elif layout.removed:
        label, keep = "Keep these lines", True
    else:
        st.caption("No line repeats from page to page; nothing was left out.")
        return
    st.button(
        label,
        key="keep_lines",
        icon=":material/undo:",
        disabled=document.state in words.UNFINISHED,
        on_click=state.library().keep_running_lines,
        args=(document.key, keep),
        help="The document is put in line and read again at once; until that is done, it is searched as it is.",
    )


def _page(
    document: engine.Document, extraction: engine.Extraction, layout: engine.Layout | None, generation: int
) -> None:
    """One page as it is printed, and beside it what was read of it."""
    last, page = extraction.pages or 1, int(st.session_state[reading_state.READ_PAGE])
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.number_input(f"Page, 1 to {last:,}", 1, last, key=reading_state.READ_PAGE, width=150)
        for label, icon, there in (
            ("Previous page", "chevron_left", page - 1),
            ("Next page", "chevron_right", page + 1),
        ):
            st.button(
                label,
                key=label,
                icon=f":material/{icon}:",
                disabled=not 1 <= there <= last,
                on_click=_turn_to,
                args=(there,),
            )
        passage_views.open_original(document.id, page, "read_page_original")
    printed, read = st.columns(2, gap="medium")
    with read:
        _read(extraction, layout, page)
    with printed, views.errors():
        views.page_picture(reading_state.cited_page(document.key, generation, 0, 0, page))


def _turn_to(page: int) -> None:
    st.session_state[reading_state.READ_PAGE] = page


def _read(extraction: engine.Extraction, layout: engine.Layout | None, page: int) -> None:
    found = next((read for read in layout.reads if read.number == page), None) if layout else None
    text = extractions.page_text(extraction, page)
    left_out = [row.text for row in layout.removed if row.page == page] if layout else []
    notes, below = st.container(), st.container()  # places of their own: a text never stands there twice
    with notes:
        if found is not None:
            passage_views.confidence(page, found.confidence)
        if not text:
            views.quiet("Nothing was read from this page, so nothing on it is searched.")
        if left_out:
            views.quiet("Left out: " + " · ".join(left_out))
    if text:
        with below:
            views.verbatim(text)


def _without_pages(extraction: engine.Extraction) -> None:
    """Headings and text of a document that is not made of pages."""
    titles, read = st.columns([2, 3], gap="large")
    with titles:
        st.markdown("**Headings**")
        frame = extractions.headings_table(extraction)
        if frame.empty:
            st.caption("None was found: chunks stand under the document's title alone.")
        else:
            st.dataframe(frame, hide_index=True, height=min(38 + 35 * len(frame), 420))
    with read:
        st.markdown("**Text**")
        if len(extraction.text) > SHOWN_CHARACTERS:
            st.caption(f"The first {SHOWN_CHARACTERS:,} of {len(extraction.text):,} characters.")
        with st.container(height=520):
            views.verbatim(extraction.text[:SHOWN_CHARACTERS])
