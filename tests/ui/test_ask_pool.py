"""What Ask shows of the pool: every passage that the gate looked at, with what each stage of the search thought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import engine
from dashboard import state, words
from tests.types import Ingest
from tests.ui.marks import drawn_html
from tests.ui.reader import Reader


@pytest.fixture
def answered(library: engine.Library, ingested: Ingest, opened: Callable[[str], AppTest]) -> AppTest:
    """An answer over five kettles and the tides, found by all four stages."""
    kettles = {
        f"kettle {n}.txt": f"Kettle {n} is descaled with citric acid every {n} weeks.".encode() for n in range(5)
    }
    ingested({**kettles, "tides.txt": b"High tide in Cuxhaven: noon."})
    engine.use_retrieval(library, engine.Retrieval("hybrid+late", 25))
    page = opened("ask")
    page.text_input(key=state.QUESTION).input("How often is the kettle descaled?")
    page.button(key="ask").click().run()
    assert not page.exception
    return page


def test_the_pool_is_listed_with_what_passed_and_every_stage(answered: AppTest) -> None:
    table = answered.dataframe[0].value
    assert list(table["Rank"]) == list(table["Late rank"]) == [1, 2, 3, 4, 5, 6]
    assert list(table["Late score"]) == sorted(table["Late score"], reverse=True)
    assert sorted(table["Dense rank"]) == sorted(table["Fused rank"]) == [1, 2, 3, 4, 5, 6]
    for distance, score in zip(table["Distance"], table["Dense score"], strict=True):
        assert distance == pytest.approx(1 - score, abs=1e-5)
    assert list(table["Passed"]) == ["yes", "yes", "yes", "yes", "yes", "no"]
    assert list(table["Source"]) == ["[1]", "[2]", "[3]", "[4]", "", ""]  # an answer is made of four at most
    assert table["Document"][5] == "tides.txt"
    assert table["Place"][5] == "characters 0–28"
    assert table[["BM25 rank", "BM25 score"]].isna().all(axis=1).tolist() == [False] * 5 + [True]  # no word in common
    hits = answered.session_state["answer"].decision.pool
    assert words.stages(hits[5]) == "Rank 6: dense 6 · BM25 not seen · fused 6 · late 6"
    for card, hit in zip(drawn_html(answered)[1:5], hits, strict=False):
        assert words.stages(hit) in Reader(card).text


@pytest.mark.parametrize(
    ("distances", "shown"),
    [
        ([0.8, 0.9, 0.7, 0.9, 0.9, 0.9], [1, 2, 3, 4]),
        ([0.8, 0.9, 0.9, 0.9, 0.9, 0.7], [1, 2, 3, 6]),
        ([0.8, 0.7], [1, 2]),
    ],
)
def test_a_refusal_shows_the_passage_that_its_best_distance_is_of(
    answered: AppTest, distances: list[float], shown: list[int]
) -> None:
    answer = answered.session_state[state.ANSWER]
    hit = answer.decision.pool[0]
    pool = tuple(replace(hit, rank=rank, distance=distance) for rank, distance in enumerate(distances, start=1))
    decision = replace(answer.decision, pool=pool, passed=(), kept=(), best_score=0.7, best_distance=0.7)
    answered.session_state[state.ANSWER] = replace(
        answer, outcome=engine.Outcome.BELOW_CUT, text="", sentences=(), citations=(), sources=(), decision=decision
    )
    cards = [Reader(source).text for source in drawn_html(answered.run())]
    assert [f"Rank {rank}:" in card for rank, card in zip(shown, cards, strict=True)] == [True] * len(shown)
