"""What an index costs before and between questions: opened, brought up to date, evaluated again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.library import Library
from engine.measuring.trial_index import trial_index
from engine.retrieval.contents import StoredContents
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.encoder import Encoder, Reading, Vectors
from engine.retrieval.index import catch_up
from tests.bench.chunkers import cut_all, our_chunkers
from tests.bench.collection import Collection
from tests.bench.large import replace_one
from tests.bench.speeds import Bound, Speed, absolute, faster
from tests.bench.timing import Timed, lasting
from tests.bench.tools import Tools

OPENED = 2
"""Times that an index is opened with its terms at hand; without them it is opened once."""


class CountingEncoder:
    """An encoder that counts the texts it is given."""

    def __init__(self, encoder: Encoder) -> None:
        self.stamp, self.backend = encoder.stamp, encoder.backend
        self.precision, self.note = encoder.precision, encoder.note
        self.texts = 0
        self._encoder = encoder

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return self._encoder.encode(texts)

    def read(self, texts: Sequence[str]) -> Reading:
        self.texts += len(texts)
        return self._encoder.read(texts)


def opened(library: Library, question: str) -> EmbeddedIndex:
    """An index of all that is searched, as a dashboard opens it, ready for the first question."""
    contents, cache = StoredContents(library.database), library.settings.home / "index" / "terms.npz"
    index = EmbeddedIndex(library.database, contents, library.encoder().stamp, cache)
    catch_up(index, contents.searched(library.digests().values()))
    index.keyword(question, 1, None)
    return index


def opening_speed(library: Library, question: str) -> Speed:
    """With the file of terms that an earlier opening left behind, against the opening that makes it."""
    cold = lasting(lambda: opened(library, question))
    warm = tuple(lasting(lambda: opened(library, question)) for _ in range(OPENED))
    chunks = opened(library, question).stats().chunks
    against = "the same without its terms cache"
    return faster(f"opening the index, {chunks:,} chunks", Timed(warm, (cold,) * OPENED), against)


def change_speed(library: Library, index: EmbeddedIndex, question: str, rounds: int) -> Speed:
    """From the commit of one changed document to the first keyword ranking that knows it."""
    contents = StoredContents(library.database)

    def follow() -> None:
        catch_up(index, contents.searched(library.digests().values()))
        index.keyword(question, 1, None)

    def once() -> float:
        replace_one(library)
        return lasting(follow)

    values = tuple(once() for _ in range(rounds))
    return absolute(f"up to date after one changed document, {index.stats().chunks:,} chunks", values, "ms")


def again_speeds(collection: Collection, tools: Tools) -> Iterator[Speed]:
    """Texts that are embedded when a collection is evaluated again, as it was and with one changed document."""
    strategy = next(each for each in our_chunkers() if each.label == "E")
    documents, _ = cut_all(strategy, collection.texts)
    trial_index(tools.database, tools.embedding, documents, tools.progress)
    counting = CountingEncoder(tools.embedding)
    trial_index(tools.database, counting, documents, tools.progress)
    yield absolute("texts embedded to evaluate again", (counting.texts,), "texts", Bound(most=0))
    first = collection.texts[0]
    longer = replace(first.extraction, text=f"{first.extraction.text}\n\nOne sentence more.\n")
    changed, _ = cut_all(strategy, (replace(first, extraction=longer), *collection.texts[1:]))
    held, now = ({chunk.text for one in each for chunk in one.chunks} for each in (documents, changed))
    counting.texts = 0
    trial_index(tools.database, counting, changed, tools.progress)
    remark = f"{len(now - held)} of its {len(now):,} texts are new."
    most = Bound(most=len(now - held))
    yield absolute("texts embedded after one changed sentence", (counting.texts,), "texts", most, remark)
