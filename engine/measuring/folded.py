"""A text with every run of white space as one space, which knows where its characters stand in the text itself."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

_LONG_RUN = re.compile(r"\s\s+")


class Folded:
    """`text` is folded; places are half-open ranges of code points in the text as it was."""

    def __init__(self, original: str) -> None:
        self.text = " ".join(original.split())
        shift = len(original) - len(original.lstrip())
        self._from, self._shift = [0], [shift]  # from which folded offset on how many characters are left out before
        for run in _LONG_RUN.finditer(original, shift):
            shift += len(run[0]) - 1
            self._from.append(run.end() - shift)
            self._shift.append(shift)

    def places(self, words: str) -> Iterator[tuple[int, int]]:
        """Where `words`, themselves folded, stand; occurrences that overlap, too."""
        at = self.text.find(words)
        while at >= 0:
            yield self.original(at, at + len(words))
            at = self.text.find(words, at + 1)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range that `[start, end)` of the folded text was; it must begin and end with a character, not a space."""
        return self._unfolded(start), self._unfolded(end - 1) + 1

    def _unfolded(self, offset: int) -> int:
        return offset + self._shift[bisect_right(self._from, offset) - 1]
