"""One document's bytes -> its canonical text: which extractor, and whether what it returned can be relied on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from engine.documents import pdf, sniff
from engine.documents.formats import FORMATS
from engine.documents.ocr import Recognizer
from engine.errors import ExtractionError
from engine.types.extraction import Extraction

EXTRACTORS: Mapping[str, int] = MappingProxyType({name: known.extractor.VERSION for name, known in FORMATS.items()})
"""Extractor name -> version, as a stamp records them."""

_BY_EXTENSION = {extension: name for name, known in FORMATS.items() for extension in known.extensions}
_SURROGATE = re.compile("[\ud800-\udfff]")


def identify(name: str, data: bytes) -> str:
    """The name of the extractor for these bytes.

    The bytes decide. The extension only tells apart what is all text: Markdown, plain text, HTML without an opening.
    Raises ExtractionError for an empty file, for a format that is not read, and where the extension claims what the
    bytes are not.
    """
    if not data:
        raise ExtractionError(f"{name} is empty (0 bytes).")
    extension = _extension(name)
    claimed = _BY_EXTENSION.get(extension)
    claims_binary = extension in sniff.NOUNS or (claimed is not None and not FORMATS[claimed].textual)
    found = sniff.kind(data)
    if found in ("txt", None) and not claims_binary:
        if extension in sniff.TEXT_NOUNS:
            raise _unread(name, sniff.noun(extension))
        return claimed or "text"  # bytes of no known kind are refused by its decoder, which can say why
    if found is None:
        raise ExtractionError(f"{name} is not {_noun(extension)} nor anything else that is known: it may be damaged.")
    actual = _BY_EXTENSION.get(found)
    lies = extension != found and (claims_binary or (claimed is not None and claimed != actual))
    lie = f", not {_noun(extension)}" if lies else ""
    if actual is None:
        raise _unread(name, f"{sniff.noun(found)}{lie}")
    if claimed != actual and lie:
        raise ExtractionError(f"{name} is {FORMATS[actual].noun}{lie}: rename it to end in .{found}.")
    return actual


def extract(
    name: str, data: bytes, recognizer: Recognizer | None = None, keep_running_lines: bool = False
) -> Extraction:
    """The canonical text of a document, in this process. `name` is the document's name, for the messages.

    The `recognizer` reads pages that hold no text; without one they stay unread. Running headers and footers of pages
    are left out, unless they are to be kept.

    A hostile file can exhaust memory or crash native code, and pdfium must not be called from two threads at once:
    outside of tests use `extract_isolated`. Raises ExtractionError with the reason.
    """
    extractor = FORMATS[identify(name, data)].extractor
    if extractor is pdf:  # the only one with pages
        extraction = pdf.extract(name, data, recognizer, keep_running_lines)
    else:
        extraction = extractor.extract(name, data)
    _check(name, extraction)
    return extraction


def _extension(name: str) -> str:
    stem, dot, extension = name.rpartition("/")[2].rpartition(".")
    return extension.lower() if dot and stem else ""


def _noun(extension: str) -> str:
    claimed = _BY_EXTENSION.get(extension)
    return FORMATS[claimed].noun if claimed else sniff.noun(extension)


def _unread(name: str, what: str) -> ExtractionError:
    *others, last = (known.noun for known in FORMATS.values())
    return ExtractionError(f"{name} is {what}; a document has to be {', '.join(others)} or {last}.")


def _check(name: str, extraction: Extraction) -> None:
    """What everything downstream relies on. A reader that breaks it is stopped here, not in the index."""
    text = extraction.text
    if not text[extraction.body_start :].strip():
        raise ExtractionError(f"{name} holds no text.")
    places = [*((item.start, item.end) for item in extraction.headings), *((s.start, s.end) for s in extraction.spans)]
    outside = [place for place in places if not 0 <= place[0] <= place[1] <= len(text)]
    if outside or "\0" in text or _SURROGATE.search(text):
        fault = f"the range {outside[0]} outside of its text" if outside else "characters that cannot be stored"
        raise ExtractionError(
            f"{name} cannot be read: the {extraction.extractor} reader made {fault}, which is a fault to be reported."
        )
