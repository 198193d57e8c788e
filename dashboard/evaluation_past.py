"""All runs there are, of whatever set and documents: two of them compared, files of one, runs forgotten."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import engine
from dashboard import (
    evaluation,
    evaluation_history,
    evaluation_pieces,
    evaluation_state,
    evaluation_views,
    state,
    views,
    words,
)
from dashboard.evaluation import Shown

SELDOM = {"Not comparable": "", "Hidden": words.HIDDEN[engine.Hidden.NOTHING][0]}
"""Columns that are only shown where a run says anything else in them."""


def history(runs: Sequence[engine.Run], k: int) -> None:
    """The newest runs as a table of which some can be chosen."""
    listed = runs[: evaluation_history.LISTED]
    frame = evaluation_history.history_table(listed, evaluation_state.figures)
    apart = int((frame["Not comparable"] != "").sum())
    rest = f" Shown are the newest {len(listed)}." if len(listed) < len(runs) else ""
    told = (
        f" {apart} of those shown cannot be compared with the newest run from which the same was hidden; each row says "
        "which run that is, and why."
        if apart
        else ""
    )
    views.quiet(
        f"{words.counted(len(runs), 'run')}.{rest}{told} Recall in percent, MRR from 0 to 1, over rows; in brackets "
        "the 95 % interval."
    )
    picked = st.dataframe(
        frame,
        hide_index=True,
        column_order=[name for name in frame.columns if name not in SELDOM or any(frame[name] != SELDOM[name])],
        height=evaluation_pieces.height(len(frame), 400),
        key=f"history-{hash(tuple(run.key for run in listed))}",
        on_select="rerun",
        selection_mode="multi-row",
        column_config={
            "Finished": st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm", width=140),
            "Set": st.column_config.TextColumn(width=110),
            "Version": st.column_config.TextColumn(help="And the beginning of the hash of its rows."),
            "Cut by": st.column_config.TextColumn(help="Strategy, target and overlap in characters."),
            "n": st.column_config.NumberColumn(help="Needle rows; none where answers were hidden."),
            "Destroyed": st.column_config.NumberColumn(help="Needle rows that no chunk holds whole."),
            "Not comparable": st.column_config.TextColumn(
                width=150, help="With the newest run from which the same was hidden, named here, and why."
            ),
            "Made by": st.column_config.TextColumn(help="Encoder with its fingerprint, and the pipeline's version."),
        },
    )
    chosen = [listed[row] for row in picked.selection.rows if row < len(listed)]
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Delete …", icon=":material/delete:", disabled=not chosen):
            _confirm_deletion(chosen)
        if not chosen:
            st.caption("Choose one run to export it, two to compare them.", width="content")
    if len(chosen) == 1:
        only = chosen[0]
        if why_not := frame["Not comparable"].iloc[picked.selection.rows[0]]:
            views.quiet(f"Not comparable: {why_not}")
        one = Shown(evaluation_history.full_name(only), only, evaluation_state.figures(only))
        evaluation_pieces.downloads(one)
    if len(chosen) == 2:
        _two(chosen[0], chosen[1], k)
    if len(chosen) > 2:
        st.caption("Choose exactly two runs to compare them.")


def _confirm_deletion(runs: Sequence[engine.Run]) -> None:
    """Says what would be gone before it is."""
    st.caption(
        f"{words.counted(len(runs), 'run')} with all that was ranked in them will be gone. They can be made again "
        "while the documents and the question set are the same."
    )
    for run in runs[:10]:
        st.text(f"{run.name}, version {run.version}: {evaluation_history.full_name(run)}")
    if len(runs) > 10:
        st.caption(f"and {len(runs) - 10} more")
    if st.button("Delete", type="primary", icon=":material/delete:"):
        engine.delete_runs(state.library().database, [run.key for run in runs])
        st.rerun()


def _two(first: engine.Run, second: engine.Run, k: int) -> None:
    """The comparison, or why there is none."""
    why_not = first.differs(second)
    if why_not is not None:
        views.notice("warning", why_not, lead="These two cannot be compared.")
    elif first.way.hidden is not engine.Hidden.NOTHING:
        views.notice("info", "Answers were hidden from both: there is no needle to find. Hidden tells their bluffs.")
    else:
        names = evaluation.names([first, second])
        if len(set(names.values())) < 2:
            names = {run.key: evaluation_history.full_name(run) for run in (first, second)}
        shown = [Shown(names[run.key], run, evaluation_state.figures(run)) for run in (first, second)]
        places = evaluation_pieces.beside(*evaluation_views.COMPARED)
        evaluation_views.against(shown[0], shown[1], k, places)
