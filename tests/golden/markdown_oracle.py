"""Headings straight from the CommonMark parser, so that chunking is tested without the project's own extractors."""

from __future__ import annotations

from itertools import accumulate, pairwise

from markdown_it import MarkdownIt

from engine.types.extraction import Extraction, Heading


def extraction_of(text: str, headings: tuple[Heading, ...] = (), body_start: int = 0) -> Extraction:
    """An extraction that knows nothing but its text, headings and where the body begins."""
    return Extraction(
        text=text,
        title=None,
        headings=headings,
        spans=(),
        body_start=body_start,
        pages=None,
        unread_pages=(),
        warnings=(),
        extractor="test",
        extractor_version=1,
    )


def markdown_extraction(text: str, body_start: int = 0) -> Extraction:
    """The extraction of Markdown without `\\r`; `body_start` is where a line begins."""
    body = text[body_start:]
    line_starts = list(accumulate((len(line) + 1 for line in body.split("\n")), initial=body_start))
    tokens = MarkdownIt("commonmark").parse(body)
    headings = tuple(
        Heading(
            level=int(opening.tag[1:]),
            start=line_starts[opening.map[0]],
            end=min(line_starts[opening.map[1]] - 1, len(text)),
            title=inline.content,
        )
        for opening, inline in pairwise(tokens)
        if opening.type == "heading_open" and opening.level == 0 and opening.map is not None
    )
    return extraction_of(text, headings, body_start)
