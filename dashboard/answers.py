"""What Ask shows of an answer or a refusal: what it says, what decided, how it was found, and what it rests on."""

from __future__ import annotations

from typing import Any

import streamlit as st

import engine
from dashboard import hit_cards, searches, state, tables, views, words

NEAREST = 4


def answered(answer: engine.Answer, search: searches.Search) -> None:
    """The answer, who wrote it, and what the gate saw."""
    cut, best = answer.decision.cut, answer.decision.best_distance or 0
    who = f"Written by {answer.generator}" if answer.model_calls else "Verbatim sentences from your documents"
    with st.container(border=True, key="answer", gap="xsmall"):
        views.answer_text(answer)
        if told := engine.caution(answer):
            views.notice("warning", told)
        views.quiet(
            f"{who}; model calls: {answer.model_calls}. Best distance {words.figure(best, cut)}, cut {cut:g}, "
            f"{_origin(cut, search)}. {_found(answer, search)}"
        )


def refused(answer: engine.Answer, search: searches.Search, untold: list[str]) -> None:
    """Why there is no answer, what to do about it, and what was not searched."""
    said = " ".join([answer.reason, *_ways_out(answer, search), *untold])
    views.notice("info", said, lead=f"{words.outcome_in_words(answer.outcome)}.")


def decided(answer: engine.Answer, search: searches.Search) -> None:
    """The figures that decided against an answer, and where they come from."""
    cut, best = answer.decision.cut, answer.decision.best_distance
    with st.container(horizontal=True):
        st.metric("Best distance", "none" if best is None else words.figure(best, cut), border=True)
        st.metric("Cut", f"{cut:g}", border=True)
        st.metric("Model calls", f"{answer.model_calls}", border=True)
    views.quiet(f"The cut is {_origin(cut, search)}. {_found(answer, search)}")
    st.caption(
        f"`model calls: {answer.model_calls}` counts the models that write; the encoder writes nothing. "
        "A distance of 0 means the same, about 1 unrelated."
    )


def cards(answer: engine.Answer) -> None:
    """The sources, or, when nothing passed, the passages that came nearest to it; in the ranking's order."""
    hits = [source.hit for source in answer.sources] or _nearest(answer.decision.pool)
    heading = (
        "Passages that passed the cut" if answer.sources else "First passages and the closest: none passed the cut"
    )
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{'Sources' if answer.text else heading}**")
        if answer.text:
            with st.popover("Copy answer with sources", icon=":material/content_copy:", key="copy"):
                st.caption("Point at the text: the button at its top right copies all of it.")
                st.code(engine.as_text(answer), language=None, wrap_lines=True, height=320, width=560)
    with st.grid(2, min_column_width=400):
        for number, hit in enumerate(hits, start=1):
            hit_cards.hit_card(answer, hit, f"{'source' if answer.sources else 'near'}_{number}")


def pool(answer: engine.Answer) -> None:
    """Everything that the gate looked at, with what each stage of the search thought of it."""
    columns: dict[str, Any] = {
        "Rank": st.column_config.NumberColumn(pinned=True, help="The place in the ranking, after the last stage."),
        "Distance": st.column_config.NumberColumn(
            format="%.3f", help="What the gate compares with the cut: 0 means the same, about 1 unrelated, 2 at most."
        ),
    }
    for stage in answer.decision.pool[0].stages:
        rank, score = tables.stage_columns(stage)
        columns[rank] = st.column_config.NumberColumn(help="Its place in this stage's ranking; empty: not seen there.")
        columns[score] = st.column_config.NumberColumn(format="%.4f", help=tables.STAGES[stage])
    with st.expander(f"All {len(answer.decision.pool)} passages that the gate looked at", key="pool"):
        st.caption("In the order of the ranking, of which the gate knows nothing: it compares distances with the cut.")
        st.dataframe(tables.pool_table(answer), hide_index=True, column_config=columns)


def _nearest(pool: tuple[engine.Hit, ...]) -> list[engine.Hit]:
    """The first of the ranking; the closest of all, which decided, is the last of them if it does not stand higher."""
    closest = min(pool, key=lambda hit: hit.distance)
    first = list(pool[:NEAREST])
    return first if closest in first else [*first[:-1], closest]


def _ways_out(answer: engine.Answer, search: searches.Search) -> list[str]:
    """What somebody can do who got no answer."""
    if answer.outcome is engine.Outcome.MODEL_UNREACHABLE:
        return ["This says nothing about your documents; ask again when it can be reached."]
    if answer.outcome is not engine.Outcome.BELOW_CUT:
        return []
    ways = [f"Only searched {words.where(search.within)}."] if words.where(search.within) else []
    if answer.decision.pool:
        near = "If a passage below comes close to what you meant, ask in its words;"
        return [*ways, near, "otherwise these documents do not seem to hold the answer."]
    if search.retrieval.retriever == "bm25":
        ways.append("Keyword search finds only what shares a word with the question; the other ways look further.")
    return ways


def _origin(cut: float, search: searches.Search) -> str:
    """Where the cut of an answer comes from, and whether that still holds."""
    chosen, outdated = state.cut_in_force()
    return words.origin_of_cut(chosen, cut, outdated is not None, search.retrieval)


def _found(answer: engine.Answer, search: searches.Search) -> str:
    """How the passages were found, and the milliseconds in all and per stage."""
    parts = ", ".join(f"{stage} {taken:.0f}" for stage, taken in answer.milliseconds.items())
    took = f"{sum(answer.milliseconds.values()):.0f} ms: {parts}"
    return f"Found by {engine.found_by(search.retrieval)}. {took}."
