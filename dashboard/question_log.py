"""From what was asked to question sets: the last questions that were put to Ask, to choose from."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

import engine
from dashboard import question_dialogs, question_drafts, question_sets, state, views, words

LISTED = 200
"""Questions that are shown, the last ones."""

BY_OUTCOME = "by its outcome"


def kind_of(asked: engine.Asked, chosen: str) -> str:
    """The kind that the question becomes: the chosen one, or in where it was answered and near where it was not."""
    if chosen != BY_OUTCOME:
        return chosen
    return engine.Kind.IN if asked.outcome is engine.Outcome.ANSWERED else engine.Kind.NEAR


def log_table(asked: Sequence[engine.Asked], rows: Sequence[engine.QuestionRow]) -> pd.DataFrame:
    """One row a question; whether the set's `rows` hold it already."""
    known = {question_sets.fold(row.question) for row in rows}
    return pd.DataFrame(
        {
            "Question": [each.question for each in asked],
            "Outcome": [words.outcome_in_words(each.outcome) for each in asked],
            "In the set": ["yes" if question_sets.fold(each.question) in known else "" for each in asked],
            "Best distance": pd.array([each.best_distance for each in asked], dtype="Float64"),
            "Asked": pd.to_datetime([each.at for each in asked], unit="s", utc=True),
            "Times": [each.times for each in asked],
        }
    )


def choose(name: str) -> None:
    """The questions, and what it takes to make them rows of the set called so."""
    asked = engine.asked_questions(state.library().database, LISTED)
    if not asked:
        views.notice("info", "Nothing was asked yet. What is put to Ask is listed here, with how it ended.")
        st.page_link("../pages/ask.py", label="Go to Ask", icon=":material/forum:")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        kind = st.segmented_control(
            "As kind",
            [BY_OUTCOME, *(kind.value for kind in engine.Kind)],
            default=BY_OUTCOME,
            key=state.LOG_KIND,
            required=True,
            label_visibility="collapsed",
            help="By its outcome: in where it was answered, near where it was refused.",
        )
        add = st.empty()
    picked = st.dataframe(
        log_table(asked, question_drafts.rows_now(name)),
        hide_index=True,
        height=460,
        placeholder="",
        key=f"asked_{asked[0].key}_{len(asked)}",  # rows are chosen by their place
        on_select="rerun",
        selection_mode="multi-row",
        column_config={
            "Question": st.column_config.TextColumn(width="large"),
            "Asked": st.column_config.DatetimeColumn(format="distance"),
            "Best distance": st.column_config.NumberColumn(format="%.3f", help="Cosine distance of the best passage."),
        },
    )
    chosen = [asked[row] for row in picked.selection.rows if row < len(asked)]
    label = f"Add {words.counted(len(chosen), 'question')}"
    if add.button(label, type="primary", icon=":material/playlist_add:", disabled=not chosen):
        _add(name, {each.question: kind_of(each, kind) for each in chosen})
    last = f" These are the last {LISTED} different ones." if len(asked) == LISTED else ""
    views.quiet(f"Chosen questions become rows of “{name}”, in a new version at once.{last}")


def _add(name: str, kinds: dict[str, str]) -> None:
    rows = question_drafts.rows_now(name)
    new = {question: kind for question, kind in kinds.items() if not question_sets.asks(rows, question)}
    saved = question_drafts.add(name, lambda rows: question_sets.with_asked(rows, new))
    said = f"{words.counted(len(new), 'question')} added: “{name}” is now version {saved.version}."
    if len(new) < len(kinds):
        said += f" {words.counted(len(kinds) - len(new), 'question')} stood in it already."
    if engine.Kind.IN in new.values():
        said += " Those of kind in need a needle before they are scored: choose the sentence in Chunks."
    question_dialogs.done(name, said)
