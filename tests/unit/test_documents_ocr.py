"""Pages that are pictures: their words, in which order, where they stand, and how sure the recogniser is."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth

from engine.documents import Recognition, ocr
from engine.documents.ocr import OcrPage, Recognizer, read_page
from engine.documents.page_picture import resolution_of, scale_within
from engine.errors import ExtractionError
from tests.pdfs import Sheet, drawn, gap, line, picture, simple_pdf, typeset, words
from tests.scans import Degrade, pictures, scan_of, scanned, speckled, worn

HARBOUR = (
    "The harbour office opens at seven in the morning and closes when the last ferry has left, which in winter is "
    "shortly before nine. Tickets for foot passengers are sold at the counter; cars, vans and trailers need a place "
    "on the list, and the list is closed half an hour before departure. Whoever arrives later may wait in lane four "
    "and boards only if somebody else stays away. In the year 2019 this happened on 41 of 365 days."
)
CARGO = (
    "Cargo is weighed on the quay. A single piece must not exceed 1,250 kilograms, and nothing that leaks, smokes or "
    "smells is taken on board without a certificate of the harbour master. Fish travels on the open deck in boxes "
    "with lids, fruit below it, and letters in the purser's cabin under lock and key. The rates are those of table "
    "12; they rise by 3 percent each spring unless the council decides otherwise by the end of March."
)
STORM = (
    "When the wind blows with more than eleven metres per second from the north, the master decides alone whether the "
    "ship sails. Passengers are told by loudspeaker and by a yellow flag above the customs house. Nobody has a claim "
    "to be carried on a given day, but every ticket stays valid for a year, and rooms at the inn beside the church "
    "cost half as much for those who had to stay behind against their will."
)
PROSE = [HARBOUR, CARGO, STORM]
SCAN = typeset(drawn(line("Rules of the crossing", 18), gap, *(part for text in PROSE for part in (words(text), gap))))
LINE = "The harbour office opens at seven in winter."
SIDEWAYS = [90, 180, 270]


def read(pdf: bytes) -> OcrPage:
    with pypdfium2.PdfDocument(pdf) as document:
        return read_page(document[0], "eng")


def text(page: OcrPage) -> str:
    return " ".join(line.text for line in page.lines)


def share_of_words(page: OcrPage, expected: list[str]) -> float:
    """The words that were read right and in their order, of those that stand on the page."""
    blocks = SequenceMatcher(None, expected, text(page).split(), autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(expected)


@pytest.fixture(scope="module")
def scan() -> OcrPage:
    return read(scan_of(SCAN))


@pytest.mark.parametrize(
    ("resolution", "degrade"),
    [
        pytest.param(300, None, id="clean"),
        pytest.param(150, None, id="clean and coarse"),
        pytest.param(300, worn, id="worn"),
        pytest.param(200, worn, id="worn and coarse"),
        pytest.param(200, speckled, id="specks"),
    ],
)
def test_of_the_words_of_a_scan_97_percent_are_read(resolution: int, degrade: Degrade | None) -> None:
    page = read(scan_of(SCAN, resolution, degrade))
    assert share_of_words(page, ["Rules", "of", "the", "crossing", *" ".join(PROSE).split()]) >= 0.97
    assert 0.9 < page.confidence <= 1


def test_two_columns_are_read_one_after_the_other() -> None:
    def columns(sheet: Sheet) -> None:
        for left, paragraph in ((50, HARBOUR), (310, CARGO)):
            rows = sheet.canvas.beginText(left, 760)
            rows.setFont("Helvetica", 11, leading=14)
            for row in wrapped(paragraph, 235):
                rows.textLine(row)
            sheet.canvas.drawText(rows)

    assert share_of_words(read(scan_of(typeset(columns))), f"{HARBOUR} {CARGO}".split()) >= 0.97


def wrapped(paragraph: str, width: float) -> Iterator[str]:
    row = ""
    for word in paragraph.split():
        if stringWidth(f"{row} {word}", "Helvetica", 11) > width:
            yield row
            row = word
        else:
            row = f"{row} {word}".strip()
    yield row


def test_a_line_knows_its_type_size_and_how_high_it_stands(scan: OcrPage) -> None:
    heading, first, second = scan.lines[:3]
    assert heading.size == pytest.approx(18, rel=0.12)
    assert first.size == pytest.approx(11, rel=0.12)
    baseline = A4[1] - 50 - 1.3 * 18  # as `Sheet` draws it
    assert heading.top == pytest.approx(baseline, abs=1.5)
    assert heading.bottom == pytest.approx(baseline, abs=1.5)
    assert first.top - second.top == pytest.approx(1.3 * 11, abs=1)


def ink(page: Image.Image) -> tuple[float, ...]:
    """Where anything is drawn on a page, as fractions of it: found without any recognition."""
    left, top, right, bottom = page.point(lambda grey: 255 if grey < 128 else 0).getbbox() or (0, 0, 0, 0)
    return left / page.width, top / page.height, right / page.width, bottom / page.height


@pytest.mark.parametrize("turn", [0, *SIDEWAYS])
def test_a_page_that_lies_on_its_side_is_read_and_its_words_stay_where_they_are_displayed(turn: int) -> None:
    turned = pictures(simple_pdf([["", "", LINE]], size=20))[0].rotate(turn, expand=True)
    page = read(scanned([turned]))
    boxes = [word.box for line in page.lines for word in line.words]
    around = (*map(min, list(zip(*boxes, strict=True))[:2]), *map(max, list(zip(*boxes, strict=True))[2:]))
    assert text(page) == LINE
    assert around == pytest.approx(ink(turned), abs=0.005)


@pytest.mark.parametrize("turn", SIDEWAYS)
def test_a_page_of_text_on_its_side_reads_as_well_as_upright(scan: OcrPage, turn: int) -> None:
    turned = read(scanned([page.rotate(turn, expand=True) for page in pictures(SCAN)]))
    assert share_of_words(turned, text(scan).split()) >= 0.97
    assert turned.confidence > 0.9
    assert turned.lines[0].size == pytest.approx(scan.lines[0].size, rel=0.05)
    assert [line.top for line in turned.lines[:9]] == pytest.approx([line.top for line in scan.lines[:9]], abs=2)
    assert [line.bottom for line in turned.lines[:9]] == pytest.approx([line.bottom for line in scan.lines[:9]], abs=2)


@pytest.mark.parametrize("rotation", [0, *SIDEWAYS])
def test_the_files_own_rotation_and_crop_are_what_is_displayed(rotation: int) -> None:
    document = pypdfium2.PdfDocument(scanned([pictures(simple_pdf([["", "", "Harbour"]], size=30))[0]]))
    page = document[0]
    page.set_cropbox(20, 400, 500, 800)
    page.set_rotation(rotation)
    displayed = page.render(scale=2).to_pil().convert("L")
    recognised = read_page(page, "eng")
    assert [word.text for line in recognised.lines for word in line.words] == ["Harbour"]
    assert recognised.lines[0].words[0].box == pytest.approx(ink(displayed), abs=0.01)
    document.close()


def test_an_empty_page_has_no_lines_and_is_told_from_a_picture_without_words() -> None:
    assert read(typeset(lambda _: None)) == OcrPage((), 0.0, True)
    assert read(typeset(picture)) == OcrPage((), 0.0, False)


def test_what_is_no_writing_gives_a_confidence_worth_a_warning() -> None:
    checks = Image.effect_noise((1200, 1600), 120)
    assert read(scanned([checks])).confidence < ocr.DOUBTFUL


def test_a_language_that_is_not_there_is_named_with_the_way_out(tmp_path: Path) -> None:
    with pypdfium2.PdfDocument(SCAN) as document:
        with pytest.raises(ExtractionError, match=r"holds no xyz\.traineddata, which CANDOR_OCR_LANGUAGES asks for"):
            read_page(document[0], "eng+xyz")
        with pytest.raises(ExtractionError, match=f"{tmp_path} holds no eng"):
            read_page(document[0], "eng", str(tmp_path))


def test_languages_may_stand_in_another_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.traineddata").symlink_to(ocr.tessdata() / "eng.traineddata")
    with pypdfium2.PdfDocument(scan_of(SCAN)) as document:
        assert read_page(document[0], "mine", str(tmp_path)).lines[0].text == "Rules of the crossing"


def test_a_page_that_takes_too_long_is_given_up() -> None:
    with pypdfium2.PdfDocument(scan_of(SCAN)) as document, pytest.raises(TimeoutError):
        read_page(document[0], "eng", seconds=0.05)


def test_pages_are_read_until_another_one_as_slow_as_the_slowest_would_be_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    durations = iter([2.0, 4.0, 1.0, 1.0])

    def slow(page: object, languages: str, folder: str | None, seconds: float) -> OcrPage:
        nonlocal now
        assert seconds == 10.0 - now
        now += next(durations)
        return OcrPage((), 0.5, False)

    monkeypatch.setattr(ocr, "read_page", slow)
    monkeypatch.setattr(ocr.time, "monotonic", lambda: now)
    recognizer = Recognizer(Recognition("eng", None), 10.0)
    assert [recognizer.read(None) is None for _ in range(4)] == [
        False,
        False,
        True,
        True,
    ]  # 4 s more than the 6 s: late


def test_a_page_given_up_is_no_page() -> None:
    with pypdfium2.PdfDocument(scan_of(SCAN)) as document:
        assert Recognizer(Recognition("eng", None), 0.05).read(document[0]) is None


def test_a_page_is_drawn_with_the_dots_that_its_pictures_have() -> None:
    def dots(pdf: bytes) -> float:
        with pypdfium2.PdfDocument(pdf) as document:
            return resolution_of(document[0])

    assert dots(scan_of(SCAN, 200)) == pytest.approx(200, rel=0.01)
    assert dots(scan_of(SCAN, 60)) == 150
    assert dots(scan_of(SCAN, 400)) == 300
    assert dots(SCAN) == 300
    assert dots(typeset(picture)) == 300  # it covers a third of the page: what is beside it may be drawn finely


def test_no_page_is_drawn_with_more_pixels_than_allowed() -> None:
    assert scale_within(600, 800, 4.0) == 4.0
    assert scale_within(3000, 4000, 4.0) == 1.0  # 12 million
    assert scale_within(200_000, 5, 4.0) == 0.1  # one side of 20,000
