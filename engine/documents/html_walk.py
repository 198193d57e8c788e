"""One walk over a page's elements that writes what a reader sees into a `TextBuilder`.

The walk is a loop, not a recursion, so that no page is too deep for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.documents.builder import TextBuilder, folded

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_ITEMS = frozenset(("dd", "dt", "li"))
_LISTS = frozenset(("dir", "dl", "menu", "ol", "ul"))
_LINES = frozenset(("caption", "figcaption", "legend", "summary", "tr"))
# fmt: off
_BLOCKS = _LISTS | {
    "address", "article", "aside", "blockquote", "body", "center", "details", "dialog", "div", "fieldset", "figure",
    "footer", "form", "header", "hgroup", "hr", "main", "p", "pre", "search", "section", "table", "td", "th",
}
_UNSEEN = {
    "audio", "button", "canvas", "datalist", "embed", "head", "iframe", "input", "noframes", "noscript", "object",
    "rp", "rt", "script", "select", "style", "svg", "template", "textarea", "title", "video",
}
# fmt: on
_INVISIBLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_FURNITURE = frozenset(("header", "footer", "aside"))
_CONTENT = frozenset(("article", "main", "section"))  # a header in one of these is the content's, not the page's
_ROLES = {
    "article": "article",
    "banner": "header",
    "complementary": "aside",
    "contentinfo": "footer",
    "main": "main",
    "navigation": "nav",
}
_LAYOUT = ("table", "pre", "article", "section", *_HEADINGS)  # a table that holds one of these is no table of data
_SPACED = dict.fromkeys((*_HEADINGS, *_ITEMS, *_LINES, *_BLOCKS, "br"), " ")
_PERMALINK = "¶"  # what documentation generators hang on their headings
_INVISIBLE_CHARACTERS = dict.fromkeys(map(ord, "\u00ad\ufeff"))  # soft hyphens and byte order marks


def walk(root: _Element, builder: TextBuilder) -> Mapping[str, int]:
    """Writes the page under `root` into `builder`; returns how often each kind of page furniture was left out."""
    from lxml import etree

    state = _Walk(builder)
    skipped = False
    walker = etree.iterwalk(root, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            skipped = state.enter(element)
            if skipped:
                walker.skip_subtree()
        else:
            state.leave(element, skipped)
            skipped = False
    return +state.left_out  # without the empty ones


class _Walk:
    """What is open around the place where the walk is."""

    def __init__(self, builder: TextBuilder) -> None:
        self.left_out: Counter[str] = Counter()
        self._builder = builder
        self._contents = 0  # open articles and the like
        self._lists = 0
        self._items: list[bool] = []  # per open list item: is it one line (or several paragraphs)?
        self._tables: list[bool] = []  # per open table: do its rows hold data (or the page's layout)?

    def enter(self, element: _Element) -> bool:
        """Writes what stands before an element's children; True when they are dealt with and must be skipped."""
        role = _role(element)
        if _is_unseen(element):
            return True
        if role == "nav" or (role in _FURNITURE and not self._contents):
            self.left_out[role] += any(text.strip() for text in element.itertext())
            return True
        if element.tag in _HEADINGS:
            title = _line(element).removesuffix(_PERMALINK).rstrip()
            if title:
                self._builder.add_heading(_HEADINGS[element.tag], title)
            return True
        if element.tag == "pre":
            self._add_preformatted(element)
            return True
        if element.tag == "tr" and self._tables and self._tables[-1]:
            self._builder.require_break(1)
            self._builder.add_words(_row(element))
            return True
        self._break_around(element)
        self._contents += role in _CONTENT
        self._lists += element.tag in _LISTS
        if element.tag in _ITEMS:
            self._items.append(_is_one_line(element))
        if element.tag == "table":
            self._tables.append(next(element.iterdescendants(*_LAYOUT), None) is None)
        self._add_words(element.text)
        return False

    def leave(self, element: _Element, skipped: bool) -> None:
        """Writes what stands behind an element."""
        if not skipped:
            self._contents -= _role(element) in _CONTENT
            self._lists -= element.tag in _LISTS
            if element.tag in _ITEMS:
                self._items.pop()
            if element.tag == "table":
                self._tables.pop()
        self._break_around(element)
        if element.tag == "br":
            self._builder.add_break()
        self._add_words(element.tail)

    def _break_around(self, element: _Element) -> None:
        tag = element.tag
        if tag in _ITEMS:
            self._builder.require_break(1 if _is_one_line(element) else 2)
        elif tag in _LINES:
            self._builder.require_break(1)
        elif tag in _BLOCKS:
            close = (self._items and self._items[-1]) or (tag in _LISTS and self._lists)
            self._builder.require_break(1 if close else 2)

    def _add_words(self, text: str | None) -> None:
        if text:
            self._builder.add_words(text.translate(_INVISIBLE_CHARACTERS))

    def _add_preformatted(self, element: _Element) -> None:
        written = "".join(_pieces(element, {"br": "\n"})).replace("\r", "\n")
        text = written.translate(_INVISIBLE_CHARACTERS).lstrip("\n").rstrip()
        if text:
            self._builder.require_break(2)
            self._builder.add_verbatim(text)
            self._builder.require_break(2)


def _role(element: _Element) -> str:
    """The element's part in the page: what its `role` says where that is one we know, else its tag."""
    return _ROLES.get(element.get("role", "").strip().lower(), element.tag)


def _is_unseen(element: _Element) -> bool:
    if element.tag in _UNSEEN or element.get("aria-hidden", "").lower() == "true":
        return True
    if element.get("hidden", "until-found").lower() != "until-found":
        return True
    return _INVISIBLE.search(element.get("style", "")) is not None


def _is_one_line(item: _Element) -> bool:
    return len(item.findall("p")) < 2


def _row(row: _Element) -> str:
    """A table row: its cells, empty ones too, between bars; nothing when all are empty."""
    cells = [_line(cell) for cell in row if not _is_unseen(cell)]
    strays = [words for text in (row.text, *(cell.tail for cell in row)) if text and (words := _seen(text))]
    return " | ".join((*cells, *strays)) if any(cells) or strays else ""


def _line(element: _Element) -> str:
    """All that is seen of an element, on one line."""
    return _seen("".join(_pieces(element, _SPACED)))


def _seen(text: str) -> str:
    return folded(text.translate(_INVISIBLE_CHARACTERS))


def _pieces(element: _Element, separators: Mapping[str, str]) -> Iterator[str]:
    """The texts seen under an element in their order, with the separator of each tag that has one around it."""
    from lxml import etree

    skipped = False
    walker = etree.iterwalk(element, events=("start", "end"))
    for event, part in walker:
        if event == "start":
            yield separators.get(part.tag, "")
            skipped = part is not element and _is_unseen(part)
            if skipped:
                walker.skip_subtree()
            else:
                yield part.text or ""
        elif part is not element:
            if part.tag != "br":
                yield separators.get(part.tag, "")
            yield part.tail or ""
