"""The canonical text of a marked-up document while it is being put together."""

from __future__ import annotations

import re

from engine.types.extraction import Heading

_WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")  # HTML's own list: a no-break space is a character like any other


def folded(text: str) -> str:
    """`text` on one line, without white space at its ends."""
    return _WHITE_SPACE.sub(" ", text).strip(" ")


class TextBuilder:
    """Text that only grows, and the headings found on the way.

    Breaks and spaces are asked for and written only once something follows, so that no line ends in a space, no blank
    line is doubled, and an offset is known for good as soon as its text is written.
    """

    def __init__(self) -> None:
        self.headings: list[Heading] = []
        self._parts: list[str] = []
        self._length = 0
        self._newlines = 0
        self._space = False

    def require_break(self, newlines: int) -> None:
        """At least so many newlines (1: a new line, 2: a blank line) before whatever comes next."""
        self._newlines = max(self._newlines, newlines)
        self._space = False

    def add_break(self) -> None:
        """One more newline, up to a blank line: what `<br>` does."""
        self.require_break(min(self._newlines + 1, 2))

    def add_words(self, text: str) -> None:
        """Running text, whose white space counts as one space wherever there is any."""
        squeezed = _WHITE_SPACE.sub(" ", text)
        words = squeezed.strip(" ")
        if not words:
            self._space = self._space or bool(squeezed)
            return
        self._space = self._space or squeezed.startswith(" ")
        self.add_verbatim(words)
        self._space = squeezed.endswith(" ")

    def add_verbatim(self, text: str) -> None:
        """Text as it stands, behind the breaks or the space that were asked for."""
        if self._parts:
            self._append("\n" * self._newlines or " " * self._space)
        self._newlines = 0
        self._space = False
        self._append(text)

    def add_heading(self, level: int, title: str) -> None:
        """A heading on a line of its own, set off by blank lines."""
        self.require_break(2)
        self.add_verbatim(title)
        self.headings.append(Heading(level, self._length - len(title), self._length, title))
        self.require_break(2)

    def text(self) -> str:
        """All that was written so far."""
        return "".join(self._parts)

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
