"""The names in a question that are meant to the letter: `CVE-2024-1234`, `PS-4410-03`, `B173`, `ERR_CONN_RESET`.

An encoder reads `B173` as pieces that `B128` has too, and late interaction takes one row of a table for another. But
whoever types such a name wants the passage that holds it. Plain numbers and years are no names: they stand in many
contexts.
"""

from __future__ import annotations

import re

from engine.retrieval.terms import terms

FEW = 4
"""A name is told apart by those who hold it only where they are few: as many as an answer has sources."""

_LETTERS_AND_DIGITS = re.compile(r"(?=.*\d)(?=.*[^\W\d_])")
_MANY_PARTS = re.compile(r"\d+(?:[-./:]\d+){2,}")  # 2.13.0, 555-123-4567; not 3.5 nor 2010-11
_ORDINAL_OR_TIME = re.compile(r"\d+(?:st|nd|rd|th|s|am|pm)")
_POSSESSIVE = re.compile(r"['\N{RIGHT SINGLE QUOTATION MARK}]s\b")  # B12's is B12
_JOINED = re.compile(r"[^\W_][_@][^\W_]")


def names(text: str) -> list[str]:
    """The names in `text`, each once, as the whole terms that an index of terms holds them by."""
    wholes = (found[0] for found in map(terms, _POSSESSIVE.sub(" ", text).split()) if found)
    return list(dict.fromkeys(filter(_is_name, wholes)))


def _is_name(term: str) -> bool:
    if _ORDINAL_OR_TIME.fullmatch(term):
        return False
    return bool(_LETTERS_AND_DIGITS.match(term) or _MANY_PARTS.fullmatch(term) or _JOINED.search(term))


def shape(name: str) -> str:
    """What names of one kind have in common: letters as `a`, numbers as `9`, so that `B173` and `B28` are both `a9`."""
    return re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", name))
