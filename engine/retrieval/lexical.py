"""BM25 over chunks that come and go: exact at every moment, and cheap to bring up to date.

score(q, d) = sum over the question's terms t of  idf(t) · tf / (tf + k1 · (1 - b + b · |d| / avgdl)),
idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5)): Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
Beyond", 2009, with the idf and without the constant factor k1 + 1, as in Lucene 8 and later.

bm25s keeps these scores as a sparse matrix, worked out before any question comes. Its own way there counts every text
again, although one new chunk changes N, n and avgdl and hence all scores. So the counts are kept beside it, and the
matrix is made from them in a few vectorised steps. The columns of the most common terms are kept in full as well:
adding those up is several times as fast as adding to the chunks of a list one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.retrieval.terms import terms

K1, B = 1.2, 0.75

COMMON, MANY = 1 / 8, 1_000
"""A term that more than this share of the chunks hold, and this many, has its column kept in full: about sixty terms
of English prose.
"""

GROUP = 64
"""Scores of which only the best one is looked at to find out how good the best of all are."""

Keys = NDArray[np.int64]
Scores = NDArray[np.float32]


class LexicalIndex:
    """The terms of chunks by key. Not safe to share between threads: whoever holds it has a lock."""

    def __init__(self) -> None:
        from scipy import sparse

        self.keys: Keys = np.empty(0, np.int64)
        self._vocabulary: dict[str, int] = {}
        self._counts: Any = sparse.csr_array((0, 0), dtype=np.float32)  # chunks × terms
        self._scores: _Scores | None = None

    def __len__(self) -> int:
        return len(self.keys)

    def add(self, keys: Sequence[int] | Keys, texts: Sequence[str]) -> None:
        """Takes in the texts of chunks under new keys."""
        from scipy import sparse

        known = self._vocabulary
        rows = [[known.setdefault(term, len(known)) for term in terms(text)] for text in texts]
        ends = np.cumsum([0, *map(len, rows)])
        flat = np.fromiter(chain.from_iterable(rows), np.int32, int(ends[-1]))
        added = sparse.csr_array((np.ones(len(flat), np.float32), flat, ends), shape=(len(rows), len(known)))
        added.sum_duplicates()
        self._counts.resize((len(self.keys), len(known)))
        self._counts = sparse.vstack([self._counts, added], format="csr")
        self.keys = np.concatenate([self.keys, np.asarray(keys, np.int64)])
        self._scores = None

    def remove(self, keys: Keys) -> None:
        """Forgets these chunks; those it does not know are not missed."""
        stays = ~np.isin(self.keys, keys)
        if stays.all():
            return
        self._counts, self.keys, self._scores = self._counts[stays], self.keys[stays], None

    def parts(self) -> dict[str, NDArray[Any]]:
        """Everything it holds, as arrays for `restore`. Terms that only removed chunks held are left behind."""
        counts = self._counts
        used = np.bincount(counts.indices, minlength=len(self._vocabulary)) > 0
        names = "\n".join(compress(self._vocabulary, used)).encode()  # no term holds white space
        return {
            "keys": self.keys,
            "vocabulary": np.frombuffer(names, np.uint8),
            "data": counts.data,
            "indices": (np.cumsum(used) - 1)[counts.indices].astype(np.int32),
            "indptr": counts.indptr,
        }

    def restore(self, parts: Mapping[str, NDArray[Any]]) -> None:
        """Becomes the index whose `parts` these are. Raises `ValueError` where they are none."""
        from scipy import sparse

        names = parts["vocabulary"].tobytes().decode()
        self._vocabulary = {name: number for number, name in enumerate(names.split("\n") if names else ())}
        self.keys = parts["keys"]
        held = (parts["data"], parts["indices"], parts["indptr"])
        self._counts = sparse.csr_array(held, shape=(len(self.keys), len(self._vocabulary)))
        self._counts.check_format()
        self._scores = None

    def search(self, question: str, depth: int, within: Keys | None = None) -> list[tuple[int, float]]:
        """The `depth` best chunks that share a term with the question: key and score, best first, ties by key.

        `within` are the only keys that may be found; what a term is worth is still that of the whole index.
        """
        known = [self._vocabulary[term] for term in terms(question) if term in self._vocabulary]
        if not known or not len(self):
            return []
        scores = self._scored()(known)
        if within is not None:
            scores[~np.isin(self.keys, within)] = 0
        found = np.flatnonzero((scores > 0) & (scores >= _reached(scores, depth)))
        best = found[np.lexsort((self.keys[found], -scores[found]))][:depth]
        return list(zip(self.keys[best].tolist(), scores[best].tolist(), strict=True))

    def holding(self, terms: Sequence[str], few: int) -> dict[str, list[int]]:
        """The chunks that hold each of these terms, those left out that none or more than `few` of all chunks hold."""
        if not len(self):
            return {}
        places = {term: self._scored().holders(self._vocabulary[term]) for term in terms if term in self._vocabulary}
        return {term: self.keys[its].tolist() for term, its in places.items() if 0 < len(its) <= few}

    def _scored(self) -> _Scores:
        if self._scores is None:
            self._scores = _Scores(self._counts)
        return self._scores


class _Scores:
    """The BM25 scores of every term in every chunk of `counts`, `(chunks, terms)`."""

    def __init__(self, counts: Any) -> None:
        import bm25s

        lengths = counts.sum(axis=1)
        columns = counts.tocsc()
        total, holding = counts.shape[0], np.diff(columns.indptr)
        idf = np.log1p((total - holding + 0.5) / (holding + 0.5)).astype(np.float32)
        norm = (K1 * (1 - B + B * lengths / max(lengths.mean(), 1e-9))).astype(np.float32)
        columns.data = np.repeat(idf, holding) * columns.data / (columns.data + norm[columns.indices])
        self._index = bm25s.BM25(k1=K1, b=B, method="lucene", backend="numpy")
        lists = {"data": columns.data, "indices": columns.indices, "indptr": columns.indptr}
        self._index.scores = {**lists, "num_docs": total}
        self._index.nonoccurrence_array = None  # only BM25L and BM25+ score what does not occur
        self._full: dict[int, Scores] = {}
        for term in np.flatnonzero(holding > max(COMMON * total, MANY)).tolist():
            its = slice(columns.indptr[term], columns.indptr[term + 1])
            self._full[term] = np.zeros(total, np.float32)
            self._full[term][columns.indices[its]] = columns.data[its]

    def holders(self, term: int) -> NDArray[np.int32]:
        """The places, not the keys, of the chunks that hold a term."""
        lists = self._index.scores
        its: NDArray[np.int32] = lists["indices"][slice(*lists["indptr"][term : term + 2])]
        return its

    def __call__(self, terms: Sequence[int]) -> Scores:
        """The score of each chunk, `(chunks,)`, for a question of these terms."""
        scores: Scores = self._index.get_scores_from_ids([term for term in terms if term not in self._full])
        for term in terms:
            if term in self._full:
                scores += self._full[term]
        return scores


def _reached(scores: Scores, depth: int) -> float:
    """A score that at least `depth` of these reach, if there are so many: most often just those."""
    columns = len(scores) // GROUP
    if columns < 2 * depth:  # too few for groups
        return float(np.partition(scores, -depth)[-depth]) if depth < len(scores) else 0.0
    best = scores[: columns * GROUP].reshape(GROUP, columns).max(axis=0)  # many times as fast as along the rows
    return float(np.partition(best, -depth)[-depth])
