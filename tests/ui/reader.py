"""Reads HTML the way a browser does, for tests that ask what is shown."""

from __future__ import annotations

from html.parser import HTMLParser


class Reader(HTMLParser):
    """What a browser makes of a piece of HTML: its elements, and the text inside each `mark`."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.text = ""
        self.marked: dict[str, list[str]] = {"passage": [], "sentence": []}
        self._open: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        if tag == "mark":
            self._open.append(dict(attrs)["class"] or "")
            self.marked[self._open[-1]].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "mark":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data
        for kind in self._open:
            self.marked[kind][-1] += data
