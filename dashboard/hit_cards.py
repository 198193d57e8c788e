"""A passage that a search has found, with the ways to look closer: in its document, in Chunks, in the original."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import parse_qsl

import streamlit as st

import engine
from dashboard import passage_views, state, views


def hit_card(answer: engine.Answer, hit: engine.Hit, key: str) -> None:
    """One passage of the answer's pool. `key` tells the cards of a page apart."""
    cited = next((each.sentences for each in answer.citations if each.source.hit.chunk_key == hit.chunk_key), None)
    page = _page(hit, cited or ())
    with st.container(border=True, key=key, gap="xsmall", height="stretch"):
        views.hit_text(answer, hit, cited)
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            if st.button("Show in document", key=f"{key}_show", icon=":material/find_in_page:"):
                with views.errors():
                    _show(hit, cited or (), page)
            st.page_link(
                "../pages/chunks.py",
                label="Open in Chunks",
                icon=":material/content_cut:",
                query_params=parse_qsl(engine.query(hit.document, hit.locator).removeprefix("?")),
            )
            passage_views.open_original(hit.document_id, page, f"{key}_original")


def _show(hit: engine.Hit, sentences: Sequence[passage_views.Range], page: int | None) -> None:
    chunks = [(each.chunk.start, each.chunk.end) for each in state.library().chunks(hit.document_key)]
    characters = next((each.characters for each in state.documents() if each.key == hit.document_key), 0)
    at = hit.locator.start, hit.locator.end
    passage_views.open_passage(
        passage_views.Passage(hit.document_key, at, hit.content, tuple(sentences), page, chunks, characters)
    )


def _page(hit: engine.Hit, sentences: Sequence[passage_views.Range]) -> int | None:
    """The page of the first cited sentence; of the passage, where none is cited or it stands on one page anyway."""
    if not sentences or hit.locator.page == hit.locator.last_page:
        return hit.locator.page
    with suppress(engine.EngineError):  # removed since it was found: the passage's own page is still right
        spans = state.extraction(hit.document_key, state.library().generation).spans
        return engine.locate(spans, *min(sentences)).page
    return hit.locator.page
