"""Original files in a real browser: what somebody uploaded is never run in the dashboard's place."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import engine

SCRIPT = b"window.ran = true; top.ran = true; document.title = 'ran'"
HTML = b"<!doctype html><title>Guide</title><p>Some text.</p><script>" + SCRIPT + b"</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>' + SCRIPT + b"</script></svg>"

EMBED = """
address => new Promise(done => {
    const parts = ['iframe', 'embed', 'object', 'script'].map(name => {
        const part = document.createElement(name);
        part[name === 'object' ? 'data' : 'src'] = address;
        document.body.append(part);
        return part;
    });
    setTimeout(() => { parts.forEach(part => part.remove()); done(window.ran === true); }, 1500);
})
"""
"""Puts a file into the page in every way in which one can be; whether its script ran there."""


def address(dashboard: str, library: engine.Library, name: str, data: bytes) -> str:
    return f"{dashboard}/originals/{library.document(library.add(name, data)).id}"


@pytest.mark.parametrize(("name", "data"), [("guide.html", HTML), ("guide.svg", SVG), ("guide.pdf", HTML)])
def test_a_page_with_a_script_is_saved_not_opened(
    page: Page, empty_dashboard: str, library: engine.Library, name: str, data: bytes
) -> None:
    page.goto(f"{empty_dashboard}/healthz")
    original = address(empty_dashboard, library, name, data)
    with page.expect_download() as saved:
        page.evaluate("address => { location.href = address; }", original)
    assert Path(saved.value.path()).read_bytes() == data
    assert saved.value.suggested_filename == name
    assert page.url == f"{empty_dashboard}/healthz"
    assert not page.evaluate(EMBED, original)


def test_a_text_with_tags_in_it_is_shown_as_text(page: Page, empty_dashboard: str, library: engine.Library) -> None:
    page.goto(address(empty_dashboard, library, "guide.txt", HTML))
    expect(page.locator("body")).to_have_text(HTML.decode())
    assert page.title() != "ran"
    assert page.evaluate("window.ran") is None
    script = address(empty_dashboard, library, "script.txt", SCRIPT)
    page.goto(f"{empty_dashboard}/healthz")
    assert not page.evaluate(EMBED, script)


def test_the_test_would_notice_a_script_that_runs(page: Page, empty_dashboard: str, faults: list[str]) -> None:
    page.goto(f"{empty_dashboard}/healthz")
    page.route("**/hostile", lambda route: route.fulfill(body=HTML, content_type="text/html"))
    assert page.evaluate(EMBED, f"{empty_dashboard}/hostile")
    assert faults == ["Unexpected token '<'"]  # of the page taken for a script
    faults.clear()
