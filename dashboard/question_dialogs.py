"""Dialogs about whole question sets: a new one, a copy of one, and one to be deleted."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import question_drafts, question_sets, state, views, words


def done(name: str | None, said: str) -> None:
    """Draws the page again, with the set called so chosen and the sentence said."""
    question_drafts.look_at(name)
    st.session_state[state.DONE] = said
    st.rerun()


@st.dialog("New question set")
def create() -> None:
    """An empty set."""
    name = _named("my questions")
    if name and st.button("Create", type="primary", icon=":material/add:"):
        question_drafts.begin(name, ())
        done(name, f"“{name}” is a set without rows yet. Type them into the table, or choose sentences in Chunks.")


@st.dialog("Duplicate the question set")
def duplicate(name: str, rows: question_sets.Rows) -> None:
    """The rows as they stand, under another name. With the old set deleted that is renaming it."""
    views.quiet(f"{words.counted(len(rows), 'row')} of “{name}”, as they stand now, become a set of their own.")
    other = _named(f"{name} copy")
    rename = st.checkbox(f"Delete the old set, {_what_goes(name)}", help="The set is then called otherwise.")
    if other and st.button("Duplicate", type="primary", icon=":material/content_copy:"):
        question_drafts.begin(other, rows)
        if rename:
            _delete(name)
        done(other, f"“{name}” is now called “{other}”." if rename else f"“{other}” is a copy of “{name}”.")


@st.dialog("Delete the question set")
def delete(name: str) -> None:
    """Asks before everything that is kept of a set goes."""
    views.quiet(f"“{name}” is deleted, {_what_goes(name)}. This cannot be undone.")
    if st.button("Delete", type="primary", icon=":material/delete:"):
        _delete(name)
        done(None, f"“{name}” was deleted.")


def _named(proposed: str) -> str | None:
    """The name that was typed, if a set can be called so; else why it cannot is said."""
    name = st.text_input("Name", proposed, max_chars=100, key="set_name").strip()
    if not name:
        views.notice("info", "A set needs a name.")
    elif engine.newest_set(state.library().database, name) is not None:
        views.notice("info", f"There is a set “{name}” already; choose another name.")
    else:
        return name
    return None


def _what_goes(name: str) -> str:
    database = state.library().database
    newest = engine.newest_set(database, name)
    runs = sum(run.name == name for run in engine.list_runs(database))
    kept = f"its {words.counted(newest.version if newest else 0, 'version')} and {words.counted(runs, 'run')} with it"
    measured = any(one.name == name and one.course in engine.UNFINISHED for one in engine.list_measurements(database))
    return kept + (", and it is being measured: that is stopped" if measured else "")


def _delete(name: str) -> None:
    engine.delete_set(state.library().database, name)
    question_drafts.discard(name)
    if st.session_state.get(state.SET_USED) == name:
        del st.session_state[state.SET_USED]
