"""Markdown: the file itself is the canonical text; a CommonMark parser says which lines are headings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.documents.encoding import decode
from engine.types.extraction import Extraction, Heading

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

VERSION = 1

_FENCE_LINE = re.compile(r"---[ \t]*\n")
_CLOSING_LINE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.M)
_KEY_LINE = re.compile(r"(?:#[^\n]*\n)*(?:[\w.-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?:\s|\Z)")
_ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}]*\}$")  # `{#anchor}`, `{.class}`: markup of several dialects, not title
_LONGEST_TITLE = 300  # a paragraph that happens to stand above a line of `=` is no title
_FOLD = re.compile(r"\s*\n\s*")


def extract(name: str, data: bytes) -> Extraction:
    """The file's characters, with its top-level ATX and setext headings.

    Headings inside lists, block quotes, fences and HTML blocks are no headings of the document. The title is the first
    level-1 heading in plain words, else what the front matter calls `title`.
    """
    from markdown_it import MarkdownIt

    decoded = decode(name, data)
    text = decoded.text
    front_matter, body_start = _front_matter(text)
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    references: dict[str, Any] = {}
    headings = _headings(parser, references, text, body_start)
    return Extraction(
        text=text,
        title=_first_title(parser, references, headings) or _declared_title(front_matter),
        headings=headings,
        spans=(),
        body_start=body_start,
        pages=None,
        unread_pages=(),
        warnings=decoded.warnings,
        extractor="markdown",
        extractor_version=VERSION,
    )


def _front_matter(text: str) -> tuple[str, int]:
    """The YAML between the opening and closing line, and the offset behind the closing line; `("", 0)` without any.

    A document may also begin with a thematic break. It is taken for front matter only when the first thing below is
    the closing line, a comment or a `key:`, so that no prose is ever hidden.
    """
    opening = _FENCE_LINE.match(text)
    closing = _CLOSING_LINE.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return "", 0
    block = text[opening.end() : closing.start()]
    if block and not _KEY_LINE.match(block):
        return "", 0
    return block, closing.end()


def _headings(parser: MarkdownIt, references: dict[str, Any], text: str, body_start: int) -> tuple[Heading, ...]:
    """The block structure alone is parsed; the words between the marks are nobody's business here."""
    body = text[body_start:]
    line_starts = [body_start, *(body_start + found.end() for found in re.finditer("\n", body))]
    if line_starts[-1] != len(text) or not body:
        line_starts.append(len(text) + 1)  # where a next line would begin, had the last one its newline
    tokens: list[Any] = []
    parser.block.parse(body, parser, references, tokens)
    headings = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0:
            first, behind = token.map
            headings.append(
                Heading(
                    level=int(token.tag[1:]),
                    start=line_starts[first],
                    end=line_starts[behind] - 1,
                    title=_FOLD.sub(" ", inline.content),
                )
            )
    return tuple(headings)


def _first_title(parser: MarkdownIt, references: dict[str, Any], headings: Iterable[Heading]) -> str | None:
    for heading in headings:
        if heading.level == 1:
            inline = parser.parseInline(_ATTRIBUTES.sub("", heading.title), references)[0]
            title = "".join(_words(child) for child in inline.children or ()).strip()
            if 0 < len(title) <= _LONGEST_TITLE:
                return title
    return None


def _words(token: Any) -> str:
    """What a reader sees of one inline token: the text of text and code, the description of an image."""
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return "" if token.type == "html_inline" else str(token.content)


def _declared_title(front_matter: str) -> str | None:
    if not front_matter:
        return None
    import yaml

    try:
        declared = yaml.load(front_matter, Loader=yaml.BaseLoader)  # every scalar stays the string it is written as
    except (yaml.YAMLError, RecursionError):
        return None  # front matter that is no YAML declares nothing
    title = declared.get("title") if isinstance(declared, dict) else None
    return " ".join(title.split()) or None if isinstance(title, str) else None
