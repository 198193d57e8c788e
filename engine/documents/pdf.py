"""PDF with text: pages in their order, each page's text in the order of its content stream."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.documents.pdf_headings import headings_by_size, locate_entries, read_outline
from engine.documents.pdf_lines import Line, read_lines
from engine.documents.pdf_paragraphs import PlacedLine, compose
from engine.errors import ExtractionError
from engine.types import Extraction, Span

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

VERSION = 1

MOST_PAGES = 10_000
_PASSWORD = 4  # FPDF_ERR_PASSWORD
_PAGE_BREAK = "\n\n"
_FILE_NAME = re.compile(
    r"\.(?:docx?|dotx?|dvi|indd|odt|pdf|pptx?|ps|qxd|rtf|tex|txt|xlsx?|html?)\Z|\A(?:[a-z]:\\|\\|/|file:)", re.I
)
_NO_TITLE = re.compile(r"(?:untitled|no title|title|document|slide|microsoft \w+)(?:[ -]*\d*)?\Z|\W*\Z", re.I)


def extract(name: str, data: bytes) -> Extraction:
    """The text of all pages, a span for each page that has any, and headings from the outline, else from type size.

    Pages that give no text are listed as unread. The title is the one in the metadata, unless it is a file's name or
    says nothing. Raises ExtractionError for a PDF that is damaged, locked with a password, over MOST_PAGES pages long
    or a scan. pdfium must not be called from two threads at once: see `extract_isolated`.
    """
    with _open(name, data) as document:
        pages, broken = _read_pages(name, document)
        entries = read_outline(document)
        title = _title(document)
    texts = compose(pages)
    spans: list[Span] = []
    lines: list[PlacedLine] = []
    offset = 0
    for number, page in enumerate(texts, start=1):
        if page.text:
            spans.append(Span(offset, offset + len(page.text), number, None, None, None))
            lines += (PlacedLine(offset + line.start, offset + line.end, line.size) for line in page.lines)
            offset += len(page.text) + len(_PAGE_BREAK)
    text = _PAGE_BREAK.join(page.text for page in texts if page.text)
    outlined = locate_entries(entries, text, spans, lines)
    return Extraction(
        text=text,
        title=title,
        headings=outlined or headings_by_size(text, lines),
        spans=tuple(spans),
        body_start=0,
        pages=len(pages),
        unread_pages=tuple(number for number, page in enumerate(texts, start=1) if not page.text),
        warnings=_warnings(pages, broken, len(entries) - len(outlined), len(entries)),
        extractor="pdf",
        extractor_version=VERSION,
    )


def _open(name: str, data: bytes) -> PdfDocument:
    """The document, unlocked with the empty password where its owner only forbade printing or copying."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == _PASSWORD:
            raise ExtractionError(f"{name} is locked with a password: save it without one and add it again.") from error
        raise ExtractionError(f"{name} is a damaged or incomplete PDF that cannot be opened.") from error
    if len(document) > MOST_PAGES:
        raise ExtractionError(
            f"{name} says it has {len(document)} pages, more than the {MOST_PAGES} allowed: split it."
        )
    return document


def _read_pages(name: str, document: PdfDocument) -> tuple[list[list[Line]], list[int]]:
    """The lines of every page, and the numbers (from 1) of the pages that are too damaged to be loaded."""
    import pypdfium2

    pages: list[list[Line]] = []
    broken: list[int] = []
    for number in range(1, len(document) + 1):
        try:
            page = document[number - 1]
            pages.append(read_lines(page))
            page.close()  # and the text page with it; a thousand open pages would hold all their images
        except pypdfium2.PdfiumError:
            pages.append([])
            broken.append(number)
    if len(broken) == len(pages):
        raise ExtractionError(f"{name} is a damaged PDF: no page of it can be loaded.")
    if not any(pages):
        raise ExtractionError(
            f"{name} is a scan: no page of it holds text, and recognising text in pictures (OCR) is not done yet: add "
            "a version with a text layer."
        )
    return pages, broken


def _warnings(pages: Sequence[Sequence[Line]], broken: Sequence[int], lost: int, entries: int) -> tuple[str, ...]:
    warnings = []
    if broken:
        warnings.append(f"Too damaged to be loaded: page {_ranges(broken)}.")
    replaced = sum(line.replaced for lines in pages for line in lines)
    if replaced:
        warnings.append(f"Characters that stand for nothing and were replaced by U+FFFD: {replaced}.")
    if lost:
        warnings.append(f"Outline entries whose title was not found on their page: {lost} of {entries}.")
    return tuple(warnings)


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as `2, 4-7`: a damaged page tree can claim thousands of pages."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _title(document: PdfDocument) -> str | None:
    try:
        title = " ".join(document.get_metadata_value("Title").replace("\0", "").split())
    except UnicodeDecodeError:
        return None
    return None if _FILE_NAME.search(title) or _NO_TITLE.match(title) else title
