"""Names the ways in which a passage passes that answers nothing: it sounds alike, or it says the question's words."""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import pairwise

from engine.measuring.questions import Kind

_WORD = re.compile(r"\w+(?:[-.]\w+)*")
SHORTEST = 4
"""Letters from which on a word counts: shorter ones stand in every sentence."""


class Miss(StrEnum):
    """Why a question without an answer was answered."""

    NEAR = "near miss: similar words, another thing"
    LITERAL = "literal match: the words occur, the answer does not"
    FAR = "far: foreign words, and yet close enough"


def miss_of(question: str, kind: Kind, passage: str) -> Miss:
    """The kind of miss that let `passage` through for a near or far question.

    A match is literal where the passage holds two neighbouring words of the question side by side, both of at least
    `SHORTEST` letters, or one that has a digit in it, as part numbers have; upper and lower case are the same.
    """
    asked, said = _words(question), _words(passage)
    pairs = set(pairwise(said))
    side_by_side = any(pair in pairs and min(map(len, pair)) >= SHORTEST for pair in pairwise(asked))
    numbered = any(word in said for word in asked if _is_name(word))
    if side_by_side or numbered:
        return Miss.LITERAL
    return Miss.FAR if kind is Kind.FAR else Miss.NEAR


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _is_name(word: str) -> bool:
    """Whether a word is a name such as `ke-1420`: digits and something else, or three digits."""
    digits = sum(sign.isdigit() for sign in word)
    return digits >= 3 or 0 < digits < len(word)
