"""The index terms of a text for BM25. A question is cut by the same function, so that equal spellings meet.

* Words are folded (case, accents, widths: see `fold`), never stemmed: a stemmer knows one language, and documents come
  in many. Nothing is dropped as a stop word; the idf of BM25 makes little of what stands everywhere. Case means
  nothing, so a camelCase name stays one word.
* A name gives itself whole and in parts, level by level: `john.doe@example.com` also `john.doe` and `example.com`.
  The whole counts extra where question and text both have it; the parts serve whoever remembers only them.
* Scripts that write no spaces give pairs of neighbouring letters, each with the marks on it, and the letters that bear
  marks. Korean, whose particles cling to nouns, gives its words whole and in pairs.

All of these count to the length of a text. A name of n parts gives fewer than 2n terms for itself and its levels, not
for its combinations, and few more for other spellings: `email` for `e-mail`, `1234` for `1,234`. English prose, speech
and chat came out 7 % longer than their words, at the same recall.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, pairwise
from string import ascii_lowercase

from engine.retrieval.folding import fold

TERMS_VERSION = 1
"""Raised when the same text would give other terms: indexes stored under another version are rebuilt."""

_LONGEST = 128
"""Code points of a term. A longer name is no term as a whole, a longer word is cut: nobody types either."""
_REMEMBERED = 32
"""Code points of a run of text whose terms are remembered; longer ones seldom come again."""

_PUNCTUATION = " ,;:!?()[]{}*\"'"
"""Means nothing at the ends of a folded run; without it most runs are a word."""

_W = r"[^\x00-/:-@\[-`{-\x7f]"  # letters, digits and marks: of other signs, folded text holds those of ASCII only
_NAMES = re.compile(
    rf"""
    ( \$(?=[0-9]) | (?<=[0-9])[$%] | (?<!.)[$%](?!{_W}) )                   # a word of its own at a number, or alone
  | (?: (?<![.)\]])\.(?=([a-z][a-z0-9]*)) )?                                # .NET
    ( ({_W}+) (?: (?: _{{1,3}} | [-.'/\\@:&] | (?<=[0-9]),(?=[0-9]) ) ({_W}+) )* )
    ( (?<=[a-z]) (?: \+\+(?!\+) | \#(?!{_W}) ) )?                           # C++, C#
    """,
    re.VERBOSE,
)
_ADDRESS = re.compile(r"[/\\@:]")
_DOTTED = re.compile(r"(?<![0-9])\.|\.(?![0-9])")  # between digits a dot holds tighter than a hyphen: 2.13.0-rc1
_JOINED = re.compile(r"[-&]|_+")
_LEVELS = (_ADDRESS, _DOTTED, _JOINED)
_PAIR = re.compile(r"([^-_&.,'0-9]+)-([^-_&.,'0-9]+|[0-9]+)")

_NO_SPACES = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"  # Thai, Lao, Myanmar, Khmer
    "\u3005-\u3007\u3041-\u312f\u31a0-\u31bf\u31f0-\u31ff\U0001b000-\U0001b16f"  # Kana, Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_KOREAN = "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff"
_UNSPACED = re.compile(f"[{_NO_SPACES}]")
_HANGUL = re.compile(f"[{_KOREAN}]")
_SCRIPTS = re.compile(f"[{_NO_SPACES}]+|[{_KOREAN}]+|[^{_NO_SPACES}{_KOREAN}]+")
_LETTER = re.compile(r".\W*")  # and its marks, which are no \w to Python

_NUMBER = re.compile(r"([^0-9.,']*)([0-9]+(?:[.,'][0-9]+)*)([^0-9.,']*)")
_THOUSANDS = re.compile(r"([1-9][0-9]{0,2}([.,'])[0-9]{3}(?:\2[0-9]{3})*)(?:(?!\2)[.,]([0-9]+))?")
_SPACED_THOUSANDS = re.compile("[\u00a0\u2007\u2009\u202f](?<=[0-9].)(?<![0-9]{4}.)(?=[0-9]{3}(?![0-9]))")
_SEPARATORS = re.compile("[.,']")
_ENGLISH_ENDINGS = frozenset(("s", "t", "d", "m", "ll", "re", "ve"))


def terms(text: str) -> list[str]:
    """The index terms of `text` in order, as often as they occur; none is empty or holds white space.

    White space always parts: the terms of two texts with a line break between are those of the first and the second.
    """
    if not text.isascii():
        text = _SPACED_THOUSANDS.sub("", text)
    found: list[str] = []
    for run in text.split():
        found += _of_short_run(run) if len(run) <= _REMEMBERED else _of_run(run)
    return found


def _of_run(run: str) -> tuple[str, ...]:
    """The terms of a run without white space: most often one word and its punctuation."""
    folded = fold(run).strip(_PUNCTUATION)
    if folded.isascii() and folded.isalpha() and len(folded) <= _LONGEST:
        return (folded,)
    found = [term for match in _NAMES.finditer(folded) for term in _of_match(match)]
    return tuple(found if len(folded) <= _LONGEST else [term[:_LONGEST] for term in found])


_of_short_run = lru_cache(maxsize=1 << 15)(_of_run)


def _of_match(match: re.Match[str]) -> list[str]:
    sign, dotted, name, first, last, signs = match.groups()
    if sign:
        return [sign]
    found = [f".{dotted}"] if dotted else []
    found += _of_name(name, 0)
    if signs:
        word = last or first
        found.append(word[len(word.rstrip(ascii_lowercase)) :] + signs)
    return found


def _of_name(name: str, level: int) -> list[str]:
    """A name that is divided at `_LEVELS[level]` or a later one, whole and in parts; else a word."""
    if name.isalnum():  # no more to divide: most names end here
        return _of_word(name)
    parts = [name]
    while level < len(_LEVELS) and len(parts) == 1:
        parts = _LEVELS[level].split(name)
        level += 1
    if len(parts) == 1:
        return _of_word(name)
    found = []
    if not _UNSPACED.search(name):  # where it writes no spaces, a whole may be half a sentence
        if "." in name and all(len(part) == 1 and part.isalpha() for part in parts):
            return ["".join(parts)]  # U.S.A. and e.g. are read as one word
        if len(name) <= _LONGEST:
            found.append(name)
        if pair := _PAIR.fullmatch(name):  # e-mail, Wi-Fi, COVID-19: others write it together
            found.append(pair[1] + pair[2])
    for part in parts:
        found += _of_name(part, level)
    return found


def _of_word(word: str) -> list[str]:
    """A word, or several where scripts meet: `API를` is an English word with a Korean particle."""
    if word.isascii():
        return _of_spelled(word)
    found = []
    for run in _SCRIPTS.findall(word):
        if _UNSPACED.match(run):
            found += _pairs(run)
        elif _HANGUL.match(run):
            found += _pairs(run) if len(run) < 3 else [run, *_pairs(run)]
        elif spelled := run.strip(".,'"):
            found += _of_spelled(spelled)
    return found


def _pairs(run: str) -> list[str]:
    """Each letter with its right neighbour; alone if it has none, or bears marks and so may be a word (Thai งู)."""
    if run.isalnum():  # no marks
        return [left + right for left, right in pairwise(run)] or [run]
    letters = _LETTER.findall(run)
    found = []
    for left, right in pairwise(letters):
        if len(left) > 1:
            found.append(left)
        found.append(left + right)
    if len(letters) == 1 or len(letters[-1]) > 1:
        found.append(letters[-1])
    return found


def _of_spelled(word: str) -> list[str]:
    """A word of a script with spaces, which may hold digits, apostrophes, and dots or commas between digits."""
    if word.isalpha():
        return [word]
    if number := _NUMBER.fullmatch(word):
        return _of_number(*number.groups())
    if "'" in word:
        return _of_shortened(word.split("'"))
    parts = _SEPARATORS.split(word)
    if len(parts) == 1:  # marks are no letters to Python
        return parts
    return [".".join(parts), *chain.from_iterable(map(_of_spelled, parts))]  # 3.12.0rc1


def _of_shortened(parts: list[str]) -> list[str]:
    """A word with apostrophes, without them; its parts too, but for the single letters of l'eau and John's."""
    if parts[-1] in _ENGLISH_ENDINGS:
        whole = "'".join(parts)  # I'd without it would be id, we'll be well
        parts = parts[:-1]
    else:
        whole = "".join(parts)
    return [whole, *chain.from_iterable(_of_spelled(part) for part in parts if len(part) > 1)]


def _of_number(head: str, number: str, tail: str) -> list[str]:
    """A number and the letters written to it: `10kg` also as `10` and `kg`, `v2.13.0` also as `2.13.0`."""
    parts = _SEPARATORS.split(number)
    plain = ".".join(parts)
    if (head and tail) or (len(head) == 1 and len(parts) == 1):  # H2O and E17 are words, not counts
        return [head + plain + tail]
    found = [head + plain + tail] if head or tail else []
    if len(head) > 1:
        found.append(head)
    grouped = _THOUSANDS.fullmatch(number)
    if grouped:
        digits, separator, decimals = grouped.groups()
        found.append(digits.replace(separator, "") + (f".{decimals}" if decimals else ""))
    if not grouped or (separator == "." and not decimals):  # 1.234 may be a version or a decimal fraction
        found.append(plain)
    if len(parts) > 1:
        found += parts
    if len(tail) > 1:
        found.append(tail)
    return found
