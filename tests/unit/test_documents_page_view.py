"""A page as a picture, and the places of its characters on it: what is marked is what is printed there."""

from __future__ import annotations

import math
from io import BytesIO
from math import cos, sin
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth

from engine.documents import Limits
from engine.documents.boxes import Box, fractions, line_boxes
from engine.documents.page_view import PageView, page_isolated, page_view
from engine.errors import ExtractionError
from tests.hostile.pdf_bytes import one_page
from tests.pdfs import Sheet, simple_pdf, typeset
from tests.scans import pictures, scanned

LIMITS = Limits(seconds=30, memory_bytes=512 << 20, output_characters=0)
TURNS = [0, 90, 180, 270]


def stored(folder: Path, data: bytes) -> Path:
    path = folder / "stored"
    path.write_bytes(data)
    return path


def view(folder: Path, data: bytes, *runs: tuple[int, int], page: int = 1, width: int = 800) -> PageView:
    return page_view(stored(folder, data), "a.pdf", page, [runs], width)


def picture(seen: PageView) -> Image.Image:
    return Image.open(BytesIO(seen.png)).convert("L")


def ink(seen: PageView, within: Box = (0, 0, 1, 1)) -> Box:
    """Where anything dark is in a part of the picture, as fractions of the whole: found without asking pdfium."""
    left, top, right, bottom = within
    part = (left * seen.width, top * seen.height, right * seen.width, bottom * seen.height)
    x0, y0, _, _ = map(round, part)
    dark = picture(seen).crop([round(side) for side in part]).point(lambda grey: 255 if grey < 128 else 0)
    a, b, c, d = dark.getbbox() or (0, 0, 0, 0)
    return (a + x0) / seen.width, (b + y0) / seen.height, (c + x0) / seen.width, (d + y0) / seen.height


def holds(outer: Box, inner: Box, slack: float = 0.003) -> bool:
    near = all(outer[i] <= inner[i] + slack for i in (0, 1)) and all(outer[i] >= inner[i] - slack for i in (2, 3))
    return near and inner[0] < inner[2] and inner[1] < inner[3]


def words(first: bytes, *more: tuple[int, int, bytes]) -> bytes:
    """A page of text at 50, 700 and at more places, in 12 points."""
    shown = b"".join(b" BT /F1 12 Tf %d %d Td (%s) Tj ET" % place for place in more)
    return b"BT /F1 12 Tf 50 700 Td (%s) Tj ET" % first + shown


def test_the_picture_has_the_width_asked_for_and_the_shape_of_the_page(tmp_path: Path) -> None:
    seen = view(tmp_path, one_page(), width=900)
    assert (seen.width, seen.height, seen.boxes) == (900, 1200, ((),))
    assert picture(seen).size == (900, 1200)


def test_a_box_stands_where_the_words_were_put(tmp_path: Path) -> None:
    (box,) = view(tmp_path, one_page(), (0, 10)).boxes[0]
    left, top, right, bottom = box
    assert left == pytest.approx(50 / 600, abs=0.003)
    assert right == pytest.approx((50 + 66.03) / 600, abs=0.003)  # the advance widths of Helvetica, added up
    assert top < 100 / 800 < bottom  # the baseline, from the page's upper edge
    assert bottom - top == pytest.approx(12 / 800, rel=0.35)


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("crop", [b"", b"/CropBox [30 400 330 760] "], ids=["whole", "cropped"])
def test_the_pages_rotation_and_crop_are_applied_to_picture_and_boxes(tmp_path: Path, turn: int, crop: bytes) -> None:
    seen = view(tmp_path, one_page(page_entries=b"/Rotate %d " % turn + crop), (0, 10))
    (box,) = seen.boxes[0]
    assert holds(box, ink(seen))
    across, down = (300, 360) if crop else (600, 800)
    assert seen.width / seen.height == pytest.approx((down / across) if turn % 180 else (across / down), rel=0.01)


def test_only_the_characters_asked_for_are_marked(tmp_path: Path) -> None:
    whole, first, second = (view(tmp_path, one_page(), run).boxes[0][0] for run in ((0, 10), (0, 4), (5, 5)))
    assert first[0] == whole[0]
    assert second[2] == whole[2]
    assert whole[0] < first[2] < second[0] < whole[2]
    assert view(tmp_path, one_page(), (0, 4), (5, 5)).boxes[0] == (whole,)  # two runs on one line: one box


def test_each_line_has_a_box_of_its_own(tmp_path: Path) -> None:
    seen = view(tmp_path, simple_pdf([["First line of text", "Second line", "Third"]]), (0, 200))
    first, second, third = seen.boxes[0]
    assert first[3] <= second[1] + 0.003
    assert second[3] <= third[1] + 0.003
    assert first[2] > second[2] > third[2]
    for box in seen.boxes[0]:
        assert holds(box, ink(seen, (0, box[1], 1, box[3])))


def test_two_columns_are_two_boxes_though_their_rows_are_level(tmp_path: Path) -> None:
    seen = view(tmp_path, one_page(words(b"left", (350, 700, b"right"))), (0, 100))
    assert [round(box[0], 2) for box in seen.boxes[0]] == [0.08, 0.58]


def test_a_line_that_runs_up_the_page_is_one_box(tmp_path: Path) -> None:
    content = b"BT /F1 12 Tf 0 1 -1 0 300 200 Tm (Some words) Tj ET"
    seen = view(tmp_path, one_page(content), (0, 10))
    (box,) = seen.boxes[0]
    assert holds(box, ink(seen))
    assert (box[3] - box[1]) * 800 == pytest.approx(66.03, abs=2)


def test_what_lies_outside_of_the_displayed_part_is_cut_off(tmp_path: Path) -> None:
    (box,) = view(tmp_path, one_page(page_entries=b"/CropBox [70 0 600 800] "), (0, 10)).boxes[0]
    assert box[0] == 0.0
    assert 0 < box[2] < 1
    assert view(tmp_path, one_page(page_entries=b"/CropBox [0 0 600 400] "), (0, 10)).boxes == ((),)  # all of it


def test_each_passage_has_its_own_boxes(tmp_path: Path) -> None:
    path = stored(tmp_path, one_page())
    seen = page_view(path, "a.pdf", 1, [[(0, 10)], [], [(5, 5)]], 800)
    assert seen.boxes == tuple(view(tmp_path, one_page(), *runs).boxes[0] for runs in ([(0, 10)], [], [(5, 5)]))


def test_what_is_filled_into_a_form_is_drawn(tmp_path: Path) -> None:
    def form(said: str) -> bytes:
        def draw(sheet: Sheet) -> None:
            sheet.canvas.acroForm.textfield(name="ship", value=said, x=50, y=400, width=300, height=40, borderWidth=0)

        return typeset(draw)

    field = (50 / A4[0], 1 - 439 / A4[1], 350 / A4[0], 1 - 401 / A4[1])
    empty, filled = (picture(view(tmp_path, form(said))) for said in ("", "Sea Swallow"))
    within = [round(side * length) for side, length in zip(field, empty.size * 2, strict=True)]
    dark = [sum(grey < 128 for grey in each.crop(within).get_flattened_data()) for each in (empty, filled)]
    assert dark[0] == 0 < dark[1]


def test_a_line_that_turns_off_into_another_direction_ends_there(tmp_path: Path) -> None:
    content = b"BT /F1 12 Tf 50 700 Td (Across) Tj ET BT /F1 12 Tf 0 -1 1 0 92 704 Tm (Downwards) Tj ET"
    seen = view(tmp_path, one_page(content), (0, 99))
    across, down = seen.boxes[0]
    assert (across[2] - across[0]) * 600 == pytest.approx(stringWidth("Across", "Helvetica", 12), abs=1)
    assert (down[3] - down[1]) * 800 == pytest.approx(stringWidth("Downwards", "Helvetica", 12), abs=1)


def test_a_line_that_runs_aslant_is_boxed_in_parts_that_cover_no_other(tmp_path: Path) -> None:
    slant = math.radians(2)
    turned = b"BT /F1 12 Tf %.5f %.5f %.5f %.5f 40 600 Tm (" % (cos(slant), sin(slant), -sin(slant), cos(slant))
    said = b" ".join([b"some words of a line that climbs"] * 3)
    seen = view(tmp_path, one_page(turned + said + b") Tj ET"), (0, len(said)))
    length = 12 * stringWidth(said.decode(), "Helvetica", 1)
    assert seen.boxes[0][-1][2] - seen.boxes[0][0][0] == pytest.approx(length * cos(slant) / 600, abs=0.005)
    assert max(box[3] - box[1] for box in seen.boxes[0]) * 800 < 22  # of one box it would be 32
    for left, top, right, bottom in seen.boxes[0]:
        middle = (left + right) / 2
        assert top < 0.25 - (middle * 600 - 40) * math.tan(slant) / 800 < bottom


def test_indices_past_the_end_and_signs_that_are_not_drawn_mark_nothing(tmp_path: Path) -> None:
    assert view(tmp_path, one_page(), (99, 5)).boxes[0] == ()
    assert view(tmp_path, one_page(), (4, 1)).boxes[0] == ()  # the space


def test_a_page_that_is_a_picture_is_shown(tmp_path: Path) -> None:
    scan = scanned(pictures(simple_pdf([["Harbour"]], size=40)))
    seen = view(tmp_path, scan)
    assert picture(seen).getextrema()[0] < 64


def test_the_right_page_is_shown(tmp_path: Path) -> None:
    pages = simple_pdf([["one"], ["one and two"], ["one"]])
    seen = [ink(view(tmp_path, pages, page=number)) for number in (1, 2, 3)]
    assert seen[0] == seen[2] != seen[1]


@pytest.mark.parametrize("page", [0, 2, -1])
def test_a_page_that_is_not_there_is_named(tmp_path: Path, page: int) -> None:
    with pytest.raises(ExtractionError, match=rf"^a\.pdf has no page {page}; its last one is 1\."):
        view(tmp_path, one_page(), page=page)


def test_a_file_that_is_gone_or_no_pdf_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError, match=r"^Page 1 of a\.pdf cannot be shown: the file is damaged or gone\."):
        page_view(tmp_path / "missing", "a.pdf", 1, [], 800)
    with pytest.raises(ExtractionError, match=r"^Page 1 of a\.pdf cannot be shown"):
        view(tmp_path, b"words")


def test_a_page_whose_displayed_part_lies_outside_of_it_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError, match=r"^Page 1 of a\.pdf cannot be shown: it has no size\."):
        view(tmp_path, one_page(page_entries=b"/CropBox [700 900 800 1000] "))


def test_a_page_too_long_or_too_large_is_shown_smaller(tmp_path: Path) -> None:
    long = view(tmp_path, one_page(page_entries=b"/MediaBox [0 0 10 14000] "), width=2000)
    assert long.width * long.height <= 12_100_000
    assert long.height <= 20_001
    large = view(tmp_path, one_page(page_entries=b"/MediaBox [0 0 14000 14000] "), width=14_000)
    assert large.width * large.height <= 12_100_000


def test_the_process_of_its_own_gives_the_same(tmp_path: Path) -> None:
    path, passages = stored(tmp_path, one_page()), [[(0, 4)], []]
    assert page_isolated(path, "a.pdf", 1, passages, 600, LIMITS) == page_view(path, "a.pdf", 1, passages, 600)


def test_whatever_a_page_needs_too_much_of_is_a_sentence(tmp_path: Path) -> None:
    path = stored(tmp_path, one_page())
    with pytest.raises(ExtractionError, match=r"^a\.pdf took longer than the 0\.01 s allowed"):
        page_isolated(path, "a.pdf", 1, [], 600, Limits(0.01, 512 << 20, 0))
    with pytest.raises(ExtractionError, match=r"^a\.pdf .* the 60 MiB of memory allowed"):
        page_isolated(stored(tmp_path, typeset(lambda _: None)), "a.pdf", 1, [], 4000, Limits(30, 60 << 20, 0))


def test_boxes_of_one_line_are_joined_whatever_their_heights() -> None:
    small, tall, apart, below = (0, 4, 2, 6), (3, 0, 5, 10), (60, 0, 62, 10), (0, 12, 5, 22)
    assert list(line_boxes((box, False) for box in (small, tall))) == [(0, 0, 5, 10)]
    assert list(line_boxes((box, False) for box in (tall, apart))) == [tall, apart]
    assert list(line_boxes((box, False) for box in (tall, below))) == [tall, below]
    assert list(line_boxes((box, True) for box in (tall, below))) == [(0, 0, 5, 22)]
    assert list(line_boxes([(small, False), (tall, True)])) == [small, tall]
    assert list(line_boxes(())) == []


def test_fractions_end_at_the_page() -> None:
    assert fractions((-10, 20, 50, 300), 100, 200) == (0.0, 0.1, 0.5, 1.0)
