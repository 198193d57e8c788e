"""Which retriever a library uses, which ones it refuses, and that no retriever loosens the gate behind it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
import sqlalchemy as sa

import engine
from engine.answering.gate import decide
from engine.errors import EngineError
from engine.retrieval.search import FUSED, LISTED, RETRIEVERS, settled
from engine.store.tables import asked
from engine.types.answers import Retrieval
from tests.types import Ingest

FILES = {
    "garden.md": b"# Garden\n\nThe roses are watered every morning.\n\n## Trees\n\nThe apple tree is cut in March.",
    "pumps.md": b"# Pumps\n\nThe seal of the pump is replaced once a year.\n\n## Oil\n\nFill up 3 litres of oil.",
}
QUESTIONS = [
    "When are the roses watered?",
    "How much oil?",
    "Who composed the Goldberg Variations?",
    "zzyzx",
    "tree seal",
]


def test_a_new_library_uses_the_second_stage_on_the_pool(library: engine.Library) -> None:
    assert engine.retrieval_of(library) == Retrieval("hybrid+late", 100)


def test_a_choice_is_used_and_survives_reopening(ingested: Ingest, library: engine.Library) -> None:
    ingested(FILES)
    generation = library.generation
    engine.use_retrieval(library, Retrieval("bm25", 40))
    again = engine.Library(library.settings)
    assert engine.retrieval_of(again) == Retrieval("bm25", 40)
    assert library.generation == generation  # nothing to build or to read again
    desk = engine.Desk(again)
    assert {tuple(hit.stages) for hit in desk.search("the seal").hits} == {("bm25",)}
    assert {tuple(hit.stages) for hit in desk.ask("the seal").decision.pool} == {("bm25",)}
    assert {tuple(hit.stages) for hit in desk.search("the seal", Retrieval("dense", 25)).hits} == {("dense",)}
    engine.use_retrieval(library, Retrieval("hybrid+late", 7))  # a desk that is open hears of it
    assert {tuple(hit.stages) for hit in desk.search("the seal").hits} == {("dense", "bm25", "hybrid", "late")}
    desk.ask("the seal", Retrieval("hybrid", 25))
    desk.ask("the seal")
    with again.database.read() as connection:
        recorded = connection.execute(sa.select(asked.c.retriever, asked.c.depth).order_by(asked.c.key)).all()
    assert [tuple(row) for row in recorded] == [("bm25", 25), ("hybrid", 25), ("hybrid+late", 7)]
    again.database.close()


@pytest.mark.parametrize(
    ("retrieval", "told"),
    [
        (Retrieval("fuzzy", 25), "There is no retriever “fuzzy”; choose one of dense, bm25, hybrid, hybrid+late"),
        (Retrieval("", 25), "There is no retriever “”; choose one of dense"),
        (Retrieval("hybrid+late", 0), "A depth of 0 cannot be used; choose one from 1 to 100."),
        (Retrieval("hybrid+late", 101), "A depth of 101 cannot be used; choose one from 1 to 100."),
        (Retrieval("dense", -1), "A depth of -1 cannot be used"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence_and_changes_nothing(
    library: engine.Library, retrieval: Retrieval, told: str
) -> None:
    desk = engine.Desk(library)
    refused: list[Callable[[], object]] = [
        lambda: desk.search("pump", retrieval),
        lambda: desk.ask("pump", retrieval),
        lambda: engine.use_retrieval(library, retrieval),
    ]
    for refuse in refused:
        with pytest.raises(EngineError) as raised:
            refuse()
        assert str(raised.value).startswith(told)
    assert engine.retrieval_of(library) == Retrieval("hybrid+late", 100)


def test_a_depth_means_nothing_without_a_second_stage() -> None:
    assert settled(Retrieval("dense", 60)) == settled(Retrieval("dense", 3)) == Retrieval("dense", LISTED)
    for depth in (1, 60, FUSED):
        assert settled(Retrieval("hybrid+late", depth)) == Retrieval("hybrid+late", depth)


def test_a_stricter_cut_answers_a_part_of_what_a_looser_one_answers(ingested: Ingest, library: engine.Library) -> None:
    ingested(FILES)
    desk = engine.Desk(library)
    for retriever in RETRIEVERS:
        retrieval = Retrieval(retriever, LISTED)
        found = {question: desk.search(question, retrieval).hits for question in QUESTIONS}
        cuts = sorted({hit.distance for hits in found.values() for hit in hits} | {0.0, 0.675, 2.0})
        kept = [{question for question, hits in found.items() if decide(hits, "distance", cut).kept} for cut in cuts]
        assert kept[0] == set()
        assert all(stricter <= looser for stricter, looser in pairwise(kept))
        assert kept[-1] == {question for question, hits in found.items() if hits}
        answers = [desk.ask(QUESTIONS[0], retrieval, cut=cut) for cut in (0.05, 0.675, 1.5)]
        assert [answer.outcome for answer in answers] == ["below_cut", "answered", "answered"]
        assert [answer.model_calls for answer in answers] == [0, 0, 0]
        nearest = min(hit.distance for hit in found[QUESTIONS[0]])
        assert [answer.decision.best_distance for answer in answers] == pytest.approx([nearest] * 3)
