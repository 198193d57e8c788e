"""A document read twice: as always, and each character of its text once more from the place that is claimed for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from engine.documents.limits import Limits
from engine.documents.pdf import open_pdf
from engine.documents.sandbox import run_isolated
from engine.documents.wire import from_json
from engine.types.extraction import Extraction, Glyphs

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_HIGH_SURROGATES = range(0xD800, 0xDC00)


@dataclass(frozen=True, slots=True)
class Reread:
    """An extraction, and the ranges of its text that are not what its pages say at the places claimed for them."""

    extraction: Extraction
    misread: tuple[tuple[int, int], ...]


def reread_isolated(path: Path, name: str, limits: Limits, keep_running_lines: bool) -> Reread:
    """The file at `path`, read twice in a process of its own; fails as `run_isolated` does."""
    made = run_isolated("reread", path, name, limits, keep_running_lines=keep_running_lines)
    return Reread(from_json(made["extraction"]), tuple((start, end) for start, end in made["misread"]))


def misread(name: str, data: bytes, extraction: Extraction) -> list[tuple[int, int]]:
    """The ranges of the text of which pdfium has other characters than their glyphs claim.

    It is asked for one character at a time by its index, which is not how texts are extracted.
    """
    if extraction.layout is None or not extraction.layout.glyphs:
        return []
    with open_pdf(name, data) as document:
        return list(_misread(document, extraction.text, extraction.layout.glyphs))


def _misread(document: PdfDocument, text: str, glyphs: Sequence[Glyphs]) -> Iterator[tuple[int, int]]:
    import pypdfium2.raw as pdfium

    for number, runs in groupby(glyphs, key=lambda run: run.page):
        page = document[number - 1]
        characters = page.get_textpage()

        def unit(index: int, characters: object = characters) -> int:
            return int(pdfium.FPDFText_GetUnicode(characters, index))

        for run in runs:
            for place in range(run.start, run.end):
                index = run.index + place - run.start
                first = unit(index)
                read = chr(first)
                if first in _HIGH_SURROGATES:
                    read = chr(0x10000 + ((first - 0xD800) << 10) + unit(index + 1) - 0xDC00)
                if read != text[place]:
                    yield run.start, run.end
                    break
        page.close()
