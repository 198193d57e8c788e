"""What the Evaluate page shows of single runs: their parts, what their cutting destroys, answers hidden, files."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

import engine
from dashboard import (
    evaluation,
    evaluation_charts,
    evaluation_history,
    evaluation_ledger,
    evaluation_pieces,
    evaluation_state,
    state,
    sweeps,
    views,
    words,
)
from dashboard.evaluation import Shown

KIND = "kind"
SPLITS = {"phrasing": engine.By.PHRASING, "document": engine.By.DOCUMENT, KIND: None}
"""What a run can be split by."""


def parts(shown: Sequence[Shown], k: int, cut: float, origin: str) -> None:
    """One run's figures by phrasing, by document, or by kind at the cut in force."""
    by_name = {one.name: one for one in evaluation.best_first(shown, k, evaluation.ROWS)}
    if st.session_state.get(evaluation_state.CHOSEN) not in by_name:
        st.session_state.pop(evaluation_state.CHOSEN, None)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Run", list(by_name), key=evaluation_state.CHOSEN, width=300, persist_state="session")
        by = st.segmented_control(
            "Split by",
            list(SPLITS),
            default=next(iter(SPLITS)),
            required=True,
            key=evaluation_state.PART,
            persist_state="session",
        )
    one = by_name[name]
    what = SPLITS[by]
    if what is None:
        kinds = engine.kinds(evaluation_state.evaluated(one.run).trials, cut)
        st.dataframe(evaluation.kinds_table(kinds), hide_index=True)
        views.quiet(
            f"At the cut {cut:g}, {origin}. In brackets the 95 % interval (Wilson). Near and far questions have no "
            "answer in the documents: each that is answered is a bluff."
        )
    else:
        figures = evaluation_state.parts(one.run, what)
        table, chart = evaluation_pieces.beside(780, 482)
        frame = evaluation.parts_table(figures, by.capitalize())
        table.dataframe(frame, hide_index=True, height=evaluation_pieces.height(len(frame)))
        table.caption(
            "Over rows. In brackets the 95 % interval: Wilson's for recall (in percent), the bootstrap's for MRR. "
            "Small parts move by chance."
        )
        chart.altair_chart(
            evaluation_charts.part_whiskers(evaluation.part_dots(figures, k), k), alt=f"Recall at {k} of every part"
        )
    evaluation_pieces.downloads(one, shown)


def destroyed(shown: Sequence[Shown]) -> None:
    """Which way of cutting destroys which needle, and the cut through the one that is chosen."""
    runs = [one.run for one in shown]
    names = evaluation.cutting_names(runs)
    lost = evaluation_ledger.ledger(runs)
    rows = len(shown[0].figures.rows)
    if not lost:
        views.notice("success", f"No way of cutting that was measured destroys any of the {rows} needle rows.")
        return
    views.quiet(
        f"{words.counted(len(lost), 'needle')} that no chunk holds whole under at least one strategy: no retriever "
        f"and no model finds them there. {evaluation_ledger.CUT} marks where."
    )
    picked = st.dataframe(
        evaluation_ledger.ledger_table(lost, names),
        hide_index=True,
        height=evaluation_pieces.height(len(lost), 320),
        key=f"ledger-{hash(tuple(run.key for run in runs))}",
        on_select="rerun",
        selection_mode="single-row-required",
        column_config={
            "Needle": st.column_config.TextColumn(width="large"),
            **{name: st.column_config.TextColumn(width=70) for name in names.values()},
            "Questions": st.column_config.NumberColumn(help="How many questions ask for it."),
        },
    )
    chosen = next((lost[row] for row in picked.selection.rows if row < len(lost)), lost[0])
    text = state.text_of(chosen.needle.document)
    for question in chosen.questions:
        views.quiet(question)
    for chunking in chosen.by:
        with st.container(border=True, gap="xsmall"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**Strategy {names[chunking]}**", width="content")
                if text:
                    evaluation_pieces.in_chunks("Show in Chunks", chosen.needle, chunking)
            evaluation_ledger.severed(chosen, chunking, text)


def hidden(runs: Sequence[engine.Run], cut: float, origin: str) -> None:
    """Runs in which answers were out of sight: how often they bluffed at the cut, and what could not be asked."""
    if not runs:
        meanings = " ".join(f"Hide {name}: {meaning}" for name, meaning in list(words.HIDDEN.values())[1:])
        views.notice(
            "info",
            "No run hides answers yet. Choose what to hide under Sizes, depth, hiding, and run: every question becomes "
            f"one that the documents do not answer, so refusing is right and any answer is a bluff. {meanings}",
        )
        return
    by_key = evaluation.names(runs)
    runs = sorted(runs, key=lambda run: (run.way.hidden, by_key[run.key]))
    names = [by_key[run.key] for run in runs]
    sweeps_of = [evaluation_state.swept(run) for run in runs]
    views.quiet(
        f"Answers are out of sight, so every answer is a bluff. At the cut {cut:g}, {origin}; in brackets the 95 % "
        "interval (Wilson)."
    )
    frame = evaluation_history.hidden_table(runs, sweeps_of, names, cut)
    picked = st.dataframe(
        frame,
        hide_index=True,
        height=evaluation_pieces.height(len(frame), 320),
        key=f"hidden-{hash(tuple(run.key for run in runs))}",
        on_select="rerun",
        selection_mode="single-row-required",
        column_config={"Left out": st.column_config.NumberColumn(help="Their answer would still have been there.")},
    )
    run = next((runs[row] for row in picked.selection.rows if row < len(runs)), runs[0])
    trials = evaluation_state.evaluated(run).trials
    bluffs = sweeps.bluffs_table(trials, cut, evaluation_pieces.passages())
    if bluffs.empty:
        st.caption(f"{by_key[run.key]}: nothing is answered at {cut:g}.")
    else:
        st.caption(f"{by_key[run.key]}, {words.HIDDEN[run.way.hidden][0]} hidden: its bluffs, the nearest first.")
        st.dataframe(
            bluffs.drop(columns=["Miss", "Why it is no answer"]),
            hide_index=True,
            height=evaluation_pieces.height(len(bluffs), 320),
            column_config={
                "Question": st.column_config.TextColumn(width="large"),
                "Distance": st.column_config.NumberColumn(format="%.3f", help="Cosine distance of that passage."),
                "Passage that let it through": st.column_config.TextColumn(width="large"),
            },
        )
    if run.left_out:
        st.caption(f"Not asked, {words.counted(len(run.left_out), 'question')}:")
        st.dataframe(
            pd.DataFrame({"Question's id": list(run.left_out), "Why": list(run.left_out.values())}), hide_index=True
        )
