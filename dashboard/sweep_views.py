"""What the Threshold page shows of a sweep at one cut: the cut in force, the counts, their limits, the questions."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

import engine
from dashboard import state, sweeps, views, words


def in_force(chosen: engine.Cut | None, used: float, outdated: str | None) -> None:
    """Which cut Ask uses, where it comes from, and whether that still holds."""
    if chosen is None:
        views.quiet(f"Ask uses {used:g}: not calibrated for these documents.")
        return
    hidden = chosen.counts.get("n_hidden", 0)
    beside = f", with {words.counted(hidden, 'question')} asked with the answer hidden" if hidden else ""
    where = f"Ask uses {chosen.cut:.3f}, chosen on the set {chosen.question_set}, version {chosen.version}{beside}."
    if outdated:
        views.notice("warning", outdated, lead=f"{where} Out of date.")
    else:
        views.quiet(where)


def figures(sweep: engine.Sweep, cut: float) -> None:
    """The counts at the cut, each with its n and 95 % interval."""
    counts = sweep.at(cut)
    told = [
        (
            "Right",
            counts.answered_right,
            sweep.n_in,
            "Answered, and a source holds the needle. A looser cut can lose one: passages that rank higher pass, too.",
        ),
        ("Wrong", counts.answered_wrong, sweep.n_in, "Answered, and no source holds the needle."),
        ("Refused", counts.refused, sweep.n_in, "The documents hold the answer, and the gate refused."),
        ("Near bluffs", counts.bluffs_near, sweep.n_near, "Answered, though the documents do not hold the answer."),
        ("Far bluffs", counts.bluffs_far, sweep.n_far, "Answered, though the documents are about something else."),
    ]
    for column, (label, count, n, meaning) in zip(st.columns(len(told)), told, strict=True):
        with column:
            share = engine.proportion(int(count[0]), n)
            st.metric(label, f"{int(count[0])} of {n}", help=meaning)
            st.caption(f"95 %: {share.low:.1%} to {share.high:.1%}" if n else "no such questions")


def unknown(sweep: engine.Sweep, trials: Sequence[engine.Trial], cut: float) -> None:
    """What these questions cannot tell."""
    counts = sweep.at(cut)
    pairs = len({trial.pair or trial.id for trial in trials if trial.kind == "in"})
    bluffed, negatives = int(counts.bluffs_near[0] + counts.bluffs_far[0]), sweep.n_near + sweep.n_far
    if not negatives:
        views.quiet("The set has no near or far questions: nothing is known of bluffs.")
        return
    share = engine.proportion(bluffed, negatives)
    needed = engine.questions_for(bluffed / negatives)
    views.quiet(
        f"What cannot be known: {bluffed} bluffs of {negatives} still allow up to {share.high:.1%} (95 %, Wilson). "
        f"About {needed:,} questions without an answer would narrow this to ±5 points. The {sweep.n_in} in-domain rows "
        f"ask for {pairs} needles; phrasings of one are not independent, so their intervals are wider than shown."
    )


def lists(trials: Sequence[engine.Trial], before: float, cut: float) -> None:
    """The questions behind the counts; those that flip end otherwise than at the cut `before`."""
    tables = {
        "Bluffs": sweeps.bluffs_table(trials, cut, state.passage),
        "Flipped": sweeps.flips_table(trials, before, cut),
        "Refused": sweeps.verdict_table(trials, cut, "refused"),
        "Wrong": sweeps.verdict_table(trials, cut, "wrong"),
    }
    shown = st.segmented_control(
        "Questions",
        list(tables),
        default="Bluffs",
        required=True,
        key="list",
        format_func=lambda name: f"{name} ({len(tables[name])})",
        label_visibility="collapsed",
    )
    frame = tables[shown]
    if frame.empty:
        none = {"Flipped": f"No question ends otherwise than at {before:.3f}, the cut before."}
        st.caption(none.get(shown, f"None at {cut:.3f}."))
        return
    st.dataframe(
        frame.convert_dtypes(),
        hide_index=True,
        row_height=35,
        column_config={
            "Question": st.column_config.TextColumn(width="large"),
            "Distance": st.column_config.NumberColumn(
                format="%.3f", help="Of the passage that let it through: the first of the ranking that passes."
            ),
            "Best distance": st.column_config.NumberColumn(
                format="%.3f", help="The smallest among the passages that the gate looks at, whatever their rank."
            ),
            "Needle at rank": st.column_config.NumberColumn(
                help="Where the ranking has the first passage with the needle; empty: not among the first 25."
            ),
            "Passage that let it through": st.column_config.TextColumn(width="large"),
        },
    )
