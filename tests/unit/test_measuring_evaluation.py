"""Strategies and retrievers measured beside each other, on indexes of their own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import engine
from engine.measuring.evaluation import Evaluated, Evaluation, evaluate
from engine.measuring.questions import QuestionRow
from engine.retrieval.encoder import Reading
from engine.types import Chunking, Retrieval
from tests.types import Ingest
from tests.unit.measuring_trials import row

FILLER = " ".join(f"Bolt {number} is tightened with {number + 3} newton metres." for number in range(20))
PUMP = f"# Pumps\n\n## Priming\n\nFill the casing with water before the first start. {FILLER}\n"
VALVE = "# Valves\n\n## Colours\n\nThe relief valve is painted red.\n\n## Makers\n\nThe drain valve is made in Porto.\n"
ROWS = [
    row("red", question="Which colour is the relief valve?", needle="The relief valve is painted red."),
    row("casing", question="What must be filled before the start?", needle="Fill the casing with water", pair="p"),
    row("casing2", question="The pump runs dry, what now?", needle="Fill the casing with water", pair="p"),
    row("two", question="Where are valves made and tightened?", needle="The drain valve is made in Porto."),
    row("two", question="Where are valves made and tightened?", needle="Bolt 19 is tightened with 22 newton metres."),
    row("far", "far", question="Who composed the Goldberg Variations?"),
]
DENSE, BM25 = Retrieval("dense", 25), Retrieval("bm25", 25)


def made(
    library: engine.Library,
    strategies: str,
    retrievals: Sequence[Retrieval] = (DENSE,),
    rows: Sequence[QuestionRow] = ROWS,
) -> Evaluation:
    chunkings = [Chunking(letter, 128, 16) for letter in strategies]
    return evaluate(library, "set", rows, chunkings, retrievals, lambda *_: None)


def named(evaluation: Evaluation) -> list[tuple[str, str]]:
    return [(run.chunking.strategy, run.retrieval.retriever) for run in evaluation.runs]


def test_every_strategy_is_searched_by_every_retriever(library: engine.Library, ingested: Ingest) -> None:
    ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})
    found = made(library, "AE", [DENSE, BM25])
    assert named(found) == [("A", "dense"), ("A", "bm25"), ("E", "dense"), ("E", "bm25")]
    for run in found.runs:
        assert (len(run.ranks), len(run.groups), run.recall[4].n, run.mrr.n) == (5, 5, 5, 5)
        assert run.groups == ("question red", "pair p", "pair p", "question two", "question two")
        assert run.recall_of_groups[4].n == 3
        assert run.recall[1].value == sum(rank == 1 for rank in run.ranks) / 5
        assert run.milliseconds["encode"] > 0
    assert len(found.comparisons) == 6


def test_what_no_chunk_covers_is_destroyed_and_found_by_nobody(library: engine.Library, ingested: Ingest) -> None:
    ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})
    blind, whole = made(library, "AE").runs
    # 128 characters a piece: the first cut of the valves falls at 128, inside "The drain valve is made in Porto."
    assert VALVE[64:128].endswith(VALVE[120:128])
    cut = [
        (document, start, end)
        for document, text in (("pump.md", PUMP), ("valve.md", VALVE))
        for needle in dict.fromkeys(one.needle for one in ROWS if one.needle and one.needle in text)
        if (start := text.index(needle)) // 128 != ((end := start + len(needle)) - 1) // 128
    ]
    assert {tuple(needle) for needle in blind.destroyed} == set(cut)
    assert cut
    lost = [rank for rank, needle in zip(blind.ranks, needles(blind, library), strict=True) if needle in cut]
    assert lost == [None] * len(blind.destroyed)
    assert whole.destroyed == ()


def needles(run: Evaluated, library: engine.Library) -> list[tuple[str, int, int]]:
    texts = {"pump.md": PUMP, "valve.md": VALVE}
    places = []
    for one in ROWS:
        if one.needle:
            document = next(name for name, text in texts.items() if one.needle in text)
            start = texts[document].index(one.needle)
            places.append((document, start, start + len(one.needle)))
    return places


def test_nothing_is_searched_or_embedded_twice(
    library: engine.Library, ingested: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingested({"valve.md": VALVE.encode()})
    rows = [ROWS[0], ROWS[-1]]
    encoder = library.encoder()
    read, texts = type(encoder).read, list[str]()

    def listen(self: object, some: Sequence[str]) -> Reading:
        texts.extend(some)
        return read(self, some)  # type: ignore[arg-type]

    monkeypatch.setattr(type(encoder), "read", listen)
    first = made(library, "AE", rows=rows)
    embedded = len(texts)
    assert made(library, "AE", rows=rows).runs == first.runs
    assert len(texts) == embedded
    made(library, "AE", [DENSE, BM25], rows=rows)
    assert len(texts) == embedded + 4  # two questions, asked of two more indexes; no chunk is embedded again
    library.apply(Chunking("C", 300, 0), engine.DEFAULT_ENCODER)
    with pytest.raises(engine.EngineError, match="rebuild those that are stale"):
        made(library, "AE", rows=rows)
    library.rebuild([document.key for document in library.documents()])


def test_the_librarys_own_index_and_settings_stay_as_they_are(library: engine.Library, ingested: Ingest) -> None:
    document = ingested({"valve.md": VALVE.encode()})["valve.md"]
    before = (library.chunking, library.version, library.chunks(document.key))
    made(library, "AG", rows=[ROWS[0]])
    assert (library.chunking, library.version, library.chunks(document.key)) == before
    assert engine.Desk(library).search("relief").hits[0].document == "valve.md"


def test_strategies_that_only_differ_in_what_they_do_not_use_are_one(library: engine.Library, ingested: Ingest) -> None:
    ingested({"valve.md": VALVE.encode()})
    chunkings = [Chunking("E", 128, 16), Chunking("E", 128, 32)]
    found = evaluate(library, "set", [ROWS[0]], chunkings, [DENSE, Retrieval("dense", 9)], lambda *_: None)
    assert named(found) == [("E", "dense")]


def test_a_comparison_counts_rows_and_decides_on_groups(library: engine.Library, ingested: Ingest) -> None:
    ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})
    (compared,) = made(library, "AE").comparisons
    blind, whole = (run.ranks for run in made(library, "AE").runs)
    at4 = [((a or 99) <= 4, (b or 99) <= 4) for a, b in zip(blind, whole, strict=True)]
    assert (compared.rows.wins, compared.rows.losses) == (at4.count((True, False)), at4.count((False, True)))
    assert compared.groups.wins + compared.groups.losses + compared.groups.ties == 3


@pytest.mark.parametrize(
    ("strategy", "retrieval", "told"),
    [("Z", DENSE, "'Z'"), ("E", Retrieval("guess", 25), "guess"), ("E", Retrieval("hybrid+late", 0), "depth of 0")],
)
def test_what_cannot_be_is_a_sentence(
    library: engine.Library, ingested: Ingest, strategy: str, retrieval: Retrieval, told: str
) -> None:
    ingested({"valve.md": VALVE.encode()})
    with pytest.raises(engine.EngineError, match=told):
        made(library, strategy, [retrieval], [ROWS[0]])


def test_documents_that_change_meanwhile_are_evaluated_as_they_were(library: engine.Library, ingested: Ingest) -> None:
    documents = ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})
    before = made(library, "C")

    def remove(stage: str, *_: object) -> None:
        if stage == "questions":
            library.remove([documents["pump.md"].key])

    found = evaluate(library, "set", ROWS, [Chunking("E", 128, 0), Chunking("C", 128, 0)], [DENSE], remove)
    assert found.runs[0].destroyed == ()
    assert found.runs[1] == before.runs[0]  # of the same documents: the stored run
    assert [document.name for document in library.documents()] == ["valve.md"]
