"""What the Questions page draws of a set: its table, and what is wrong with its rows beside what may be meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

import engine
from dashboard import question_drafts, question_sets, state, views, words

SHOWN = 20
"""Remarks that are drawn at once."""

AROUND = 60
"""Characters of the document that are shown on either side of a place."""

TABLE_HEIGHT = 354


def arrive(names: Sequence[str]) -> None:
    """Before the controls are drawn: they stand at what was decided in the last run, or at what a link names, by which
    the page was just opened; one that names a set that is not there is told.
    """
    st.session_state.update(st.session_state.pop(state.NEXT, {}))
    st.session_state.setdefault(state.VIEW, question_drafts.ROWS)
    named = st.query_params.get(state.SET)
    if state.ACTIONS not in st.session_state and named is not None:
        if named in names:
            st.session_state[state.SET] = named
        else:
            views.notice("warning", f"There is no question set “{named}”; it was deleted or renamed.")
    if names:
        question_drafts.follow(names)


def figures(checked: engine.Checked, unkept: Sequence[engine.Remark], *, searched: bool) -> None:
    """What the set comes to; without documents, only how many rows there are is known."""
    if searched:
        st.markdown(f"**{question_sets.counts(checked, len(unkept) + len(checked.faults))}**", width="content")
    else:
        st.markdown("**Not checked: no document is searched**", width="content")


def saved_meanwhile(stored: engine.QuestionSet, newest: engine.QuestionSet, lost: bool) -> None:
    """That another version was saved while this one was edited, and what becomes of both."""
    told = f"Version {newest.version} was saved meanwhile; these changes were made to version {stored.version}."
    if lost:
        views.notice(
            "warning",
            f"{told} Both change rows, so these cannot be saved: keep them as a set of their own (Duplicate, under "
            f"Sets), or discard them to see version {newest.version}.",
        )
    else:
        views.notice("info", f"{told} Saving keeps both.")


def editor(draft: question_drafts.Draft) -> pd.DataFrame:
    """The table of a set, and what it says after what was typed into it."""
    kinds = question_sets.options(draft.base, "kind", [kind.value for kind in engine.Kind])
    edited: pd.DataFrame = st.data_editor(
        draft.base,
        key=draft.key,
        num_rows="dynamic",
        hide_index=False,
        height=TABLE_HEIGHT,
        placeholder="",
        column_config=_columns(kinds, draft.documents),
        alt="The rows of the question set",
    )
    return edited


def table(frame: pd.DataFrame) -> None:
    """A version that is only looked at."""
    kinds, documents = (question_sets.options(frame, column, ()) for column in ("kind", "document"))
    st.dataframe(frame, hide_index=False, height=TABLE_HEIGHT, placeholder="", column_config=_columns(kinds, documents))


def remarks(
    draft: question_drafts.Draft,
    rows: Sequence[engine.QuestionRow],
    faults: Sequence[engine.Remark],
    doubts: Sequence[engine.Remark],
) -> None:
    """Why rows are not scored, and which are doubtful; where a needle may be meant elsewhere, a button takes it."""
    by_line = {row.line: row for row in rows}
    listed = [*(("warning", remark) for remark in faults), *(("info", remark) for remark in doubts)]
    for kind, remark in listed[:SHOWN]:
        _remark(draft, by_line.get(remark.line), kind, remark)
    if len(listed) > SHOWN:
        views.quiet(f"{words.counted(len(listed) - SHOWN, 'more row')} will be named here as these are mended.")


def _remark(draft: question_drafts.Draft, row: engine.QuestionRow | None, kind: str, remark: engine.Remark) -> None:
    id, question = (row.id, row.question) if row else ("", "")
    row_named = ", ".join(filter(None, (f"Row {remark.line}", id, f"“{question}”" if question else "")))
    said = "Not scored: " if kind == "warning" else "Scored, but doubtful: "
    with st.container(gap="xsmall", key=f"remark_{draft.key}_{kind}_{remark.line}"):
        views.notice(kind, f"{said}{remark.reason[0].lower()}{remark.reason[1:]}", f"{row_named}.")
        for number, place in enumerate(remark.places):
            passage = state.passage(place)
            same = row is not None and row.needle is not None and row.needle.split() == passage.split()
            actions, where = st.columns([2, 7], vertical_alignment="center")
            with actions, st.container(horizontal=True, vertical_alignment="center", gap="small"):
                taken = st.button(
                    "Take this place" if same else "Take it",
                    key=f"take_{draft.key}_{remark.line}_{number}",
                    icon=":material/my_location:",
                )
                st.page_link(
                    "../pages/chunks.py",
                    label="See it",
                    icon=":material/content_cut:",
                    query_params={"document": place.document, "char": f"{place.start},{place.end}"},
                )
            with where:
                views.quiet(f"{place.document}, characters {place.start:,} to {place.end:,}: {_excerpt(place)}")
            if taken:
                question_drafts.rewrite(draft, question_sets.placed(draft.edited, remark.line, place, passage))
                st.rerun()


def _excerpt(place: engine.Needle) -> str:
    """The place in its surroundings, on one line, between angle quotes that tell it from them."""
    text = state.text_of(place.document)
    before, behind = text[max(0, place.start - AROUND) : place.start], text[place.end : place.end + AROUND]
    lead, said, tail = (" ".join(part.split()) for part in (before, text[place.start : place.end], behind))
    return f"… {lead} »{said}« {tail} …"


def _columns(kinds: Sequence[str], documents: Sequence[str]) -> dict[str, Any]:
    columns = st.column_config
    return {
        "_index": columns.NumberColumn("row", width=40),
        "id": columns.TextColumn(
            width=110,
            help="Left empty, a new row gets the next free one. Rows that share one are needles of one question.",
        ),
        "question": columns.TextColumn(width=320),
        "kind": columns.SelectboxColumn(
            options=kinds,
            width=60,
            help="in: the documents answer it. near: they do not, though they use its words. "
            "far: nothing like it is in them.",
        ),
        "needle": columns.TextColumn(
            width=320, help="The words of a document that answer the question, as they stand there."
        ),
        "document": columns.SelectboxColumn(options=documents, width=150),
        "start": columns.NumberColumn(
            min_value=0, step=1, width=70, format="%d", help="The needle's first character, counted from 0."
        ),
        "end": columns.NumberColumn(
            min_value=0, step=1, width=70, format="%d", help="The first character behind the needle."
        ),
        "phrasing": columns.TextColumn(width=90, help="Which way of asking this is, as handbook or ticket."),
        "pair": columns.TextColumn(
            width=110, help="Shared by the phrasings of one needle: they count as one in tests."
        ),
        "note": columns.TextColumn(width=140, help="For people; nothing is decided by it."),
        question_sets.LINK: columns.LinkColumn(
            "place",
            display_text="show",
            width=60,
            disabled=True,
            help="The needle in its chunk, where it was found when this table began.",
        ),
    }
