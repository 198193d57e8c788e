"""What was read of a document, as tables and sentences: its pages, what was left out of them, its headings."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import pandas as pd

import engine
from dashboard import words

SOURCES = {"text": "text", "ocr": "OCR", "none": "nothing"}
"""What a page was read from, as it is said."""


def doubtful(read: engine.PageRead) -> bool:
    """Whether a page was recognised with so little confidence that somebody should compare."""
    return read.confidence is not None and read.confidence < engine.DOUBTFUL


def pages_table(layout: engine.Layout) -> pd.DataFrame:
    """One row a page: how it was read, and what is to be known of it."""
    left_out = Counter(row.page for row in layout.removed)
    frame = pd.DataFrame(
        {
            "Page": [read.number for read in layout.reads],
            "Characters": [read.characters for read in layout.reads],
            "Read from": [SOURCES[read.source] for read in layout.reads],
            "Confidence": pd.array([read.confidence for read in layout.reads], dtype="Float64"),
            "Left out": [left_out[read.number] for read in layout.reads],
            "Note": [_note(read) for read in layout.reads],
        }
    )
    needed = {
        "Confidence": any(read.confidence is not None for read in layout.reads),
        "Left out": bool(layout.removed),
        "Note": any(frame["Note"]),
    }
    return frame.drop(columns=[name for name, is_needed in needed.items() if not is_needed])


def _note(read: engine.PageRead) -> str:
    if read.source == "none":
        return "no text, not searched"
    return "doubtful: compare" if doubtful(read) else ""


def running_table(removed: Sequence[engine.Removed]) -> pd.DataFrame:
    """One row a running line: those that differ in nothing but numbers are one, as `Page 1 of 9 … Page 9 of 9`."""
    lines: defaultdict[tuple[str, str], list[engine.Removed]] = defaultdict(list)
    for row in removed:
        lines[row.place, re.sub(r"\d+", "#", row.text)].append(row)
    return pd.DataFrame(
        {
            "Left out": [
                rows[0].text if rows[0].text == rows[-1].text else f"{rows[0].text} … {rows[-1].text}"
                for rows in lines.values()
            ],
            "Place": [place for place, _ in lines],
            "Pages": [ranges([row.page for row in rows]) for rows in lines.values()],
        }
    )


def headings_table(extraction: engine.Extraction) -> pd.DataFrame:
    """One row a heading, and the character at which it begins."""
    return pd.DataFrame(
        {
            "Level": [each.level for each in extraction.headings],
            "Heading": [each.title for each in extraction.headings],
            "From character": [each.start for each in extraction.headings],
        }
    )


def page_text(extraction: engine.Extraction, page: int) -> str:
    """What was read from a page."""
    return "\n".join(extraction.text[span.start : span.end] for span in extraction.spans if span.page == page)


def summary(extraction: engine.Extraction, layout: engine.Layout | None) -> str:
    """How much was read, and how, on one line."""
    parts = []
    if extraction.pages:
        sources = Counter[str](read.source for read in layout.reads) if layout else Counter[str]()
        said = {"text": "with text of their own", "ocr": "read by OCR", "none": "not read"}
        how = ", ".join(f"{sources[source]} {each}" for source, each in said.items() if sources[source])
        parts.append(words.counted(extraction.pages, "page") + (f": {how}" if how else ""))
    parts += [
        words.counted(len(extraction.text), "character"),
        words.counted(len(extraction.headings), "heading"),
        f"read by {extraction.extractor}, version {extraction.extractor_version}",
    ]
    return " · ".join(parts)


def ranges(numbers: Sequence[int]) -> str:
    """Numbers as `2, 4–7`, each once."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)
