"""Pieces that several pages draw. The one place with HTML, and all text from outside is escaped in it."""

from __future__ import annotations

import html
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

import engine
from dashboard import state

UNFINISHED = (engine.State.QUEUED, engine.State.EXTRACTING, engine.State.CHUNKING, engine.State.EMBEDDING)
MARK = "background:rgba(234,179,8,.35);border-radius:2px"


@contextmanager
def errors() -> Iterator[None]:
    """Shows what a person can mend as the sentence it is; anything else is a bug and keeps its traceback."""
    try:
        yield
    except engine.EngineError as error:
        st.error(escape_markdown(str(error)), icon=":material/error:")


def escape_markdown(text: str) -> str:
    """Text from outside for a widget that reads Markdown: every sign with a meaning there is taken literally."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#+-.!|~$:&^=\"'@/" else sign for sign in text)


def index_badge() -> None:
    """One line: how many documents and chunks are searched, how they are cut, and what is not searched yet."""
    library = state.library()
    documents = library.documents()
    chunking = library.chunking
    searched = [document for document in documents if document.live and not document.stale]
    waiting = sum(document.state in UNFINISHED for document in documents)
    failed = sum(document.state is engine.State.FAILED for document in documents)
    stale = sum(document.stale for document in documents)
    chunks = sum(document.chunks for document in searched)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.badge(
            f"{len(searched)} documents, {chunks:,} chunks searched", icon=":material/manage_search:", color="green"
        )
        st.badge(
            f"strategy {chunking.strategy}, {chunking.target} characters", icon=":material/content_cut:", color="gray"
        )
        if waiting:
            st.badge(f"{waiting} being read", icon=":material/hourglass_top:", color="blue")
        if stale:
            st.badge(f"{stale} stale, not searched", icon=":material/update:", color="orange")
        if failed:
            st.badge(f"{failed} failed", icon=":material/error:", color="red")


def passage(text: str, start: int, end: int, margin: int = 600) -> None:
    """The passage `[start, end)` marked in its surroundings, of which `margin` characters are shown on each side."""
    before, after = max(0, start - margin), min(len(text), end + margin)
    lead = ("… " if before else "") + text[before:start]
    tail = text[end:after] + (" …" if after < len(text) else "")
    st.html(
        '<div style="white-space:pre-wrap;overflow-wrap:anywhere">'
        f'{html.escape(lead)}<mark style="{MARK};color:inherit">{html.escape(text[start:end])}</mark>{html.escape(tail)}'
        "</div>"
    )
