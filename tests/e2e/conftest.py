"""A dashboard of its own for every test in the browser: a free port, a home of its own, output to a file."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engine

ROOT = Path(__file__).resolve().parents[2]
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
QUIET += ["--disable-background-networking", "--disable-component-update"]

WATCH = """
const seen = new WeakSet();
new MutationObserver(() => {
    for (const box of document.querySelectorAll('[data-testid="stException"]')) {
        if (!seen.has(box)) { seen.add(box); window.tracebackShown(box.innerText); }
    }
}).observe(document, {childList: true, subtree: true});
"""
"""Run in every page before its own scripts."""

OUTSIDE = re.compile(r"^(?:https?|wss?)://(?!localhost[:/]).*")

# Milliseconds: a wait ends with what it waits for, so a busy machine may take its time.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def base_url() -> None:
    """In place of the plugin's own, which is defined in a way that pytest warns of, and warnings are errors."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium where there is one, else Playwright's own; either without talking to anybody."""
    system = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    where = {"executable_path": system} if system else {}
    return {**browser_type_launch_args, **where, "args": QUIET}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1440, "height": 900}}


def _healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as answer:
            return answer.status == 200
    except OSError:
        return False


@contextmanager
def _serving(home: Path) -> Iterator[str]:
    """The address of a dashboard that runs on this home until the block is left."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "CANDOR_HOME": str(home), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "streamlit", "run", "dashboard/app.py", "--server.port", str(port)]
    url = f"http://localhost:{port}"
    with open(home / "server.log", "wb") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 60
            while not _healthy(url):
                assert server.poll() is None, (home / "server.log").read_text()
                assert time.monotonic() < deadline, (home / "server.log").read_text()
                time.sleep(0.1)
            yield url
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture
def dashboard(home: Path) -> Iterator[str]:
    """The address of a dashboard of this test's own, whose library is new and holds the sample."""
    with _serving(home) as url:
        yield url


@pytest.fixture
def empty_dashboard(library: engine.Library, home: Path) -> Iterator[str]:
    """The address of a dashboard of this test's own, whose library holds nothing: there is one already, so no sample
    is put into it.
    """
    with _serving(home) as url:
        yield url


@pytest.fixture(autouse=True)
def faults(page: Page) -> Iterator[list[str]]:
    """Whatever a test does, no page may show a traceback, however briefly, nor raise an error in the browser, nor make
    it ask any other machine for anything.

    A traceback is reported at the moment at which it is drawn, so that one on a page which the test has left counts.
    """
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", lambda request: found.extend(OUTSIDE.findall(request.url)))
    page.expose_function("tracebackShown", lambda said: found.append(said))
    page.add_init_script(WATCH)
    yield found
    assert found == []
