"""Pages that are pictures, harmless and made to break the reader: what can be read is, and the rest is named."""

from __future__ import annotations

import zlib
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

import engine
from engine.documents import Limits, Recognition, extract_isolated
from engine.documents.page_view import page_isolated
from engine.errors import ExtractionError
from engine.ingest import limits
from engine.types.extraction import Extraction
from tests.hostile.pdf_bytes import CATALOG, PAGE, assemble, one_page, stream, tree
from tests.pdfs import simple_pdf, typeset, words
from tests.scans import scan_of
from tests.types import Drain, Ingest

ENGLISH = Recognition("eng", None)
MEMORY = 400 << 20
SCANNED = (2, 3, 6, 7, 8, 10)
SUBJECTS = ["Anchors", "Bridges", "Cranes", "Docks", "Engines", "Ferries", "Gulls", "Harbours", "Islands", "Jetties"]
"""What the ten pages are about, so that no two look alike."""


def read(folder: Path, data: bytes, seconds: float = 60, recognition: Recognition | None = ENGLISH) -> Extraction:
    path = folder / "stored"
    path.write_bytes(data)
    return extract_isolated(path, "x.pdf", Limits(seconds, MEMORY, 1_000_000, recognition))


def ten_pages() -> bytes:
    """Ten pages of which six are pictures."""
    typed = typeset(*(words(f"{subject} are painted every {number}th year.") for number, subject in numbered()))
    joined = pypdfium2.PdfDocument.new()
    with pypdfium2.PdfDocument(typed) as text, pypdfium2.PdfDocument(scan_of(typed, 150)) as scan:
        for number, _ in numbered():
            joined.import_pages(scan if number in SCANNED else text, [number - 1])
        out = BytesIO()
        joined.save(out)
    joined.close()
    return out.getvalue()


def numbered() -> enumerate[str]:
    return enumerate(SUBJECTS, start=1)


def test_of_ten_pages_four_are_read_by_their_text_and_six_by_their_picture(tmp_path: Path) -> None:
    extraction = read(tmp_path, ten_pages())
    assert extraction.unread_pages == ()
    assert extraction.text.split("\n\n") == [
        f"{subject} are painted every {number}th year." for number, subject in numbered()
    ]
    assert extraction.layout is not None
    for page in extraction.layout.reads:
        if page.number in SCANNED:
            assert page.source == "ocr"
            assert page.confidence is not None
            assert 0.8 < page.confidence <= 1
        else:
            assert (page.source, page.confidence) == ("text", None)


def test_without_recognition_the_same_six_pages_are_named(tmp_path: Path) -> None:
    extraction = read(tmp_path, ten_pages(), recognition=None)
    assert extraction.unread_pages == SCANNED
    assert "Anchors" in extraction.text
    assert "Bridges" not in extraction.text


def test_the_settings_decide_whether_and_how_pages_are_recognised(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits(engine.read_settings()).recognition == ENGLISH
    monkeypatch.setenv("CANDOR_OCR_LANGUAGES", "deu+eng")
    monkeypatch.setenv("CANDOR_TESSDATA", "/somewhere")
    assert limits(engine.read_settings()).recognition == Recognition("deu+eng", "/somewhere")
    monkeypatch.setenv("CANDOR_OCR", "off")
    assert limits(engine.read_settings()).recognition is None
    monkeypatch.setenv("CANDOR_OCR_LANGUAGES", "../eng")
    with pytest.raises(engine.EngineError, match=r"CANDOR_OCR_LANGUAGES is '\.\./eng', but it should match"):
        engine.read_settings()


def test_a_document_with_unread_pages_is_partial_and_says_which(
    ingested: Ingest, library: engine.Library, drained: Drain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "settings", library.settings.model_copy(update={"ocr": False}))
    document = ingested({"ten.pdf": ten_pages()})["ten.pdf"]
    assert (document.state, document.unread_pages) == (engine.State.PARTIAL, SCANNED)
    assert "pages 2–3, 6–8, 10" in document.reason


def test_pages_left_unread_are_read_once_recognition_is_switched_on(
    ingested: Ingest, library: engine.Library, drained: Drain, monkeypatch: pytest.MonkeyPatch
) -> None:
    off = library.settings.model_copy(update={"ocr": False})
    monkeypatch.setattr(library, "settings", off)
    document = ingested({"ten.pdf": ten_pages()})["ten.pdf"]
    assert (document.state, len(document.unread_pages)) == (engine.State.PARTIAL, 6)
    monkeypatch.setattr(library, "settings", off.model_copy(update={"ocr": True}))
    library.rebuild([document.key])
    drained()
    assert library.document(document.key).state is engine.State.READY


def test_one_empty_file_and_one_program_among_ten_hurt_no_other(ingested: Ingest) -> None:
    files = {f"{subject}.pdf": simple_pdf([[f"{subject} are painted."]]) for subject in SUBJECTS[:7]}
    files |= {"Scan.pdf": scan_of(simple_pdf([["Harbours are painted."]], size=20))}
    files |= {"Empty.pdf": b"", "Program.pdf": b"MZ\x90\0\3\0\0\0"}
    documents = ingested(files)
    assert {name for name, document in documents.items() if document.state != engine.State.READY} == {
        "Empty.pdf",
        "Program.pdf",
    }
    assert documents["Empty.pdf"].reason == "Empty.pdf is empty (0 bytes)."
    assert documents["Program.pdf"].reason.startswith("Program.pdf is a Windows program, not a PDF")
    assert sum(document.chunks for document in documents.values()) == 8


def test_a_failed_document_can_be_retried(ingested: Ingest, library: engine.Library, drained: Drain) -> None:
    document = ingested({"Empty.pdf": b""})["Empty.pdf"]
    library.rebuild([document.key])
    assert library.document(document.key).state == engine.State.QUEUED
    drained()
    assert library.document(document.key).state == engine.State.FAILED


@pytest.mark.parametrize(("user", "opens"), [("secret", False), ("", True)], ids=["to open it", "to change it"])
def test_a_password_matters_only_if_it_is_needed_to_open_the_file(tmp_path: Path, user: str, opens: bool) -> None:
    lock = StandardEncryption(user, "owner", canPrint=0, canCopy=0, strength=128)
    data = typeset(words("Kept words"), lock=lock)
    if opens:
        assert read(tmp_path, data).text == "Kept words"
        assert page_isolated(tmp_path / "stored", "x.pdf", 1, [[(0, 4)]], 400, Limits(30, MEMORY, 0)).boxes[0]
    else:
        with pytest.raises(ExtractionError, match=r"^x\.pdf is locked with a password"):
            read(tmp_path, data)


def test_when_the_time_is_up_the_pages_left_are_named_and_those_read_stay(tmp_path: Path) -> None:
    lines = [f"Line {number} of a page that takes its time to be read." for number in range(45)]
    extraction = read(tmp_path, scan_of(simple_pdf([lines] * 40), 150), seconds=8)
    assert 0 < len(extraction.unread_pages) < 40
    assert extraction.unread_pages == tuple(range(41 - len(extraction.unread_pages), 41))
    assert any("time" in warning for warning in extraction.warnings)


def test_a_language_without_data_is_a_sentence_for_scans_only(tmp_path: Path) -> None:
    strange = Recognition("xyz", None)
    assert read(tmp_path, simple_pdf([["words"]]), recognition=strange).text == "words"
    with pytest.raises(ExtractionError, match=r"no xyz\.traineddata"):
        read(tmp_path, scan_of(simple_pdf([["words"]])), recognition=strange)


def pictured(width: int, height: int, entries: bytes = b"", times: int = 1) -> bytes:
    """A page on which a black picture of this size is drawn so many times."""
    packer = zlib.compressobj(9)
    dots = b"".join(packer.compress(bytes(width)) for _ in range(height)) + packer.flush()
    described = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 "
    page = PAGE.replace(b"/Font << /F1 5 0 R >>", b"/XObject << /X 5 0 R >>") % entries
    picture = stream(dots, described % (width, height) + b"/Filter /FlateDecode ")
    return assemble(CATALOG, tree(), page, stream(b"600 0 0 800 0 0 cm " + b"/X Do " * times), picture)


def forms_in_forms(depth: int, times: int) -> bytes:
    """Forms that each draw the next one so many times: `times ** depth` of the last."""
    described = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R >> >> "
    forms = [stream(b"/X Do " * times, described % (number + 6)) for number in range(depth)]
    page = PAGE.replace(b"/Font << /F1 5 0 R >>", b"/XObject << /X 5 0 R >>") % b""
    return assemble(CATALOG, tree(), page, stream(b"/X Do"), *forms, stream(b"0 0 5 5 re f", described % 5))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(pictured(30_000, 30_000), id="900 million dots"),
        pytest.param(pictured(200, 200, b"/MediaBox [0 0 200000 200000] "), id="page of 70 m"),
        pytest.param(pictured(200, 200, b"/MediaBox [0 0 5 200000] "), id="page of 70 m by 2 mm"),
        pytest.param(pictured(200, 200, b"/MediaBox [0 0 0 0] "), id="page without size"),
        pytest.param(pictured(200, 200, b"/MediaBox [0 0 1e38 1e38] "), id="page beyond numbers"),
        pytest.param(pictured(200, 200, b"/UserUnit 100000 "), id="large units"),
        pytest.param(pictured(2000, 2000, times=2000), id="drawn too often"),
        pytest.param(forms_in_forms(10, 8), id="forms in forms"),
    ],
)
def test_a_picture_made_to_cost_too_much_ends_as_a_sentence(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ExtractionError) as refusal:
        read(tmp_path, data, seconds=6)
    assert str(refusal.value).startswith("x.pdf ")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("box", [b"[0 0 200000 200000]", b"[0 0 0 0]", b"[0 0 1e38 1e38]"])
def test_a_page_of_an_absurd_size_is_drawn_small_enough(tmp_path: Path, box: bytes) -> None:
    path = tmp_path / "stored"
    path.write_bytes(one_page(page_entries=b"/MediaBox %s " % box))
    view = page_isolated(path, "x.pdf", 1, [[(0, 10)]], 1000, Limits(30, MEMORY, 0))
    assert view.width * view.height <= 12_100_000
