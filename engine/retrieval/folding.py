"""One spelling for all the ways in which a word can be written: case, accents, widths, digits, dashes, invisible signs.

What is left of a text are letters, digits and the marks that are letters of their script; every sign outside ASCII
that means nothing to a search has become a space. The signs of ASCII stay: `terms` gives them their meaning.
"""

from __future__ import annotations

import re
from unicodedata import category, decimal, decomposition, normalize

_MOST_CHARACTERS = 20_000
"""Folded characters that are remembered; more than any text uses, fewer than a hostile one could bring."""

_ACCENTS = (
    range(0x0300, 0x0370),  # for Latin, Greek, Cyrillic
    range(0x0483, 0x048A),  # Cyrillic titlos
    range(0x0591, 0x05C8),  # Hebrew points
    range(0x0610, 0x061B),  # Arabic signs
    range(0x064B, 0x0660),  # Arabic harakat; hamza and madda above an alef
    range(0x0670, 0x0671),
    range(0x06D6, 0x06EE),
    range(0x0730, 0x074B),  # Syriac points
    range(0x0898, 0x0900),
    range(0x093C, 0x093D),  # the nukta, which Hindi is often typed without
    range(0x0951, 0x0955),  # Vedic tones
    range(0x180B, 0x1810),  # Mongolian variation selectors
    range(0x1AB0, 0x1B00),
    range(0x1DC0, 0x1E00),
    range(0x20D0, 0x2100),
    range(0xFE00, 0xFE10),  # variation selectors
    range(0xFE20, 0xFE30),
    range(0xE0100, 0xE01F0),
)
"""Marks that a reader may leave out. All others (Thai tones, Indic vowels, Japanese voicing) tell words apart."""

_LETTERS = {
    **dict(zip("ıøłđðħŧ", "iolddht", strict=True)),  # letters that Unicode does not take apart
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    **dict(zip("ٱىیکة", "اييكه", strict=True)),  # one letter to readers of Arabic and Persian, several to keyboards
    "ـ": "",  # tatweel
    "״": "",  # the gershayim of acronyms
    "ँ": "ं",  # chandrabindu is written as either
    **dict.fromkeys("‐‑‒–−־֊゠", "-"),
    **dict.fromkeys("’‘‛ʼʻʹ׳·", "'"),  # the Catalan dot is left out as apostrophes are
    "⁄": "/",
}
_KEPT_WHOLE = "ำຳ"  # vowels of Thai and Lao which compatibility takes apart, in an order that nobody types
_ACUTE = "´"  # typed for an apostrophe
_HEBREW_ACRONYM = re.compile(r'(?<=[א-ת])"(?=[א-ת])')


def fold(word: str) -> str:
    """Fold the spelling of a word; what means nothing becomes a space, so that one word may come out as several.

    Canonically equal words come out equal, composed (NFC), and so do words that differ only in case. Compatibility
    forms become what they stand for; a raised digit is set off (`m²` is `m-2`), since it may be a footnote's.
    """
    if word.isascii():
        return word.lower()
    folded = normalize("NFC", normalize("NFD", word).translate(_FOLDED))
    return _HEBREW_ACRONYM.sub("", folded) if '"' in folded else folded


class _Folded(dict[int, str]):
    """What each code point of a decomposed text becomes, worked out when it is first met."""

    def __missing__(self, point: int) -> str:
        folded = _folded(chr(point))
        if len(self) < _MOST_CHARACTERS:
            self[point] = folded
        return folded


_FOLDED = _Folded()


def _folded(character: str) -> str:
    if character in _KEPT_WHOLE:
        return character
    if character == _ACUTE:
        return "'"
    plain = normalize("NFKD", character)
    kind = decomposition(character).partition(" ")[0]
    if kind == "<fraction>":
        plain = f" {plain}"
    elif kind == "<super>" and len(plain) > 1:  # ™ and its like are no part of the name before them
        return " "
    elif kind == "<super>" and plain.isdigit():
        plain = f"-{plain}"
    return "".join(map(_plain, plain.casefold()))


def _plain(character: str) -> str:
    """Fold one character of what a compatibility decomposition left, in lower case."""
    kind = category(character)
    if character.isascii():
        return character
    if character in _LETTERS:
        return _LETTERS[character]
    if kind == "Nd":
        return str(decimal(character))
    if kind == "Cf" or kind == "Me" or (kind == "Mn" and any(ord(character) in block for block in _ACCENTS)):
        return ""
    if kind == "Sc":
        return f" {character} "
    return character if kind[0] in "LMN" else " "
