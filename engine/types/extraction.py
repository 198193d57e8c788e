"""What an extractor makes of a document, and where in the original each passage of it stands."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the document: `[start, end)` covers its whole line or lines, without the last newline."""

    level: int
    start: int
    end: int
    title: str


@dataclass(frozen=True, slots=True)
class Span:
    """Ties the characters `[start, end)` to the place they were read from.

    `page` counts from 1; `time` is in seconds; `cells` is an A1 range on `sheet`.
    """

    start: int
    end: int
    page: int | None
    time: tuple[float, float] | None
    sheet: str | None
    cells: str | None


class Locator(NamedTuple):  # made for every hit
    """Where a passage is: its characters, and the pages, times or cells they were read from."""

    start: int
    end: int
    page: int | None
    last_page: int | None
    time: tuple[float, float] | None
    sheet: str | None
    cells: str | None


@dataclass(frozen=True, slots=True)
class Removed:
    """A row of a page that repeats on its neighbours and was therefore left out of the text.

    `place` is `header` in the upper half of the page and `footer` in the lower one.
    """

    page: int
    text: str
    place: Literal["header", "footer"]


@dataclass(frozen=True, slots=True)
class PageRead:
    """How a page was read and how many characters of the text are its own.

    `confidence` is the mean of its words', in [0, 1]: what the recogniser thinks of itself, `None` unless it was asked.
    """

    number: int
    source: Literal["text", "ocr", "none"]
    characters: int
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters `[start, end)` are pdfium's characters from `index` on, one each, on this page."""

    start: int
    end: int
    page: int
    index: int


@dataclass(frozen=True, slots=True)
class Word:
    """The characters `[start, end)` are a recognised word, or the part of it that stands on this page.

    `box` is its left, top, right and bottom as fractions of the displayed page, from its upper left corner.
    """

    start: int
    end: int
    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a text lies on its pages. `glyphs` and `words` are ascending and disjoint.

    A character that stands in neither was put there by the reader: a line break, a bar between two cells, a hyphen.
    """

    reads: tuple[PageRead, ...]
    removed: tuple[Removed, ...]
    glyphs: tuple[Glyphs, ...]
    words: tuple[Word, ...]

    def to_json(self) -> dict[str, Any]:
        """Only what JSON knows; runs and words, of which there are many, as bare rows."""
        return {
            "reads": [asdict(read) for read in self.reads],
            "removed": [asdict(row) for row in self.removed],
            "glyphs": [[run.start, run.end, run.page, run.index] for run in self.glyphs],
            "words": [[word.start, word.end, word.page, list(word.box)] for word in self.words],
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Layout:
        """The layout that `to_json` took apart."""
        return Layout(
            tuple(PageRead(**read) for read in data["reads"]),
            tuple(Removed(**row) for row in data["removed"]),
            tuple(Glyphs(*run) for run in data["glyphs"]),
            tuple(Word(start, end, page, tuple(box)) for start, end, page, box in data["words"]),
        )


@dataclass(frozen=True, slots=True)
class Extraction:
    """What an extractor made of one document's bytes.

    `body_start` is the offset behind the front matter (0 where there is none); nothing before it is chunked.
    `pages` is `None` for formats that have no pages; `unread_pages` lists those that gave no text. So is `layout`, and
    where an extraction comes from the store, which keeps the layout apart.
    """

    text: str
    title: str | None
    headings: tuple[Heading, ...]
    spans: tuple[Span, ...]
    body_start: int
    pages: int | None
    unread_pages: tuple[int, ...]
    warnings: tuple[str, ...]
    extractor: str
    extractor_version: int
    layout: Layout | None = None
