"""Values that count how much of them is looked at: work is bounded by a number, which no busy machine changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

T = TypeVar("T")


class Tally:
    """How many characters or items were looked at so far."""

    def __init__(self) -> None:
        self.looks = 0

    def add(self, looks: int) -> None:
        self.looks += looks


class CountedItems(tuple[T, ...]):
    """A tuple whose items are counted as they are taken, one by one, in slices, and in loops."""

    tally: Tally

    def __getitem__(self, at: Any) -> Any:
        self.tally.add(len(range(*at.indices(len(self)))) if isinstance(at, slice) else 1)
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[T]:
        for item in super().__iter__():
            self.tally.add(1)
            yield item


class CountedText(str):
    """A text whose characters are counted when a slice of them is taken or searched backwards."""

    tally: Tally

    def __getitem__(self, at: Any) -> str:
        taken = super().__getitem__(at)
        self.tally.add(len(taken))
        return taken

    def rfind(self, part: str, start: Any = 0, end: Any = None) -> int:
        found = super().rfind(part, start, end)
        self.tally.add((len(self) if end is None else end) - max(found, start))
        return found


class CountedPattern:
    """A pattern that counts the characters it goes over: to the end of its match, or of all that is left without one.

    A failed `match` is counted to the end of its line, which the patterns of this project that are matched never leave.
    """

    def __init__(self, pattern: re.Pattern[str], tally: Tally) -> None:
        self.pattern, self.tally = pattern, tally

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        found = self.pattern.search(text, start)
        self.tally.add((found.end() if found else len(text)) - start)
        return found

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        found = self.pattern.match(text, start)
        line_end = text.find("\n", start) % (len(text) + 1)  # -1, none: the end of the text
        self.tally.add((found.end() if found else line_end) - start)
        return found
