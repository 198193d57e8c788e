"""One document's bytes -> its canonical text: which extractor, and whether what it returned can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.documents import sniff
from engine.documents.formats import FORMATS
from engine.errors import ExtractionError
from engine.types import Extraction

EXTRACTORS: Mapping[str, int] = MappingProxyType({name: known.extractor.VERSION for name, known in FORMATS.items()})
"""Extractor name -> version, as a stamp records them."""

_BY_EXTENSION = {extension: name for name, known in FORMATS.items() for extension in known.extensions}
_READABLE = "Markdown, plain text, HTML and PDF"


def identify(name: str, data: bytes) -> str:
    """The name of the extractor for these bytes.

    The bytes decide. The extension only tells Markdown, plain text and HTML without an opening apart, and where it
    claims what the bytes are not, that is an ExtractionError, as are empty files and formats that are not read.
    """
    if not data:
        raise ExtractionError(f"{name} is empty (0 bytes).")
    extension = _extension(name)
    claimed = _BY_EXTENSION.get(extension)
    found = sniff.kind(data)
    if found is None:
        return _unrecognised(name, extension, claimed)
    if found == "txt":
        return _textual(name, extension, claimed)
    actual = _BY_EXTENSION.get(found)
    if actual is None:
        raise _unread(name, sniff.noun(found), claimed)
    if claimed != actual and (claimed is not None or extension in sniff.NOUNS):
        raise _lie(name, FORMATS[actual].noun, extension, found)
    return actual


def extract(name: str, data: bytes) -> Extraction:
    """The canonical text of a document, in this process. `name` is the document's name, for the messages.

    A hostile file can exhaust memory or crash native code, and pdfium must not be called from two threads at once:
    outside of tests use `extract_isolated`. Raises ExtractionError with the reason.
    """
    extraction = FORMATS[identify(name, data)].extractor.extract(name, data)
    _check(name, extraction)
    return extraction


def _extension(name: str) -> str:
    stem, dot, extension = name.rpartition("/")[2].rpartition(".")
    return extension.lower() if dot and stem else ""


def _textual(name: str, extension: str, claimed: str | None) -> str:
    if extension in sniff.TEXT_NOUNS:
        raise _unread(name, sniff.noun(extension), None)
    if extension in sniff.NOUNS or (claimed is not None and not FORMATS[claimed].textual):
        raise _lie(name, FORMATS["text"].noun, extension, "txt")
    return claimed or "text"


def _unrecognised(name: str, extension: str, claimed: str | None) -> str:
    if extension in sniff.NOUNS or (claimed is not None and not FORMATS[claimed].textual):
        raise ExtractionError(
            f"{name} is not {_claim(extension)}, nor anything else that is known: it is damaged or misnamed."
        )
    return claimed or "text"  # whose decoder says what is wrong with the characters


def _claim(extension: str) -> str:
    claimed = _BY_EXTENSION.get(extension)
    return FORMATS[claimed].noun if claimed else sniff.noun(extension)


def _lie(name: str, actual: str, extension: str, found: str) -> ExtractionError:
    return ExtractionError(f"{name} is {actual}, not {_claim(extension)}: rename it to end in .{found}.")


def _unread(name: str, noun: str, claimed: str | None) -> ExtractionError:
    lie = f", not {FORMATS[claimed].noun}" if claimed else ""
    return ExtractionError(f"{name} is {noun}{lie}: what can be read is {_READABLE}.")


def _check(name: str, extraction: Extraction) -> None:
    """Everything downstream relies on this, so a reader that breaks it is stopped here."""
    text = extraction.text
    if not text[extraction.body_start :].strip():
        raise ExtractionError(f"{name} holds no text.")
    ranges = [(item.start, item.end) for item in (*extraction.headings, *extraction.spans)]
    fault = next((f"the range {start}-{end} lies outside" for start, end in ranges if not 0 <= start <= end <= len(text)), "")
    if "\0" in text:
        fault = "NUL is in"
    elif any("\ud800" <= character <= "\udfff" for character in text):
        fault = "half a character is in"
    if fault:
        raise ExtractionError(
            f"{name} could not be read: {fault} the text that the {extraction.extractor} reader made of it, "
            "which is that reader's fault and should be reported."
        )
