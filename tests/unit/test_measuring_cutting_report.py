"""The ledger of what a way of cutting destroys: which needles, and what single chunks still have of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.measuring.cutting_report import CuttingReport, cutting_report, from_json, to_json
from engine.measuring.questions import Kind, Needle, Question
from engine.types.indexing import Chunk, StoredChunk, WindowUse

TEXT = "---\nkey: value\n---\nFill the casing.\n\n## Priming\n\nThen start the pump. Watch the gauge.\n"
BODY = TEXT.index("Fill")
HEADING = TEXT.index("## Priming")
BEHIND = TEXT.index("Then")

Cut = tuple[int, int, int]
"""Where a chunk's overlap begins, where it begins and where it ends."""


def pieces(text: str, cuts: Sequence[Cut]) -> list[StoredChunk]:
    return [
        StoredChunk(
            place,
            Chunk(start, end, overlap_start, "", (), "", text[start:end], text[overlap_start:end], ()),
            WindowUse(10, 0, 0, None),
        )
        for place, (overlap_start, start, end) in enumerate(cuts)
    ]


def asks(id: str, *needles: Needle) -> Question:
    return Question(id, f"What is {id}?", Kind.IN if needles else Kind.FAR, needles, None, None, None)


def report(cuts: Sequence[Cut], *needles: Needle) -> CuttingReport:
    return cutting_report([asks("q", *needles)], {"a.md": TEXT}, {"a.md": pieces(TEXT, cuts)})


def parts(cuts: Sequence[Cut], start: int, end: int) -> list[tuple[tuple[int, int], ...]]:
    """The parts of every destroyed needle, where there is one at `[start, end)`."""
    return [lost.parts for lost in report(cuts, Needle("a.md", start, end)).ledger]


def test_a_needle_over_two_chunks_is_in_two_parts_that_meet_at_the_cut() -> None:
    cuts = [(BODY, BODY, 30), (30, 30, len(TEXT))]
    assert parts(cuts, 25, 40) == [((25, 30), (30, 40))]
    (lost,) = report(cuts, Needle("a.md", 25, 40)).ledger
    assert (lost.id, lost.question, lost.text) == ("q", "What is q?", TEXT[25:40])


def test_a_needle_over_three_chunks_is_in_three_parts() -> None:
    assert parts([(0, 0, 30), (30, 30, 35), (35, 35, 60)], 25, 40) == [((25, 30), (30, 35), (35, 40))]


def test_a_heading_that_no_chunk_holds_is_missing_between_the_parts() -> None:
    # strategies with a header quote no heading line: it stands in front of what is embedded
    assert parts([(BODY, BODY, HEADING - 2), (BEHIND, BEHIND, len(TEXT))], 25, BEHIND + 10) == [
        ((25, HEADING - 2), (BEHIND, BEHIND + 10))
    ]


def test_front_matter_is_in_no_chunk_hence_the_needle_has_only_what_lies_behind_it() -> None:
    cuts = [(BODY, BODY, len(TEXT))]
    assert parts(cuts, BODY - 4, BODY + 4) == [((BODY, BODY + 4),)]
    assert parts(cuts, 4, BODY - 4) == [()]
    assert parts(cuts, BODY - 4, BODY) == [()]  # it ends where the first chunk begins
    assert parts(cuts, BODY, BODY + 4) == []


def test_an_overlap_saves_what_it_reaches_and_shows_the_rest_twice() -> None:
    cuts = [(BODY, BODY, 40), (30, 40, len(TEXT))]
    assert parts(cuts, 30, 50) == []
    assert parts(cuts, 29, 50) == [((29, 40), (30, 50))]


def test_a_needle_in_a_document_without_chunks_is_destroyed() -> None:
    found = cutting_report([asks("q", Needle("b.md", 0, 4))], {"b.md": "Text"}, {})
    assert [(lost.text, lost.parts) for lost in found.ledger] == [("Text", ())]


def test_chunks_of_another_document_hold_nothing_of_it() -> None:
    texts = {"a.md": TEXT, "b.md": TEXT}
    both = {"a.md": pieces(TEXT, [(0, 0, 80)]), "b.md": pieces(TEXT, [(0, 0, 10)])}
    found = cutting_report([asks("q", Needle("a.md", 5, 30), Needle("b.md", 5, 30))], texts, both)
    assert [(lost.needle.document, lost.parts) for lost in found.ledger] == [("b.md", ((5, 10),))]


def test_every_question_about_a_destroyed_needle_has_an_entry_in_the_sets_order() -> None:
    gone, whole = Needle("a.md", 25, 40), Needle("a.md", BODY, 24)
    asked = [asks("one", whole, gone), asks("far"), asks("two", gone)]
    found = cutting_report(asked, {"a.md": TEXT}, {"a.md": pieces(TEXT, [(BODY, BODY, 30), (30, 30, 80)])})
    assert [(lost.id, lost.needle) for lost in found.ledger] == [("one", gone), ("two", gone)]


def test_the_window_is_counted_over_all_documents() -> None:
    both = {name: pieces(TEXT, [(0, 0, 10), (10, 10, 20)]) for name in ("a.md", "b.md")}
    window = cutting_report([], {}, both).window
    assert (window.chunks, window.tokens, window.overflowing) == (4, 40, 0)


def test_a_report_comes_back_from_json_as_it_was() -> None:
    found = report([(BODY, BODY, 30), (30, 30, 80)], Needle("a.md", 25, 40), Needle("a.md", 4, 9))
    assert len(found.ledger) == 2
    assert from_json(json.loads(json.dumps(to_json(found)))) == found


@st.composite
def cut_texts(draw: st.DrawFn) -> list[Cut]:
    """Chunks in the document's order that may leave gaps, with overlaps of any length."""
    edges = sorted(draw(st.sets(st.integers(0, len(TEXT)), min_size=2, max_size=10)))
    stretches = [pair for pair in pairwise(edges) if draw(st.booleans())]
    return [(draw(st.integers(0, start)), start, end) for start, end in stretches]


@given(cut_texts(), st.integers(0, len(TEXT) - 1), st.integers(1, 40))
def test_a_needle_is_in_the_ledger_exactly_if_no_single_chunk_covers_it(cuts: list[Cut], start: int, long: int) -> None:
    end = min(start + long, len(TEXT))
    covered = any(overlap_start <= start and end <= chunk_end for overlap_start, _, chunk_end in cuts)
    found = parts(cuts, start, end)
    assert len(found) == (0 if covered else 1)
    for its in found:
        assert list(its) == sorted(its)
        assert all(start <= part_start < part_end <= end for part_start, part_end in its)
        held = {at for part in its for at in range(*part)}
        assert held == {
            at for at in range(start, end) if any(overlap <= at < chunk_end for overlap, _, chunk_end in cuts)
        }
