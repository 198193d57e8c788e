"""A dashboard of its own for the browser: a free port, an empty home, output to a file."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
QUIET += ["--disable-background-networking", "--disable-component-update"]

expect.set_options(
    timeout=30_000
)  # milliseconds: a wait ends with what it waits for, so a busy machine may take its time


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


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory: pytest.TempPathFactory, models: Path) -> Iterator[str]:
    """The address of a running dashboard whose library holds the sample only."""
    home = tmp_path_factory.mktemp("dashboard")
    (home / "models").symlink_to(models)
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CANDOR_")}
    environment = {**kept, "CANDOR_HOME": str(home), "PYTHONPATH": str(ROOT)}
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
