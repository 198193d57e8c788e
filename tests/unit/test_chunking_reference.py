"""Strategies A to F against the chunks that an independent implementation made of real documents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.chunking import chunk
from engine.documents.extract import extract
from engine.types.extraction import Extraction
from engine.types.indexing import Chunking
from tests.golden.markdown_oracle import markdown_extraction

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"
EXPECTED = REFERENCE / "expected.json"
DOCUMENTS = json.loads(EXPECTED.read_text(encoding="utf-8")) if EXPECTED.exists() else {}

pytestmark = pytest.mark.skipif(
    not DOCUMENTS, reason="the reference chunks (shared/reference/expected.json beside the checkout) are not here"
)


def by_the_parser_alone(name: str, data: bytes) -> Extraction:
    return markdown_extraction(data.decode())


def test_every_reference_document_is_compared_under_all_six_strategies() -> None:
    assert {path.name for path in (REFERENCE / "docs").iterdir()} == set(DOCUMENTS)
    assert all(set(document["strategies"]) == set("ABCDEF") for document in DOCUMENTS.values())


@pytest.mark.parametrize("read", [by_the_parser_alone, extract], ids=["parser", "extractor"])
@pytest.mark.parametrize("strategy", "ABCDEF")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_chunks_are_those_of_the_reference_to_the_character(
    name: str, strategy: str, read: Callable[[str, bytes], Extraction]
) -> None:
    document = DOCUMENTS[name]
    extraction = read(name, (REFERENCE / "docs" / name).read_bytes())
    assert len(extraction.text) == document["characters"]

    chunks = chunk(extraction, document["title"], Chunking(strategy, target=512, overlap=64))

    expected = document["strategies"][strategy]
    assert [[c.start, c.end, c.overlap_start, c.section] for c in chunks] == expected["chunks"]
    texts = "\0".join(c.text for c in chunks)
    assert hashlib.sha256(texts.encode()).hexdigest() == expected["sha256_of_texts"]
