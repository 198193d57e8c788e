"""What stands in front of a structured chunk's content: the header, shortened where it has to be, and column names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.chunking.headers import header_line
from engine.chunking.packing import Range
from engine.chunking.window import Window

Path = tuple[str, ...]
Key = tuple[Path, Range | None]


@dataclass(frozen=True, slots=True)
class Prefix:
    """`text` is embedded before the content and takes `tokens` word pieces; `header` is the part of it in brackets.

    `lost` headings of the section path are left out, the outermost first. `short`: not all is there that should be.
    """

    text: str
    tokens: int
    header: str
    lost: int
    short: bool


class Prefixes:
    """The prefixes of one document. None leaves less than half of the window to the content."""

    def __init__(self, text: str, title: str, paths: Iterable[Path], window: Window) -> None:
        """`paths` are all section paths that will be asked for; their headers are counted in a few calls."""
        self._text, self._title, self._window = text, title, window
        self._most = window.room - (window.size + 1) // 2
        self._pieces: dict[str, int] = {}
        self._known: dict[Key, Prefix] = {}
        distinct = list(dict.fromkeys(paths))
        self._count((title, *(heading for path in distinct for heading in path)))
        self._fit([(path, None) for path in distinct])

    def of(self, path: Path, names: Range | None) -> Prefix:
        """The prefix of a chunk under `path` that repeats the column names standing at `names`.

        Headings go before column names do, and these only where they leave too little by themselves.
        """
        if (path, names) not in self._known:
            if names:
                self._count((self._text[slice(*names)],))
            self._fit([(path, names)])
        return self._known[path, names]

    def _count(self, texts: Iterable[str]) -> None:
        distinct = sorted(set(texts))
        self._pieces.update(zip(distinct, map(len, self._window.tokenized(distinct)), strict=True))

    def _fit(self, wanted: Sequence[Key]) -> None:
        """Takes for each the first of its candidates that is short enough, counted as it will stand in the text."""
        waiting = [(key, self._candidates(*key)) for key in wanted]
        while waiting:
            prefixes = [next(candidates) for _, candidates in waiting]
            tokenized = self._window.tokenized(prefix.text for prefix in prefixes)
            again = []
            for (key, shorter), prefix, pieces in zip(waiting, prefixes, tokenized, strict=True):
                if len(pieces) <= self._most:
                    self._known[key] = replace(prefix, tokens=len(pieces))
                else:
                    again.append((key, shorter))
            waiting = again

    def _candidates(self, path: Path, names: Range | None) -> Iterator[Prefix]:
        if names:
            above = self._text[slice(*names)]
            for header, lost, short in self._headers(path, self._most - self._pieces[above]):
                yield Prefix(f"{header_line(header)}{above}\n", 0, header, lost, short)
        for header, lost, short in self._headers(path, self._most):
            yield Prefix(header_line(header), 0, header, lost, short or names is not None)

    def _headers(self, path: Path, most: int) -> Iterator[tuple[str, int, bool]]:
        """The whole header, then ever shorter ones: with how many headings lost, and whether it is short.

        Those whose parts alone are more than `most` pieces are passed over, so that no long heading is read often.
        """
        for lost in range(len(path) + 1):
            headings = path[lost:]
            if headings[:1] == (self._title,):  # a document's own level-1 heading is its title: once is enough
                headings = headings[1:]
            parts = [part for part in (self._title, *headings) if part]
            if sum(self._pieces[part] for part in parts) <= most:
                yield " > ".join(parts), lost, lost > 0
        if self._title and most >= 0:
            yield "", len(path), True
