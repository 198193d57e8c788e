"""Question sets while they are edited: what was typed outlives reruns, other pages and other versions of the set.

A table of Streamlit's keeps what is typed into it as changes to the frame that it began with, and forgets them when
that frame, or anything else about the table, is another one, and when the page is left. So every table here has a frame
that stays what it is, and what it says after each run is held outside of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

import engine
from dashboard import question_sets, state

OWN = "my questions"
"""The set that questions go into where none was chosen yet."""

ROWS, LOG = VIEWS = ("Rows", "From what was asked")
"""What the page shows of a set: its table, or the questions to add to it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A set as it is edited: `stored` is the version that it comes from, `base` what its table began with, `edited`
    what that says now.

    `key` is the table's; `documents` are those to choose from; `seen` is the library's version when both were told.
    """

    stored: engine.QuestionSet
    base: pd.DataFrame
    edited: pd.DataFrame
    key: str
    documents: tuple[str, ...]
    seen: tuple[object, ...]

    @property
    def changed(self) -> bool:
        """Whether it says anything else than the version that it comes from."""
        rows, faults = question_sets.rows_of(self.edited)
        return bool(faults) or not question_sets.same(rows, self.stored.rows)


def follow(names: Sequence[str]) -> None:
    """Before the control of the set is drawn: it stands at the set that was looked at or added to last.

    Where that is gone it is the first of the `names`, of which there is one.
    """
    wanted = (st.session_state.get(state.SET), st.session_state.get(state.SET_USED), names[0])
    st.session_state[state.SET] = next(name for name in wanted if name in names)  # also where it stands there already:
    # what another page's control left under this key is seen, but forgotten once this page's is drawn


def look_at(name: str | None) -> None:
    """From the next run on the rows of the set called so are shown; of any, where it is `None`."""
    st.session_state[state.NEXT] = {state.SET: name, state.VIEW: ROWS}


def opened(newest: engine.QuestionSet) -> Draft:
    """The draft to draw the table of: the one that is held, or else one that says what the `newest` version does.

    One with changes stays what it is when another version was saved meanwhile: saving joins both if it can. Where its
    table cannot go on, because it was not drawn in the last run or the documents are others, the same rows stand in a
    new one.
    """
    draft = held(newest.name)
    if draft is None or (draft.stored != newest and not draft.changed):
        return _begin(newest, question_sets.frame_of(newest.rows, {}))
    if draft.key not in st.session_state:
        return _begin(draft.stored, draft.edited)
    version = state.library().version
    if draft.seen != version:
        base, documents = _base(draft.base)
        if documents != draft.documents or not base.equals(draft.base):
            return _begin(draft.stored, draft.edited)
        draft = replace(draft, seen=version)
        _keep(draft)
    return draft


def held(name: str) -> Draft | None:
    """The draft of the set called so; `None` if it was not looked at yet."""
    return _drafts().get(name)


def hold(draft: Draft, edited: pd.DataFrame) -> Draft:
    """Keeps what the table of the draft says now."""
    draft = replace(draft, edited=edited)
    _keep(draft)
    return draft


def rewrite(draft: Draft, frame: pd.DataFrame) -> None:
    """Puts another frame in the place of what the table says."""
    _begin(draft.stored, frame)


def discard(name: str) -> None:
    """Forgets what was typed into the set's table and not saved."""
    _drafts().pop(name, None)


def begin(name: str, rows: Sequence[engine.QuestionRow]) -> None:
    """Keeps the rows as a new set. Raises `EngineError` where there is one of this name."""
    engine.new_set(state.library().database, name, rows)
    discard(name)
    st.session_state[state.SET_USED] = name


def save(draft: Draft, rows: Sequence[engine.QuestionRow]) -> engine.QuestionSet:
    """Keeps what the draft's rows became as the newest version, with what was added meanwhile; it is held no longer.

    Raises `EngineError` where what was saved meanwhile and these rows cannot both be kept.
    """
    saved = engine.save_edit(state.library().database, draft.stored, rows)
    discard(saved.name)
    st.session_state[state.SET_USED] = saved.name
    return saved


def add(name: str, grow: Callable[[question_sets.Rows], question_sets.Rows]) -> engine.QuestionSet:
    """Keeps what `grow` makes of the newest version's rows as the next one; a set that is not there yet begins so.

    What is typed into the set's table and not saved grows likewise, so that saving it takes nothing back.
    """
    draft = held(name)
    before, saved = engine.grow_set(state.library().database, name, grow)
    st.session_state[state.SET_USED] = name
    if draft is not None and draft.stored == before and draft.changed:
        rows, faults = question_sets.rows_of(draft.edited)
        if not faults:
            _begin(saved, question_sets.frame_of(grow(rows), {}))
    return saved


def rows_now(name: str) -> question_sets.Rows:
    """The rows of the newest version; none where there is no such set."""
    newest = engine.newest_set(state.library().database, name)
    return newest.rows if newest else ()


def unsaved() -> list[str]:
    """The sets with changes that are not saved."""
    return [name for name, draft in _drafts().items() if draft.changed]


def _begin(stored: engine.QuestionSet, frame: pd.DataFrame) -> Draft:
    number = st.session_state.get(state.TABLES, 0) + 1
    st.session_state[state.TABLES] = number
    base, documents = _base(frame)
    draft = Draft(stored, base, base, f"question_rows_{number}", documents, state.library().version)
    _keep(draft)
    return draft


def _base(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The frame for a table to begin with, its links those of today, and the documents to choose from."""
    rows, _ = question_sets.rows_of(frame)
    base = question_sets.renewed(frame, question_sets.places_of(rows, state.checker().check(rows)))
    searched = [document.name for document in state.documents() if document.live and not document.stale]
    return base, tuple(question_sets.options(base, "document", searched))


def _keep(draft: Draft) -> None:
    st.session_state[state.DRAFTS] = {**_drafts(), draft.stored.name: draft}


def _drafts() -> dict[str, Draft]:
    drafts: dict[str, Draft] = st.session_state.setdefault(state.DRAFTS, {})
    return drafts
