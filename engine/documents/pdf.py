"""PDF: pages in their order, each read as a person reads it, by its text layer or else by its picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.documents.ocr import DOUBTFUL, Recognizer
from engine.documents.pdf_forms import filled_pages
from engine.documents.pdf_headings import headings_by_type, locate_entries, read_outline
from engine.documents.pdf_pages import ReadPage, read_pages, trimmed_pages
from engine.documents.pdf_paragraphs import Composed, compose
from engine.errors import ExtractionError
from engine.types.extraction import Extraction, Glyphs, Layout, PageRead, Removed, Span, Word

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

VERSION = 2

MOST_PAGES = 10_000
_PASSWORD = 4  # FPDF_ERR_PASSWORD
_FILE_NAME = re.compile(
    r"\.(?:docx?|dotx?|dvi|indd|odt|pdf|pptx?|ps|qxd|rtf|tex|txt|xlsx?|html?)\Z|\A(?:[a-z]:\\|\\|/|file:)", re.I
)
_NO_TITLE = re.compile(r"(?:untitled|no title|title|document|slide|microsoft \w+)(?:[ -]*\d*)?\Z|\W*\Z", re.I)


def extract(
    name: str, data: bytes, recognizer: Recognizer | None = None, keep_running_lines: bool = False
) -> Extraction:
    """The text of all pages, a span for each page that has any, and headings from the outline, else from the type.

    Pages without a text layer are read by the `recognizer`; what gives no text is listed as unread. Running headers and
    footers are left out and listed in the layout, unless they are to be kept. The title is the one in the metadata,
    unless it is a file's name or says nothing. Raises ExtractionError for a PDF that is damaged, locked with a
    password, over MOST_PAGES pages long or without text on any page. pdfium must not be called from two threads at
    once: see `extract_isolated`.
    """
    with open_pdf(name, data) as document:
        pages = read_pages(document, recognizer)
        _assert_any(name, pages, recognizer)
        removed: tuple[Removed, ...] = ()
        if not keep_running_lines:
            pages, removed = trimmed_pages(document, pages, recognizer)
        entries = read_outline(document)
        title = _title(document)
        filled = filled_pages(document)
    composed = compose([(page.lines.number, page.lines.lines) for page in pages])
    text, spans = composed.marked.text, _spans(composed)
    outlined = locate_entries(entries, text, spans, composed.lines)
    return Extraction(
        text=text,
        title=title,
        headings=outlined or headings_by_type(text, composed.lines),
        spans=spans,
        body_start=0,
        pages=len(pages),
        unread_pages=tuple(page.lines.number for page in pages if page.source == "none"),
        warnings=_warnings(pages, filled, len(entries) - len(outlined), len(entries)),
        extractor="pdf",
        extractor_version=VERSION,
        layout=_layout(pages, removed, composed, spans),
    )


def open_pdf(name: str, data: bytes) -> PdfDocument:
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


def _assert_any(name: str, pages: Sequence[ReadPage], recognizer: Recognizer | None) -> None:
    if all(page.broken for page in pages):
        raise ExtractionError(f"{name} is a damaged PDF: no page of it can be loaded.")
    if any(page.lines.lines for page in pages):
        return
    if recognizer is None:
        raise ExtractionError(
            f"{name} is a scan: no page of it holds text, and recognising text in pictures (OCR) is switched off: "
            "switch it on and retry, or add a version with a text layer."
        )
    raise ExtractionError(
        f"{name} is a scan: no page of it holds text, and none was recognised in its pictures (OCR): add a version "
        "with a text layer, or a sharper scan."
    )


def _spans(composed: Composed) -> tuple[Span, ...]:
    """From the first character of a page to its last."""
    ranges: dict[int, tuple[int, int]] = {}
    for placed in composed.lines:
        start, _ = ranges.get(placed.page, (placed.start, 0))
        ranges[placed.page] = start, placed.end
    return tuple(Span(start, end, page, None, None, None) for page, (start, end) in ranges.items())


def _layout(
    pages: Sequence[ReadPage], removed: tuple[Removed, ...], composed: Composed, spans: Sequence[Span]
) -> Layout:
    lengths = {span.page: span.end - span.start for span in spans}
    reads = tuple(
        PageRead(page.lines.number, page.source, lengths.get(page.lines.number, 0), page.confidence) for page in pages
    )
    boxes = {page.lines.number: page.boxes for page in pages if page.source == "ocr"}
    glyphs: list[Glyphs] = []
    words: list[Word] = []
    for start, end, page, index in _placed_runs(composed):
        if page in boxes:
            words.append(Word(start, end, page, boxes[page][index]))
        elif glyphs and _goes_on(glyphs[-1], start, page, index):
            glyphs[-1] = replace(glyphs[-1], end=end)
        else:
            glyphs.append(Glyphs(start, end, page, index))
    return Layout(reads, removed, tuple(glyphs), tuple(words))


def _goes_on(run: Glyphs, start: int, page: int, index: int) -> bool:
    return (run.end, run.page, run.index + start - run.start) == (start, page, index)


def _placed_runs(composed: Composed) -> Iterator[tuple[int, int, int, int]]:
    """The runs of the text with the page of each: start, end, page, index."""
    runs = iter(composed.marked.runs)
    run = next(runs, None)
    for placed in composed.lines:
        while run is not None and run.start < placed.end:
            yield run.start, run.end, placed.page, run.index
            run = next(runs, None)


def _warnings(pages: Sequence[ReadPage], filled: Sequence[int], lost: int, entries: int) -> tuple[str, ...]:
    warnings = []
    lists = {
        "Too damaged to be loaded": [page for page in pages if page.broken],
        "Not recognised, because the time for this document was up": [page for page in pages if page.late],
        f"Recognised with little confidence (under {DOUBTFUL:.0%})": [
            page for page in pages if page.confidence is not None and page.confidence < DOUBTFUL
        ],
    }
    for what, listed in lists.items():
        if listed:
            warnings.append(f"{what}: page {_ranges([page.lines.number for page in listed])}.")
    if filled:
        warnings.append(
            f"Form fields whose contents are not searched: page {_ranges(filled)}; print the form into a PDF file and "
            "add that instead."
        )
    replaced = sum(line.replaced for page in pages for line in page.lines.lines)
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
