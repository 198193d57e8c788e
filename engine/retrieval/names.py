"""The names in a question that are meant to the letter: `CVE-2024-1234`, `PS-4410-03`, `B173`, `ERR_CONN_RESET`.

An encoder reads `B173` as pieces that `B128` has too, and late interaction takes one row of a table for another. But
whoever types such a name wants the passage that holds it. Numbers, years, dates and counts with their unit (`8GB`,
`30-day`) are no names: what answers them often has another.
"""

from __future__ import annotations

import re

from engine.retrieval.terms import terms

FEW = 4
"""A name is told apart by those who hold it only where they are few: as many as an answer has sources."""

_BETWEEN = re.compile(r"[\s/\\,;:=?!|<>()\[\]{}\"]+")
_LETTERS_AND_DIGITS = re.compile(r"(?=.*\d)(?=.*[^\W\d_])")
_MANY_PARTS = re.compile(r"\d+(?:[-.]\d+){2,}")  # 2.13.0, 10.0.0.1, 555-123-4567; not 3.5 nor 2010-11
_JOINED = re.compile(r"[^\W_][_@][^\W_]")
_COUNT = re.compile(r"\d+(?:[.,]\d+)*-?[^\W\d_]+(?:-[^\W\d_]+)*")  # 24h, 12-week, 18-year-old, 2.4GHz, 3rd
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?([-.])\d\d?\1\d{2,4}")
_POSSESSIVE = re.compile(r"['\N{RIGHT SINGLE QUOTATION MARK}]s(?=\W*$)")  # B12's is B12


def names(text: str) -> list[str]:
    """The names in `text`, each once, as the whole terms that an index of terms holds them by."""
    runs = (_POSSESSIVE.sub("", run) for run in _BETWEEN.split(text))
    wholes = (found[0] for found in map(terms, runs) if found)
    return list(dict.fromkeys(filter(_is_name, wholes)))


def _is_name(term: str) -> bool:
    if _COUNT.fullmatch(term) or _DATE.fullmatch(term):
        return False
    return bool(_LETTERS_AND_DIGITS.match(term) or _MANY_PARTS.fullmatch(term) or _JOINED.search(term))


def kind(name: str) -> str:
    """What names of one kind have in common: all but the numbers, so that `b173` and `b28` are both `b#`."""
    return re.sub(r"\d+", "#", name)
