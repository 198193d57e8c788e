"""What outlives a rerun: the library and the desk of this process, cached reads of the store, and session keys."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

import engine

HANDBOOK = Path(__file__).resolve().parent.parent / "data" / "handbook"

ANSWER = "answer"
"""The last `engine.Answer` of this session."""

AUDIT = "audit"
"""The last `engine.Audit` of this session."""

PLACE = "place"
"""Where Chunks last looked: the document's key, the chunking, and an offset in the chosen chunk."""

FAULTS = "faults"
"""What was wrong with the link that Chunks was opened by, until it has been said."""


@st.cache_resource(show_spinner=False)
def library() -> engine.Library:
    """The library of this process; one for all sessions."""
    return engine.Library(engine.read_settings(), create=engine.DEFAULT_CHUNKING)


@st.cache_resource(show_spinner=False)
def desk() -> engine.Desk:
    """Where questions are put; loads the encoder at the first one."""
    return engine.Desk(library())


def documents() -> list[engine.Document]:
    """All documents of the library as they are now; not to be changed."""
    return _documents(library().version)


@st.cache_resource(show_spinner=False, max_entries=2)
def _documents(version: tuple[object, ...]) -> list[engine.Document]:
    """The frame and the page both list them in every run: the store is only read again when it has changed."""
    del version
    return library().documents()


@st.cache_data(show_spinner=False, max_entries=8)
def extraction(key: int, generation: int) -> engine.Extraction:
    """The canonical text of a document; `generation` makes a rebuilt document another entry."""
    del generation
    return library().extraction(key)


@st.cache_data(show_spinner="Cutting every document to count what would be new …", max_entries=8)
def cost(generation: int, chunking: engine.Chunking, encoder: str) -> engine.RebuildCost:
    """What applying these settings would do to the library as it is at this `generation`."""
    del generation
    return library().cost(chunking, encoder)


@st.cache_data(show_spinner="Cutting the document …", max_entries=32)
def preview(key: int, generation: int, chunking: engine.Chunking) -> list[engine.StoredChunk]:
    """How a document is cut by `chunking`, whether or not it is indexed so."""
    del generation
    return library().preview(key, chunking)


@st.cache_data(show_spinner=False, max_entries=1)
def handbook() -> dict[str, str]:
    """The handbook's chapters in their order: title -> Markdown without the title's line."""
    files = sorted(HANDBOOK.glob("*.md"))
    return dict(file.read_text("utf-8").removeprefix("# ").split("\n", 1) for file in files)
