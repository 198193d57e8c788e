"""What the Evaluate page shows of runs beside each other: all of them, two of them, and every two."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import engine
from dashboard import (
    evaluation,
    evaluation_charts,
    evaluation_matrix,
    evaluation_pairs,
    evaluation_pieces,
    evaluation_state,
    searches,
    state,
    views,
    words,
)
from dashboard.evaluation import Shown

MATRIX = 862
"""The width of the matrix, in pixels, where runs differ in strategy and retriever alone: a window of 1024 has it."""

INTERVAL = "In percent, with the 95 % interval in brackets."


def matrix(shown: Sequence[Shown], k: int, over: str, what: str) -> None:
    """All runs as a table, of which `what` says the columns, and as dots with whiskers, the best first."""
    ordered = evaluation.best_first(shown, k, over)
    rows = ordered[0].figures.rows
    run = ordered[0].run
    views.quiet(
        f"n = {len(rows)} rows, {len({row.group for row in rows})} pairs, of {run.name}, version {run.version}, in "
        f"{words.counted(run.document_count, 'document')}; figures over {over}, best recall@{k} first; "
        f"{evaluation.methods(ordered, k, over)}."
    )
    frame = evaluation_matrix.matrix(ordered, over)
    sizes = len(set(frame.columns) & set(evaluation_matrix.SIZES))
    table, chart = evaluation_pieces.beside(MATRIX + 60 * sizes, 400)
    times = {evaluation_matrix.stage_column(stage) for one in ordered for stage in one.figures.milliseconds}
    with table:
        picked = st.dataframe(
            frame,
            hide_index=True,
            column_order=evaluation_matrix.columns(frame, what),
            height=evaluation_pieces.height(len(frame), 38 + 35 * 11),
            placeholder="",
            key=f"matrix-{hash(tuple(one.run.key for one in ordered))}",
            on_select="rerun",
            selection_mode="single-row",
            alt="Figures of every strategy with every retriever",
            column_config={
                "Strategy": st.column_config.TextColumn(width=60, pinned=True),
                **{
                    name: st.column_config.NumberColumn(width=60, pinned=True) for name in evaluation_matrix.NAMING[1:4]
                },
                "Retriever": st.column_config.TextColumn(width=94, pinned=True),
                **{f"Recall@{at}": st.column_config.TextColumn(width=118, help=INTERVAL) for at in engine.KS},
                "MRR": st.column_config.TextColumn(
                    width=114, help="Mean of 1 / rank, from 0 to 1, with the 95 % interval in brackets."
                ),
                "Destroyed": st.column_config.NumberColumn(
                    width=78, help="Needles, a row each, that no chunk holds whole: nothing can find them."
                ),
                "Tokens": st.column_config.NumberColumn(format="localized", help="Word pieces that were embedded."),
                "Header share": st.column_config.NumberColumn(format="%.1f %%", help="Share of the tokens in headers."),
                "Overflowing": st.column_config.NumberColumn(help="Chunks that the encoder does not read to the end."),
                "ms": st.column_config.NumberColumn(format="%.1f", help="Milliseconds a question, all stages."),
                **{name: st.column_config.NumberColumn(format="%.1f") for name in times},
            },
        )
        chosen = [ordered[row] for row in picked.selection.rows if row < len(ordered)]
        if chosen:
            evaluation_pieces.downloads(chosen[0], shown)
        else:
            st.caption("Choose a row to export its run.")
    chart.altair_chart(
        evaluation_charts.whiskers(evaluation.dots(ordered, k, over), k, over),
        alt=f"Recall at {k} of every run with its interval",
    )


def two(shown: Sequence[Shown], k: int) -> None:
    """Any two runs against each other."""
    ordered = {one.name: one for one in evaluation.best_first(shown, k, evaluation.PAIRS)}
    names = list(ordered)
    for key in (evaluation_state.FIRST, evaluation_state.SECOND):
        if st.session_state.get(key) not in names:
            st.session_state.pop(key, None)
    choice, figures = evaluation_pieces.beside(*COMPARED)
    sides = choice.columns(2)
    first = sides[0].selectbox("First run", names, 0, key=evaluation_state.FIRST, persist_state="session")
    second = sides[1].selectbox(
        "Second run", names, len(names) - 1, key=evaluation_state.SECOND, persist_state="session"
    )
    if first == second:
        views.notice("info", "Choose two different runs.")
        return
    runs = in_order([one.run for one in shown])
    pairs = evaluation_state.pairs(runs, k)
    doubt = evaluation_pairs.picked_from(pairs, *(runs.index(ordered[name].run) for name in (first, second)))
    against(ordered[first], ordered[second], k, (choice, figures), doubt)


COMPARED = (500, 762)
"""The widths, in pixels, of what a comparison comes to and of its figures."""


def in_order(runs: Sequence[engine.Run]) -> list[engine.Run]:
    """The oldest first, so that all comparisons of the same runs are the same ones."""
    return sorted(runs, key=attrgetter("key"))


def against(
    first: Shown, second: Shown, k: int, places: tuple[DeltaGenerator, DeltaGenerator], doubt: str = ""
) -> None:
    """Two runs over the same rows: what it comes to, and the questions on which they differ.

    What it comes to, with what is to be said against it (`doubt`), and its figures have `places` of their own.
    """
    compared = engine.compared(first.figures.rows, second.figures.rows, k)
    with places[0]:
        told = evaluation_pairs.told(compared, first.name, second.name)
        views.notice("success" if compared.groups.distinguishable and not doubt else "info", f"{told} {doubt}")
    frame = evaluation_pairs.comparison_table(compared, first.name, second.name)
    places[1].dataframe(
        frame,
        hide_index=True,
        column_config={
            "n": st.column_config.NumberColumn(width=50),
            "Ties": st.column_config.NumberColumn(width=50),
            "p": st.column_config.NumberColumn(
                format="%.2g",
                width=70,
                help="Exact two-sided sign test: how often chance splits wins and losses so unevenly.",
            ),
        },
    )
    differing = evaluation_pairs.differing(first.figures, second.figures, k)
    if not differing:
        st.caption(f"Both find the same needles among their first {k}.")
        return
    st.caption(
        f"{words.counted(len(differing), 'needle')} that only one of them has among its first {k}, with the rank in "
        "each. Choose one to look at it."
    )
    listed = evaluation_pairs.differences_table(differing, first.name, second.name, evaluation_pieces.passages())
    picked = st.dataframe(
        listed,
        hide_index=True,
        height=evaluation_pieces.height(len(listed), 320),
        placeholder="–",
        key=f"differing-{first.run.key}-{second.run.key}-{k}",
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            "Question": st.column_config.TextColumn(width=200),
            "Phrasing": st.column_config.TextColumn(width=80),
            **{
                f"Rank in {one.name}": st.column_config.NumberColumn(
                    one.name, width=115, help="Its rank in this run. –: not among the passages listed."
                )
                for one in (first, second)
            },
            "Needle": st.column_config.TextColumn(width=165),
            "Document": st.column_config.TextColumn(width=148),
        },
    )
    for row in picked.selection.rows[:1]:
        if row < len(differing):
            _look_at(differing[row], first.run, second.run)


def _look_at(row: evaluation_pairs.Differing, first: engine.Run, second: engine.Run) -> None:
    """The ways from a question to where it can be tried and seen, under either run."""
    library, trial, needle = state.library(), row.first.trial, row.first.needle
    own = engine.retrieval_of(library)
    views.quiet(trial.question)
    with st.container(horizontal=True):
        for retrieval in dict.fromkeys((first.way.retrieval, second.way.retrieval)):
            search = searches.Search(trial.question, retrieval, searches.EVERYWHERE)
            st.page_link(
                "../pages/ask.py",
                label=f"Open in Ask with {engine.found_by(retrieval)}",
                icon=":material/forum:",
                query_params=searches.address(search, own),
            )
        if state.text_of(needle.document):
            for cutting in dict.fromkeys((first.way.chunking, second.way.chunking)):
                evaluation_pieces.in_chunks(f"Show in Chunks under {cutting.strategy}", needle, cutting)
    if {first.way.chunking, second.way.chunking} != {engine.effective(library.chunking)}:
        views.quiet(
            f"Ask searches what is indexed, which is cut by strategy {library.chunking.strategy}, "
            f"{library.chunking.target} characters: what it finds can differ from these runs."
        )


def every_two(shown: Sequence[Shown], k: int) -> None:
    """Every run against every other, with p corrected for how many comparisons that is."""
    runs = in_order([one.run for one in shown])
    name_of = {one.run.key: one.name for one in shown}
    names = [name_of[run.key] for run in runs]
    order = [one.name for one in evaluation.best_first(shown, k, evaluation.PAIRS)]
    pairs = evaluation_state.pairs(runs, k)
    views.quiet(evaluation_pairs.summed_up(pairs, names, k))
    chart, table = evaluation_pieces.beside(540, 722)
    chart.altair_chart(
        evaluation_charts.heat_map(evaluation_pairs.squares(pairs, names), order),
        alt="Wins less losses of every run against every other",
    )
    table.dataframe(
        evaluation_pairs.pairs_table(pairs, names),
        hide_index=True,
        height=evaluation_pieces.height(len(pairs), 520),
        column_config={
            **{name: st.column_config.NumberColumn(width=54) for name in ("Wins", "Losses", "Ties")},
            "p": st.column_config.NumberColumn(
                format="%.2g", width=66, help="Sign test over pairs, as if it were the only one."
            ),
            "p, corrected": st.column_config.NumberColumn(
                format="%.2g", width=88, help="Holm's, over all comparisons here."
            ),
        },
    )
