"""Headings of a PDF: what its outline names, else the lines in larger type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.documents.pdf_paragraphs import PlacedLine
from engine.types import Heading

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_MOST_ENTRIES = 10_000
_DEEPEST = 6
_NUMBERING = r"(?:(?:chapter|section|part|appendix)[ \t]+)?(?:\d+|[A-Z]|[IVXLC]+)(?:\.\d+)*[.:)]?\s+"
_LARGER = 1.08  # ratio to the body's type size; LaTeX sets the subsections of an 11 point text in 12 point
_LONGEST = 160  # characters: more is a paragraph in large type
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the outline: its depth from 1, its title, and the page it points to, from 1 (`None`: to none)."""

    level: int
    title: str
    page: int | None


def read_outline(document: PdfDocument) -> list[Entry]:
    """The document's outline, without entries whose title cannot be read."""
    entries = []
    for bookmark in islice(document.get_toc(), _MOST_ENTRIES):
        try:
            title = " ".join(bookmark.get_title().split())
        except UnicodeDecodeError:
            continue
        destination = bookmark.get_dest()
        index = destination.get_index() if destination else None
        if title:
            entries.append(Entry(min(bookmark.level + 1, _DEEPEST), title, None if index is None else index + 1))
    return entries
