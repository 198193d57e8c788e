"""Bluffs by what let them through."""

from __future__ import annotations

import pytest

from engine.measuring.misses import Miss, miss_of
from engine.measuring.questions import Kind


@pytest.mark.parametrize(
    ("question", "passage", "miss"),
    [
        ("What does the element KE-1420 cost?", "Order the element as ke-1420.", Miss.LITERAL),
        ("In which release was issue 384 resolved?", "See issue 384 of that project.", Miss.LITERAL),
        ("What is the Maximum Inlet pressure?", "Ask for the maximum inlet in the manual.", Miss.LITERAL),
        ("How long is the lease of an address?", "A lease is extended every five seconds.", Miss.NEAR),
        ("What is the size of the pump?", "This is the end of the chapter.", Miss.NEAR),  # `of the` is in every text
        ("How many rows does the grid have?", "The grid itself has rows.", Miss.NEAR),  # not side by side
    ],
)
def test_a_near_question_is_a_near_miss_or_a_literal_match(question: str, passage: str, miss: Miss) -> None:
    assert miss_of(question, Kind.NEAR, passage) is miss


def test_a_far_question_is_far_unless_its_words_occur() -> None:
    assert miss_of("Who commanded the fleet at Lepanto?", Kind.FAR, "The worker holds a lease.") is Miss.FAR
    assert miss_of("Who was queen in 1587?", Kind.FAR, "RFC 1587 says more.") is Miss.LITERAL
