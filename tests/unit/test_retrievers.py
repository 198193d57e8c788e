"""The pipeline: what each retriever makes of what the index gives, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine
from engine.retrieval.codes import project, unpack
from engine.retrieval.contents import StoredContents
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.encoder import Encoder
from engine.retrieval.index import Index, catch_up
from engine.retrieval.search import FUSED, LISTED, RETRIEVERS, Found, search
from engine.types.answers import Filter, Retrieval
from tests.unit.indexed import Row, exact, keyed, rows, searched, stocked

TOPICS = ["pressure", "bearing", "seal", "coupling", "impeller", "casing", "filter"]
FILES = {
    "pumps.md": "# Pumps\n\n"
    + "\n\n".join(
        f"Check {number}: look at the {TOPICS[number % 7]} of the pump when {number * 3} litres have run through."
        for number in range(130)
    ),
    "garden.md": "# Garden\n\n"
    + "\n\n".join(f"In week {number} the roses and the lawn are watered by hand." for number in range(20))
    + "\n\nGrapes, plums and cherries grow on the southern wall behind the shed, on plot 7731, in the sun.",
}
FILES["copy.md"] = FILES["garden.md"]

QUESTIONS = [
    "How is the pressure of the pump checked?",
    "Inspecting hydraulic machines for wear 7731",  # means pumps, but the one word that is found is a garden's
    "When are the roses watered?",
    "Who composed the Goldberg Variations?",
    "zzyzx",  # no chunk holds it
    "Check 17 impeller",
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, models: Path) -> Iterator[engine.Library]:
    files = {name: text.encode() for name, text in FILES.items()}
    with stocked(tmp_path_factory.mktemp("retrievers"), models, files) as library:
        yield library


@pytest.fixture(scope="module")
def encoder(library: engine.Library) -> Encoder:
    return library.encoder()


@pytest.fixture(scope="module")
def index(library: engine.Library, encoder: Encoder) -> Index:
    index = EmbeddedIndex(library.database, StoredContents(library.database), encoder.stamp)
    catch_up(index, searched(library))
    return index


@pytest.fixture(scope="module")
def by_key(library: engine.Library, index: Index) -> dict[int, Row]:
    return keyed(index, library.database)


def _ask(question: str, encoder: Encoder, index: Index, retriever: str, depth: int = LISTED) -> Found:
    return search(question, encoder, index, Retrieval(retriever, depth))


def _keys(found: Found) -> list[int]:
    return [hit.chunk_key for hit in found.hits]


def _fused(*rankings: Sequence[int]) -> list[int]:
    """Reciprocal ranks added up by hand; of equals, the one with the better rank anywhere, then in the first."""
    sums = {
        key: sum(1 / (60 + its.index(key) + 1) for its in rankings if key in its) for its in rankings for key in its
    }

    def places(key: int) -> list[int]:
        return [its.index(key) if key in its else 1_000 for its in rankings]

    return sorted(sums, key=lambda key: (-round(sums[key], 12), min(places(key)), places(key)))


def _late(question: str, key: int, encoder: Encoder, index: Index, by_key: dict[int, Row]) -> float:
    """Every word piece of the question meets every one of the chunk, one after the other."""
    reading = encoder.read([question])
    passage = unpack(index.token_codes([key])[key], index.stamp.dimensions).astype(np.float64).tolist()
    total = worth = 0.0
    for piece, vector in zip(reading.pieces[0].tolist(), project(reading.states[0]).tolist(), strict=True):
        n = sum(piece in row.pieces for row in by_key.values())
        weight = float(np.log(1 + (len(by_key) - n + 0.5) / (n + 0.5)))
        best = max(sum(a * b for a, b in zip(vector, other, strict=True)) for other in passage)
        total, worth = total + weight * best, worth + weight
    return total / worth


@pytest.mark.parametrize("retriever", RETRIEVERS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_hit_has_every_stage_of_its_retriever_in_order(
    encoder: Encoder, index: Index, retriever: str, question: str
) -> None:
    found = _ask(question, encoder, index, retriever, depth=10)
    assert list(found.milliseconds) == ["encode", *RETRIEVERS[retriever], "fetch"]
    assert all(spent >= 0 for spent in found.milliseconds.values())
    assert [hit.rank for hit in found.hits] == list(range(1, len(found.hits) + 1))
    assert len(found.hits) == len(set(_keys(found))) <= LISTED
    for hit in found.hits:
        assert tuple(hit.stages) == RETRIEVERS[retriever]
        assert any(hit.stages.values())
    np.testing.assert_array_equal(found.vector, encoder.encode([question])[0])


@pytest.mark.parametrize("retriever", RETRIEVERS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_ranks_and_scores_are_those_the_index_gives(
    encoder: Encoder, index: Index, retriever: str, question: str
) -> None:
    found = _ask(question, encoder, index, retriever)
    given = {
        "dense": index.dense(found.vector, encoder.stamp, FUSED, None),
        "bm25": index.keyword(question, FUSED, None),
    }
    for stage in set(given) & set(RETRIEVERS[retriever]):
        expected = {one.chunk_key: engine.StageRank(rank, one.score) for rank, one in enumerate(given[stage], start=1)}
        assert {hit.chunk_key: hit.stages[stage] for hit in found.hits} == {
            key: expected.get(key) for key in _keys(found)
        }
    if retriever in given:
        assert _keys(found) == [one.chunk_key for one in given[retriever]][:LISTED]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_order_of_hybrid_is_that_of_ranks_added_by_hand(encoder: Encoder, index: Index, question: str) -> None:
    found = _ask(question, encoder, index, "hybrid")
    dense = [one.chunk_key for one in index.dense(found.vector, encoder.stamp, FUSED, None)]
    keyword = [one.chunk_key for one in index.keyword(question, FUSED, None)]
    assert _keys(found) == _fused(dense, keyword)[:LISTED]
    for hit in found.hits:
        fused, seen = hit.stages["hybrid"], [hit.stages["dense"], hit.stages["bm25"]]
        assert fused is not None
        assert fused.rank == hit.rank
        assert fused.score == pytest.approx(sum(1 / (60 + one.rank) for one in seen if one))


@pytest.mark.parametrize("question", QUESTIONS[:4])
@pytest.mark.parametrize("depth", [1, 7, 25, 40])
def test_late_interaction_reorders_the_first_and_leaves_the_rest(
    encoder: Encoder, index: Index, by_key: dict[int, Row], question: str, depth: int
) -> None:
    found = _ask(question, encoder, index, "hybrid+late", depth)
    dense = [one.chunk_key for one in index.dense(found.vector, encoder.stamp, FUSED, None)]
    before = _fused(dense, [one.chunk_key for one in index.keyword(question, FUSED, None)])
    scores = {key: _late(question, key, encoder, index, by_key) for key in before[:depth]}
    reordered = [key for key in _keys(found) if key in scores]
    assert _keys(found)[len(reordered) :] == before[depth:LISTED]
    assert len(reordered) == min(depth, LISTED)
    for one, next_one in pairwise(reordered):
        assert scores[one] >= scores[next_one] - 1e-5
        if by_key[one].text == by_key[next_one].text:
            assert before.index(one) < before.index(next_one)
    assert (
        min(scores[key] for key in reordered)
        >= max((scores[key] for key in set(scores) - set(reordered)), default=-1) - 1e-5
    )
    for hit in found.hits:
        late = hit.stages["late"]
        if hit.chunk_key not in scores:
            assert late is None
        else:
            assert late is not None
            assert late.rank == hit.rank
            assert late.score == pytest.approx(scores[hit.chunk_key], abs=1e-5)
        assert hit.stages["hybrid"] is not None
        assert hit.stages["hybrid"].rank == before.index(hit.chunk_key) + 1


@pytest.mark.parametrize("retriever", RETRIEVERS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_hit_has_its_exact_distance_whoever_found_it(
    encoder: Encoder, index: Index, by_key: dict[int, Row], retriever: str, question: str
) -> None:
    found = _ask(question, encoder, index, retriever)
    expected = dict(exact(by_key, found.vector))
    assert {hit.chunk_key: hit.distance for hit in found.hits} == pytest.approx(
        {key: expected[key] for key in _keys(found)}, abs=1e-12
    )


def test_a_chunk_that_only_its_number_gives_away_is_found_by_keyword_alone(encoder: Encoder, index: Index) -> None:
    found = _ask(QUESTIONS[1], encoder, index, "hybrid+late")
    numbered = [hit for hit in found.hits if "7731" in hit.content]
    assert len(numbered) == 2  # and its copy
    for hit in numbered:
        assert hit.stages["dense"] is None
        assert hit.stages["bm25"] is not None


def test_a_question_without_a_known_term_is_ranked_by_its_vector(encoder: Encoder, index: Index) -> None:
    assert _ask("zzyzx", encoder, index, "bm25").hits == ()
    assert _keys(_ask("zzyzx", encoder, index, "hybrid")) == _keys(_ask("zzyzx", encoder, index, "dense"))


@pytest.mark.parametrize("retriever", RETRIEVERS)
def test_an_empty_index_gives_no_hits(library: engine.Library, encoder: Encoder, retriever: str) -> None:
    empty = EmbeddedIndex(library.database, StoredContents(library.database), encoder.stamp)
    assert _ask("pump", encoder, empty, retriever).hits == ()


@pytest.mark.parametrize("retriever", RETRIEVERS)
def test_a_filter_holds_for_every_stage(encoder: Encoder, index: Index, by_key: dict[int, Row], retriever: str) -> None:
    within = Filter(frozenset({"garden.md"}), frozenset())
    found = search(QUESTIONS[1], encoder, index, Retrieval(retriever, LISTED), within)
    assert found.hits
    assert {hit.document for hit in found.hits} == {"garden.md"}
    if retriever == "dense":
        inside = {key: row for key, row in by_key.items() if row.document == "garden.md"}
        assert _keys(found) == [key for key, _ in exact(inside, found.vector)][:LISTED]


class _Shrinking:
    """An index from which a document goes as soon as something was ranked."""

    def __init__(self, index: Index, document: int) -> None:
        self._index, self._document = index, document

    def __getattr__(self, name: str) -> Any:
        if name not in ("stamp", "dense", "keyword"):
            self._index.delete([self._document])
        return getattr(self._index, name)


@pytest.mark.parametrize("retriever", RETRIEVERS)
def test_what_goes_while_a_question_is_answered_is_left_out(
    library: engine.Library, encoder: Encoder, retriever: str
) -> None:
    index = EmbeddedIndex(library.database, StoredContents(library.database), encoder.stamp)
    catch_up(index, searched(library))
    going = next(row.document_key for row in rows(library.database).values() if row.document == "garden.md")
    found = _ask(QUESTIONS[2], encoder, _Shrinking(index, going), retriever)
    assert [hit.rank for hit in found.hits] == list(range(1, len(found.hits) + 1))
    assert {hit.document for hit in found.hits} >= {"copy.md"}
    assert "garden.md" not in {hit.document for hit in found.hits}
