"""Reads the HTML of a text with its boundaries the way a browser does."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """What a browser shows: for every run of text the classes, styles and titles of the elements around it."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.runs: list[tuple[str, list[dict[str, str]]]] = []
        self.elements: set[str] = set()
        self._open: list[dict[str, str]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self._open.append({name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self.runs.append((data, list(self._open)))

    def where(self, name: str, value: str) -> list[str]:
        """The text inside elements whose attribute `name` holds the value, run by run."""
        return [text for text, around in self.runs if any(value in each.get(name, "") for each in around)]

    def document(self) -> str:
        """The document's own characters: all but chunk numbers and scissors."""
        signs = ("number", "scissors")
        return "".join(text for text, around in self.runs if not any(each.get("class") in signs for each in around))
