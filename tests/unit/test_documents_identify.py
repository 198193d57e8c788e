"""The type comes from the bytes, and an extension that lies is a reason."""

from __future__ import annotations

import io
import zipfile

import pytest

from engine.documents import EXTRACTORS, extract, identify
from engine.documents.formats import FORMATS, Format
from engine.errors import ExtractionError
from engine.types.extraction import Extraction, Heading, Span

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0"
EXE = b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0"
PAGE = b"<!DOCTYPE html><title>x</title><p>text"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512)


def archive(*names: str, mimetype: str = "") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name in names:
            package.writestr(name, mimetype)
    return file.getvalue()


WORD = archive("[Content_Types].xml", "docProps/app.xml", "custom/a.xml", "custom/b.xml", "word/document.xml")
EPUB = archive("mimetype", "OEBPS/a.xhtml", mimetype="application/epub+zip")


@pytest.mark.parametrize(
    ("name", "data", "extractor"),
    [
        ("guide/README.md", b"# x", "markdown"),
        ("A.MARKDOWN", b"# x", "markdown"),
        ("a.mdown", b"# x", "markdown"),
        ("notes.txt", b"# x", "text"),
        ("LICENSE", b"words", "text"),
        (".profile", b"words", "text"),
        ("code.py", b"words", "text"),
        ("v1.2 notes", b"words", "text"),
        ("page", PAGE, "html"),
        ("page.html", b"<p>a fragment", "html"),
        ("page.php", b"\n <!-- saved --> <!-- twice -->\n<HTML lang=en>", "html"),
        ("page.xhtml", b'<?xml version="1.0"?><!DOCTYPE html><html>', "html"),
        ("wide.htm", "<html><p>é".encode("utf-16"), "html"),
        ("a.pdf", b"%PDF-1.4\n", "pdf"),
        ("a.pdf", b"junk\0\n%PDF-1.4\n", "pdf"),
        ("a", b"%PDF-1.4\n", "pdf"),
        ("BM25.md", b"BM25 ranks, MZ and ID3 do not", "markdown"),
        ("log.txt", b"\x1b[31mred\x1b[0m and \x01 are still text", "text"),
    ],
)
def test_the_extractor_follows_from_the_bytes_and_for_text_from_the_extension(
    name: str, data: bytes, extractor: str
) -> None:
    assert identify(name, data) == extractor


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("x.pdf", EXE, "x.pdf is a Windows program, not a PDF; a document has to be"),
        ("x.pdf", PNG, "x.pdf is a PNG image, not a PDF; a document has to be"),
        ("x.pdf", PAGE, "x.pdf is an HTML page, not a PDF: rename it to end in .html."),
        ("x.pdf", b"just words", "x.pdf is plain text, not a PDF: rename it to end in .txt."),
        ("x.pdf", b"\x02\x88\xf3junk\0", "x.pdf is not a PDF nor anything else that is known: it may be damaged."),
        ("x.md", b"%PDF-1.4\n", "x.md is a PDF, not Markdown: rename it to end in .pdf."),
        ("x.md", PNG, "x.md is a PNG image, not Markdown; a document has to be"),
        ("x.txt", PAGE, "x.txt is an HTML page, not plain text: rename it to end in .html."),
        ("x.docx", b"words", "x.docx is plain text, not a Word document: rename it to end in .txt."),
        ("x.docx", b"%PDF-1.4\n", "x.docx is a PDF, not a Word document: rename it to end in .pdf."),
    ],
)
def test_an_extension_that_lies_is_refused_with_what_the_file_is(name: str, data: bytes, sentence: str) -> None:
    with pytest.raises(ExtractionError) as refusal:
        identify(name, data)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("x.docx", WORD, "a Word document"),
        ("x", archive("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
        ("x.epub", EPUB, "an EPUB book"),
        ("x.zip", archive("a.txt"), "a ZIP archive"),
        ("x.doc", OLE + "WordDocument".encode("utf-16-le"), "an old Word document"),
        ("x.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "an Office document locked with a password"),
        ("x.rtf", b"{\\rtf1 words}", "an RTF document"),
        ("x.csv", b"a;b\n1;2\n", "a CSV table"),
        ("x.srt", b"1\n00:00:01,000 --> 00:00:02,000\nHi\n", "a subtitle file"),
        ("x.jpg", b"\xff\xd8\xff\xe0\0\0", "a JPG image"),
        ("x.mp3", b"ID3\3\0\0", "an MP3 audio recording"),
    ],
)
def test_a_format_that_is_not_read_is_named_with_those_that_are(name: str, data: bytes, what: str) -> None:
    with pytest.raises(ExtractionError) as refusal:
        identify(name, data)
    sentence = str(refusal.value)
    assert sentence.startswith(f"{name} is {what}")
    assert sentence.endswith("; a document has to be Markdown, plain text, an HTML page or a PDF.")


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(ExtractionError, match=r"^a\.md is empty \(0 bytes\)\.$"):
        identify("a.md", b"")


@pytest.mark.parametrize("data", [b" \n\t\n", b"\xef\xbb\xbf", b"\r\n"])
def test_white_space_is_no_text(data: bytes) -> None:
    with pytest.raises(ExtractionError, match=r"^a\.txt holds no text\.$"):
        extract("a.txt", data)


def test_every_extraction_carries_the_stamp_of_its_extractor() -> None:
    for name, data in [("a.md", b"x"), ("a.txt", b"x"), ("a.html", b"<p>x")]:
        extraction = extract(name, data)
        assert extraction.extractor == identify(name, data)
        assert extraction.extractor_version == EXTRACTORS[extraction.extractor]


def test_plain_text_has_neither_headings_nor_title() -> None:
    extraction = extract("a.txt", b"# not a heading\r\n")
    assert (extraction.text, extraction.headings, extraction.title) == ("# not a heading\n", (), None)


@pytest.mark.parametrize(
    ("text", "headings", "spans"),
    [
        ("words", (Heading(1, 0, 6, "x"),), ()),
        ("words", (), (Span(3, 2, 1, None, None, None),)),
        ("a\0b", (), ()),
        ("a\ud83d", (), ()),
    ],
)
def test_an_extractor_that_breaks_the_contract_is_stopped(
    monkeypatch: pytest.MonkeyPatch, text: str, headings: tuple[Heading, ...], spans: tuple[Span, ...]
) -> None:
    class Broken:
        VERSION = 1

        def extract(self, name: str, data: bytes) -> Extraction:
            return Extraction(text, None, headings, spans, 0, None, (), (), "text", 1)

    monkeypatch.setitem(FORMATS, "text", Format("plain text", ("txt",), True, Broken()))
    with pytest.raises(ExtractionError, match=r"^a\.txt cannot be read: the text reader made"):
        extract("a.txt", b"x")


def test_a_format_that_is_not_read_is_not_said_to_be_another_than_itself() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.txt", "text")
    for name, data in {"notes.zip": archive.getvalue(), "notes.rtf": b"{\\rtf1 text}"}.items():
        with pytest.raises(ExtractionError) as raised:
            identify(name, data)
        assert ", not " not in str(raised.value)
