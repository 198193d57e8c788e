"""Pieces that several pages draw. The one place with HTML, and all text from outside is escaped in it."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qsl

import streamlit as st

import engine
from dashboard import state

UNFINISHED = (engine.State.QUEUED, engine.State.EXTRACTING, engine.State.CHUNKING, engine.State.EMBEDDING)
HEAD = "text-align:left;vertical-align:top;font-weight:400;opacity:.7;padding:.25rem 1rem .25rem 0;white-space:nowrap"
CELL = "padding:.25rem 0;overflow-wrap:anywhere;width:100%"
MARK = "background:rgba(234,179,8,.2);border-radius:2px;color:inherit"
SENTENCE = "background:rgba(234,179,8,.4);box-shadow:inset 0 -2px rgb(202,138,4);color:inherit"
VERBATIM = "white-space:pre-wrap;overflow-wrap:anywhere"
QUIET = "opacity:.75;font-size:.875rem"
QUOTE = "margin:.25rem 0 0;padding-left:.75rem;border-left:3px solid rgba(128,128,128,.4);font-size:.9rem"
CHIP = "border:1px solid rgba(128,128,128,.6);border-radius:6px;padding:0 .3rem;font-size:.875rem;font-weight:600"
TRACK = "position:relative;flex:0 1 10rem;min-width:2rem;height:6px;border-radius:3px;background:rgba(128,128,128,.25)"
SURROUNDING_LINES = 9

Range = tuple[int, int]
"""Characters of a document, half-open."""


@contextmanager
def errors() -> Iterator[None]:
    """Shows what a person can mend as the sentence it is; anything else is a bug and keeps its traceback."""
    try:
        yield
    except engine.EngineError as error:
        st.error(escape_markdown(str(error)), icon=":material/error:")


def escape_markdown(text: str) -> str:
    """Text from outside for a widget that reads Markdown: every sign with a meaning there is taken literally."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#+-.!|~$:&^=\"'@/" else sign for sign in text)


def heading(title: str) -> None:
    """The page's title, and beside it what is searched."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(title, anchor=False, width="content")
        index_badge()


def index_badge() -> None:
    """One line: how many documents and chunks are searched, how they are cut, and what is not searched yet."""
    library = state.library()
    documents = state.documents()
    chunking = library.chunking
    searched = [document for document in documents if document.live and not document.stale]
    waiting = sum(document.state in UNFINISHED for document in documents)
    failed = sum(document.state is engine.State.FAILED for document in documents)
    stale = sum(document.stale for document in documents)
    chunks = sum(document.chunks for document in searched)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", horizontal_alignment="right"):
        st.badge(
            f"{counted(len(searched), 'document')}, {counted(chunks, 'chunk')} searched",
            icon=":material/manage_search:",
            color="green",
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


def counted(number: int, noun: str) -> str:
    """`1 chunk`, `2,311 chunks`: for nouns that take an s."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def state_in_words(document: engine.Document) -> str:
    """The state with its progress; a stale document says so."""
    if document.state is engine.State.EMBEDDING and document.total:
        return f"embedding {document.done} of {document.total}"
    return f"{document.state}, stale" if document.stale and document.state not in UNFINISHED else str(document.state)


def has_predecessor(document: engine.Document, documents: list[engine.Document]) -> bool:
    """Whether a document of the same name is searched while this one is not."""
    return any(other.live and other.name == document.name for other in documents if other.key != document.key)


def outcome_in_words(outcome: str) -> str:
    """How a question ended, for a person."""
    return {
        engine.Outcome.ANSWERED: "Answered",
        engine.Outcome.BELOW_CUT: "Refused: nothing passed the cut",
        engine.Outcome.NOTHING_INDEXED: "Refused: nothing was indexed",
        engine.Outcome.MODEL_ABSTAINED: "Passages passed the cut, but no answer was found in them",
        engine.Outcome.MODEL_UNREACHABLE: "The model could not be reached",
    }[engine.Outcome(outcome)]


def size_in_words(count: int) -> str:
    """Bytes in the largest unit that leaves at least 1."""
    size, unit = float(count), "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:,.0f} {unit}" if unit == "bytes" else f"{size:,.1f} {unit}"


def facts_table(facts: dict[str, str]) -> None:
    """Names and values, two columns, taken literally."""
    cells = "".join(
        f'<tr><th style="{HEAD}">{html.escape(name)}</th><td style="{CELL}">{html.escape(value)}</td></tr>'
        for name, value in facts.items()
    )
    st.html(f'<table style="border-collapse:collapse;width:100%">{cells}</table>')


def passage(text: str, start: int, end: int, sentences: Sequence[Range] = (), margin: int = 600) -> None:
    """The passage `[start, end)` marked in its surroundings, the `sentences` in it (document offsets) marked darker.

    On each side `margin` characters are shown, in at most `SURROUNDING_LINES` lines, so that the passage is in sight.
    """
    lead = "\n".join(text[max(0, start - margin) : start].split("\n")[-SURROUNDING_LINES:])
    tail = "\n".join(text[end : end + margin].split("\n")[:SURROUNDING_LINES])
    if len(lead) < start:
        lead = f"… {lead.partition(' ')[2] or lead}"  # no half words, where there are words
    if end + len(tail) < len(text):
        tail = f"{tail.rpartition(' ')[0] or tail} …"
    st.html(
        f'<div style="{VERBATIM}">{html.escape(lead)}<mark class="passage" style="{MARK}">'
        f"{_marked(text[start:end], start, sentences)}</mark>{html.escape(tail)}</div>"
    )


def answer_text(answer: engine.Answer) -> None:
    """The answer's sentences, each followed by the numbers of its sources; a model's own hold their numbers already."""
    paragraphs = []
    for sentence in answer.sentences:
        numbers = sentence.numbers if sentence.start is not None else ()
        chips = "".join(f' <span style="{CHIP}">[{number}]</span>' for number in numbers)
        paragraphs.append(f'<p style="margin:0 0 .5rem">{html.escape(sentence.text)}{chips}</p>')
    st.html(f'<div style="overflow-wrap:anywhere;font-size:1.1rem;line-height:1.5">{"".join(paragraphs)}</div>')


def hit_card(answer: engine.Answer, hit: engine.Hit, key: str) -> None:
    """A passage of the answer's pool: where it is from, its distance beside the cut, its content, ways to look closer.

    The sentences that the answer took from it are marked. `key` tells the cards of a page apart.
    """
    number = next((source.number for source in answer.sources if source.hit.chunk_key == hit.chunk_key), None)
    cited = next((each.sentences for each in answer.citations if each.source.hit.chunk_key == hit.chunk_key), None)
    chip = f'<span style="{CHIP}">[{number}]</span> ' if number else ""
    unused = " · not used in the answer" if answer.text and number and cited is None else ""
    headings = " › ".join(hit.section_path or (hit.title,))
    quote = _marked(hit.content, hit.locator.start, cited or ())
    with st.container(border=True, key=key, gap="xsmall", height="stretch"):
        st.html(
            f'<div style="overflow-wrap:anywhere">{chip}<b>{html.escape(hit.document)}</b>'
            f'<span style="{QUIET}"> · {html.escape(engine.place(hit.locator))}{unused}</span>'
            f'<div style="{QUIET}">{html.escape(headings)}</div></div>{_meter(answer, hit)}'
            f'<blockquote style="{VERBATIM};{QUOTE}">{quote}</blockquote>'
        )
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            if st.button("Show in document", key=f"{key}_show", icon=":material/find_in_page:"):
                show_in_document(hit, cited or ())
            st.page_link(
                "../pages/chunks.py",
                label="Open in Chunks",
                icon=":material/content_cut:",
                query_params=parse_qsl(engine.query(hit.document, hit.locator).removeprefix("?")),
            )
            _open_original(hit, hit.locator.page, f"{key}_original")


@st.dialog("The passage in its document", width="large", icon=":material/find_in_page:")
def show_in_document(hit: engine.Hit, sentences: Sequence[Range]) -> None:
    """The passage with the text around it, over the page."""
    with errors():
        library = state.library()
        library.document(hit.document_key)  # it may have been removed since it was found
        extraction = state.extraction(hit.document_key, library.generation)
        st.text(f"{hit.document}, {engine.place(hit.locator)}")
        passage(extraction.text, hit.locator.start, hit.locator.end, sentences)
        first = min(sentences, default=(hit.locator.start, hit.locator.end))
        _open_original(hit, engine.locate(extraction.spans, *first).page, "shown_original")


def _open_original(hit: engine.Hit, page: int | None, key: str) -> None:
    """A link to the uploaded file, in a browser's PDF viewer at the page."""
    label, fragment = (f"Open original at page {page}", f"#page={page}") if page else ("Open original", "")
    url = f"/originals/{hit.document_id}{fragment}"
    st.link_button(label, url, key=key, icon=":material/open_in_new:", type="tertiary")


def figure(score: float, cut: float) -> str:
    """A score to three decimals, or to as many more as tell it from the cut."""
    decimals = next((n for n in range(3, 9) if f"{score:.{n}f}" != f"{cut:.{n}f}"), 3)
    return f"{score:.{decimals}f}"


def _meter(answer: engine.Answer, hit: engine.Hit) -> str:
    """The distance as a bar from 0, the cut as a line across it, and both in words."""
    cut = answer.decision.cut
    passed = any(hit.chunk_key == other.chunk_key for other in answer.decision.passed)
    end = 1 if max(hit.distance, cut) <= 1 else 2
    colour = "rgb(13,148,136)" if passed else "rgb(217,119,6)"
    words = f"distance {figure(hit.distance, cut)}, {'below' if passed else 'not below'} the cut {cut:g}"
    scale = f"on a scale from 0 (means the same) to {end}; 1 is unrelated; the line is the cut"
    return (
        f'<div style="display:flex;align-items:center;gap:.75rem;font-size:.875rem">'
        f'<span style="white-space:nowrap">{words}</span>'
        f'<div style="{TRACK}" role="img" aria-label="{words}, {scale}" title="{words}, {scale}">'
        f'<div style="width:{100 * hit.distance / end:.1f}%;height:100%;border-radius:3px;background:{colour}"></div>'
        f'<div style="position:absolute;top:-4px;height:14px;width:2px;left:{100 * cut / end:.1f}%;'
        'background:currentColor"></div></div></div>'
    )


def _marked(text: str, at: int, ranges: Sequence[Range]) -> str:
    """`text`, which begins at the document's offset `at`, as HTML with the `ranges` of the document marked."""
    parts, reached = [], 0
    for start, end in sorted(ranges):
        marked = html.escape(text[start - at : end - at])
        parts += [html.escape(text[reached : start - at]), f'<mark class="sentence" style="{SENTENCE}">{marked}</mark>']
        reached = end - at
    return "".join([*parts, html.escape(text[reached:])])
