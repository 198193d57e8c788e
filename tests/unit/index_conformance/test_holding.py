"""Documents come and go: what an index holds, and that nothing of what it let go of is left."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest
import sqlalchemy as sa
from numpy.typing import NDArray

import engine
from engine.retrieval.index import Index, Placed, catch_up
from engine.store.tables import chunks, vectors
from engine.types.answers import Filter
from engine.types.indexing import EncoderStamp
from tests.types import Drain, Ingest
from tests.unit.index_conformance.implementations import Open
from tests.unit.index_conformance.stock import FILES, QUESTIONS
from tests.unit.indexed import EVERYTHING, Row, hits_of, keyed, pieces_counted, rows, searched

Directions = list[NDArray[np.float32]]

PIECES = np.arange(30_522, dtype=np.uint32)
"""Every word piece of the encoder."""


def _answers(index: Index, directions: Directions) -> list[list[tuple[str, int, float]]]:
    """Everything two indexes must agree in, their chunk keys aside."""
    rankings = [index.dense(vector, index.stamp, EVERYTHING, None) for vector in directions]
    rankings += [index.keyword(question, EVERYTHING, None) for question in QUESTIONS]
    answers = []
    for ranking in rankings:
        hits = hits_of(index, [scored.chunk_key for scored in ranking])
        said = [
            (hit.document, hit.locator.start, round(scored.score, 5)) for hit, scored in zip(hits, ranking, strict=True)
        ]
        answers.append(sorted(said, key=lambda one: (-one[2], one[:2])))
    return answers


def test_nothing_is_held_at_first(
    opened: Open, stocked: engine.Library, stamp: EncoderStamp, directions: Directions
) -> None:
    index = opened(stocked.database, stamp)
    vector = directions[0]
    assert index.stamp == stamp
    assert index.held() == {}
    assert (index.stats().documents, index.stats().chunks) == (0, 0)
    assert index.dense(vector, stamp, 10, None) == index.keyword("pump", 10, None) == []
    assert index.dense(vector, stamp, 10, Filter(frozenset({"pump.md"}), frozenset())) == []
    assert index.distances(vector, [1, 2]) == index.token_codes([1, 2]) == {}
    assert index.holding(np.array([1, 2_000, 10**6], np.uint32)).tolist() == [0, 0, 0]
    assert index.fetch([Placed(1, 0.5, {})]) == ()
    index.delete([1, 2])
    index.upsert({})
    assert index.held() == {}


def test_documents_taken_in_are_held_counted_and_found(index: Index, stocked: engine.Library) -> None:
    held = rows(stocked.database)
    assert index.held() == searched(stocked)
    assert (index.stats().documents, index.stats().chunks) == (len(FILES), len(held))
    assert {(row.document, row.start, row.end) for row in keyed(index, stocked.database).values()} == held.keys()
    found = hits_of(index, [scored.chunk_key for scored in index.keyword("boiler", EVERYTHING, None)])
    assert {hit.document for hit in found} == {"boiler.md"}


def test_documents_let_go_of_are_as_if_they_had_never_been_there(
    index: Index,
    opened: Open,
    stocked: engine.Library,
    stamp: EncoderStamp,
    by_key: dict[int, Row],
    directions: Directions,
) -> None:
    gone = searched(stocked, ["pump.md", "boiler.md"])
    keys = [key for key, row in by_key.items() if row.document_key in gone]
    index.delete([*gone, 10**6])
    index.delete(gone)
    rest = {key: generation for key, generation in searched(stocked).items() if key not in gone}
    never = opened(stocked.database, stamp)
    never.upsert(rest)
    assert index.held() == rest
    assert index.stats() == never.stats()
    assert _answers(index, directions) == _answers(never, directions)
    assert index.distances(directions[0], keys) == index.token_codes(keys) == {}
    assert hits_of(index, keys) == ()
    assert index.holding(PIECES).tolist() == never.holding(PIECES).tolist()


def test_taking_a_document_in_again_counts_nothing_twice(
    index: Index, stocked: engine.Library, directions: Directions
) -> None:
    before, answers = index.stats(), _answers(index, directions)
    again = dict.fromkeys(searched(stocked, ["pump.md", "valve.md"]), 77)
    catch_up(index, {**searched(stocked), **again})
    assert index.held() == {**searched(stocked), **again}
    assert index.stats() == before
    assert _answers(index, directions) == answers
    counted = pieces_counted(keyed(index, stocked.database))
    assert index.holding(np.array(list(counted), np.uint32)).tolist() == list(counted.values())


def test_an_index_brought_up_to_date_answers_like_one_opened_anew(
    opened: Open, stocked: engine.Library, stamp: EncoderStamp, directions: Directions
) -> None:
    kept = opened(stocked.database, stamp)
    for names in (["pump.md", "valve.md"], ["valve.md", "sensor.md", "old/pump.md"], [], list(FILES)):
        wanted = searched(stocked, names)
        catch_up(kept, wanted)
        new = opened(stocked.database, stamp)
        catch_up(new, wanted)
        assert kept.held() == new.held() == wanted
        assert _answers(kept, directions) == _answers(new, directions)
        assert kept.holding(PIECES).tolist() == new.holding(PIECES).tolist()


def test_whoever_searches_meanwhile_misses_nothing_that_is_replaced(
    index: Index, stocked: engine.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document that is replaced has another key: the new one is there before the old one goes."""
    wanted = searched(stocked, ["valve.md", "sensor.md", "copy/pump.md"])
    index.delete(searched(stocked, ["copy/pump.md"]))
    delete, gone = index.delete, []

    def watched(documents: Collection[int]) -> None:
        assert index.held().keys() > wanted.keys()
        gone.extend(documents)
        delete(documents)

    monkeypatch.setattr(index, "delete", watched)
    catch_up(index, wanted)
    assert sorted(gone) == sorted(searched(stocked, ["pump.md", "boiler.md", "old/pump.md"]))
    assert index.held() == wanted


def test_a_new_version_takes_the_place_of_the_old(
    following: Open, ingested: Ingest, drained: Drain, library: engine.Library, stamp: EncoderStamp
) -> None:
    done = ingested({"a.md": b"# Old\n\nThe bearing is greased.", "b.md": b"# Other\n\nThe belt is tight."})
    index = following(library.database, stamp)
    catch_up(index, searched(library))
    old = [scored.chunk_key for scored in index.keyword("bearing", 9, None)]
    assert len(old) == 1
    ingested({"a.md": b"# New\n\nThe cable is cut.\n\n## Ends\n\nBoth ends of the cable are sealed."})
    assert hits_of(index, old) == ()  # ranked before, removed since
    catch_up(index, searched(library))
    assert index.held() == searched(library)
    assert index.keyword("bearing", 9, None) == []
    assert {row.document for row in keyed(index, library.database).values()} == {"a.md", "b.md"}
    assert len(index.keyword("cable", 9, None)) == index.stats().chunks - 1 == 2
    library.rebuild([done["b.md"].key])  # the same document, with chunks under new keys
    drained()
    catch_up(index, searched(library))
    assert hits_of(index, [scored.chunk_key for scored in index.keyword("belt", 9, None)])[0].document == "b.md"


def test_a_document_that_lacks_a_vector_is_left_out_and_hurts_no_other(
    opened: Open, ingested: Ingest, library: engine.Library, stamp: EncoderStamp
) -> None:
    ingested({"a.md": b"# One\n\nThe bearing is greased.", "b.md": b"# Two\n\nThe belt is tight."})
    index = opened(library.database, stamp)
    index.upsert(searched(library, ["a.md"]))
    lost = rows(library.database, ["b.md"])
    with library.database.write() as connection:
        name = connection.scalar(sa.select(chunks.c.text_sha256).where(chunks.c.text.like("%belt%")))
        row = connection.execute(sa.select(vectors).where(vectors.c.text_sha256 == name)).one()
        connection.execute(sa.delete(vectors).where(vectors.c.text_sha256 == name))
    index.upsert(searched(library, ["b.md"]))
    assert index.held() == searched(library, ["a.md"])
    assert hits_of(index, [scored.chunk_key for scored in index.keyword("bearing", 9, None)])[0].document == "a.md"
    assert index.keyword("belt", 9, None) == []
    assert index.stats().chunks == 1
    with library.database.write() as connection:
        connection.execute(sa.insert(vectors).values(row._asdict()))
    index.upsert(searched(library, ["b.md"]))
    assert index.stats().chunks == 1 + len(lost) == len(keyed(index, library.database))
    assert len(index.keyword("belt", 9, None)) == 1
