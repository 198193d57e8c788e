"""Charts of a sweep: curves over the cut with their intervals, and the distances that the cut parts."""

from __future__ import annotations

import altair as alt
import pandas as pd

from dashboard.sweeps import LINES

COLOURS = ["#0d9488", "#a16207", "#dc2626", "#9333ea"]
KINDS = alt.Scale(domain=["in-domain", "near", "far"], range=["#0d9488", "#dc2626", "#9333ea"])
RULE = "#888888"
BINS = 40


def sweep_chart(curves: pd.DataFrame, cut: float, in_force: float | None, ends: tuple[float, float]) -> alt.LayerChart:
    """Shares (y, in percent, 95 % Wilson intervals as bands) over the cut (x), between `ends`; rules at the cuts."""
    x = alt.X("cut:Q", title="cut (cosine distance)", scale=alt.Scale(domain=list(ends), nice=False, clamp=True))
    colour = alt.Color(
        "line:N",
        scale=alt.Scale(domain=list(LINES.values()), range=COLOURS),
        title=None,
        legend=alt.Legend(orient="top"),
    )
    base = alt.Chart(curves)
    shares = alt.Scale(domain=[0, 100])
    band = base.mark_area(opacity=0.15, clip=True, interpolate="step-after").encode(
        x=x, y=alt.Y("low:Q", scale=shares, title="share of the questions (%)"), y2="high:Q", color=colour
    )
    line = base.mark_line(clip=True, interpolate="step-after").encode(
        x=x,
        y=alt.Y("share:Q", scale=shares),
        color=colour,
        tooltip=[
            alt.Tooltip("line:N", title=" "),
            alt.Tooltip("cut:Q", format=".3f"),
            alt.Tooltip("count:Q", title="questions"),
            alt.Tooltip("n:Q", title="of"),
            alt.Tooltip("low:Q", title="95 % from (%)", format=".1f"),
            alt.Tooltip("high:Q", title="to (%)", format=".1f"),
        ],
    )
    return alt.LayerChart(layer=[band, line, *_rules(cut, in_force)]).properties(height=300)


def distances_chart(
    distances: pd.DataFrame, cut: float, in_force: float | None, ends: tuple[float, float]
) -> alt.LayerChart:
    """How many questions of each kind (y) have which best distance (x), over each other, with rules at the cuts."""
    width = (ends[1] - ends[0]) / BINS
    left = ((distances["distance"] - ends[0]) // width) * width + ends[0]
    bins = distances.assign(left=left, right=left + width).groupby(["left", "right", "kind"], as_index=False).size()
    bins = bins.assign(ground=0)
    bars = (
        alt.Chart(bins)
        .mark_bar(opacity=0.55, clip=True)
        .encode(
            x=alt.X(
                "left:Q",
                title="smallest cosine distance in a question's pool",
                scale=alt.Scale(domain=list(ends), nice=False),
            ),
            x2="right:Q",
            y=alt.Y("size:Q", stack=None, title="questions", axis=alt.Axis(tickMinStep=1, format=",d")),
            y2="ground:Q",
            color=alt.Color("kind:N", scale=KINDS, title=None, legend=alt.Legend(orient="top")),
            tooltip=[
                alt.Tooltip("kind:N"),
                alt.Tooltip("left:Q", title="from", format=".3f"),
                alt.Tooltip("right:Q", title="to", format=".3f"),
                alt.Tooltip("size:Q", title="questions"),
            ],
        )
    )
    return alt.LayerChart(layer=[bars, *_rules(cut, in_force)]).properties(height=300)


def _rules(cut: float, in_force: float | None) -> list[alt.Chart]:
    """A firm line at the cut that is looked at, a dashed one at the cut that Ask uses."""
    firm = alt.Chart(pd.DataFrame({"cut": [cut]})).mark_rule(color=RULE, strokeWidth=2, clip=True).encode(x="cut:Q")
    if in_force is None or abs(in_force - cut) < 5e-4:
        return [firm]
    used = alt.Chart(pd.DataFrame({"cut": [in_force]}))
    return [firm, used.mark_rule(color=RULE, strokeDash=[4, 3], strokeWidth=2, clip=True).encode(x="cut:Q")]
