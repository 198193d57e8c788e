"""Questions: question sets as tables, held against the documents at every edit, kept version by version."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import engine
from dashboard import (
    background,
    question_dialogs,
    question_drafts,
    question_files,
    question_log,
    question_sets,
    question_views,
    state,
    views,
    words,
)

library = state.library()


def choose_set(names: Sequence[str]) -> str:
    """The set that is looked at."""
    name: str = st.selectbox("Question set", names, key=state.SET, bind="query-params")
    st.session_state[state.SET_USED] = name
    return name


def choose_version(newest: engine.QuestionSet) -> engine.QuestionSet:
    """The newest version, or an older one to look at."""
    number = st.selectbox(
        "Version",
        range(newest.version, 0, -1),
        key=f"version_{newest.key}",
        format_func=lambda number: f"{number}, newest" if number == newest.version else f"{number}",
        width=120,
    )
    if number == newest.version:
        return newest
    return next(each for each in engine.set_versions(library.database, newest.name) if each.version == number)


def choose_view() -> str:
    """Whether the table of the set is shown, or what was asked."""
    view = st.segmented_control("View", question_drafts.VIEWS, key=state.VIEW, required=True)
    return view or question_drafts.ROWS


def whole_sets(shown: engine.QuestionSet | None, rows: question_sets.Rows) -> None:
    """What is done to a set as a whole."""
    actions = ["New set …", "Duplicate or rename …", "Delete …"] if shown else ["New set …"]
    action = st.menu_button("Sets", actions, icon=":material/library_add:", key=state.ACTIONS)
    if action == actions[0]:
        question_dialogs.create()
    elif shown and action == actions[1]:
        question_dialogs.duplicate(shown.name, rows)
    elif shown and action == actions[2]:
        question_dialogs.delete(shown.name)


def older(shown: engine.QuestionSet, newest: engine.QuestionSet) -> None:
    """A version that was replaced: to look at, and to go back to."""
    with st.container(horizontal=True, vertical_alignment="center"):
        views.quiet(f"Version {shown.version} is read only; version {newest.version} is the newest.")
        if st.button("Make this the newest", type="primary", icon=":material/history:"):
            saved = engine.save_set(library.database, shown.name, shown.rows)
            st.session_state[state.DONE] = f"Version {saved.version} has the rows of version {shown.version}."
            st.rerun()
    checked = state.checker().check(shown.rows)
    question_views.table(question_sets.frame_of(shown.rows, question_sets.places_of(shown.rows, checked)))


def edit(newest: engine.QuestionSet) -> question_sets.Rows:
    """The set as a table; what is wrong with it below, what it comes to above. Gives the rows as they stand."""
    draft = question_drafts.opened(newest)
    top = st.container(horizontal=True, vertical_alignment="center")
    meanwhile = st.container()
    draft = question_drafts.hold(draft, question_views.editor(draft))
    rows, unkept = question_sets.rows_of(draft.edited)
    changed = bool(unkept) or not question_sets.same(rows, draft.stored.rows)
    checked = state.checker().check(rows)
    behind = draft.stored.version != newest.version
    lost = behind and changed and engine.joined(draft.stored.rows, newest.rows, rows) is None
    why_not = "Both this table and the version saved meanwhile change rows." if lost else None
    with top:
        question_views.figures(checked, unkept, searched=bool(searched))
        if changed:
            st.badge("unsaved changes", icon=":material/edit:", color="orange")
        if st.button("Discard", icon=":material/undo:", disabled=not changed, help="Back to the version that is kept."):
            question_drafts.discard(newest.name)
            st.rerun()
        if st.button(
            f"Save as version {newest.version + 1}",
            type="primary",
            icon=":material/save:",
            disabled=not changed or lost or bool(unkept),
            help="A row holds what cannot be kept; the reason stands below." if unkept else why_not,
        ):
            saved = question_drafts.save(draft, rows)
            also = "" if question_sets.same(saved.rows, rows) else " What was added meanwhile is in it, too."
            st.session_state[state.DONE] = f"“{saved.name}”, version {saved.version}, is kept.{also}"
            st.rerun()
    if behind:
        with meanwhile:
            question_views.saved_meanwhile(draft.stored, newest, lost)
    if searched:
        question_views.remarks(draft, rows, (*unkept, *checked.faults), checked.warnings)
    return rows


def conditions() -> None:
    """What is not searched, and so cannot hold a needle; what was just done; the handbook's set where it is missing."""
    if not searched:
        said = ["No document is searched, so no needle can be looked for.", *words.not_searched(documents)]
        views.notice("info", " ".join(said))
    elif any(document.state in words.UNFINISHED for document in documents):
        views.notice("info", "Documents are still being read; needles are looked for in those that are ready.")
    if state.DONE in st.session_state:
        views.notice("success", st.session_state.pop(state.DONE))
    question_files.outcome()
    others = [name for name in question_drafts.unsaved() if newest is None or name != newest.name]
    if others:
        views.quiet(f"Changes that are not saved stand in {', '.join(f'“{name}”' for name in others)}, too.")
    if background.HANDBOOK_SET not in names and any(document.sample for document in documents):
        with st.container(horizontal=True, vertical_alignment="center"):
            views.quiet("Candor's handbook is in the library as a sample; there are questions to ask of it.")
            if st.button("Add the handbook's questions", icon=":material/menu_book:"):
                background.keep_handbook_questions(library)
                question_dialogs.done(background.HANDBOOK_SET, "The handbook's questions are a set now.")


documents = state.documents()
searched = [document for document in documents if document.live and not document.stale]
names = [each.name for each in engine.newest_sets(library.database)]
question_views.arrive(names)
bar = st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall")
with bar:
    newest = engine.newest_set(library.database, choose_set(names)) if names else None
    view = choose_view()
    shown = choose_version(newest) if newest and view == question_drafts.ROWS else newest
conditions()
rows: question_sets.Rows = shown.rows if shown else ()
if view == question_drafts.LOG:
    question_log.choose(newest.name if newest else question_drafts.OWN)
elif shown is None or newest is None:
    views.notice(
        "info",
        "There is no question set yet. Import one, begin an empty one, choose a sentence in Chunks and type its "
        "question, or take questions over from what was asked.",
    )
    st.page_link("../pages/chunks.py", label="Choose a sentence in Chunks", icon=":material/content_cut:")
elif shown.version != newest.version:
    older(shown, newest)
else:
    rows = edit(newest)
with bar:
    whole_sets(shown, rows)
    question_files.upload()
    if shown:
        question_files.download(f"{shown.name}, version {shown.version}", rows)
