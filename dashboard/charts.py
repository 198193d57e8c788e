"""Charts: a DataFrame in, an Altair chart out. Binning is done here, so that a chart carries bars and no rows."""

from __future__ import annotations

import altair as alt
import pandas as pd

BARS = 40
READ, OVERFLOWING = "fits the window", "overflows"
COLOURS = alt.Scale(domain=[READ, OVERFLOWING], range=["#0d9488", "#ea580c"])
GREY = "#888888"


def token_bins(tokens: pd.Series[int], window: int) -> pd.DataFrame:
    """Counts chunks by tokens in bins of one width, a power of two, such that about `BARS` of them reach the largest.

    One row a bin that is not empty: `low` and `high` (both included, in tokens), `chunks`, and `reach`, which says on
    which side of the window the bin lies: the window is the last token of a bin, so that no bin straddles it.
    """
    largest = max(int(tokens.max()), window) if len(tokens) else window
    width = 1
    while largest / width > BARS:
        width *= 2
    bins = (tokens.astype(int) - 1 - window) // width
    counts = bins.value_counts().sort_index()
    low = counts.index.to_series(index=range(len(counts))) * width + window + 1
    return pd.DataFrame(
        {
            "low": low.clip(lower=1),
            "high": low + width - 1,
            "chunks": counts.to_numpy(),
            "reach": [OVERFLOWING if start > window else READ for start in low],
        }
    )


def tokens_histogram(
    bins: pd.DataFrame, window: int, most_tokens: int, most_chunks: int, chosen: tuple[int, int] | None
) -> alt.LayerChart:
    """How many chunks (y) have how many tokens (x), with a rule at the window.

    `bins` are those of `token_bins`; `most_tokens` and `most_chunks` end the axes, so that two charts can be compared.
    `chosen` is a chunk's number and its tokens, marked by a second rule.
    """
    x = alt.Scale(domain=[0, max(most_tokens, window) * 1.04], nice=False)
    y = alt.Scale(domain=[0, most_chunks * 1.12], nice=False)
    edges = bins.assign(left=bins["low"] - 1)
    bars = (
        alt.Chart(edges)
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X("left:Q", scale=x, title="tokens of a chunk (word pieces, header and special tokens included)"),
            x2="high:Q",
            y=alt.Y("chunks:Q", scale=y, title="chunks", axis=alt.Axis(tickMinStep=1, format=",d")),
            color=alt.Color("reach:N", scale=COLOURS, title=None, legend=alt.Legend(orient="top")),
            tooltip=[
                alt.Tooltip("low:Q", title="tokens from"),
                alt.Tooltip("high:Q", title="to"),
                alt.Tooltip("chunks:Q", title="chunks"),
            ],
        )
    )
    layers = [bars, *_rule(window, f"window {window:,}", "right", most_chunks * 1.06)]
    if chosen is not None:
        number, tokens = chosen
        layers += _rule(tokens, f"chunk {number:,}", "left" if tokens > window / 8 else "right", most_chunks * 1.1)
    return alt.layer(*layers).properties(height=320)


def _rule(at: int, label: str, align: str, height: float) -> list[alt.Chart]:
    """A vertical line at `at` tokens, and its label at the `height` of that many chunks, standing off to one side."""
    place = pd.DataFrame({"at": [at], "height": [height], "label": [label]})
    base = alt.Chart(place)
    dash = [4, 3] if label.startswith("chunk") else [1, 0]
    off = 6 if align == "right" else -6
    text_align = "left" if align == "right" else "right"
    return [
        base.mark_rule(color=GREY, strokeDash=dash, strokeWidth=2).encode(x="at:Q"),
        base.mark_text(align=text_align, dx=off, color=GREY).encode(x="at:Q", y="height:Q", text="label:N"),
    ]
