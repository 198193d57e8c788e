"""Where characters and words end in scripts that do not show it: graphemes, and words written without spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Any
from unicodedata import category

_STRETCH = 512
"""Characters looked at together: some graphemes take the square of their number to find, as flags do."""

_THAI = re.compile(r"[\u0e00-\u0e7f]")
_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~\u2010-\u205e\u3000-\u303f\uff00-\uff0f]+")
_EXTENDING = frozenset("\u0e33\u0eb3\u200c\u200d\uff9e\uff9f")  # what no category gives away
_EXTENDERS = ("Mn", "Mc", "Me")
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)


def continues(text: str, at: int) -> bool:
    """Whether the character at `at` is drawn onto the one before it: a mark, a joiner, a skin tone."""
    character = text[at]
    if character < "\u0300" or at == 0 or category(text[at - 1]) in ("Cc", "Zl", "Zp"):
        return False
    return (
        character in _EXTENDING
        or category(character) in _EXTENDERS
        or ord(character) in _SKIN_TONES
        or ord(character) in _TAGS
    )


def grapheme_ends(text: str, start: int, end: int) -> Iterator[int]:
    """The offsets behind each user-perceived character of the range (UAX #29), its own end left out."""
    return _swept(text, start, end, lambda stretch: (found.end() for found in _graphemes().finditer(stretch)))


def word_ends(text: str, start: int, end: int) -> Iterator[int]:
    """The offsets behind words of a range without white space, its own end left out.

    They fall behind punctuation, and between the words of Thai, Japanese and Chinese. Other scripts that are written
    without spaces have none.
    """
    at = start
    for mark in _PUNCTUATION.finditer(text, start, end):
        yield from _spoken_ends(text, at, mark.start())
        at = mark.end()
        if at < end:
            yield at
    yield from _spoken_ends(text, at, end)


def _spoken_ends(text: str, start: int, end: int) -> Iterator[int]:
    language = _language(text[start:end])
    if language is None:
        return iter(())
    parse: Callable[[str], list[str]] = _parser(language).parse
    return _swept(text, start, end, lambda stretch: accumulate(map(len, parse(stretch))))


def _language(run: str) -> str | None:
    for letters, language in ((_THAI, "thai"), (_KANA, "japanese"), (_HAN, "simplified_chinese")):
        if letters.search(run):
            return language
    return None


def _swept(text: str, start: int, end: int, ends_of: Callable[[str], Iterator[int]]) -> Iterator[int]:
    """The ends found in stretch after stretch, each beginning at the last end that can be trusted.

    (That is the last but one: behind the stretch its last piece may go on.) A stretch of a single piece is doubled.
    """
    length = _STRETCH
    while start < end:
        stop = min(start + length, end)
        ends = [start + found for found in ends_of(text[start:stop])]
        trusted = ends[:-1]
        yield from trusted
        if stop == end:
            return
        length = _STRETCH if trusted else 2 * length
        start = trusted[-1] if trusted else start


@lru_cache(maxsize=1)
def _graphemes() -> Any:
    import regex  # type: ignore[import-untyped]

    return regex.compile(r"\X")


@lru_cache(maxsize=4)
def _parser(language: str) -> Any:
    import budoux

    return getattr(budoux, f"load_default_{language}_parser")()
