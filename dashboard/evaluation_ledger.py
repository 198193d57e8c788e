"""The ledger of destroyed answers: which way of cutting destroys which needle, and the cut through it.

HTML is written here as in `views.py` and `boundaries.py`; all text from documents is escaped in it.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pandas as pd
import streamlit as st

import engine
from dashboard import style

SURROUNDING = 320
"""Characters of the document on each side of a needle."""

CUT = "✂"


@dataclass(frozen=True, slots=True)
class Lost:
    """A needle that at least one way of cutting destroys.

    `questions` ask for it; `by` has for each way of cutting that destroys it the parts that single chunks cover.
    """

    needle: engine.Needle
    text: str
    questions: tuple[str, ...]
    by: Mapping[engine.Chunking, tuple[tuple[int, int], ...]]


def ledger(runs: Sequence[engine.Run]) -> tuple[Lost, ...]:
    """What any of these runs' ways of cutting destroys, by document and place."""
    entries = [(run.way.chunking, entry) for run in runs for entry in run.report.ledger]
    lost = {}
    for needle in sorted({entry.needle for _, entry in entries}):
        its = [(chunking, entry) for chunking, entry in entries if entry.needle == needle]
        asked = tuple(dict.fromkeys(entry.question for _, entry in its))
        lost[needle] = Lost(needle, its[0][1].text, asked, {chunking: entry.parts for chunking, entry in its})
    return tuple(lost.values())


def ledger_table(lost: Sequence[Lost], names: Mapping[engine.Chunking, str]) -> pd.DataFrame:
    """One row a needle, one column a way of cutting, a sign where the needle is destroyed by it."""
    return pd.DataFrame(
        [
            {
                "Needle": " ".join(one.text.split()),
                **{name: CUT if chunking in one.by else "" for chunking, name in names.items()},
                "Questions": len(one.questions),
                "Document": one.needle.document,
            }
            for one in lost
        ]
    )


def severed(lost: Lost, chunking: engine.Chunking, text: str) -> None:
    """The needle with the cuts through it, in its surroundings where `text`, its document's, still has it."""
    st.html(f'<div style="{style.VERBATIM};line-height:1.7">{severed_html(lost, chunking, text)}</div>')


def severed_html(lost: Lost, chunking: engine.Chunking, text: str) -> str:
    """What `severed` draws. Without its tags it is the drawn text, the signs of the cuts apart."""
    start, end = lost.needle.start, lost.needle.end
    parts = lost.by[chunking]
    drawn = "".join(_pieces(lost.text, start, parts))
    if text[start:end] != lost.text:
        return drawn  # the document was changed or removed since
    lead, tail = text[max(0, start - SURROUNDING) : start], text[end : end + SURROUNDING]
    before = f"… {lead.partition(' ')[2] or lead}" if start > SURROUNDING else lead
    after = f"{tail.rpartition(' ')[0] or tail} …" if end + SURROUNDING < len(text) else tail
    outside = style.OUTSIDE
    return (
        f'<span style="{outside}">{html.escape(before)}</span>{drawn}'
        f'<span style="{outside}">{html.escape(after)}</span>'
    )


def _pieces(text: str, at: int, parts: Sequence[tuple[int, int]]) -> Iterator[str]:
    """`text`, which begins at the document's offset `at`, cut wherever one of the parts begins or ends."""
    end = at + len(text)
    edges = sorted({at, end, *(edge for part in parts for edge in part)})
    for number, (low, high) in enumerate(pairwise(edges)):
        covering = [part for part in parts if part[0] <= low and high <= part[1]]
        look, says = _look(covering, number)
        sign = f'<span class="scissors" style="{style.SCISSORS}" title="a cut">{CUT}</span>' if high < end else ""
        words = html.escape(text[low - at : high - at])
        yield f'<mark class="part" style="color:inherit;{look}" title="{says}">{words}</mark>{sign}'


def _look(covering: Sequence[tuple[int, int]], number: int) -> tuple[str, str]:
    tint = f"background:{style.TINTS[number % 2]}"
    if not covering:
        return style.UNREAD, "in no chunk"
    if len(covering) > 1:
        return f"{tint};{style.OVERLAP}", "in two chunks, whole in neither"
    return tint, "in one chunk, which does not hold the rest"
