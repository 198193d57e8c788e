"""The page of a document on which a passage stands, as a picture with the passage's lines marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.documents import Limits
from engine.documents.boxes import Box, fractions, line_boxes
from engine.documents.page_view import PageView, page_isolated
from engine.errors import StoreError
from engine.library import Library
from engine.types.extraction import Layout

Range = tuple[int, int]
"""Characters of a document, half-open."""

_SECONDS = 20  # a page takes a fifth of one; whoever waits longer has given up


@dataclass(frozen=True, slots=True)
class CitedPage:
    """A page as it is displayed: a PNG of `width` × `height` pixels, and the boxes of a passage and of sentences on it.

    There is one box for each line of text: left, top, right, bottom as fractions of the page, from its upper left
    corner. `page` is the page's number, `pages` those of all pages of the passage. `confidence` is `None` unless the
    page's text was recognised in its picture. `located` tells whether it is known where on the page the passage stands:
    if it is and there are still no boxes, the passage lies outside of the part of the page that is displayed.
    """

    page: int
    pages: tuple[int, ...]
    confidence: float | None
    png: bytes
    width: int
    height: int
    boxes: tuple[Box, ...]
    sentences: tuple[Box, ...]
    located: bool


def cited_page(
    library: Library,
    document: int,
    start: int,
    end: int,
    width: int,
    page: int | None = None,
    sentences: Sequence[Range] = (),
) -> CitedPage:
    """The page of the document with the key `document` on which the passage `[start, end)` stands, `width` pixels wide.

    Of a passage on several pages the first one, unless `page` is given. `sentences` are ranges of the document that are
    looked for on the same page. Raises StoreError for a document that is gone, has no text yet or no such page, and
    ExtractionError where the page cannot be drawn.
    """
    listed = library.document(document)
    spans = library.extraction(document).spans
    pages = sorted({span.page for span in spans if span.page and span.start < end and start < span.end})
    number = next(iter(pages), None) if page is None else page
    if listed.pages is None or number is None or not 1 <= number <= listed.pages:
        raise StoreError(
            f"{listed.name} has no page to show for this passage; open the document and look for it there."
        )
    layout = library.layout(document) or Layout((), (), (), ())  # read before layouts were kept: shown without boxes
    ranges = [(start, end), *sentences]
    passages = [list(_runs(layout, number, *each)) for each in ranges]
    view = page_isolated(
        library.blobs.path(listed.id),
        listed.name,
        number,
        passages,
        width,
        Limits(_SECONDS, library.settings.extraction_memory_mib * 2**20, 0),
    )
    found = [
        (*drawn, *_recognised(layout, number, *each, view)) for each, drawn in zip(ranges, view.boxes, strict=True)
    ]
    return CitedPage(
        page=number,
        pages=tuple(pages),
        confidence=next((read.confidence for read in layout.reads if read.number == number), None),
        png=view.png,
        width=view.width,
        height=view.height,
        boxes=found[0],
        sentences=tuple(box for boxes in found[1:] for box in boxes),
        located=bool(passages[0] or found[0]),
    )


def _runs(layout: Layout, page: int, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The passage's characters on a page as pdfium counts them: the index of the first, and how many."""
    for run in layout.glyphs:
        first, last = max(start, run.start), min(end, run.end)
        if run.page == page and first < last:
            yield run.index + first - run.start, last - first


def _recognised(layout: Layout, page: int, start: int, end: int, view: PageView) -> list[Box]:
    """The boxes of the passage's recognised words on a page, joined line by line."""
    words = [word.box for word in layout.words if word.page == page and word.start < end and start < word.end]
    boxes = [(x0 * view.width, y0 * view.height, x1 * view.width, y1 * view.height) for x0, y0, x1, y1 in words]
    # Most words are longer than they are high: where it is the other way round, the page lies on its side.
    runs_down = sum(y1 - y0 for _, y0, _, y1 in boxes) > sum(x1 - x0 for x0, _, x1, _ in boxes)
    return [fractions(line, view.width, view.height) for line in line_boxes((box, runs_down) for box in boxes)]
