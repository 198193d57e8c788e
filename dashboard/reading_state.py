"""What is remembered of a document that is looked at: pictures of its pages, its layout, and session keys."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import state

PAGE_WIDTH = 1200
"""Pixels: twice what a page is wide beside its text, so that it is sharp on a fine screen too."""

SHOWN = "shown_passage"
"""The characters that are marked in the passage's document, as `(start, end)`."""

SHOWN_PAGE = "shown_page"
"""The page of the passage that is shown."""

OPEN = "dialog_open"
"""There while a dialog stands over the page, which is therefore not to be run again by itself: that would close it."""

READ_PAGE = "read_page"
"""The page that Library shows beside its text."""

READ_OF = "read_document"
"""The key of the document that `READ_PAGE` is a page of."""

PAGES_TABLE = "pages_table"
"""The table of the document's pages, in which one can be chosen."""


@st.cache_data(show_spinner="Drawing the page …", max_entries=16)
def cited_page(
    key: int, generation: int, start: int, end: int, page: int | None, sentences: tuple[tuple[int, int], ...] = ()
) -> engine.CitedPage:
    """The page on which a passage stands, as `engine.cited_page` draws it; of an empty passage, the page alone."""
    del generation
    return engine.cited_page(state.library(), key, start, end, PAGE_WIDTH, page, sentences)


@st.cache_resource(show_spinner=False, max_entries=4)
def layout(key: int, generation: int) -> engine.Layout | None:
    """How a document's text lies on its pages; not to be changed."""
    del generation
    return state.library().layout(key)
