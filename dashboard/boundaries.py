"""A document's text with the boundaries of its chunks, in place and chunk by chunk.

HTML is written here, in `views.py` and in `evaluation_ledger.py`; all text from documents is escaped in it.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import streamlit as st

import engine
from dashboard import cuts, style, words

LONGEST_CARD = 4_000
"""Characters of one chunk's content that a card shows."""

Range = tuple[int, int]


class Layer(NamedTuple):
    """How the characters `[start, end)` of the document are drawn, and what a pointer over them is told."""

    start: int
    end: int
    style: str
    says: str


class Part(NamedTuple):
    """A run of a chunk's `text`: its `kind` is header, overlap or content; `read` is false past the window."""

    kind: str
    text: str
    read: bool


def legend(overlaps: bool, marked: bool) -> None:
    """What the signs in the text mean; those of `overlaps` and of a `marked` passage only where there are some."""
    signs = [
        f'<span style="{style.NUMBER}">1</span><span style="background:{style.TINTS[0]}">a chunk</span>',
        f'<span style="{style.NUMBER};{style.CHOSEN}">2</span><span style="{style.SELECTED}">the chosen chunk</span>',
        f'<span style="{style.OUTSIDE}">in no chunk</span>',
        f'<span style="{style.UNREAD}">past the window, never read</span>',
        f'<span><span style="{style.SCISSORS}">✂</span> ends inside a sentence</span>',
    ]
    if overlaps:
        signs.append(f'<span style="{style.OVERLAP}">also read by the next chunk</span>')
    if marked:
        signs.append(f'<span style="{style.PASSAGE}">the passage of the link</span>')
    items = "".join(f"<span>{sign}</span>" for sign in signs)
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.875rem">{items}</div>')


def in_place(
    text: str, cut: cuts.Cut, drawn: Range, selected: int | None, marked: Range | None, matching: Sequence[int]
) -> None:
    """The characters `drawn` of the canonical text, every chunk tinted, its number at its start.

    Chunks that are not among the `matching` ordinals keep their boundaries and lose their tint.
    """
    lead = f'<span style="{style.OUTSIDE}">… </span>' if drawn[0] else ""
    tail = f'<span style="{style.OUTSIDE}"> …</span>' if drawn[1] < len(text) else ""
    shown = in_place_html(text, cut, drawn, selected, marked, frozenset(matching))
    st.html(f'<div style="{style.VERBATIM};line-height:1.6">{lead}{shown}{tail}</div>')


def in_place_html(
    text: str, cut: cuts.Cut, drawn: Range, selected: int | None, marked: Range | None, matching: frozenset[int]
) -> str:
    """What `in_place` draws. Without its tags it is the drawn text, chunk numbers and scissors apart."""
    low, high = drawn
    shown = cuts.within(cut.pieces, drawn)
    layers = list(_layers(cut.pieces, shown))
    if marked:
        layers.append(Layer(*marked, style.PASSAGE, "the passage of the link"))
    parts, reached = [], low
    for piece in shown:
        chunk = piece.chunk
        start, end = max(low, chunk.start), min(high, chunk.end)
        parts.append(_gap(text, reached, start, layers))
        tint = f"background:{style.TINTS[piece.ordinal % 2]}" if piece.ordinal in matching else ""
        look = style.SELECTED if piece.ordinal == selected else tint
        number = _chip(piece, piece.ordinal == selected) if chunk.start == start else ""
        scissors = _scissors() if piece.ordinal in cut.inside and chunk.end == end else ""
        body = _run(text, start, end, layers)
        parts.append(f'<span class="chunk" style="{look}">{number}{body}{scissors}</span>')
        reached = end
    return "".join([*parts, _gap(text, reached, high, layers)])


def cards(extraction: engine.Extraction, cut: cuts.Cut, ordinals: Sequence[int], window: int) -> None:
    """One card for each chunk: where it stands, its tokens against the `window`, and its text in its parts."""
    st.html("".join(card_html(extraction, cut, cut.pieces[ordinal], window) for ordinal in ordinals))


def card_html(extraction: engine.Extraction, cut: cuts.Cut, piece: engine.StoredChunk, window: int) -> str:
    """What `cards` draws for one chunk."""
    chunk = piece.chunk
    characters = f"characters {chunk.start:,}–{chunk.end:,}"
    place = engine.place(engine.locate(extraction.spans, chunk.start, chunk.end))
    where = [characters] if place == characters else [place, characters]
    if chunk.section_path:
        where.append(words.headings(chunk.section_path))
    if piece.ordinal in cut.inside:
        where.append("ends inside a sentence")
    return (
        f'<div class="card" style="{style.CARD}">'
        '<div style="display:flex;flex-wrap:wrap;gap:0 .6rem;align-items:baseline">'
        f"<b>Chunk {piece.ordinal + 1:,}</b>"
        f'<span style="{style.QUIET}">{html.escape(" · ".join(where))}</span></div>'
        f"{meter_html(piece.use, window)}"
        f'<div style="{style.VERBATIM};line-height:1.6">{"".join(_card_text(piece))}</div></div>'
    )


def meter_html(use: engine.WindowUse, window: int) -> str:
    """The tokens as a bar, header and rest apart, the window as a line where they reach past it; and in words."""
    end = max(use.tokens, window)
    said = f"{use.tokens:,} of {window:,} tokens"
    if use.header_tokens:
        said += f", header {use.header_tokens:,}"
    if use.overflow_tokens:
        said += f"; {use.overflow_tokens:,} past the window are never read"
    read_header = min(use.header_tokens, use.tokens - use.overflow_tokens)
    widths = {
        style.HEADER_COLOUR: read_header,
        style.CONTENT_COLOUR: use.tokens - use.overflow_tokens - read_header,
        style.UNREAD_COLOUR: use.overflow_tokens,
    }
    bars = "".join(
        f'<div style="width:{100 * tokens / end:.2f}%;background:{colour}"></div>'
        for colour, tokens in widths.items()
        if tokens
    )
    line = f'<div style="{style.MARKER};left:{100 * window / end:.2f}%"></div>' if use.overflow_tokens else ""
    return (
        f'<div style="{style.QUIET}">{said}</div>'
        f'<div style="{style.TRACK};display:flex;margin:.35rem 0" role="img" aria-label="{said}" title="{said}">'
        f"{bars}{line}</div>"
    )


def text_parts(piece: engine.StoredChunk) -> Iterator[Part]:
    """The chunk's `text` in its parts, in order; joined they are the text again, and none is empty."""
    chunk, use = piece.chunk, piece.use
    content = len(chunk.text) - len(chunk.content)
    header = content - (chunk.start - chunk.overlap_start)
    unread = len(chunk.text) if use.overflow_start is None else use.overflow_start
    edges = sorted({0, header, content, min(unread, len(chunk.text)), len(chunk.text)})
    for start, end in pairwise(edges):
        kind = "header" if start < header else "overlap" if start < content else "content"
        yield Part(kind, chunk.text[start:end], start < unread)


def _card_text(piece: engine.StoredChunk) -> Iterator[str]:
    left = LONGEST_CARD
    for part in text_parts(piece):
        look = "" if part.read else style.UNREAD
        text = part.text
        if part.kind == "header":
            says = "Header: embedded in front of the chunk, never quoted"
            look = f"{style.QUIET};font-style:italic;{look}"
        elif part.kind == "overlap":
            says = "Overlap: read once more from the text before, never quoted"
            look = f"{style.OVERLAP};opacity:.6;{look}"
        else:
            says = "Content: what is quoted" if part.read else "Past the window: never read by the encoder"
            text, left = text[:left], left - len(text)
        yield f'<span class="{part.kind}" style="{look}" title="{says}">{html.escape(text)}</span>'
    if left < 0:
        yield f'<span style="{style.QUIET}"> … {-left:,} more characters</span>'


def _layers(pieces: Sequence[engine.StoredChunk], shown: Sequence[engine.StoredChunk]) -> Iterator[Layer]:
    """The overlaps that reach into the shown chunks, and what of these the encoder does not read."""
    for piece in shown:
        chunk, unread = piece.chunk, piece.use.overflow_start
        if unread is not None:
            start = max(chunk.start, chunk.end - (len(chunk.text) - unread))
            yield Layer(start, chunk.end, style.UNREAD, "past the window, never read")
    last = shown[-1].ordinal + 1 if shown else 0
    for piece in [*shown, *pieces[last : last + 1]]:
        if piece.chunk.overlap_start < piece.chunk.start:
            says = f"also read by chunk {piece.ordinal + 1:,}"
            yield Layer(piece.chunk.overlap_start, piece.chunk.start, style.OVERLAP, says)


def _gap(text: str, start: int, end: int, layers: Sequence[Layer]) -> str:
    return f'<span class="gap" style="{style.OUTSIDE}">{_run(text, start, end, layers)}</span>' if start < end else ""


def _run(text: str, start: int, end: int, layers: Sequence[Layer]) -> str:
    """The characters `[start, end)` cut wherever a layer begins or ends, each piece under all layers that cover it."""
    touching = [layer for layer in layers if layer.start < end and start < layer.end]
    inner = {edge for layer in touching for edge in (layer.start, layer.end) if start < edge < end}
    edges = sorted({start, end} | inner)
    parts = []
    for low, high in pairwise(edges):
        above = [layer for layer in touching if layer.start <= low and high <= layer.end]
        escaped = html.escape(text[low:high])
        if above:
            says = "; ".join(layer.says for layer in above)
            escaped = f'<span style="{";".join(layer.style for layer in above)}" title="{says}">{escaped}</span>'
        parts.append(escaped)
    return "".join(parts)


def _chip(piece: engine.StoredChunk, is_selected: bool) -> str:
    chunk, use = piece.chunk, piece.use
    says = f"Chunk {piece.ordinal + 1:,}: characters {chunk.start:,} to {chunk.end:,}, {use.tokens:,} tokens"
    look = f"{style.NUMBER};{style.CHOSEN}" if is_selected else style.NUMBER
    return f'<span class="number" style="{look}" title="{says}">{piece.ordinal + 1:,}</span>'


def _scissors() -> str:
    return f'<span class="scissors" style="{style.SCISSORS}" title="ends inside a sentence">✂</span>'
