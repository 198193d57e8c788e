"""Originals as the server hands them out: the right type, in ranges, and nothing that a browser would run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

import engine
from dashboard import app as served
from tests.pdfs import simple_pdf

PDF = simple_pdf([["one"], ["two"]])
HTML = b"<!doctype html><title>x</title><script>document.title = 'ran'</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.fixture
def client(library: engine.Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setitem(served.app.state, "library", library)
    with TestClient(Starlette(routes=[Route("/originals/{id}", served.original)])) as opened:
        yield opened


def address(library: engine.Library, name: str, data: bytes) -> str:
    return f"/originals/{library.document(library.add(name, data)).id}"


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.pdf", PDF, "application/pdf"),
        ("a.PDF", b"\n\n" + PDF, "application/pdf"),
        ("behind-junk.pdf", b"junk\n" + PDF, "application/pdf"),
        ("a.md", "# Zürich".encode(), "text/plain; charset=utf-8"),
        ("a.txt", "Zürich".encode("latin-1"), "text/plain; charset=windows-1252"),
        ("a.log", HTML, "text/plain; charset=utf-8"),
        ("really-a-pdf.txt", PDF, "application/pdf"),
        ("really-a-pdf.html", PDF, "application/pdf"),
    ],
)
def test_what_runs_nothing_is_shown_as_what_it_is(
    client: TestClient, library: engine.Library, name: str, data: bytes, kind: str
) -> None:
    answer = client.get(address(library, name, data))
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, data, kind)
    assert answer.headers["content-disposition"].startswith("inline")
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.html", HTML),
        ("a.htm", HTML),
        ("a.xhtml", b"<?xml version='1.0'?>" + HTML),
        ("a.svg", SVG),
        ("a.xml", b"<?xml version='1.0'?><?xml-stylesheet href='x.xsl'?><a/>"),
        ("really-a-page.pdf", HTML),
        ("really-a-drawing.pdf", SVG),
        ("no-extension", HTML),
        ("about-%PDF-files.html", b"<p>%PDF-1.7 is how they begin</p>" + HTML),
        ("a.docx", b"PK\3\4"),
    ],
)
def test_what_could_run_is_only_a_download_in_a_sandbox(
    client: TestClient, library: engine.Library, name: str, data: bytes
) -> None:
    answer = client.get(address(library, name, data))
    assert (answer.status_code, answer.content) == (200, data)
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"


def test_text_is_sandboxed_but_not_a_pdf_which_its_viewer_could_not_show_then(
    client: TestClient, library: engine.Library
) -> None:
    text, pdf = client.get(address(library, "a.txt", HTML)), client.get(address(library, "a.pdf", PDF))
    assert text.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert "content-security-policy" not in pdf.headers


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        ("bytes=0-7", 206, PDF[:8]),
        ("bytes=5-", 206, PDF[5:]),
        ("bytes=-6", 206, PDF[-6:]),
        (f"bytes=9-{len(PDF) + 99}", 206, PDF[9:]),
        (f"bytes={len(PDF)}-", 416, b""),
    ],
)
def test_ranges_are_honoured(client: TestClient, library: engine.Library, asked: str, status: int, part: bytes) -> None:
    answer = client.get(address(library, "a.pdf", PDF), headers={"Range": asked})
    assert answer.status_code == status
    if status == 206:
        assert answer.content == part
        assert answer.headers["content-range"].endswith(f"/{len(PDF)}")
        assert answer.headers["content-type"] == "application/pdf"
    assert client.get(address(library, "a.pdf", PDF)).headers["accept-ranges"] == "bytes"


def test_a_head_request_tells_the_size_without_the_bytes(client: TestClient, library: engine.Library) -> None:
    answer = client.head(address(library, "a.pdf", PDF))
    assert (answer.status_code, answer.content, answer.headers["content-length"]) == (200, b"", str(len(PDF)))


@pytest.mark.parametrize(
    ("name", "disposition"),
    [
        ("folder/a.pdf", 'inline; filename="a.pdf"'),
        ('a"; x=".pdf', "inline; filename*=utf-8''a%22%3B%20x%3D%22.pdf"),
        ("Fähre ⛴.pdf", "inline; filename*=utf-8''F%C3%A4hre%20%E2%9B%B4.pdf"),
        ("a'b;c.pdf", "inline; filename*=utf-8''a%27b%3Bc.pdf"),
    ],
)
def test_a_name_cannot_leave_its_place_in_the_header(
    client: TestClient, library: engine.Library, name: str, disposition: str
) -> None:
    assert client.get(address(library, name, PDF)).headers["content-disposition"] == disposition


def test_a_name_with_a_line_break_is_never_taken(library: engine.Library) -> None:
    with pytest.raises(engine.StoreError):
        library.add("a\r\nSet-Cookie: x=1.pdf", PDF)


def test_what_is_gone_is_a_sentence_that_is_no_page(client: TestClient, library: engine.Library) -> None:
    for path in (f"/originals/{'0' * 64}", "/originals/..%2F..%2Fcandor.db", "/originals/<script>"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/plain")
    link = address(library, "<b>x.pdf", PDF)
    library.blobs.path(link.rpartition("/")[2]).unlink()
    answer = client.get(link)
    assert (answer.status_code, answer.headers["x-content-type-options"]) == (404, "nosniff")
    assert answer.text == "The original of <b>x.pdf is missing from the library's folder; upload it again."
