"""What reading one document may cost, and whether its pictures are read as well."""

from __future__ import annotations

from dataclasses import dataclass

_BYTES_PER_CHARACTER = 12  # an escaped surrogate pair, the longest that JSON writes for one character
_BYTES_BESIDE_TEXT = 64 << 20


@dataclass(frozen=True, slots=True)
class Recognition:
    """How pages that hold no text are recognised: Tesseract's names of their languages, joined by `+`, and the folder
    of these languages' data; `None` for the data that was installed along.
    """

    languages: str
    folder: str | None


@dataclass(frozen=True, slots=True)
class Limits:
    """`seconds` of wall clock and of processor time, `memory_bytes` of address space, characters of canonical text.

    Interpreter and readers take some 60 MiB of address space before the first byte of a document is read.
    """

    seconds: float
    memory_bytes: int
    output_characters: int
    recognition: Recognition | None = Recognition("eng", None)
    """`None`: pages that hold no text stay unread."""

    @property
    def answer_bytes(self) -> int:
        """What an extraction may take as JSON, its headings and spans included."""
        return self.output_characters * _BYTES_PER_CHARACTER + _BYTES_BESIDE_TEXT
