"""What the Chunks page draws of a document under one cut or two: its condition, figures, text, cards, distribution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd
import streamlit as st

import engine
from dashboard import boundaries, charts, cuts, inspection, views, words

LIBRARY = "../pages/library.py"

Cuts = Sequence[cuts.Cut]
"""One cut, or the chosen one and the one it is compared with."""


def to_library(label: str) -> None:
    """The way to the page where documents and settings are changed."""
    st.page_link(LIBRARY, label=label, icon=":material/library_books:")


def condition(document: engine.Document, others: Sequence[engine.Document]) -> None:
    """What a person must know of the document before its chunks are believed; `others` have the same name."""
    if document.reason:
        views.notice("error" if document.state is engine.State.FAILED else "warning", document.reason)
    for other in others:
        why = f" {other.reason}" if other.reason else ""
        views.notice(
            "info", f"Another version of this document is {other.state}.{why} Shown is the one that is searched."
        )
    if document.stale and document.stamp is not None:
        was = document.stamp.chunking
        views.notice(
            "warning",
            f"Stale. {words.BUILT_OTHERWISE} (strategy {was.strategy}, {was.target:,} characters), and not searched "
            "until it is rebuilt on Library.",
        )


def kind(document: engine.Document, chunking: engine.Chunking) -> None:
    """Whether what is shown is in the index, and what the strategy does."""
    stored = inspection.is_stored(document, chunking)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if stored and document.stale:
            st.badge("stored, but stale: not searched", icon=":material/update:", color="orange")
        elif stored:
            st.badge("as indexed", icon=":material/inventory_2:", color="green")
        else:
            st.badge("preview: nothing is embedded", icon=":material/visibility:", color="blue")
        st.caption(engine.STRATEGIES[chunking.strategy].description, width="content")
        if not stored:
            to_library("Apply to the library")


def figures(shown: Cuts) -> None:
    """One line of figures; under each, where there is another cut, that one's and the difference."""
    other = shown[1] if len(shown) > 1 else None
    beside = other.figures() if other else {}
    for column, (name, figure) in zip(st.columns(len(cuts.HELP)), shown[0].figures().items(), strict=True):
        column.metric(
            name,
            cuts.in_words(name, figure),
            cuts.compared(name, figure, beside[name], other.chunking.strategy) if other else None,
            delta_color="off",
            delta_arrow="off",
            help=cuts.HELP[name],
        )


def in_place(
    text: str, shown: Cuts, drawn: cuts.Range, ordinal: int, marked: cuts.Range | None, chosen_filter: str
) -> None:
    """The same stretch of the text under each cut, the chunk `ordinal` of the first one picked out."""
    boundaries.legend(any(engine.STRATEGIES[each.chunking.strategy].overlap for each in shown), marked is not None)
    for each in _columns(shown):
        picked = ordinal if each is shown[0] else None
        boundaries.in_place(text, each, drawn, picked, marked, each.matching(chosen_filter))


def one_by_one(extraction: engine.Extraction, shown: Cuts, ordinals: Sequence[int], window: int) -> None:
    """Cards of the first cut, and beside them those of the other for the same stretch of text."""
    first = shown[0].pieces
    stretch = first[ordinals[0]].chunk.start, first[ordinals[-1]].chunk.end
    for each in _columns(shown):
        same_place = [piece.ordinal for piece in cuts.within(each.pieces, stretch)][: cuts.CARDS]
        boundaries.cards(extraction, each, ordinals if each is shown[0] else same_place, window)


def distribution(shown: Cuts, ordinal: int, chosen_filter: str, window: int) -> None:
    """How many chunks have how many tokens; the axes of two charts are the same."""
    tokens = [pd.Series([each.pieces[n].use.tokens for n in each.matching(chosen_filter)], dtype=int) for each in shown]
    bins = [charts.token_bins(each, window) for each in tokens]
    chosen = shown[0].pieces[ordinal].use.tokens
    most_tokens = max(chosen, *(int(each.max()) for each in tokens if len(each)))
    most_chunks = max(int(each["chunks"].max()) for each in bins if len(each))
    for each, counted in zip(_columns(shown), bins, strict=True):
        chunk = (ordinal + 1, chosen) if each is shown[0] else None
        st.altair_chart(charts.tokens_histogram(counted, window, most_tokens, most_chunks, chunk))


def _columns(shown: Cuts) -> Iterator[cuts.Cut]:
    """Each cut in turn while a column of its own is open, under the strategy's letter where there are two."""
    for column, each in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
        with column:
            if len(shown) > 1:
                st.markdown(f"**Strategy {each.chunking.strategy}**")
            yield each
