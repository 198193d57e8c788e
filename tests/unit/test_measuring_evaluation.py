"""Strategies and retrievers measured beside each other, on indexes of their own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import engine
from engine.measuring.evaluation import Evaluated, Evaluation, Plan, evaluate, planned
from engine.measuring.figures import compared
from engine.measuring.hiding import Hidden
from engine.measuring.questions import QuestionRow
from engine.measuring.runs import list_runs
from engine.measuring.sets import save_set
from engine.retrieval.encoder import Reading
from engine.types.answers import Retrieval
from engine.types.indexing import Chunking, Progress
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


def plan(
    library: engine.Library,
    chunkings: Sequence[Chunking],
    retrievals: Sequence[Retrieval],
    rows: Sequence[QuestionRow],
    hidden: Hidden = Hidden.NOTHING,
) -> Plan:
    return planned(save_set(library.database, "set", rows), chunkings, retrievals, hidden)


def made(
    library: engine.Library,
    strategies: str,
    retrievals: Sequence[Retrieval] = (DENSE,),
    rows: Sequence[QuestionRow] = ROWS,
    progress: Progress = lambda *_: None,
) -> Evaluation:
    chunkings = [Chunking(letter, 128, 16) for letter in strategies]
    return evaluate(library, plan(library, chunkings, retrievals, rows), progress)


def named(evaluation: Evaluation) -> list[tuple[str, str]]:
    return [(one.run.way.chunking.strategy, one.run.way.retrieval.retriever) for one in evaluation.runs]


def ranks(one: Evaluated) -> list[int | None]:
    return [row.rank for row in one.figures.rows]


def test_every_strategy_is_searched_by_every_retriever(library: engine.Library, ingested: Ingest) -> None:
    ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})
    found = made(library, "AE", [DENSE, BM25])
    assert named(found) == [("A", "dense"), ("A", "bm25"), ("E", "dense"), ("E", "bm25")]
    for one in found.runs:
        figures = one.figures
        assert (len(figures.rows), figures.recall[4].n, figures.mrr.n) == (5, 5, 5)
        assert [row.group for row in figures.rows] == [
            "question red",
            "pair p",
            "pair p",
            "question two",
            "question two",
        ]
        assert (figures.recall_of_groups[4].n, figures.mrr_of_groups.n) == (3, 3)
        assert figures.recall[1].value == sum(rank == 1 for rank in ranks(one)) / 5
        assert figures.milliseconds["encode"] > 0
        assert [trial.id for trial in one.trials] == ["red", "casing", "casing2", "two", "far"]


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
    assert {tuple(lost.needle) for lost in blind.run.report.ledger} == set(cut)
    assert cut
    assert [row.rank for row in blind.figures.rows if row.needle in cut] == [None] * len(blind.run.report.ledger)
    assert whole.run.report.ledger == ()
    for lost in blind.run.report.ledger:  # blind cuts lie at every 128th character
        start, end = lost.needle.start, lost.needle.end
        at = -(-start // 128) * 128
        assert lost.parts == ((start, at), (at, end))
        assert lost.text == {"pump.md": PUMP, "valve.md": VALVE}[lost.needle.document][start:end]


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
    found = evaluate(library, plan(library, chunkings, [DENSE, Retrieval("dense", 9)], [ROWS[0]]), lambda *_: None)
    assert named(found) == [("E", "dense")]


def test_a_comparison_counts_rows_and_decides_on_groups(library: engine.Library, ingested: Ingest) -> None:
    ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})
    blind, whole = made(library, "AE").runs
    found = compared(blind.figures.rows, whole.figures.rows)
    at4 = [((a or 99) <= 4, (b or 99) <= 4) for a, b in zip(ranks(blind), ranks(whole), strict=True)]
    assert (found.rows.wins, found.rows.losses) == (at4.count((True, False)), at4.count((False, True)))
    assert found.groups.wins + found.groups.losses + found.groups.ties == 3


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
        if stage.endswith("questions"):
            library.remove([documents["pump.md"].key])

    found = made(library, "EC", progress=remove)
    assert found.runs[0].run.report.ledger == ()
    assert found.runs[1] == before.runs[0]  # of the same documents: the stored run
    assert [document.name for document in library.documents()] == ["valve.md"]


class Enough(Exception):
    """Somebody has seen enough."""


def test_what_was_stopped_goes_on_where_it_ended(
    library: engine.Library, ingested: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})

    def stop(stage: str, done: int, *_: object) -> None:
        if stage == "E, bm25: questions" and done == 2:
            raise Enough

    with pytest.raises(Enough):
        made(library, "E", [DENSE, BM25], progress=stop)
    assert [run.way.retrieval for run in list_runs(library.database)] == [DENSE]
    heard: list[tuple[str, int]] = []
    encoder, read = library.encoder(), type(library.encoder()).read
    asked: list[str] = []

    def listen(self: object, some: Sequence[str]) -> Reading:
        asked.extend(some)
        return read(self, some)  # type: ignore[arg-type]

    monkeypatch.setattr(type(encoder), "read", listen)
    found = made(library, "E", [DENSE, BM25], progress=lambda stage, done, *_: heard.append((stage, done)))
    assert named(found) == [("E", "dense"), ("E", "bm25")]
    assert [done for stage, done in heard if stage.endswith("questions")] == [2, 3, 4, 5]
    assert len(found.runs[1].trials) == 5
    assert len(asked) <= 3  # a question that only asks for words is not embedded


def test_a_question_whose_answer_is_hidden_is_a_near_one_and_finds_nothing_that_holds_it(
    library: engine.Library, ingested: Ingest
) -> None:
    ingested({"pump.md": PUMP.encode(), "valve.md": VALVE.encode()})
    whole, document, passage = (
        evaluate(library, plan(library, [Chunking("E", 128, 0)], [DENSE], ROWS, hidden), lambda *_: None).runs[0]
        for hidden in Hidden
    )
    assert [(trial.id, trial.kind) for trial in document.trials] == [
        (name, "near") for name in ("red", "casing", "casing2", "two")
    ]
    assert document.trials[0].note == "The document that answers it was hidden."
    assert {hit.document for hit in document.trials[0].ranked} == {"pump.md"}
    assert {hit.document for hit in document.trials[1].ranked} == {"valve.md"}
    assert document.trials[3].ranked == ()  # its needles are in both
    red = next(hit for hit in whole.trials[0].ranked if hit.holds)
    assert passage.trials[0].ranked
    assert all((hit.document, hit.start) != (red.document, red.start) for hit in passage.trials[0].ranked)
    around = {hit.start for hit in whole.trials[0].ranked if hit.document == "valve.md"}
    assert not around & {hit.start for hit in passage.trials[0].ranked if hit.document == "valve.md"}
    assert passage.figures.rows == ()


def test_an_answer_that_stands_elsewhere_too_cannot_be_hidden(library: engine.Library, ingested: Ingest) -> None:
    ingested(
        {
            "pump.md": PUMP.encode(),
            "valve.md": VALVE.encode(),
            "copy.md": b"As told,  The relief valve\nis painted red.",
        }
    )
    start = VALVE.index(ROWS[0].needle or "")
    red = row("red", question="Which colour?", document="valve.md", start=start, end=start + len(ROWS[0].needle or ""))
    without = plan(library, [Chunking("E", 128, 0)], [DENSE], [red, ROWS[1]], Hidden.DOCUMENT)
    found = evaluate(library, without, lambda *_: None).runs[0]
    assert [trial.id for trial in found.trials] == ["casing"]
    assert found.run.left_out == {"red": "Its needle also stands in copy.md, characters 10 to 42."}
