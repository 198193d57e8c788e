"""Questions put to libraries of several sizes: BM25 against rank_bm25, and a whole search against encoding alone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from statistics import median

import numpy as np

from engine.desk import Desk
from engine.retrieval.contents import StoredContents
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.search import FUSED, LISTED
from engine.retrieval.terms import terms
from engine.types.answers import Retrieval
from tests.bench.speeds import Bound, Speed, faster, multiple
from tests.bench.timing import Timed, interleaved, typical

HYBRID = Retrieval("hybrid", LISTED)
KEYWORD_BOUNDS = {1_000: 12.0, 100_000: 150.0}
"""How many times faster than rank_bm25, by chunks."""

HYBRID_BOUNDS = {100_000: 2.5}
"""Under how many times the encoding alone, by chunks."""

SLOW_PEER = 8
"""Questions in a round against a peer that may need a second for each."""


def keyword_speed(index: EmbeddedIndex, contents: StoredContents, questions: Sequence[str], rounds: int) -> Speed:
    """BM25's first hundred: ours from the question's text on, rank_bm25's from its terms."""
    from rank_bm25 import BM25Okapi

    count = index.stats().chunks
    entries = contents.entries(list(index.held()))
    texts = contents.texts([entry.chunk_key for entry in entries])
    start = time.perf_counter()
    peer = BM25Okapi([list(terms(text)) for text in texts])
    building = time.perf_counter() - start
    asked = [(question, list(terms(question))) for question in questions[:SLOW_PEER]]
    index.keyword(asked[0][0], FUSED, None)
    contestants = (
        lambda: typical(lambda each: index.keyword(each[0], FUSED, None), asked),
        lambda: typical(lambda each: np.argsort(peer.get_scores(each[1]))[::-1][:FUSED], asked),
    )
    timed = Timed(*interleaved(contestants, rounds))
    bound = Bound(least=KEYWORD_BOUNDS[count]) if count in KEYWORD_BOUNDS else None
    remark = f"rank_bm25 is given the question's terms ready made; building it took {building:.1f} s, terms included."
    return faster(f"BM25, {count:,} chunks", timed, "rank_bm25", bound, remark)


def whole_search_speed(desk: Desk, count: int, questions: Sequence[str], rounds: int) -> Speed:
    """Hybrid without a second stage, from the question to the texts of its hits, against its vector alone."""
    encoder = desk.library.encoder()
    for question in questions:  # opens the index, and reads once what the machine then has at hand
        desk.search(question, HYBRID)
    stages: dict[str, list[float]] = {}

    def ask(question: str) -> None:
        start = time.perf_counter()
        found = desk.search(question, HYBRID).milliseconds
        rest = 1000 * (time.perf_counter() - start) - sum(found.values())
        for stage, milliseconds in {**found, "whether documents changed": rest}.items():
            stages.setdefault(stage, []).append(milliseconds)

    alone = partial(typical, lambda question: encoder.read([question]), questions)
    timed = Timed(*interleaved((partial(typical, ask, questions), alone), rounds))
    bound = Bound(below=HYBRID_BOUNDS[count]) if count in HYBRID_BOUNDS else None
    remark = "Of it " + ", ".join(f"{stage} {median(each):.2f} ms" for stage, each in stages.items()) + "."
    return multiple(f"hybrid search, {count:,} chunks", timed, "encoding the question", bound, remark)
