"""How fast a PDF is read and how much memory that takes, each reader in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.speeds import Speed
from tests.pdfs import column, drawn, put, typeset, wrapped

PAGES = 60
TEXT = (
    "The harbour office keeps a register of every vessel that moors for longer than one night, and of each of them the "
    "master, the length and the fee that was paid; whoever pays later than noon pays twice, as the old law has it. "
)

_READERS = {
    "Candor": "import pypdfium2\nfrom engine.documents import extract as read",
    "pypdf": "import io, pypdf\n"
    "def read(name, data): [p.extract_text() for p in pypdf.PdfReader(io.BytesIO(data)).pages]",
    "pdfplumber": "import io, pdfplumber\n"
    "def read(name, data): [p.extract_text() for p in pdfplumber.open(io.BytesIO(data)).pages]",
}
# the high-water mark of the process itself: `ru_maxrss` of one that was forked begins at its parent's
_MEASURED = """
import json, pathlib, re, sys, time
data = pathlib.Path(sys.argv[1]).read_bytes()
{reader}
start = time.perf_counter()
read("a.pdf", data)
seconds = time.perf_counter() - start
most = re.search(r"VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())
print(json.dumps([seconds, int(most[1]) / 1024]))
"""


def page_speeds(rounds: int) -> Iterator[Speed]:
    """Pages a second, and the most memory a whole process has at once, against two readers of PDFs in pure Python.

    Candor's figures are with all that it does besides: order, running lines, tables, headings, places of characters.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "sample.pdf"
        file.write_bytes(sample(PAGES))
        measured = [[_read(file, name) for name in _READERS] for _ in range(rounds)]  # in turn: a slow minute slows all
    ours, *others = zip(*measured, strict=True)
    for peer, theirs in zip(list(_READERS)[1:], others, strict=True):
        speed, other = ([PAGES / seconds for seconds, _ in each] for each in (ours, theirs))
        ratios = tuple(one / two for one, two in zip(speed, other, strict=True))
        what = f"reading a PDF of {PAGES} pages"
        yield Speed(what, tuple(speed), tuple(other), "pages/s", peer, ratios, "×", None, "")
        memory = tuple(mebibytes for _, mebibytes in ours)
        used = tuple(mebibytes for _, mebibytes in theirs)
        shares = tuple(one / two for one, two in zip(memory, used, strict=True))
        yield Speed(f"memory for {what}", memory, used, "MiB", peer, shares, "× of it", None, "")


def sample(pages: int) -> bytes:
    """Pages with a running header, two columns of text, and a table of ten rows."""
    sheets = []
    for number in range(1, pages + 1):
        rows = wrapped(f"On page {number}: {TEXT * 8}", 230, 10)
        half = len(rows) // 2
        cells = [
            put(f"{name} {number * at}", x, 180 - 13 * at, 10)
            for at in range(10)
            for name, x in (("Berth", 50), ("Vessel", 150), ("Fee", 300), ("Paid", 420))
        ]
        columns = column(rows[:half], 50, 760, 10), column(rows[half:], 310, 760, 10)
        sheets.append(drawn(put(f"Register of moorings, page {number}", 50, 800, 9), *columns, *cells))
    return typeset(*sheets)


def _read(file: Path, name: str) -> tuple[float, float]:
    """Seconds, and mebibytes."""
    code = _MEASURED.format(reader=_READERS[name])
    told = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    seconds, mebibytes = json.loads(told.stdout)
    return seconds, mebibytes
