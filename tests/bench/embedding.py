"""Texts to vectors: the engine's encoder against sentence-transformers as it comes, and whether both find the same."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.embedding import embed
from engine.measuring.comparison import LEVEL, compare
from engine.measuring.metrics import hits_at
from engine.measuring.trial_index import CutDocument
from engine.retrieval.encoder import Encoder
from engine.retrieval.weights import locate
from engine.store.database import Database
from tests.bench.chunkers import cut_all, our_chunkers
from tests.bench.collection import Collection
from tests.bench.speeds import Bound, Speed, faster
from tests.bench.timing import Timed, interleaved, lasting, typical
from tests.bench.tools import Sizes, Tools

PEER = "sentence-transformers, PyTorch fp32"
ASKED = 30
"""Questions in a round."""

Vectors = NDArray[np.float32]


def embedding_speeds(collection: Collection, tools: Tools, sizes: Sizes) -> Iterator[Speed]:
    """A corpus, by some of its chunks, and a single question."""
    from sentence_transformers import SentenceTransformer

    embedding, asking, sample, rounds = tools.embedding, tools.asking, sizes.sample, sizes.rounds
    peer = SentenceTransformer(str(locate(embedding.stamp.name)), device="cpu")
    documents, _ = cut_all(next(each for each in our_chunkers() if each.label == "E"), collection.texts)
    texts = [chunk.text for document in documents for chunk in document.chunks]
    yield from _corpus_speeds(texts[:: max(1, len(texts) // sample)][:sample], embedding, peer, rounds)
    yield _same_finds(collection, documents, texts, embedding, peer)
    questions = [question.question for question in collection.questions][:ASKED]
    asking.read(questions[:1]), peer.encode(questions[0])
    contestants = (
        lambda: typical(lambda question: asking.read([question]), questions),
        lambda: typical(peer.encode, questions),
    )
    remark = "Ours gives the token vectors of the question, too."
    yield faster("one question's vector", Timed(*interleaved(contestants, rounds)), PEER, Bound(least=3), remark)


def _corpus_speeds(texts: list[str], embedding: Encoder, peer: Any, rounds: int) -> Iterator[Speed]:
    """Vectors alone, as the peer makes them; and all that ingestion does to a text, packed and stored."""
    bound = Bound(least=2.5 if embedding.precision == "bf16" else 1.5)

    def as_ingestion_does() -> None:
        with tempfile.TemporaryDirectory() as folder:
            database = Database(Path(folder) / "vectors.db")
            deque(embed(database, embedding, texts), maxlen=0)
            database.close()

    embedding.encode(texts[:32]), peer.encode(texts[:32])  # what the first call alone costs
    contestants = (lambda: embedding.encode(texts), as_ingestion_does, lambda: peer.encode(texts))
    *ours, theirs = interleaved([partial(lasting, work) for work in contestants], rounds)
    for what, mine in zip(("vectors alone", "with token vectors, packed and stored"), ours, strict=True):
        speed, peer_speed = (tuple(1000 * len(texts) / each for each in side) for side in (mine, theirs))
        ratios = Timed(mine, theirs).times_faster()
        remark = "The peer makes vectors alone."
        yield Speed(
            f"embedding {len(texts)} chunks, {what}", speed, peer_speed, "chunks/s", PEER, ratios, "×", bound, remark
        )


def _same_finds(
    collection: Collection, documents: Sequence[CutDocument], texts: list[str], embedding: Encoder, peer: Any
) -> Speed:
    """R@20 by the vectors of each, ranked exactly, over the needle rows; compared over their groups."""
    asked = [question.question for question in collection.questions]
    stored = [encode(texts) for encode in (embedding.encode, peer.encode)]
    ranks = [
        _ranks(collection, documents, chunks, encode(asked))
        for chunks, encode in zip(stored, (embedding.encode, peer.encode), strict=True)
    ]
    groups = [question.pair or question.id for question in collection.questions for _ in question.needles]
    ours, theirs = (hits_at(each, 20) for each in ranks)
    result = compare(ours, theirs, groups)
    cosines = (stored[0] * stored[1]).sum(axis=1)
    remark = (
        f"{result.wins} wins, {result.losses} losses, {result.ties} ties over pairs, exact sign test; not "
        f"distinguishable from p = {LEVEL} on. The cosine of the two vectors of a chunk is {cosines.mean():.5f} on "
        f"average and {cosines.min():.5f} at least."
    )
    shares = (float(ours.mean()),), (float(theirs.mean()),)
    return Speed("R@20 of both vectors, dense", *shares, "", PEER, (result.p,), "p", Bound(least=LEVEL), remark)


def _ranks(
    collection: Collection, documents: Sequence[CutDocument], chunks: Vectors, asked: Vectors
) -> list[int | None]:
    places = [(one.name, chunk.overlap_start, chunk.end) for one in documents for chunk in one.chunks]
    order = np.argsort(-(asked @ chunks.T), axis=1, kind="stable")
    return [
        next(
            (
                rank
                for rank, place in enumerate(order[row].tolist(), start=1)
                if places[place][0] == needle.document
                and places[place][1] <= needle.start
                and needle.end <= places[place][2]
            ),
            None,
        )
        for row, question in enumerate(collection.questions)
        for needle in question.needles
    ]
