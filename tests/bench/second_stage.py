"""Late interaction against a cross-encoder on the same pairs, and what its token vectors take on the disk."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.desk import Desk
from engine.library import Library
from engine.retrieval.contents import StoredContents
from engine.retrieval.search import LISTED
from engine.retrieval.weights import locate
from engine.types.answers import Retrieval
from tests.bench.searching import HYBRID
from tests.bench.speeds import Bound, Speed, absolute, faster
from tests.bench.timing import Timed, interleaved, typical

LATE = Retrieval("hybrid+late", LISTED)
SHAPE = {"hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12, "intermediate_size": 1536}
"""That of MiniLM-L6; the other figures of BERT are as they are by default."""


def late_speed(desk: Desk, questions: Sequence[str], rounds: int) -> Speed:
    """The second stage as a search does it: token vectors read from the store, unpacked, scored, sorted."""
    contents = StoredContents(desk.library.database)
    pairs = {}
    for question in questions:
        keys = [hit.chunk_key for hit in desk.search(question, HYBRID).hits]
        pairs[question] = [(question, text) for text in contents.texts(keys)]
        desk.search(question, LATE)
    with tempfile.TemporaryDirectory() as folder:
        cross = _cross_encoder(Path(folder), desk.library.encoder_name)
    cross.predict(pairs[questions[0]], show_progress_bar=False)

    def ours() -> float:
        return sorted(desk.search(question, LATE).milliseconds["late"] for question in questions)[len(questions) // 2]

    def predict(question: str) -> object:
        return cross.predict(pairs[question], show_progress_bar=False)

    timed = Timed(*interleaved((ours, lambda: typical(predict, questions)), rounds))
    remark = "Random weights of the right shape take as long as trained ones; nothing is downloaded."
    against = "cross-encoder of MiniLM-L6 shape, PyTorch fp32"
    return faster(f"late interaction on {LISTED}", timed, against, Bound(least=10), remark)


def late_bytes(library: Library) -> Iterator[Speed]:
    """What token vectors take: their bytes, and the pages of the database that hold them."""
    with closing(sqlite3.connect(library.database.file, isolation_level=None)) as connection:
        of_row = "SELECT COUNT(*), AVG(LENGTH(codes)), AVG(LENGTH(pieces)) FROM token_vectors"
        rows, codes, pieces = connection.execute(of_row).fetchone()
        connection.execute("BEGIN IMMEDIATE")
        free = [_free(connection)]
        connection.execute("DELETE FROM token_vectors")
        free.append(_free(connection))
        connection.execute("ROLLBACK")
        page = connection.execute("PRAGMA page_size").fetchone()[0]
    remark = (
        f"{codes:,.0f} bytes of packed vectors and {pieces:,.0f} of word piece ids, {pieces / 4:.0f} pieces a chunk."
    )
    yield absolute("token vectors of a chunk", (codes,), "bytes", Bound(most=8192), remark)
    pages = (free[1] - free[0]) * page / rows
    yield absolute("token vectors of a chunk, whole database pages", (pages,), "bytes", None, "Ids and keys included.")


def _free(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA freelist_count").fetchone()[0])


def _cross_encoder(folder: Path, encoder_name: str) -> Any:
    """A cross-encoder with random weights, as sentence-transformers runs one."""
    from sentence_transformers import CrossEncoder
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    tokenizer = AutoTokenizer.from_pretrained(locate(encoder_name))
    config = BertConfig(vocab_size=len(tokenizer), num_labels=1, **SHAPE)
    BertForSequenceClassification(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return CrossEncoder(str(folder), max_length=512, device="cpu")
