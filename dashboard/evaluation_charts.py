"""Charts of runs: dots with whiskers, and every run against every other. A DataFrame in, an Altair chart out."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from dashboard import words

ROW, NARROW_ROW, MANY = 17, 13, 16
"""The height of a run's row, in pixels, and that of each where they are more than many."""

AROUND, AROUND_MAP = 160, 190
"""What axes, legend and names take of a chart's height: the theme fits them into it."""

RETRIEVERS = alt.Scale(domain=list(words.SHORT_RETRIEVERS.values()), range=["#0891b2", "#ca8a04", "#8b5cf6", "#ea580c"])
SHAPES = alt.Scale(domain=list(words.SHORT_RETRIEVERS.values()), range=["circle", "square", "triangle-up", "diamond"])
"""Shape and colour say the same, for those who see one of them only."""

ONE_COLOUR = "#0891b2"
LOSES, EVEN, WINS = "#c2410c", "#9ca3af", "#0369a1"
"""Orange, grey and blue are told apart by the colour-blind, and stand out from light and dark."""


def whiskers(dots: pd.DataFrame, k: int, over: str) -> alt.LayerChart:
    """Recall at k (x, in percent) of every run (y, in the order of `dots`), with its 95 % interval as a line."""
    order = list(dots["name"])
    present = [name for name in words.SHORT_RETRIEVERS.values() if name in set(dots["retriever"])]
    legend = alt.Legend(orient="top", columns=2, symbolOpacity=1, values=present)
    colour = alt.Color("retriever:N", scale=RETRIEVERS, title=None, legend=legend)
    shape = alt.Shape("retriever:N", scale=SHAPES, title=None, legend=legend)
    return _dots(dots, order, k, over, {"color": colour}, {"color": colour, "shape": shape})


def part_whiskers(dots: pd.DataFrame, k: int) -> alt.LayerChart:
    """Recall at k (x, in percent) of every part of a run (y), with its 95 % interval as a line."""
    colour = alt.value(ONE_COLOUR)
    return _dots(dots, list(dots["name"]), k, "rows", {"color": colour}, {"color": colour})


def _dots(
    dots: pd.DataFrame, order: Sequence[str], k: int, over: str, line: dict[str, object], dot: dict[str, object]
) -> alt.LayerChart:
    title = f"recall@{k} over {over} (%), line: 95 % interval"
    base = alt.Chart(dots).encode(
        y=alt.Y(
            "name:N",
            sort=list(order),
            title=None,
            axis=alt.Axis(labelLimit=220, labelOverlap=False, labelFlush=False, grid=True),
        ),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("recall:Q", title=f"recall@{k} (%)", format=".1f"),
            alt.Tooltip("low:Q", title="95 % from", format=".1f"),
            alt.Tooltip("high:Q", title="to", format=".1f"),
            alt.Tooltip("n:Q", title=f"n, {over}"),
        ],
    )
    x = alt.Scale(domain=[0, 100], nice=False)
    rules = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=x, title=title), x2="high:Q", **line)
    points = base.mark_point(size=70, filled=True, opacity=1).encode(x=alt.X("recall:Q", scale=x), **dot)
    return alt.LayerChart(layer=[rules, points]).properties(height=_height(len(order), AROUND))


def heat_map(squares: pd.DataFrame, names: Sequence[str]) -> alt.LayerChart:
    """Every run (y) against every other (x): wins less losses, framed where the corrected p says distinguishable."""
    most = max(1, int(squares["lead"].abs().max()))
    axis = alt.Axis(labelLimit=150, labelOverlap=False, labelFlush=False)
    base = alt.Chart(squares).encode(
        x=alt.X(
            "against:N",
            sort=list(names),
            title=None,
            axis=alt.Axis(labelAngle=-90, labelLimit=150, labelOverlap=False, orient="top"),
        ),
        y=alt.Y("run:N", sort=list(names), title=None, axis=axis),
        tooltip=[
            alt.Tooltip("run:N"),
            alt.Tooltip("against:N"),
            alt.Tooltip("wins:Q"),
            alt.Tooltip("losses:Q"),
            alt.Tooltip("ties:Q"),
            alt.Tooltip("p:Q", format=".4f"),
            alt.Tooltip("corrected:Q", title="p, corrected (Holm)", format=".4f"),
            alt.Tooltip("decision:N"),
        ],
    )
    colour = alt.Color(
        "lead:Q",
        scale=alt.Scale(domain=[-most, 0, most], range=[LOSES, EVEN, WINS], interpolate="rgb"),
        title="wins less losses of the run on the left",
        legend=alt.Legend(orient="bottom", gradientLength=240, titleLimit=320, tickMinStep=1, format="d"),
    )
    cells = base.mark_rect().encode(color=colour)
    apart = alt.datum["decision"] == "distinguishable"
    frame = base.transform_filter(apart).mark_rect(filled=False, stroke="currentColor", strokeWidth=2)
    layers = [cells, frame]
    if len(names) <= MANY:
        layers.append(base.mark_text(fontSize=10, color="white").encode(text=alt.Text("lead:Q", format="+d")))
    return alt.LayerChart(layer=layers).properties(height=_height(len(names), AROUND_MAP))


def _height(rows: int, around: int) -> int:
    return around + (ROW if rows <= MANY else NARROW_ROW) * max(2, rows)
