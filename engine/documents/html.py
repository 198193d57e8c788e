"""HTML: what a reader of the page sees, without the page's furniture. Nothing is rendered, fetched or executed."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from engine.documents.builder import TextBuilder, folded
from engine.documents.encoding import decode
from engine.documents.html_walk import walk
from engine.errors import ExtractionError
from engine.types.extraction import Extraction

if TYPE_CHECKING:
    from lxml.etree import _Element

VERSION = 1

_DECLARED = re.compile(rb"<(?:meta\s[^>]*?charset|\?xml\s[^>]*?encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_PRESCAN = 4096  # bytes; browsers look at 1024, but some pages put comments first
_WEB_ENCODING = re.compile(r"utf-8|ascii|cp\d+|iso8859-\d+|koi8-\w|mac-\w+|big5\w*|gb\w+|euc_\w+|shift_jis|iso2022_jp")
_SUPERSETS = {  # browsers read these labels as their Windows successors (https://encoding.spec.whatwg.org, section 4.2)
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}


def extract(name: str, data: bytes) -> Extraction:
    """The page's text: blocks apart by a blank line, list items and table rows on a line each, `pre` as it stands.

    Scripts, styles, controls of forms, hidden elements and page furniture (navigation, and headers, footers and asides
    that belong to no article) are left out; which furniture, a warning says. The title is `<title>`, else the first
    `h1`. Raises ExtractionError for a page without text and for one nested too deeply to be read whole.
    """
    decoded = decode(name, data, _declared_encoding(data))
    root = _parse(name, decoded.text)
    builder = TextBuilder()
    left_out = walk(root, builder) if root is not None else {}
    text = builder.text()
    if not text:
        raise ExtractionError(
            f"{name} has no text outside of its markup, scripts and navigation; if a script loads the text, save the "
            "page as the browser shows it."
        )
    furniture = ", ".join(f"{count} {tag}" for tag, count in sorted(left_out.items()))
    return Extraction(
        text=text,
        title=_title(root) or next((heading.title for heading in builder.headings if heading.level == 1), None),
        headings=tuple(builder.headings),
        spans=(),
        body_start=0,
        pages=None,
        unread_pages=(),
        warnings=(*decoded.warnings, *((f"Left out as page furniture: {furniture}.",) if furniture else ())),
        extractor="html",
        extractor_version=VERSION,
    )


def _declared_encoding(data: bytes) -> str | None:
    """What the page's `meta` or XML declaration says, as Python's name of what a browser would take it for."""
    declared = _DECLARED.search(data[:_PRESCAN])
    if declared is None:
        return None
    try:
        encoding = codecs.lookup(declared[1].decode("ascii")).name
    except (LookupError, UnicodeDecodeError):
        return None
    return _SUPERSETS.get(encoding, encoding) if _WEB_ENCODING.fullmatch(encoding) else None


def _parse(name: str, text: str) -> _Element | None:
    """The page's tree, or `None` when the page has no element."""
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise ExtractionError(f"{name} cannot be parsed as HTML: {error.msg}.") from error
    if any(entry.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for entry in parser.error_log):
        raise ExtractionError(f"{name} nests its elements too deeply to be read whole: simplify the page.")
    return root


def _title(root: _Element | None) -> str | None:
    """The page's `<title>` on one line; an SVG picture's is none."""
    if root is None:
        return None
    titles = (element for element in root.iter("title") if not any(True for _ in element.iterancestors("svg")))
    return next((title for element in titles if (title := folded(element.text or ""))), None)
