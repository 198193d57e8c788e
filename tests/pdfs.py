"""PDFs for tests, typeset by ReportLab in Helvetica on A4: the same call gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

_FONT = "Helvetica"
_MARGIN = 50  # points
_COLUMN = A4[0] - 2 * _MARGIN
_LEADING = 1.3  # type sizes


@dataclass(slots=True)
class Sheet:
    """The page that is drawn on. `y` is how high above its lower edge the free part ends, in points."""

    canvas: Canvas
    y: float = A4[1] - _MARGIN

    def line(self, text: str, size: float) -> None:
        """Draw one line. ValueError where it would not be seen whole, or Helvetica lacks one of its characters."""
        text.encode("cp1252")  # ReportLab would draw a black square
        self.y -= _LEADING * size
        if self.y < _MARGIN or stringWidth(text, _FONT, size) > _COLUMN:
            raise ValueError(f"No room on page {self.canvas.getPageNumber()} for this line: {text}")
        self.canvas.setFont(_FONT, size)
        self.canvas.drawString(_MARGIN, self.y, text)


Draw = Callable[[Sheet], object]


def simple_pdf(pages: Sequence[Sequence[str]], *, title: str | None = None, size: float = 11) -> bytes:
    """A PDF with these lines on its pages, from top to bottom; an empty string leaves a line's height free."""
    return typeset(*(drawn(*(line(text, size) for text in lines)) for lines in pages), title=title)


def typeset(*pages: Draw, title: str | None = None, lock: StandardEncryption | None = None) -> bytes:
    """A PDF with one page for each function, which draws on it. Without a `title` the one in the metadata is empty."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1, encrypt=lock)
    canvas.setTitle(title or "")
    for draw in pages:
        draw(Sheet(canvas))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def drawn(*parts: Draw) -> Draw:
    """These parts below each other."""

    def draw(sheet: Sheet) -> None:
        for part in parts:
            part(sheet)

    return draw


def line(text: str, size: float = 11) -> Draw:
    """One line."""
    return lambda sheet: sheet.line(text, size)


def words(text: str, size: float = 11) -> Draw:
    """Text that is broken between words into as many lines as it needs."""
    return drawn(*(line(row, size) for row in simpleSplit(text, _FONT, size, _COLUMN)))


def put(text: str, x: float, y: float, size: float = 11, font: str = _FONT) -> Draw:
    """One line at a place in points from the lower left corner, wherever the others are."""

    def draw(sheet: Sheet) -> None:
        text.encode("cp1252")
        sheet.canvas.setFont(font, size)
        sheet.canvas.drawString(x, y, text)

    return draw


def column(rows: Sequence[str], x: float, y: float, size: float = 11, font: str = _FONT) -> Draw:
    """These lines below each other, the first at the height `y`."""
    return drawn(*(put(row, x, y - at * _LEADING * size, size, font) for at, row in enumerate(rows)))


def wrapped(text: str, width: float, size: float = 11, font: str = _FONT) -> list[str]:
    """The lines of a text in a column `width` points wide."""
    return simpleSplit(text, font, size, width)


def justified(text: str, x: float, y: float, width: float, size: float = 11) -> Draw:
    """Text in lines of equal width, but for the last: their spaces are as wide as that takes."""

    def draw(sheet: Sheet) -> None:
        rows = wrapped(text, width, size)
        for at, row in enumerate(rows):
            spare = width - stringWidth(row, _FONT, size)
            line = sheet.canvas.beginText(x, y - at * _LEADING * size)
            line.setFont(_FONT, size)
            line.setWordSpace(spare / row.count(" ") if " " in row and at < len(rows) - 1 else 0)
            line.textOut(row)
            sheet.canvas.drawText(line)

    return draw


def turned(draw: Draw, degrees: int) -> Draw:
    """What is drawn for a page of A4, on a page that is displayed turned clockwise by so many degrees."""

    def rotated(sheet: Sheet) -> None:
        canvas = sheet.canvas
        width, height = A4
        canvas.setPageSize(A4)  # of the page as it is displayed; ReportLab turns it
        canvas.setPageRotation(degrees)
        match degrees:
            case 90:
                canvas.transform(0, 1, -1, 0, height, 0)
            case 180:
                canvas.transform(-1, 0, 0, -1, width, height)
            case 270:
                canvas.transform(0, -1, 1, 0, 0, width)
        draw(sheet)

    return rotated


def gap(sheet: Sheet) -> None:
    """A space that is higher than a line of the usual 11 points."""
    sheet.y -= 17


def picture(sheet: Sheet) -> None:
    """A teal square as wide as half a page."""
    side = A4[0] / 2
    sheet.y -= side
    sheet.canvas.drawImage(ImageReader(Image.new("RGB", (40, 40), "teal")), _MARGIN, sheet.y, side, side)


def outline_entry(title: str, level: int) -> Draw:
    """An entry of the outline, at depth `level` from 1, that points to what is drawn next."""

    def draw(sheet: Sheet) -> None:
        key = f"{sheet.canvas.getPageNumber()} {sheet.y} {title}"
        sheet.canvas.bookmarkPage(key, fit="XYZ", left=0, top=sheet.y)
        sheet.canvas.addOutlineEntry(title, key, level - 1)

    return draw
