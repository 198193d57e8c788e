"""What `streamlit run` starts: the pages, the ingest worker beside them, routes for original files and health."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

import engine
from dashboard import background

PDF_WITHIN = 1024  # bytes: so much junk may stand before a PDF
PLAIN = (".md", ".markdown", ".mdown", ".txt", ".text", ".log")
NOSNIFF = {"X-Content-Type-Options": "nosniff"}


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[dict[str, Any]]:
    """Opens the library, with the handbook and its questions in it if it is new, and keeps a worker running until the
    server stops.
    """
    try:
        library = engine.Library(engine.read_settings(), create=engine.DEFAULT_CHUNKING, sample=background.HANDBOOK)
        if library.is_new:
            background.keep_handbook_questions(library)
    except engine.EngineError as error:
        print(f"Candor cannot start: {error}", file=sys.stderr, flush=True)
        os._exit(2)  # nothing runs yet; an exception would bury the sentence under the server's traceback
    worker = engine.Supervisor(library.settings, library.database)
    background.attach(library, worker)
    worker.start()
    try:
        yield {"library": library}
    finally:
        worker.stop()


def original(request: Request) -> Response:
    """The bytes of a document as they were uploaded, in ranges if asked for. Nothing active is ever shown inline: not
    HTML, SVG or XML, whatever it is called.
    """
    document = next((d for d in app.state["library"].documents() if d.id == request.path_params["id"]), None)
    if document is None:
        return PlainTextResponse("This document was removed or replaced.", status_code=404, headers=NOSNIFF)
    file = app.state["library"].blobs.path(document.id)
    if not file.is_file():
        return PlainTextResponse(
            f"The original of {document.name} is missing from the library's folder; upload it again.",
            status_code=404,
            headers=NOSNIFF,
        )
    kind = _shown_as(document.name, file)
    headers = dict(NOSNIFF)
    if kind != "application/pdf":  # a sandboxed document may not load the browser's own PDF viewer
        headers["Content-Security-Policy"] = "sandbox; default-src 'none'"
    if kind == "text/plain":
        headers["Content-Type"] = f"{kind}; charset={'utf-8' if _is_utf8(file) else 'windows-1252'}"
    return FileResponse(
        file,
        media_type=kind or "application/octet-stream",
        filename=Path(document.name).name,
        content_disposition_type="inline" if kind else "attachment",
        headers=headers,
    )


def _shown_as(name: str, file: Path) -> str | None:
    """The type under which a browser may show the bytes in the dashboard's origin; `None`: only as a download.

    A PDF is one by its bytes. Any other text is plain by its name, which a browser that may not sniff then believes.
    """
    suffix = Path(name).suffix.lower()
    with file.open("rb") as opened:
        head = opened.read(PDF_WITHIN)
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"%PDF-") or (suffix == ".pdf" and b"%PDF-" in head):
        return "application/pdf"
    return "text/plain" if suffix in PLAIN else None


def _is_utf8(file: Path) -> bool:
    """Whether a browser may be told so; else it is told what most other text is in."""
    try:
        file.read_text("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def health(_: Request) -> Response:
    """Whether the store answers and a worker is running."""
    worker = background.worker()
    return JSONResponse({"documents": len(app.state["library"].documents()), "worker": bool(worker and worker.pid)})


engine.configure_logs()
app = st.App(
    "main.py",
    lifespan=lifespan,
    routes=[Route("/originals/{id}", original), Route("/healthz", health)],
)
