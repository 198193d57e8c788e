"""A passage in its document: on the picture of its page, where it has one, and in the text that was read from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

import engine
from dashboard import cuts, reading_state, state, views

Range = tuple[int, int]
"""Characters of a document, half-open."""

BESIDE = 300
"""Characters around the passage in the text beside its page."""


class Passage(NamedTuple):
    """The characters `at` of the document with this key, which said `quote` when they were found.

    `sentences` are the ranges in it that an answer has taken, `page` is the one to open, where the document has pages,
    `chunks` are the ranges of all chunks of the document, in their order, when it had `characters` characters.
    """

    key: int
    at: Range
    quote: str
    sentences: tuple[Range, ...]
    page: int | None
    chunks: Sequence[Range]
    characters: int


def open_passage(passage: Passage) -> None:
    """Shows the passage over the page."""
    look_at(passage.at, passage.page)
    st.session_state[reading_state.OPEN] = True
    _dialog(passage)


def of_chunk(document: engine.Document, extraction: engine.Extraction, cut: cuts.Cut, at: Range) -> None:
    """The button by which characters of a document are seen on their page; none where it has no pages."""
    if extraction.pages and st.button("On its page", key="on_page", icon=":material/find_in_page:"):
        page = engine.locate(extraction.spans, *at).page
        chunks = [(piece.chunk.start, piece.chunk.end) for piece in cut.pieces]
        open_passage(Passage(document.key, at, extraction.text[slice(*at)], (), page, chunks, len(extraction.text)))


def look_at(at: Range, page: int | None) -> None:
    """Makes these characters the ones that are marked, and this page the one that is shown."""
    st.session_state[reading_state.SHOWN], st.session_state[reading_state.SHOWN_PAGE] = at, page


@st.dialog("The passage in its document", width="large", icon=":material/find_in_page:", on_dismiss="rerun")
def _dialog(passage: Passage) -> None:
    with views.errors():
        in_document(passage)


def in_document(passage: Passage) -> None:
    """The passage, or the chunk beside it that was gone to, on its page and in the text.

    Raises `EngineError` for a document that was removed. A page that cannot be drawn leaves the text.
    """
    library = state.library()
    document = library.document(passage.key)
    extraction = state.extraction(document.key, library.generation)
    at: Range = st.session_state[reading_state.SHOWN]
    if extraction.text[slice(*passage.at)] != passage.quote or len(extraction.text) != passage.characters:
        views.notice("warning", "This document was read anew since the passage was found, and its text is another now.")
        return
    locator = engine.locate(extraction.spans, *at)
    pages = sorted({each.page for each in extraction.spans if each.page and each.start < at[1] and at[0] < each.end})
    page = st.session_state[reading_state.SHOWN_PAGE] or locator.page
    st.text(f"{document.name}, {engine.place(locator)}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _neighbours(passage, at)
        if page is not None:
            _steps(at, pages, page)
        open_original(document.id, page, "shown_original")
    sentences = [each for each in passage.sentences if at[0] <= each[0] and each[1] <= at[1]]
    here = _in_sight(extraction, at, sentences, page)
    if page is None:
        views.passage(extraction.text, *at, sentences, here=here)
        return
    printed, read = st.columns([3, 2], gap="medium")
    with read:
        st.caption("The text that was read there, which is searched and quoted:")
        views.passage(extraction.text, *at, sentences, BESIDE, here)
    with printed, views.errors():
        _printed(document.key, library.generation, at, sentences, page)


def _in_sight(extraction: engine.Extraction, at: Range, sentences: Sequence[Range], page: int | None) -> int:
    """Where the text is looked at first: at what is cited on this page, else at the passage's first words on it."""
    on_page = [each.start for each in extraction.spans if each.page == page and at[0] < each.end and each.start < at[1]]
    begins = max(at[0], min(on_page, default=at[0]))
    return min((start for start, _ in sentences if start >= begins), default=begins)


def open_original(digest: str, page: int | None, key: str) -> None:
    """A link to the uploaded file, in a browser's PDF viewer at the page."""
    label, fragment = (f"Open original at page {page}", f"#page={page}") if page else ("Open original", "")
    st.link_button(label, f"/originals/{digest}{fragment}", key=key, icon=":material/open_in_new:", type="tertiary")


def confidence(page: int, value: float | None) -> None:
    """Says of a page that was recognised how sure of it the recogniser was; of another one nothing."""
    if value is None:
        return
    said = f"Page {page} was read by OCR, confidence {value:.2f}."
    if value < engine.DOUBTFUL:
        views.notice("warning", f"{said} That is little: compare the text with the picture.")
    else:
        views.quiet(said)


def _printed(key: int, generation: int, at: Range, sentences: Sequence[Range], page: int) -> None:
    seen = reading_state.cited_page(key, generation, *at, page, tuple(sentences))
    confidence(page, seen.confidence)
    views.page_picture(seen)
    if not seen.located:
        views.quiet("It is not known where on this page the passage stands: rebuild the document on Library.")
    elif not seen.boxes:
        views.quiet("The passage stands on a part of this page that is cut off when it is shown or printed.")


def _neighbours(passage: Passage, at: Range) -> None:
    """On to the chunk before and the one behind, and back to where it began."""
    before = next((each for each in reversed(passage.chunks) if each[1] <= at[0]), None)
    behind = next((each for each in passage.chunks if each[0] >= at[1]), None)
    for label, icon, there in (("Previous chunk", "arrow_upward", before), ("Next chunk", "arrow_downward", behind)):
        st.button(
            label,
            key=label,
            icon=f":material/{icon}:",
            disabled=there is None,
            on_click=look_at,
            args=(there, None),
        )
    if at != passage.at:
        st.button(
            "Back to the passage", key="back", icon=":material/undo:", on_click=look_at, args=(passage.at, passage.page)
        )


def _steps(at: Range, pages: Sequence[int], page: int) -> None:
    """From page to page of a passage that has several."""
    if len(pages) < 2:
        return
    for label, icon, there in (
        ("Previous page", "chevron_left", max((each for each in pages if each < page), default=None)),
        ("Next page", "chevron_right", min((each for each in pages if each > page), default=None)),
    ):
        st.button(
            label,
            key=label,
            icon=f":material/{icon}:",
            disabled=there is None,
            on_click=look_at,
            args=(at, there),
        )
