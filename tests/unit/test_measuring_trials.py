"""Trials: a needle is found when a chunk covers it whole, and what is stored comes back as it was."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measuring.questions import Kind, Needle, Question
from engine.measuring.trials import from_json, run, to_json, trial_of
from engine.retrieval.search import Found
from engine.types.answers import Hit, StageRank
from tests.unit.answering_hits import hit
from tests.unit.measuring_trials import trial

NEEDLE = Needle("a.md", 100, 140)


def question(*needles: Needle, kind: Kind = Kind.IN) -> Question:
    return Question("q1", "Which one?", kind, needles, "ticket", "p1", "near miss")


def found(*hits: Hit) -> Found:
    return Found(hits, np.zeros(3, np.float32), {"encode": 4.5, "dense": 1.0})


def chunk(overlap_start: int, start: int, end: int, document: str = "a.md") -> Hit:
    return replace(hit("x" * (end - start), start=start, document=document), overlap_start=overlap_start)


@pytest.mark.parametrize(
    ("hit", "holds", "quotable"),
    [
        (chunk(100, 100, 140), True, True),
        (chunk(0, 50, 200), True, True),
        (chunk(100, 101, 200), True, False),  # it reaches into the overlap: found, not quotable
        (chunk(101, 101, 200), False, False),
        (chunk(100, 100, 139), False, False),
        (chunk(0, 0, 300, "b.md"), False, False),
    ],
)
def test_half_a_needle_is_no_hit(hit: Hit, holds: bool, quotable: bool) -> None:
    (ranked,) = trial_of(question(NEEDLE), found(hit)).ranked
    assert (ranked.holds, ranked.quotable) == (holds, quotable)
    assert (ranked.document, ranked.start, ranked.end) == (hit.document, hit.locator.start, hit.locator.end)
    assert ranked.overlap_start == hit.overlap_start


def test_every_needle_has_the_rank_of_the_first_chunk_that_covers_it() -> None:
    needles = (NEEDLE, Needle("b.md", 0, 5), Needle("a.md", 110, 130))
    hits = (chunk(105, 105, 135), chunk(90, 95, 140), chunk(0, 0, 200))
    ranked = found(*(replace(one, rank=rank) for rank, one in enumerate(hits, start=1)))
    assert trial_of(question(*needles), ranked).needle_ranks == (2, None, 1)
    assert trial_of(question(*needles), found()).needle_ranks == (None, None, None)


def test_a_hit_keeps_the_ranks_and_scores_of_the_stages_that_saw_it() -> None:
    stages = {"dense": StageRank(3, 0.7), "bm25": None, "hybrid": StageRank(1, 0.0159)}
    (ranked,) = trial_of(question(NEEDLE), found(replace(chunk(90, 90, 150), chunk_key=42, stages=stages))).ranked
    assert (ranked.chunk, ranked.stages) == (42, {"dense": StageRank(3, 0.7), "hybrid": StageRank(1, 0.0159)})


def test_any_of_several_needles_will_do() -> None:
    (ranked,) = trial_of(question(Needle("b.md", 0, 5), NEEDLE, Needle("a.md", 0, 9)), found(chunk(90, 90, 150))).ranked
    assert ranked.holds


def test_every_question_is_searched_once_and_one_without_hits_stays() -> None:
    searched: list[str] = []
    heard: list[tuple[str, int, int, str]] = []

    def search(asked: Question) -> Found:
        searched.append(asked.question)
        return found()

    far = replace(question(kind=Kind.FAR), id="f", question="Who?")
    done = list(run([question(NEEDLE), far], search, lambda *said: heard.append(said)))
    assert searched == ["Which one?", "Who?"]
    assert heard == [("questions", 0, 2, "q1"), ("questions", 1, 2, "f"), ("questions", 2, 2, "")]
    assert [(one.id, one.kind, one.ranked) for one in done] == [("q1", Kind.IN, ()), ("f", Kind.FAR, ())]
    assert (done[0].phrasing, done[0].pair, done[0].note) == ("ticket", "p1", "near miss")
    assert (done[0].needles, done[1].needles) == ((NEEDLE,), ())
    assert done[0].milliseconds == {"encode": 4.5, "dense": 1.0}


@given(st.lists(st.floats(0, 2), max_size=5), st.sampled_from(list(Kind)))
def test_what_was_stored_comes_back_bit_for_bit(distances: list[float], kind: Kind) -> None:
    made = trial("q 🦊", kind, *distances, holding={0})
    assert from_json(*json.loads(json.dumps(to_json(made)))) == made
