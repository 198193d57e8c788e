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
    low = pd.Series(counts.index.to_numpy() * width + window + 1)
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
    y = alt.Scale(domain=[0, most_chunks * 1.25], nice=False)
    edges = bins.assign(left=bins["low"] - 1, ground=0)
    bars = (
        alt.Chart(edges)
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X("left:Q", scale=x, title="tokens of a chunk (word pieces, header and special tokens included)"),
            x2="high:Q",
            y=alt.Y("chunks:Q", scale=y, title="chunks", axis=alt.Axis(tickMinStep=1, format=",d")),
            y2="ground:Q",
            color=alt.Color("reach:N", scale=COLOURS, title=None, legend=alt.Legend(orient="top")),
            tooltip=[
                alt.Tooltip("low:Q", title="tokens from"),
                alt.Tooltip("high:Q", title="to"),
                alt.Tooltip("chunks:Q", title="chunks"),
            ],
        )
    )
    layers = [bars, *_rule(window, f"window {window:,}", [1, 0], most_chunks * 1.2, most_tokens)]
    if chosen is not None:
        number, tokens = chosen
        layers += _rule(tokens, f"chunk {number:,}", [4, 3], most_chunks * 1.08, most_tokens)
    return alt.LayerChart(layer=layers).properties(height=300)


def _rule(at: int, label: str, dash: list[int], height: float, most_tokens: int) -> list[alt.Chart]:
    """A vertical line at `at` tokens, and on its roomier side its label at the height of so many chunks."""
    base = alt.Chart(pd.DataFrame({"at": [at], "height": [height], "label": [label]}))
    room = at < 0.8 * most_tokens
    text = base.mark_text(align="left" if room else "right", dx=6 if room else -6, color=GREY)
    return [
        base.mark_rule(color=GREY, strokeDash=dash, strokeWidth=2).encode(x="at:Q"),
        text.encode(x="at:Q", y="height:Q", text="label:N"),
    ]
