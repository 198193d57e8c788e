"""What the Chunks page looks at: between its controls, the address it was opened by, and the store."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

import engine
from dashboard import cuts, links, state


def newest(documents: list[engine.Document]) -> dict[str, engine.Document]:
    """The documents by name; one that waits to replace another stands behind it and is left out."""
    by_name: dict[str, engine.Document] = {}
    for document in documents:
        by_name.setdefault(document.name, document)
    return by_name


def is_stored(document: engine.Document, chunking: engine.Chunking) -> bool:
    """Whether the store holds the document cut so, counted against the window of today's encoder."""
    stamp, encoder = document.stamp, engine.describe(state.library().encoder_name)
    return (
        stamp is not None
        and stamp.encoder.fingerprint == encoder.fingerprint
        and engine.effective(chunking) == engine.effective(stamp.chunking)
    )


def cut_by(document: engine.Document, chunking: engine.Chunking, text: str) -> cuts.Cut:
    """The document cut so: as it is stored, or else only worked out, which embeds nothing."""
    library = state.library()
    if is_stored(document, chunking):
        pieces = library.chunks(document.key)
    else:
        pieces = state.preview(document.key, library.generation, chunking)
    return cuts.made(chunking, pieces, text)


def arrive(documents: Mapping[str, engine.Document]) -> list[str]:
    """On opening the page: sets its controls to what the link says, and returns what in it cannot be, in sentences.

    Without a link they are what they were when the page was left. The address is mended, and completed with what would
    otherwise follow the library; then the page runs again, because the controls read the address as it was when the
    run began, and drop without a word what they cannot use.
    """
    if state.HERE in st.session_state:
        return []
    st.session_state.pop(state.PLACE, None)
    link = st.query_params.to_dict()
    if not any(name in link for name in links.PARAMETERS):
        link |= links.address({name: st.session_state.get(name) for name in links.PARAMETERS})
    library = state.library()
    values, faults = links.read(link, list(documents), library.chunking)
    for name, value in values.items():
        if value == links.DEFAULTS.get(name):
            st.session_state.pop(name, None)  # a control that has a default of its own shall not be set to it as well
        else:
            st.session_state[name] = value
    document = documents.get(str(values["document"]))
    if document is not None and document.extractor is not None:
        text = state.extraction(document.key, library.generation).text
        marked, no_passage = links.passage(link, len(text))
        values["chunk"], no_chunk = links.chunk_number(link, cut_by(document, chosen(), text).pieces, marked)
        st.session_state["chunk"] = values["chunk"]
        faults += [fault for fault in (no_passage, no_chunk) if fault]
        if marked is None:
            link.pop("char", None)
    mended = {name: said for name, said in link.items() if values.get(name) is None} | links.address(values)
    told: list[str] | None = st.session_state.pop(state.FAULTS, None)
    if told is None and mended != st.query_params.to_dict():
        st.query_params.from_dict(mended)
        st.session_state[state.FAULTS] = faults
        st.rerun()
    return faults if told is None else told


def chosen(strategy: str | None = None) -> engine.Chunking:
    """What the controls say, with another `strategy` if one is given.

    An empty control, as the Back button can leave it, stands for what the library has.
    """
    indexed, said = state.library().chunking, st.session_state
    target, overlap = said.get("target"), said.get("overlap")
    return engine.effective(
        engine.Chunking(
            strategy or said.get("strategy") or indexed.strategy,
            indexed.target if target is None else int(target),
            indexed.overlap if overlap is None else int(overlap),
        )
    )


def choose_indexed() -> None:
    """Sets the controls to the library's own settings."""
    indexed = state.library().chunking
    st.session_state["strategy"] = indexed.strategy
    st.session_state["target"], st.session_state["overlap"] = indexed.target, indexed.overlap


def look_at(ordinal: int) -> None:
    """Sets the control of the chunk's number, which counts from 1."""
    st.session_state["chunk"] = ordinal + 1


def leave_passage() -> None:
    """For another document: its first chunk, and nothing marked."""
    look_at(0)
    for name in links.PASSAGE:
        st.query_params.pop(name, None)


def hold_place(document: engine.Document, cut: cuts.Cut) -> None:
    """Before the chunk's control is drawn: cut in another way, the same place is looked at, not the same number."""
    number = st.session_state.get("chunk")
    if number is None:
        return
    ordinal = min(int(number), len(cut.pieces)) - 1
    key, chunking, offset = st.session_state.get(state.PLACE, (None, None, 0))
    if key == document.key and chunking != cut.chunking:
        ordinal = cuts.chunk_at(cut.pieces, offset)
    if number != ordinal + 1:
        look_at(ordinal)


def selected(document: engine.Document, cut: cuts.Cut, marked: cuts.Range | None) -> int:
    """The ordinal that the chunk's control says; where it says nothing, that of what is `marked`, else the first.

    The place is remembered: for as long as it lies in the selected chunk, it is the one that was looked at first.
    """
    number = st.session_state.get("chunk")
    ordinal = (links.chunk_number({}, cut.pieces, marked)[0] if number is None else int(number)) - 1
    key, _, offset = st.session_state.get(state.PLACE, (None, None, 0))
    known = [offset] if key == document.key else []
    if marked:
        known.append(marked[0])
    start = cut.pieces[ordinal].chunk.start
    place = next((each for each in known if cuts.chunk_at(cut.pieces, each) == ordinal), start)
    st.session_state[state.PLACE] = (document.key, cut.chunking, place)
    return ordinal
