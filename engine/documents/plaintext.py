"""Plain text: the file itself is the canonical text."""

from __future__ import annotations

from engine.documents.encoding import decode
from engine.types.extraction import Extraction

VERSION = 1


def extract(name: str, data: bytes) -> Extraction:
    """The file's characters; plain text declares neither title nor headings."""
    decoded = decode(name, data)
    return Extraction(
        text=decoded.text,
        title=None,
        headings=(),
        spans=(),
        body_start=0,
        pages=None,
        unread_pages=(),
        warnings=decoded.warnings,
        extractor="text",
        extractor_version=VERSION,
    )
