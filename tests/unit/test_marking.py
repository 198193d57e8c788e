"""The sentences of a stretch of text: whole ones, verbatim, without what states nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.types.extraction import Heading

TEXT = "---\ntitle: x\n---\n# Pump\n\nFill it first. Then start it.\n\nIt hums.\nThat is right! Listen."
FRONT = TEXT.index("# Pump")


def _extraction(text: str, headings: tuple[Heading, ...] = (), body_start: int = 0) -> engine.Extraction:
    return engine.Extraction(text, None, headings, (), body_start, None, (), (), "markdown", 1)


DOCUMENT = _extraction(TEXT, (Heading(1, FRONT, FRONT + 6, "Pump"),), FRONT)


def _said(start: int, end: int, document: engine.Extraction = DOCUMENT) -> list[str]:
    return [document.text[first:last] for first, last in engine.sentences(document, start, end)]


def test_all_sentences_of_a_text_but_its_heading_and_front_matter() -> None:
    assert _said(0, len(TEXT)) == ["Fill it first.", "Then start it.", "It hums.", "That is right!", "Listen."]


def test_a_sentence_that_the_stretch_cuts_is_whole() -> None:
    inside = TEXT.index("ll it")
    assert _said(inside, inside + 3) == ["Fill it first."]
    assert _said(TEXT.index("start"), TEXT.index("hums")) == ["Then start it.", "It hums."]


def test_a_sentence_that_only_touches_the_stretch_is_not_in_it() -> None:
    after = TEXT.index("Fill it first.") + len("Fill it first.")
    assert _said(after, after + 1) == []


def test_a_heading_known_from_elsewhere_is_no_sentence() -> None:
    text = "Safety First\n\nWear gloves."
    assert _said(0, len(text), _extraction(text, (Heading(1, 0, 12, "Safety First"),))) == ["Wear gloves."]


def test_a_paragraph_longer_than_is_looked_at_gives_what_lies_in_the_stretch() -> None:
    text = "All is well. " * 2000
    start = text.index("All", 13_000)
    assert _said(start, start + 25, _extraction(text)) == ["All is well.", "All is well."]


@pytest.mark.parametrize("stretch", [(FRONT, FRONT + 6), (0, 5), (len(TEXT), len(TEXT))])
def test_where_nothing_is_stated_there_is_nothing_to_choose(stretch: tuple[int, int]) -> None:
    assert _said(*stretch) == []


@given(st.text("aA. \n#", max_size=80), st.data())
def test_every_sentence_reaches_into_the_stretch_and_they_do_not_overlap(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    reached = 0
    for first, last in engine.sentences(_extraction(text), start, end):
        assert reached <= first < last <= len(text)
        assert first < end
        assert start < last
        assert text[first:last] == text[first:last].strip()
        reached = last
