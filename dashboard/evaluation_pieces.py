"""Pieces that several views of the Evaluate page draw: the files of a run, and links to a needle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import engine
from dashboard import links, state
from dashboard.evaluation import Shown

HEIGHT = 440
"""The most that a table takes, in pixels."""


def height(rows: int, most: int = HEIGHT) -> int:
    """The height of a table with so many rows, in pixels."""
    return min(38 + 35 * rows, most)


def beside(first: int, second: int) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Two places of these widths, in pixels: side by side, or one below the other where the window is too narrow."""
    row = st.container(horizontal=True, gap="small")
    return row.container(width=first), row.container(width=second)


def passages() -> Callable[[engine.Ranked | engine.Needle], str]:
    """`state.passage` for many places: every document is read once."""
    text_of = cache(state.text_of)
    return lambda place: text_of(place.document)[place.start : place.end]


def downloads(one: Shown, others: Sequence[Shown] = ()) -> None:
    """The run as files, written only when they are asked for; the report compares it with the `others`."""
    library, run = state.library(), one.run
    rest = tuple(engine.Evaluated(other.run, (), other.figures) for other in others if other.run.key != run.key)

    def report() -> bytes:
        whole = engine.evaluated(library, run)
        return engine.run_report(whole, rest, engine.needle_words(library, whole))

    writers: dict[str, tuple[str, Callable[[], bytes]]] = {
        "csv": ("text/csv", lambda: engine.run_csv(engine.evaluated(library, run))),
        "json": ("application/json", lambda: engine.run_json(engine.evaluated(library, run))),
        "html": ("text/html", report),
    }
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f"{one.name}:", width="content")
        for ending, (mime, write) in writers.items():
            way = f"{run.way.chunking.strategy}-{run.way.retrieval.retriever}"
            st.download_button(
                "Report (HTML)" if ending == "html" else ending.upper(),
                write,
                f"{run.name}-{way}-{run.key}.{ending}",
                mime,
                key=f"download-{run.key}-{ending}",
                on_click="ignore",
                icon=":material/download:",
            )


def in_chunks(label: str, needle: engine.Needle, chunking: engine.Chunking) -> None:
    """A link to the needle in its document, cut so."""
    values: dict[str, links.Value] = {
        "document": needle.document,
        "strategy": chunking.strategy,
        "target": chunking.target,
        "overlap": chunking.overlap,
    }
    place = {"char": f"{needle.start},{needle.end}"}
    st.page_link(
        "../pages/chunks.py", label=label, icon=":material/content_cut:", query_params=links.address(values) | place
    )
