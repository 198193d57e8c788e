"""All speeds of the specification's table, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.desk import Desk
from engine.retrieval.contents import StoredContents
from tests.bench.collection import Collection
from tests.bench.embedding import embedding_speeds
from tests.bench.large import EMBEDDED, build, stock
from tests.bench.pages import page_speeds
from tests.bench.searching import KEYWORD_BOUNDS, keyword_speed, whole_search_speed
from tests.bench.second_stage import late_bytes, late_speed
from tests.bench.speeds import Speed
from tests.bench.sweeping import sweep_speeds
from tests.bench.tools import Sizes, Tools
from tests.bench.upkeep import again_speeds, change_speed, opened, opening_speed

SIZES = (1_000, 10_000, 100_000)
"""Chunks of the libraries that are searched."""

ASKED, ASKED_SLOWLY = 30, 8
"""Questions in a round; the second where a cross-encoder answers them, too."""


def speeds(collections: Sequence[Collection], folder: Path, tools: Tools, size: Sizes) -> Iterator[Speed]:
    """Every speed as it is measured. Both sides embed the first collection; libraries are built in `folder`."""
    yield from embedding_speeds(collections[0], tools, size)
    yield from again_speeds(collections[0], tools)
    yield from sweep_speeds(size.rounds)
    yield from page_speeds(size.rounds)
    questions = [question.question for collection in collections for question in collection.questions]
    asked = questions[:: max(1, len(questions) // ASKED)][:ASKED]
    tools.progress("embedding what large libraries are made of", 0, EMBEDDED, "")
    source = stock(collections, tools.embedding, min(EMBEDDED, size.chunks))
    counts = sorted({min(count, size.chunks) for count in SIZES})
    for count in counts:
        tools.progress("building a library", 0, count, "chunks")
        library = build(folder / str(count), source, tools.embedding, count)
        if count == counts[-1]:
            yield opening_speed(library, asked[0])
        index = opened(library, asked[0])
        if count in KEYWORD_BOUNDS or count == counts[-1]:
            yield keyword_speed(index, StoredContents(library.database), asked, size.rounds)
        desk = Desk(library)
        yield whole_search_speed(desk, count, asked, size.rounds)
        if count == counts[-1]:
            yield late_speed(desk, asked[:ASKED_SLOWLY], size.rounds)
            yield change_speed(library, index, asked[0], size.rounds)
        if count == counts[0]:
            yield from late_bytes(library)
        library.database.close()
