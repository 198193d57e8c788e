"""The words of needles in a report: from the set, the ledger or the documents, and never those of another text."""

from __future__ import annotations

import lxml.html
import pytest

import engine
from engine.measuring.cutting_report import Destroyed
from engine.measuring.evaluation import Evaluated, evaluate, planned
from engine.measuring.hiding import Hidden
from engine.measuring.needle_words import needle_words
from engine.measuring.questions import Needle
from engine.measuring.report import run_report
from engine.measuring.sets import save_set
from engine.types.answers import Retrieval
from engine.types.indexing import Chunking
from tests.types import Ingest
from tests.unit.kept_runs import HERE, asked, kept_run
from tests.unit.measuring_trials import row

VALVE = "# Valves\n\nThe relief valve\nis painted red. The drain valve is made in Porto.\n"
RED, PORTO = Needle("valve.md", 10, 42), Needle("valve.md", 43, 76)
ROWS = [
    row("worded", needle="The relief  valve is painted red."),
    row("placed", document="valve.md", start=43, end=76),
    row("both", needle="The relief valve is painted red.", question="Two?"),
    row("both", document="valve.md", start=43, end=76, question="Two?"),
    row("half", needle="Nowhere.", question="Half?"),
    row("half", needle="The drain valve is made in Porto.", question="Half?"),
    row("far", "far", question="Who?"),
]


@pytest.fixture
def one(library: engine.Library, ingested: Ingest) -> Evaluated:
    ingested({"valve.md": VALVE.encode()})
    plan = planned(
        save_set(library.database, "set", ROWS), [Chunking("E", 300, 0)], [Retrieval("bm25", 25)], Hidden.NOTHING
    )
    (run,) = evaluate(library, plan, lambda *_: None).runs
    return run


def test_words_are_those_of_the_row_or_of_its_place(library: engine.Library, one: Evaluated) -> None:
    assert needle_words(library, one) == {
        ("worded", RED): "The relief  valve is painted red.",
        ("placed", PORTO): "The drain valve is made in Porto.",
        ("both", RED): "The relief valve is painted red.",
        ("both", PORTO): "The drain valve is made in Porto.",
        ("half", PORTO): "The drain valve is made in Porto.",  # one of its rows was not scored: read where it stands
    }


def test_what_stands_there_now_is_not_taken_for_what_stood_there(
    library: engine.Library, ingested: Ingest, one: Evaluated
) -> None:
    save_set(library.database, "set", ROWS[:1])
    ingested({"valve.md": VALVE.replace("drain valve is made", "spare valve was made").encode()})
    assert needle_words(library, one) == {
        ("worded", RED): "The relief  valve is painted red.",
        ("both", RED): "The relief valve is painted red.",
    }


def test_a_destroyed_needle_keeps_its_words(library: engine.Library) -> None:
    one = kept_run([asked("cut", {HERE: None})], ledger=[Destroyed("cut", "Which?", HERE, "Fill\nit.", ())])
    assert needle_words(library, one) == {("cut", HERE): "Fill\nit."}


def test_the_report_shows_a_missed_needles_words_escaped_and_its_place() -> None:
    hostile = "<script>alert(1)</script> {{7*7}} & “so”"
    one = kept_run([asked("a", {HERE: None}), asked("b", {HERE: 21}), asked("c", {HERE: 1})])
    report = run_report(one, words={("a", HERE): hostile, ("c", HERE): "Found at once."})
    found = lxml.html.fromstring(report.decode())
    cells = [line.xpath("./td")[1] for line in found.xpath("//*[@id='missed']//tbody/tr")]
    assert [" ".join(cell.text_content().split()) for cell in cells] == [
        f"{hostile} a.md, characters 100 to 140",
        "a.md, characters 100 to 140",
    ]
    assert not found.xpath("//script")
    assert b"Found at once." not in report
