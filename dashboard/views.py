"""Pieces that several pages draw. HTML is written here, in `boundaries.py` and in `evaluation_ledger.py`, nowhere else.

Text from outside (names of files, reasons, questions, what documents say) only reaches a page as escaped HTML, or by an
element that reads no Markdown, as `st.text`, `st.code`, table cells and the options of a select box.
"""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

import engine
from dashboard import reading_state, state, style, words

KINDS = {
    "error": ("error", "rgb(220,38,38)", "rgba(220,38,38,.12)", "alert"),
    "warning": ("warning", "rgb(202,118,4)", "rgba(234,179,8,.16)", "status"),
    "info": ("info", "rgb(59,130,246)", "rgba(59,130,246,.12)", "status"),
    "success": ("check_circle", "rgb(22,163,74)", "rgba(22,163,74,.12)", "status"),
}
"""What a notice can be: its icon, the icon's colour, the box's, and the role by which a screen reader tells of it."""

SURROUNDING_LINES = 9

Range = tuple[int, int]
"""Characters of a document, half-open."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom as fractions of a page, from its upper left corner."""


@contextmanager
def errors() -> Iterator[None]:
    """Shows what a person can mend as the sentence it is; anything else is a bug and keeps its traceback."""
    try:
        yield
    except engine.EngineError as error:
        notice("error", str(error))


def notice(kind: str, text: str, lead: str = "") -> None:
    """A box of one of the `KINDS`, with a `lead` in bold; its text is shown as it is, whoever wrote it.

    Streamlit's own boxes read Markdown, make links of addresses and images of `:streamlit:`, and rewrite `--`.
    """
    icon, colour, tint, role = KINDS[kind]
    strong = f'<span style="font-weight:600">{html.escape(lead)}</span> ' if lead else ""
    st.html(
        f'<div class="notice {kind}" role="{role}" style="{style.NOTICE};background:{tint}">'
        f'<span aria-hidden="true" translate="no" style="{style.ICON};color:{colour}">{icon}</span>'
        f'<div class="said" style="{style.VERBATIM};min-width:0">{strong}{html.escape(text)}</div></div>'
    )


def quiet(text: str) -> None:
    """A line like a caption's, its text shown as it is."""
    st.html(f'<div class="quiet" style="{style.QUIET};{style.VERBATIM}">{html.escape(text)}</div>')


def verbatim(text: str) -> None:
    """A quote of a document, as it stands there."""
    st.html(f'<blockquote style="{style.VERBATIM};{style.QUOTE}">{html.escape(text)}</blockquote>')


def heading(title: str) -> None:
    """The page's title, and beside it what is searched."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(title, anchor=False, width="content")
        index_badge()


def index_badge() -> None:
    """One line: how many documents and chunks are searched, how they are cut, and what is not searched yet.

    While documents are being read it is redrawn every second; when the last one is done, so is the page, unless a
    dialog stands over it.
    """
    st.session_state.pop(reading_state.OPEN, None)  # a run of the whole page closes what stands over it
    busy = any(document.state in words.UNFINISHED for document in state.documents())

    @st.fragment(run_every=1.0 if busy else None)
    def drawn() -> None:
        is_done = not any(document.state in words.UNFINISHED for document in state.documents())
        if busy and is_done and reading_state.OPEN not in st.session_state:
            st.rerun()
        _badges(state.documents(), state.library().chunking)

    drawn()


def _badges(documents: Sequence[engine.Document], chunking: engine.Chunking) -> None:
    searched = [document for document in documents if document.live and not document.stale]
    waiting = sum(document.state in words.UNFINISHED for document in documents)
    failed = sum(document.state is engine.State.FAILED for document in documents)
    stale = sum(document.stale for document in documents)
    chunks = sum(document.chunks for document in searched)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", horizontal_alignment="right"):
        st.badge(
            f"{words.counted(len(searched), 'document')}, {words.counted(chunks, 'chunk')} searched",
            icon=":material/manage_search:",
            color="green" if searched else "gray",
        )
        st.badge(
            f"strategy {chunking.strategy}, {chunking.target} characters", icon=":material/content_cut:", color="gray"
        )
        if waiting:
            st.badge(f"{waiting} being read", icon=":material/hourglass_top:", color="blue")
        if stale:
            st.badge(f"{stale} stale, not searched", icon=":material/update:", color="orange")
        if failed:
            st.badge(f"{failed} failed", icon=":material/error:", color="red")


def has_predecessor(document: engine.Document, documents: list[engine.Document]) -> bool:
    """Whether a document of the same name is searched while this one is not."""
    return any(other.live and other.name == document.name for other in documents if other.key != document.key)


def facts_table(facts: dict[str, str]) -> None:
    """Names and values, two columns, taken literally."""
    cells = "".join(
        f'<tr><th style="{style.HEAD}">{html.escape(name)}</th><td style="{style.CELL}">{html.escape(value)}</td></tr>'
        for name, value in facts.items()
    )
    st.html(f'<table style="border-collapse:collapse;width:100%">{cells}</table>')


def passage(
    text: str, start: int, end: int, sentences: Sequence[Range] = (), margin: int = 600, here: int | None = None
) -> None:
    """The passage `[start, end)` marked in its surroundings, the `sentences` in it (document offsets) marked darker.

    On each side `margin` characters are shown, in at most `SURROUNDING_LINES` lines, so that the passage is in sight.
    What is too high to be seen whole scrolls by itself, and begins where the passage does, or around the offset `here`.
    """
    first, opened = start if here is None else here, ""
    marked = _marked(text[start:first], start, [(a, min(b, first)) for a, b in sentences if a < first])
    if first > start:
        marked += f'<span class="here" style="{style.TEXT_HERE}"></span>'
        opened = f"<style>{style.OPEN_HERE}</style>"
    marked += _marked(text[first:end], first, [(max(a, first), b) for a, b in sentences if first < b])
    lead = "\n".join(text[max(0, start - margin) : start].split("\n")[-SURROUNDING_LINES:])
    tail = "\n".join(text[end : end + margin].split("\n")[:SURROUNDING_LINES])
    if len(lead) < start:
        lead = f"… {lead.partition(' ')[2] or lead}"  # no half words, where there are words
    if end + len(tail) < len(text):
        tail = f"{tail.rpartition(' ')[0] or tail} …"
    st.html(
        f'<div role="region" tabindex="0" aria-label="The text, the passage marked" '
        f'style="{style.VERBATIM};{style.SCROLLED}">{html.escape(lead)}<mark class="passage" style="{style.MARK}">'
        f"{marked}</mark>{html.escape(tail)}</div>{opened}"
    )


def answer_text(answer: engine.Answer) -> None:
    """The answer's sentences, each followed by the numbers of its sources; a model's own hold their numbers already."""
    paragraphs = []
    for sentence in answer.sentences:
        numbers = sentence.numbers if sentence.start is not None else ()
        chips = "".join(f' <span style="{style.SOURCE}">[{number}]</span>' for number in numbers)
        paragraphs.append(f'<p style="margin:0 0 .5rem">{html.escape(sentence.text)}{chips}</p>')
    st.html(f'<div style="overflow-wrap:anywhere;font-size:1.1rem;line-height:1.5">{"".join(paragraphs)}</div>')


def hit_text(answer: engine.Answer, hit: engine.Hit, sentences: Sequence[Range] | None) -> None:
    """A passage of the answer's pool: where it is from, its distance beside the cut, and its content.

    The `sentences` that the answer took from it are marked; `None` where it cites none of it.
    """
    number = next((source.number for source in answer.sources if source.hit.chunk_key == hit.chunk_key), None)
    chip = f'<span style="{style.SOURCE}">[{number}]</span> ' if number else ""
    unused = " · not used in the answer" if answer.text and number and sentences is None else ""
    above = words.headings(hit.section_path or (hit.title,))
    quote = _marked(hit.content, hit.locator.start, sentences or ())
    st.html(
        f'<div style="overflow-wrap:anywhere">{chip}<b>{html.escape(hit.document)}</b>'
        f'<span style="{style.QUIET}"> · {html.escape(engine.place(hit.locator))}{unused}</span>'
        f'<div style="{style.QUIET}">{html.escape(above)}</div></div>{_meter(answer, hit)}'
        f'<div style="{style.QUIET}">{html.escape(words.stages(hit))}</div>'
        f'<blockquote style="{style.VERBATIM};{style.QUOTE}">{quote}</blockquote>'
    )


def page_picture(page: engine.CitedPage) -> None:
    """The page of a document with its passage marked, and the sentences of it that an answer has taken marked darker.

    What is too high to be seen whole scrolls by itself, and begins where the passage does.
    """
    marks = [_box(box, "passage", style.PAGE_PASSAGE) for box in page.boxes]
    marks += [_box(box, "sentence", style.PAGE_SENTENCE) for box in page.sentences]
    first = min(page.sentences or page.boxes, key=lambda box: box[1], default=None)
    here = _box(first, "here", style.PAGE_HERE) if first else ""
    said = f"Page {page.page} as it is printed" + (", the passage marked" if page.boxes else "")
    st.html(
        f'<div class="page" role="region" tabindex="0" aria-label="{said}" style="{style.PAGE_FRAME}">'
        f'<div style="{style.PAGE}"><img alt="{said}" width="{page.width}" height="{page.height}" '
        f'style="{style.PAGE_IMAGE}" src="data:image/png;base64,{b64encode(page.png).decode()}">'
        f"{''.join(marks)}{here}</div></div><style>{style.OPEN_HERE}</style>"
    )


def _box(box: Box, kind: str, look: str) -> str:
    left, top, right, bottom = (100 * side for side in box)
    at = f"left:{left:.3f}%;top:{top:.3f}%;width:{right - left:.3f}%;height:{bottom - top:.3f}%"
    return f'<div class="{kind}" style="{at};{look}"></div>'


def _meter(answer: engine.Answer, hit: engine.Hit) -> str:
    """The distance as a bar from 0, the cut as a line across it, and both in words."""
    cut = answer.decision.cut
    passed = any(hit.chunk_key == other.chunk_key for other in answer.decision.passed)
    end = 1 if max(hit.distance, cut) <= 1 else 2
    colour = style.PASSED if passed else style.NOT_PASSED
    said = f"distance {words.figure(hit.distance, cut)}, {'below' if passed else 'not below'} the cut {cut:g}"
    scale = f"on a scale from 0 (means the same) to {end}; 1 is unrelated; the line is the cut"
    return (
        f'<div style="display:flex;align-items:center;gap:.75rem;font-size:.875rem">'
        f'<span style="white-space:nowrap">{said}</span>'
        f'<div style="{style.TRACK};flex:0 1 10rem;min-width:2rem" role="img" aria-label="{said}, {scale}" '
        f'title="{said}, {scale}">'
        f'<div style="width:{100 * hit.distance / end:.1f}%;height:100%;border-radius:4px;background:{colour}"></div>'
        f'<div style="{style.MARKER};left:{100 * cut / end:.1f}%"></div></div></div>'
    )


def _marked(text: str, at: int, ranges: Sequence[Range]) -> str:
    """`text`, which begins at the document's offset `at`, as HTML with the `ranges` of the document marked."""
    parts, reached = [], 0
    for start, end in sorted(ranges):
        marked = html.escape(text[start - at : end - at])
        parts += [
            html.escape(text[reached : start - at]),
            f'<mark class="sentence" style="{style.SENTENCE}">{marked}</mark>',
        ]
        reached = end - at
    return "".join([*parts, html.escape(text[reached:])])
