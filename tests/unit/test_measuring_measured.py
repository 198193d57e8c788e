"""A question set on a real library: searched once, again when something changed, and the chosen cut obeyed by Ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

import engine
from engine.measuring.calibration import Cut, cut_in_force, use_cut
from engine.measuring.corpus import corpus, searched_texts
from engine.measuring.measured import Measured, measure
from engine.measuring.sets import save_set
from engine.measuring.verdicts import Verdict, verdict
from engine.retrieval.search import Found
from engine.retrieving import retrieval_of, use_retrieval
from engine.types.answers import Outcome, Retrieval
from tests.unit.measuring_trials import row

DENSE = Retrieval("dense", 25)
PUMP = b"# Pumps\n\nA pump moves water.\n\n## Priming\n\nFill the casing with water before the first start.\n"
VALVE = b"# Valves\n\n## Colours\n\nThe relief valve is painted red.\n"
ROWS = [
    row("red", question="Which colour is the relief valve?", needle="The relief valve is painted red."),
    row("near", "near", question="Who painted the relief valve?"),
    row("far", "far", question="Who composed the Goldberg Variations?"),
    row("gone", question="Is it here?", needle="No such sentence."),
]

Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]


class Asked:
    """A desk that counts what it is asked."""

    def __init__(self, library: engine.Library) -> None:
        self.library, self.desk, self.searches = library, engine.Desk(library), 0

    def search(self, question: str, retrieval: Retrieval, /) -> Found:
        self.searches += 1
        return self.desk.search(question, retrieval)

    def measure(self, retrieval: Retrieval = DENSE) -> Measured:
        return measure(self.library, self.search, "set", ROWS, retrieval, lambda *_: None)

    def use_cut(self, cut: float, retrieval: Retrieval = DENSE) -> None:
        measured = self.measure(retrieval)
        use_cut(self.library, measured.run, measured.trials, cut)


def in_force(library: engine.Library) -> Cut:
    found = cut_in_force(library)
    assert found is not None
    return found


def test_a_run_is_searched_once_and_again_only_when_something_changed(
    library: engine.Library, ingested: Ingest
) -> None:
    ingested({"pump.md": PUMP, "valve.md": VALVE})
    asked = Asked(library)
    first = asked.measure()
    assert asked.searches == 3
    assert [fault.id for fault in first.checked.faults] == ["gone"]
    assert [(one.id, len(one.ranked), any(hit.holds for hit in one.ranked)) for one in first.trials] == [
        ("red", 4, True),
        ("near", 4, False),
        ("far", 4, False),
    ]
    assert (first.run.report.window.chunks, first.run.report.ledger, first.run.document_count) == (4, (), 2)
    assert asked.measure() == first
    assert asked.searches == 3
    ingested({"pump.md": PUMP + b"\nDrain it.\n"})
    assert asked.measure().run.corpus != first.run.corpus
    assert asked.searches == 6


def test_documents_that_change_meanwhile_make_no_run(library: engine.Library, ingested: Ingest) -> None:
    documents = ingested({"pump.md": PUMP, "valve.md": VALVE})
    asked = Asked(library)

    def search(question: str, retrieval: Retrieval, /) -> Found:
        library.remove([documents["pump.md"].key])
        return asked.search(question, retrieval)

    with pytest.raises(engine.EngineError, match="Documents changed"):
        measure(library, search, "set", ROWS, DENSE, lambda *_: None)
    asked.searches = 0
    asked.measure()
    assert asked.searches == 3


def test_ask_obeys_the_chosen_cut_and_one_that_is_given_still_stands_above_it(
    library: engine.Library, ingested: Ingest
) -> None:
    ingested({"pump.md": PUMP, "valve.md": VALVE})
    asked = Asked(library)
    measured = asked.measure()
    red = measured.trials[0]
    question, distance = red.question, red.ranked[0].distance
    assert asked.desk.ask(question).decision.cut == 0.675
    use_cut(
        library, measured.run, measured.trials, distance
    )  # strictly below: the best passage itself no longer passes
    assert verdict(red, distance) is Verdict.REFUSED
    refused = asked.desk.ask(question)
    assert (refused.outcome, refused.decision.cut) == (Outcome.BELOW_CUT, distance)
    use_cut(library, measured.run, measured.trials, 0.8)
    assert asked.desk.ask(question).decision.cut == 0.8
    assert asked.desk.ask(question, cut=0.1).decision.cut == 0.1


def test_a_cut_is_out_of_date_when_documents_settings_or_questions_changed(
    library: engine.Library, ingested: Ingest
) -> None:
    ingested({"pump.md": PUMP})
    use_retrieval(library, DENSE)
    asked = Asked(library)
    asked.use_cut(0.6)
    assert in_force(library).out_of_date(library) is None
    ingested({"valve.md": VALVE})
    told = in_force(library).out_of_date(library) or ""
    assert "Documents were added" in told
    assert "question set" not in told
    asked.use_cut(0.6)
    assert in_force(library).out_of_date(library) is None
    measure(library, asked.search, "set", ROWS[:1], DENSE, lambda *_: None)
    told = in_force(library).out_of_date(library) or ""
    assert "The question set set was changed since: the cut is from version 1, the newest is 2." in told
    assert "Documents" not in told
    asked.measure()
    assert "the newest is 2" in (in_force(library).out_of_date(library) or "")  # measuring an older version saves none
    save_set(library.database, "set", ROWS)
    assert in_force(library).out_of_date(library) is None  # the rows are again those that were measured
    library.apply(engine.Chunking("C", 512, 64), library.encoder_name)
    told = in_force(library).out_of_date(library) or ""
    assert "other settings" in told
    assert "added" not in told


def test_a_cut_is_out_of_date_when_the_library_searches_otherwise(library: engine.Library, ingested: Ingest) -> None:
    ingested({"pump.md": PUMP})
    asked = Asked(library)
    assert retrieval_of(library) == Retrieval("hybrid+late", 100)
    asked.use_cut(0.6, retrieval_of(library))
    assert in_force(library).out_of_date(library) is None
    use_retrieval(library, Retrieval("hybrid+late", 50))
    told = in_force(library).out_of_date(library) or ""
    assert "measured with hybrid + late interaction (first 100)" in told
    assert "the library now uses hybrid + late interaction (first 50)" in told
    use_retrieval(library, Retrieval("dense", 50))
    asked.use_cut(0.6)
    assert in_force(library).out_of_date(library) is None  # without a second stage the depth decides nothing


def test_a_run_is_of_one_retrieval(library: engine.Library, ingested: Ingest) -> None:
    ingested({"pump.md": PUMP, "valve.md": VALVE})
    asked = Asked(library)
    for searches, retrieval in enumerate([DENSE, Retrieval("bm25", 25), Retrieval("hybrid+late", 25)], start=1):
        assert asked.measure(retrieval).run.way.retrieval == retrieval
        assert asked.searches == 3 * searches
    asked.measure(Retrieval("hybrid+late", 5))
    assert asked.searches == 12
    asked.measure(Retrieval("dense", 5))
    assert asked.searches == 12


def test_a_corpus_is_what_is_searched(library: engine.Library, ingested: Ingest) -> None:
    empty = corpus(library)
    ingested({"pump.md": PUMP, "broken.pdf": b"%PDF-1.7 and no more"})
    one = corpus(library)
    assert one.digest != empty.digest
    assert list(searched_texts(library)) == ["pump.md"]
    ingested({"copy.md": PUMP})
    two = corpus(library)
    assert two.digest != one.digest
    assert two.documents != one.documents
    library.remove([document.key for document in library.documents() if document.name == "copy.md"])
    assert corpus(library) == one  # it names contents: the same documents again are the same corpus
    library.apply(engine.Chunking("E", 300, 64), library.encoder_name)
    stale = corpus(library)
    assert (stale.digest, stale.documents) == (empty.digest, one.documents)
    assert searched_texts(library) == {}
