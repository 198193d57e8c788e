"""What is searched, and how near it is: exact ranking, exact distances, and no vectors of another kind."""

from __future__ import annotations

import numpy as np
import pytest
import sqlalchemy as sa

import engine
from engine.errors import EngineError
from engine.retrieval import contents
from engine.retrieval.contents import StoredContents
from engine.retrieval.embedded import EmbeddedIndex
from engine.retrieval.index import catch_up
from engine.store.tables import asked, chunks, vectors
from engine.store.vectors import text_key
from tests.pdfs import simple_pdf
from tests.types import Ingest

DENSE = engine.Retrieval("dense", 25)


class CountingGenerator:
    """Writes what it is told to and counts how often it was asked."""

    name = "counting"

    def __init__(self, text: str) -> None:
        self.calls = 0
        self.text = text

    def generate(self, question: str, sources: object) -> list[str]:
        self.calls += 1
        return [self.text]


def _corpus(count: int) -> dict[str, bytes]:
    topics = ["pump", "valve", "boiler", "turbine", "filter", "gasket", "sensor"]
    return {
        f"{number}.md": f"# Part {number}\n\nThe {topics[number % 7]} number {number} has {number * 3} bolts.".encode()
        for number in range(count)
    }


def test_ranking_and_distances_are_those_of_plain_arithmetic(ingested: Ingest, library: engine.Library) -> None:
    ingested(_corpus(40))
    found = engine.Desk(library).search("How many bolts has the turbine?", DENSE)
    query = found.vector.astype(np.float64)
    with library.database.read() as connection:
        rows = connection.execute(
            sa.select(chunks.c.key, vectors.c.vector).join(vectors, vectors.c.text_sha256 == chunks.c.text_sha256)
        ).all()
    distances = {row.key: 1 - float(np.frombuffer(row.vector, "<f4").astype(np.float64) @ query) for row in rows}
    expected = sorted(distances, key=lambda key: (distances[key], key))[:25]
    assert [hit.chunk_key for hit in found.hits] == expected
    assert [hit.rank for hit in found.hits] == list(range(1, 26))
    for hit in found.hits:
        assert hit.distance == pytest.approx(distances[hit.chunk_key], abs=1e-7)
        assert hit.stages["dense"].rank == hit.rank


def test_an_index_brought_up_to_date_equals_a_new_one(ingested: Ingest, library: engine.Library) -> None:
    desk = engine.Desk(library)
    done = ingested(_corpus(12))
    desk.search("gasket")
    library.remove([done["3.md"].key, done["7.md"].key])
    ingested({"5.md": b"# Part 5\n\nThe gasket was replaced by a seal.", "99.md": b"# Part 99\n\nA new gasket."})
    library.rebuild([done["1.md"].key])
    ingested({})
    for question in ("gasket", "How many bolts?"):
        kept = [(hit.document, hit.content, hit.distance) for hit in desk.search(question).hits]
        assert kept == [(hit.document, hit.content, hit.distance) for hit in engine.Desk(library).search(question).hits]
        assert "3.md" not in {name for name, _, _ in kept}


def test_documents_under_another_stamp_are_not_in_the_index(ingested: Ingest, library: engine.Library) -> None:
    ingested(_corpus(3))
    stored = StoredContents(library.database)
    index = EmbeddedIndex(library.database, stored, engine.describe(engine.DEFAULT_ENCODER))
    catch_up(index, stored.searched(library.digests().values()))
    assert index.stats().documents == 3
    catch_up(index, stored.searched(["some other digest"]))
    assert index.stats().documents == index.stats().chunks == 0


def test_a_library_of_stale_documents_says_so_instead_of_seeming_empty(
    ingested: Ingest, library: engine.Library
) -> None:
    desk = engine.Desk(library)
    assert "Nothing is indexed yet" in desk.ask("bolts").reason
    ingested(_corpus(1))
    library.apply(engine.Chunking("C", 512, 64), engine.DEFAULT_ENCODER)
    answer = desk.ask("bolts")
    assert (answer.outcome, answer.model_calls) == (engine.Outcome.NOTHING_INDEXED, 0)
    assert "rebuild them" in answer.reason


@pytest.mark.parametrize(
    ("question", "told"), [("", "no question"), (" \n ", "no question"), ("x" * 2001, "2,001 characters")]
)
def test_questions_that_are_none_get_a_sentence(library: engine.Library, question: str, told: str) -> None:
    with pytest.raises(EngineError, match=told):
        engine.Desk(library).ask(question)


def test_a_model_is_called_once_for_an_answer_and_never_for_a_refusal(
    ingested: Ingest, library: engine.Library
) -> None:
    ingested({"pumps.md": b"# Pumps\n\n## Priming\n\nFill the casing with water before the first start."})
    desk = engine.Desk(library)
    generator = CountingGenerator("Fill the casing with water [1]. See also [7].")
    answered = desk.ask("What must be filled before starting the pump?", generator=generator)
    assert (answered.outcome, answered.model_calls, generator.calls) == (engine.Outcome.ANSWERED, 1, 1)
    assert [citation.source.number for citation in answered.citations] == [1]
    refused = desk.ask("Who composed the Goldberg Variations?", generator=generator)
    assert (refused.outcome, refused.model_calls, generator.calls) == (engine.Outcome.BELOW_CUT, 0, 1)
    assert refused.decision.best_distance is not None
    assert refused.decision.best_distance >= refused.decision.cut
    with library.database.read() as connection:
        recorded = connection.execute(sa.select(asked.c.outcome, asked.c.model_calls).order_by(asked.c.key)).all()
    assert [tuple(row) for row in recorded] == [("answered", 1), ("below_cut", 0)]


def test_a_quote_is_content_and_stands_in_the_document(ingested: Ingest, library: engine.Library) -> None:
    library.apply(engine.Chunking("F", 128, 32), engine.DEFAULT_ENCODER)
    text = "# Pumps\n\nBefore.\n\n## Priming\n\n" + "\n\n".join(
        f"Step {number}: fill the casing with water of {number} degrees." for number in range(20)
    )
    document = ingested({"pumps.md": text.encode()})["pumps.md"]
    answer = engine.Desk(library).ask("With what is the casing filled?")
    assert answer.outcome is engine.Outcome.ANSWERED
    assert len(answer.sources) == 4
    for source in answer.sources:
        locator = source.hit.locator
        assert text[locator.start : locator.end] == source.quote
        assert not source.quote.startswith("[")
    for citation in answer.citations:
        for start, end in citation.sentences:
            assert citation.source.hit.locator.start <= start < end <= citation.source.hit.locator.end
            assert text[start:end] in answer.text
    assert all(piece.chunk.overlap_start <= piece.chunk.start for piece in library.chunks(document.key))


def test_the_vector_cache_names_texts_by_their_hash() -> None:
    assert text_key("a") == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"  # FIPS 180 of "a"


def test_a_question_of_nothing_that_can_be_read_is_a_sentence(ingested: Ingest, library: engine.Library) -> None:
    ingested(_corpus(1))
    with pytest.raises(EngineError, match="no question; type one"):
        engine.Desk(library).ask("\u200b")


@pytest.mark.parametrize("most", [0, 100])
def test_a_hit_in_a_replaced_pdf_is_on_the_page_of_the_new_one(
    ingested: Ingest, library: engine.Library, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Spans are kept in memory between questions, by build."""
    library.apply(engine.Chunking("E", 64, 0), engine.DEFAULT_ENCODER)
    valve, boiler = ["The relief valve is painted red and blue."], ["The boiler stands in the yard of the works."]
    desk = engine.Desk(library)
    for pages, expected in (([boiler, valve], 2), ([boiler, valve], 2), ([valve, boiler], 1)):
        ingested({"a.pdf": simple_pdf(pages)})
        monkeypatch.setattr(contents, "MOST_KEPT", most)
        best = desk.search("Which colour is the relief valve?").hits[0]
        assert (best.content, best.locator.page) == (valve[0], expected)


def test_both_searches_of_a_question_share_one_look_at_what_a_filter_lets_through(
    ingested: Ingest, library: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingested(_corpus(6))
    desk, within = engine.Desk(library), engine.Filter(frozenset({"2.md", "4.md"}), frozenset())
    looked = []
    matching = StoredContents.matching
    monkeypatch.setattr(StoredContents, "matching", lambda self, asked: looked.append(asked) or matching(self, asked))
    found = desk.search("How many bolts?", engine.Retrieval("hybrid", 25), within)
    assert {hit.document for hit in found.hits} == {"2.md", "4.md"}
    assert looked == [within]


def test_another_process_is_heard_at_the_next_question(ingested: Ingest, library: engine.Library) -> None:
    done = ingested(_corpus(2))
    desk = engine.Desk(library)
    assert {hit.document for hit in desk.search("bolts").hits} == {"0.md", "1.md"}
    other = engine.Library(library.settings)  # with connections of its own, as another process has
    other.remove([done["0.md"].key])
    assert {hit.document for hit in desk.search("bolts").hits} == {"1.md"}
    other.apply(engine.Chunking("C", 512, 64), engine.DEFAULT_ENCODER)
    assert desk.search("bolts").hits == ()
    other.database.close()
