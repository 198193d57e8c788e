"""The table of formats: a new one is a module with `VERSION` and `extract`, and one line here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.documents import html, markdown, pdf, plaintext
from engine.types.extraction import Extraction


class Extractor(Protocol):
    """What a format's module provides. `VERSION` is raised when the same bytes would give another extraction."""

    VERSION: int

    def extract(self, name: str, data: bytes) -> Extraction:
        """The document in `data`; `name` is only for messages. Raises ExtractionError."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is read: its name in a sentence, its extensions, whether its files are text, and who reads it."""

    noun: str
    extensions: tuple[str, ...]
    textual: bool
    extractor: Extractor


FORMATS: dict[str, Format] = {
    "markdown": Format("Markdown", ("md", "markdown", "mdown", "mkd"), True, markdown),
    "text": Format("plain text", ("txt", "text", "log"), True, plaintext),
    "html": Format("an HTML page", ("html", "htm", "xhtml", "xht"), True, html),
    "pdf": Format("a PDF", ("pdf",), False, pdf),
}
"""Extractor name -> format. The first extension is the kind that `sniff` reports."""
