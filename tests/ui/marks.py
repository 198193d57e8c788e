"""Reads the HTML of a text with its boundaries the way a browser does."""

from __future__ import annotations

from html.parser import HTMLParser

from streamlit.testing.v1 import AppTest


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


def notices(page: AppTest, kind: str = "") -> list[str]:
    """What the notices of a page say to a reader, in their order; of one kind, or of all."""
    sources = [element.value for element in page.html if element.value.startswith(f'<div class="notice {kind}')]
    return ["".join(Page(source).where("class", "said")) for source in sources]


def quiet_lines(page: AppTest) -> list[str]:
    """What the lines say that are drawn like captions, but take their text literally."""
    return [
        "".join(Page(element.value).where("class", "quiet"))
        for element in page.html
        if element.value.startswith('<div class="quiet"')
    ]


def drawn_html(page: AppTest) -> list[str]:
    """The HTML of a page but for its notices and quiet lines."""
    return [
        element.value
        for element in page.html
        if not element.value.startswith(('<div class="notice', '<div class="quiet'))
    ]
