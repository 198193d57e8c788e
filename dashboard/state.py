"""What outlives a rerun: the library and the desk of this process, cached reads of the store, and session keys."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import background

# Ask
QUESTION = "question"
"""What stands in the question's box."""

ANSWER = "answer"
"""The last `engine.Answer` of this session."""

GENERATION = "answer_generation"
"""The library's generation that the last answer was given in."""

SEARCH = "answer_search"
"""The `searches.Search` that the last answer was given to."""

LINK = "answer_link"
"""The address that was last read: the parameters of `searches.PARAMETERS` that it has, with their values."""

OWN = "own_retrieval"
"""How the library searched when the controls were last compared with it."""

HOW, RETRIEVER, DEPTH, DOCUMENTS, SECTIONS = "how", "retriever", "depth", "documents", "sections"
"""The controls of how to search, the first of them what they are folded into."""

# Library
UPLOADER = "uploader"
"""Counts the uploads: a new number is a new, empty uploader."""

LIBRARY_RETRIEVER, LIBRARY_DEPTH = "library_retriever", "library_depth"
"""How the library searches: these change it at once."""

FOLDER = "folder"
"""Whether a whole folder is chosen."""

TAKEN = "taken"
"""How much of the last upload was taken, as a sentence."""

REFUSED = "refused"
"""What could not be taken of the last upload, a sentence each."""

# System
AUDIT = "audit"
"""The last `engine.Audit` of this session."""

# Chunks; the keys of its other widgets are the parameters of its address, `links.PARAMETERS`
HERE = "as_indexed"
"""A button, whose value is forgotten when the page is left: where it has none, the page was just opened."""

PLACE = "place"
"""Where Chunks last looked: the document's key, the chunking, and an offset in the chosen chunk."""

FAULTS = "faults"
"""What was wrong with the link that Chunks was opened by, until it has been said."""

# Questions
SET = "set"
"""The name of the question set that is looked at, here and on Threshold."""

SET_USED = "set_used"
"""The set that was looked at or added to last, under a key of no widget."""

DRAFTS = "drafts"
"""Question sets as they are edited: name -> `question_drafts.Draft`."""

TABLES = "tables"
"""Counts the tables that were edited: a new number is a table that nothing was typed into."""

QUESTION_UPLOADER = "question_uploader"
"""Counts the uploads of questions: a new number is a new, empty uploader."""

IMPORTED = "imported"
"""What became of the last file of questions, until it is dismissed: `question_files.Import`."""

DONE = "questions_done"
"""What was just done to a question set, as a sentence."""

ACTIONS = "set_actions"
"""A button, whose value is forgotten when the page is left: where it has none, the page was just opened."""

VIEW = "questions_view"
"""Whether the table is shown, or what was asked."""

NEXT = "questions_next"
"""What controls of the page shall hold from the next run on: key -> value."""

LOG_KIND = "log_kind"
"""What kind the asked questions become."""

# Chunks, a question made of a sentence
MAKING = "making"
"""Whether the sentences of the chunk are shown."""

PICKED = "picked_sentence"
"""The `engine.Needle` that a question is made for."""

MAKING_SET = "making_set"
"""The set that the question goes into."""

MADE = "made_question"
"""What became of the question that was made last: the kind of notice, the sentence, the set."""

MADE_COUNT = "made_count"
"""Counts the questions made: a new number is a new, empty box."""

# Threshold
SEARCHED_BY = "searched_by"
"""The retriever that the set is measured with."""

NEAR = "near_questions"
"""What counts as a near question: the set's own, or those with their answer hidden as well."""

CUT = "cut"
"""The box in which a cut is typed."""

SEEN = "cut_seen"
"""The cut that is looked at, under a key of no widget: it outlives a visit to another page."""

SLIDER = "cut_slider"
"""Where the slider stands: at `CUT`, or at the cut it offers that is nearest to it."""

CUT_BEFORE = "cut_before"
"""The cut that was looked at before."""

# Help
CHAPTER = "chapter"
"""The title of the chapter that is read."""


@st.cache_resource(show_spinner=False)
def library() -> engine.Library:
    """The library of this process, one for all sessions: the server's, where pages run in one."""
    return background.library() or engine.Library(engine.read_settings(), create=engine.DEFAULT_CHUNKING)


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


def text_of(name: str) -> str:
    """The text of the document called so as it is searched; none where it is no longer there."""
    document = next((one for one in documents() if one.live and one.name == name), None)
    return "" if document is None else extraction(document.key, library().generation).text


def passage(place: engine.Ranked | engine.Needle) -> str:
    """The words of a passage that a run has found, or of a needle; none where its document is no longer there."""
    return text_of(place.document)[place.start : place.end]


@st.cache_data(show_spinner=False, max_entries=8)
def section_titles(generation: int, names: tuple[str, ...]) -> list[str]:
    """The titles of all sections of these documents, or of all where none are named."""
    del generation
    return engine.section_titles(library().database, names)


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


def cut_in_force() -> tuple[engine.Cut | None, str | None]:
    """The cut that Ask uses if one was chosen, and why it is out of date if it is."""
    chosen = engine.cut_in_force(library())
    if chosen is None:
        return None, None
    newest = engine.newest_version(library().database, chosen.question_set)
    return chosen, _outdated(chosen.chosen_at, (*library().version, engine.retrieval_of(library()), newest), chosen)


@st.cache_data(show_spinner=False, max_entries=4)
def _outdated(chosen_at: float, version: tuple[object, ...], _chosen: engine.Cut) -> str | None:
    """Compared anew only when documents, retrieval, question set or choice differ: it lists every document."""
    del chosen_at, version
    return _chosen.out_of_date(library())


def checker() -> engine.Checker:
    """What holds question sets against the documents that are searched now, and remembers what it found."""
    return _checker(library().version)


@st.cache_resource(show_spinner="Reading the documents that needles are looked for in …", max_entries=1)
def _checker(version: tuple[object, ...]) -> engine.Checker:
    del version
    return engine.Checker(engine.searched_texts(library()))


@st.cache_resource(show_spinner="Reading what was ranked …", max_entries=4)
def trials_of(key: int, _run: engine.Run) -> tuple[engine.Trial, ...]:
    """The trials of a finished run, which never change."""
    del key
    return engine.run_trials(library().database, _run)


@st.cache_resource(show_spinner="Searching every question once. Moving the cut searches nothing …", max_entries=4)
def measured(
    name: str,
    hashed: int,
    version: tuple[object, ...],
    retrieval: engine.Retrieval,
    _rows: tuple[engine.QuestionRow, ...],
) -> engine.Measured:
    """The run of a question set on the documents of this `version`; `hashed` tells versions of the set apart."""
    del hashed, version
    return engine.measure(library(), desk().search, name, _rows, retrieval, lambda *_: None)


@st.cache_data(show_spinner=False, max_entries=1)
def handbook() -> dict[str, str]:
    """The handbook's chapters in their order: title -> Markdown without the title's line."""
    files = sorted(background.HANDBOOK.glob("*.md"))
    return dict(file.read_text("utf-8").removeprefix("# ").split("\n", 1) for file in files)
