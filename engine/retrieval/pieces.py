"""How many chunks of an index hold each word piece, kept as documents come and go."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Pieces = NDArray[np.uint32]
Counts = NDArray[np.int64]


class PieceCounts:
    """Counts by word piece, and what each document adds to them."""

    def __init__(self) -> None:
        self._counts: Counts = np.zeros(0, np.int64)
        self._added: dict[int, tuple[NDArray[np.intp], Counts]] = {}

    def add(self, document: int, chunks: Sequence[Pieces]) -> None:
        """Counts a new document's chunks, each given by the ids of its word pieces, repeated or not."""
        each = [np.unique(pieces) for pieces in chunks]
        ids, counts = np.unique(np.concatenate([np.empty(0, np.uint32), *each]), return_counts=True)
        if len(ids) and ids[-1] >= len(self._counts):
            self._counts = np.pad(self._counts, (0, int(ids[-1]) + 1 - len(self._counts)))
        self._added[document] = ids.astype(np.intp), counts
        self._counts[self._added[document][0]] += counts

    def remove(self, document: int) -> None:
        """Takes back what `add` counted for the document."""
        ids, counts = self._added.pop(document)
        self._counts[ids] -= counts

    def of(self, pieces: Pieces) -> Counts:
        """The number of chunks that hold each of the word pieces `(q,)`, which may never have been seen."""
        seen = pieces < len(self._counts)
        found = np.zeros(len(pieces), np.int64)
        found[seen] = self._counts[pieces[seen].astype(np.intp)]
        return found
