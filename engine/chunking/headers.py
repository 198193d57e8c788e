"""The header: what a chunk is about, put in front of the text that is embedded and never quoted."""

from __future__ import annotations


def header_of(title: str, section: str) -> str:
    """`Document title > Heading`; whichever of the two is empty is left out together with the ` > `."""
    return " > ".join(part for part in (title, section) if part)


def header_line(header: str) -> str:
    """The header as it stands in front of the text: in square brackets, with its newline; nothing for no header."""
    return f"[{header}]\n" if header else ""
