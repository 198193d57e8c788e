"""One walk over a page's elements that writes what a reader sees into a `TextBuilder`.

The walk is a loop, not a recursion, so that no page is too deep for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.documents.builder import TextBuilder

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_LINES = frozenset(["caption", "dd", "dt", "figcaption", "legend", "li", "summary", "tr"])
_BLOCKS = frozenset(
    ["address", "article", "aside", "blockquote", "body", "center", "details", "dialog", "dir", "div", "dl", "fieldset", "figure", "footer", "form", "header", "hgroup", "hr", "main", "menu", "ol", "p", "pre", "search", "section", "table", "td", "th", "ul"]
)
_APART = _LINES | _BLOCKS | _HEADINGS.keys() | {"br"}
_UNSEEN = frozenset(
    ["audio", "button", "canvas", "datalist", "embed", "head", "iframe", "input", "noframes", "noscript", "object", "rp", "rt", "script", "select", "style", "svg", "template", "textarea", "title", "video"]
)
_FURNITURE = frozenset(("nav", "header", "footer", "aside"))
_ROLES = {
    "article": "article",
    "banner": "header",
    "complementary": "aside",
    "contentinfo": "footer",
    "main": "main",
    "navigation": "nav",
}
_CONTENT = frozenset(("article", "main"))
_LISTS = frozenset(["dir", "dl", "menu", "ol", "ul"])
_INVISIBLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_PERMALINK = " ¶"  # what documentation generators hang on their headings
_SOFT_HYPHEN = "\u00ad"  # shown only where a line happens to break


def walk(root: _Element, builder: TextBuilder) -> Mapping[str, int]:
    """Writes the page under `root` into `builder`; returns how often each kind of page furniture was left out."""
    return _Walk(builder).run(root)


class _Walk:
    """Where the walk is: how many articles, list items and data tables are open around it."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._open: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    def run(self, root: _Element) -> Mapping[str, int]:
        from lxml import etree

        walker = etree.iterwalk(root, events=("start", "end"))
        for event, element in walker:
            if event == "start":
                if self._enter(element):
                    walker.skip_subtree()
            else:
                self._leave(element)
        return self._left_out
