"""A document as one strategy cuts it, with the figures that the Chunks page shows of it. Pure arithmetic."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import engine
from dashboard import words

FILTERS = ("All", "Overflowing", "Cut mid-sentence")
STRETCH_CHUNKS = 40
STRETCH_CHARACTERS = 20_000
"""What is drawn of a text at once: a browser lays it out in a blink, however long the document."""
CARDS = 10
LEAD, FRONT = 200, 2_000
"""Characters at most before the place that is looked at, so that it stands near the top; and before the first chunk."""

HELP = {
    "Chunks": "Pieces that this document is cut into; each becomes one vector.",
    "Tokens": "Word pieces of all chunks as they are embedded: headers, overlaps and special tokens included.",
    "Header share": "Share of all tokens that is header: the price of telling every chunk where it comes from.",
    "Overflowing": "Chunks longer than the encoder's window. Their end is not in their vector, so no search finds it.",
    "Words lost": "Words that lie past the window, and are therefore never read by the encoder.",
    "Cut mid-sentence": "Chunks that end inside a sentence, table row or line of code.",
}
"""What each figure means, in the order in which they are shown."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cut:
    """The chunks of one document under `chunking`; `inside` are the ordinals of those that end inside a sentence."""

    chunking: engine.Chunking
    pieces: Sequence[engine.StoredChunk]
    inside: frozenset[int]

    def matching(self, chosen: str) -> list[int]:
        """The ordinals that one of `FILTERS` lets through, ascending."""
        if chosen == "Overflowing":
            return [piece.ordinal for piece in self.pieces if piece.use.overflow_tokens]
        if chosen == "Cut mid-sentence":
            return sorted(self.inside)
        return list(range(len(self.pieces)))

    def figures(self) -> dict[str, float]:
        """The numbers of `HELP`; the header's share is in [0, 1]."""
        report = engine.window_report((piece.chunk.text, piece.use) for piece in self.pieces)
        return {
            "Chunks": report.chunks,
            "Tokens": report.tokens,
            "Header share": report.header_share,
            "Overflowing": report.overflowing,
            "Words lost": report.lost_words,
            "Cut mid-sentence": len(self.inside),
        }


def made(chunking: engine.Chunking, pieces: Sequence[engine.StoredChunk], text: str) -> Cut:
    """The chunks with what is worked out of them and the canonical `text`."""
    fences = engine.fenced_code(text)
    inside = frozenset(piece.ordinal for piece in pieces if engine.cut_mid_sentence(piece.chunk, text, fences))
    return Cut(chunking, pieces, inside)


def in_words(name: str, figure: float) -> str:
    """A figure as it is read."""
    return f"{figure:.1%}" if name == "Header share" else f"{figure:,.0f}"


def compared(name: str, figure: float, other: float, strategy: str) -> str:
    """The figure of the `other` strategy, and how much more or less it is: `A: 28 (-9)`; a share's in points."""
    share = name == "Header share"
    more = f"{100 * (other - figure):+.1f} points" if share else f"{other - figure:+,.0f}"
    same = abs(other - figure) < 0.0005 if share else other == figure
    return f"{strategy}: {in_words(name, other)} ({'same' if same else more})"


def chunk_at(pieces: Sequence[engine.StoredChunk], offset: int) -> int:
    """The ordinal of the chunk that holds the character, else of the next one behind it, else of the last."""
    return min(bisect_right(pieces, offset, key=attrgetter("chunk.end")), len(pieces) - 1)


def marked_in(chunk: engine.Chunk, marked: Range | None) -> Range | None:
    """What is `marked`, where some of it stands in this chunk."""
    return marked if marked and marked[0] < chunk.end and chunk.start < marked[1] else None


def stretch(pieces: Sequence[engine.StoredChunk], selected: int, marked: Range | None, length: int) -> Range:
    """The characters to draw around the chunk `selected`: from the end of the one before it on, over `STRETCH_CHUNKS`.

    Never more than `STRETCH_CHARACTERS`. The overlap of the selected chunk, or what is `marked` in it, begins within
    `LEAD` of them; before the first chunk, front matter and headings are drawn too.
    """
    chunk = pieces[selected].chunk
    inside = marked_in(chunk, marked)
    focus = max(chunk.overlap_start, inside[0]) if inside else chunk.overlap_start
    first = max(0, selected - 1)
    start = max(0, focus - (LEAD if selected else FRONT))
    if first:
        start = min(focus, max(start, pieces[first].chunk.start))
    last = first + STRETCH_CHUNKS - 1
    end = pieces[last].chunk.end if last < len(pieces) - 1 else length
    return start, min(end, start + STRETCH_CHARACTERS)


def within(pieces: Sequence[engine.StoredChunk], drawn: Range) -> Sequence[engine.StoredChunk]:
    """The chunks of which at least one character lies in the range."""
    first = bisect_right(pieces, drawn[0], key=attrgetter("chunk.end"))
    return pieces[first : bisect_left(pieces, drawn[1], key=attrgetter("chunk.start"))]


def cards(matching: Sequence[int], selected: int) -> Sequence[int]:
    """The next `CARDS` ordinals that match, from the selected chunk on; the last ones where none is left behind it."""
    first = bisect_left(matching, selected)
    if first == len(matching):
        first = max(0, first - CARDS)
    return matching[first : first + CARDS]


def neighbours(matching: Sequence[int], shown: Sequence[int], step: int) -> tuple[int | None, int | None]:
    """Where to go from the `shown` ordinals: `step` matching chunks back, and to the first one behind them."""
    before, after = bisect_left(matching, shown[0]), bisect_right(matching, shown[-1])
    earlier = matching[max(0, before - step)] if before else None
    return earlier, matching[after] if after < len(matching) else None


def in_sight(cut: Cut, which: str, view: str, visible: Sequence[int], drawn: Range, length: int) -> str:
    """One line: how many chunks match the filter `which`, and what part of chunks and text is shown."""
    count, matching = len(cut.pieces), cut.matching(which)
    chunks = words.counted(count, "chunk")
    found = {
        "All": f"{chunks}.",
        "Overflowing": f"{len(matching):,} of {chunks} overflow." if matching else "No chunk overflows.",
        "Cut mid-sentence": f"{len(matching):,} of {chunks} end inside a sentence."
        if matching
        else "No chunk ends inside a sentence.",
    }[which]
    if view == "In place":
        numbers = f"Chunks {visible[0] + 1:,} to {visible[-1] + 1:,} of {count:,}, " if visible else ""
        where = f"{numbers}characters {drawn[0]:,} to {drawn[1]:,} of {length:,}."
        if which == "All":
            return where
        return f"{where} {found} Here: {len(set(matching) & set(visible)):,}." if matching else f"{where} {found}"
    if view == "Distribution" or not visible:
        return found
    first = bisect_left(matching, visible[0])
    return f"{found} Shown: {first + 1:,} to {first + len(visible):,}."
