"""The report of a run: one file that needs nothing else, runs nothing, and says what the engine counted."""

from __future__ import annotations

import re

import lxml.html
import pytest

from engine.measuring.cutting_report import Destroyed
from engine.measuring.evaluation import Evaluated
from engine.measuring.hiding import Hidden
from engine.measuring.questions import Kind, Needle
from engine.measuring.report import LISTED_PARTS, run_report
from engine.measuring.statistics import Estimate
from engine.measuring.trials import Trial
from tests.unit.kept_runs import HERE, asked, kept_run

HOSTILE = "<script>alert(1)</script>{{7*7}}{% raw %}<img src=x onerror=alert(1)>\" onload='x' &lt;b&gt;"
FETCHING = {"script", "link", "img", "iframe", "object", "embed", "base", "form", "a", "image", "use", "video", "audio"}


def page(one: Evaluated, *others: Evaluated) -> lxml.html.HtmlElement:
    return lxml.html.document_fromstring(run_report(one, others), parser=lxml.html.HTMLParser(encoding="utf-8"))


def section(of: lxml.html.HtmlElement, id: str) -> lxml.html.HtmlElement:
    return of.get_element_by_id(id)


def said(element: lxml.html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def table(element: lxml.html.HtmlElement, place: int = 0) -> list[list[str]]:
    return [
        [said(cell) for cell in row.xpath("th|td")] for row in element.xpath(".//table")[place].xpath(".//tbody/tr")
    ]


def percent(share: float) -> str:
    return f"{share:.1%}".replace("%", " %")


def interval(estimate: Estimate) -> str:
    assert estimate.value is not None
    return f"{percent(estimate.value)} ({percent(estimate.low)}–{percent(estimate.high)})"


def ranks(*found: int | None, pair_every: int = 1) -> list[Trial]:
    return [
        asked(f"q{place}", {HERE: rank}, pair=f"p{place // pair_every}", phrasing=("manual", "ticket")[place % 2])
        for place, rank in enumerate(found)
    ]


RANKS = (1, 3, 4, 21, None, 7, 1, 20)


def test_nothing_is_fetched_and_nothing_runs() -> None:
    written = run_report(kept_run(ranks(*RANKS)), [kept_run(ranks(*RANKS), strategy="A")])
    found = lxml.html.document_fromstring(written)
    assert not {element.tag for element in found.iter() if isinstance(element.tag, str)} & FETCHING
    names = {name for element in found.iter() for name in element.attrib}
    assert not {name for name in names if name.startswith("on") or name in {"src", "href", "srcset", "action", "data"}}
    assert not re.search(rb"https?:|//[a-z]|url\(|@import|javascript:", written)
    (policy,) = found.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_hostile_text_stays_text_wherever_it_comes_from() -> None:
    where = Needle(HOSTILE, 0, len(HOSTILE))
    lost = Destroyed(HOSTILE, HOSTILE, where, HOSTILE, ((0, 9), (9, len(HOSTILE))))
    trials = [
        asked(HOSTILE, {where: None}, question=HOSTILE, phrasing=HOSTILE, pair=HOSTILE),
        asked("found", {where._replace(start=10): 1}),
    ]
    one = kept_run(trials, name=HOSTILE, ledger=[lost], left_out={HOSTILE: HOSTILE})
    found = page(one, kept_run(trials, name=HOSTILE, sha256="0" * 64))
    assert not {element.tag for element in found.iter() if isinstance(element.tag, str)} & FETCHING
    assert not {name for element in found.iter() for name in element.attrib if name.startswith("on")}
    whole = found.text_content()
    for id in ("missed", "destroyed", "left-out", "splits", "made-of", "comparisons"):
        assert HOSTILE in section(found, id).text_content(), id
    assert "{{7*7}}" in whole
    assert "49" not in whole.replace(HOSTILE, "")
    assert HOSTILE in found.xpath("//title")[0].text


def test_the_figures_are_the_engines_over_rows_and_over_pairs() -> None:
    one = kept_run(ranks(*RANKS, pair_every=2))
    found = page(one)
    figures = one.figures
    for row, k in zip(table(section(found, "figures")), (1, 4, 8, 20), strict=False):
        rows, pairs = figures.recall[k], figures.recall_of_groups[k]
        assert row == [f"Recall@{k}", interval(rows), "8", rows.method, interval(pairs), "4", pairs.method]
    last = table(section(found, "figures"))[-1]
    assert last[:2] == ["MRR", f"{figures.mrr.value:.3f} ({figures.mrr.low:.3f}–{figures.mrr.high:.3f})"]
    # found at 1, 3, 4 and 1 are 4 of 8
    assert "4 of 8 needles (50.0 %)" in said(found.xpath("//header")[0])


def test_a_dot_and_its_whiskers_stand_where_the_numbers_are() -> None:
    one = kept_run(ranks(*RANKS))
    chart = section(page(one), "figures").xpath(".//svg")[0]
    ticks = {said(text): float(text.get("x")) for text in chart.xpath("./text[@class='scale']")}
    left, right = ticks["0 %"], ticks["100 %"]
    for dot, k in zip(chart.xpath(".//g[@class='rows']"), (1, 4, 8, 20), strict=True):
        estimate = one.figures.recall[k]
        (line,), (circle,) = dot.xpath("./line"), dot.xpath("./circle")
        drawn = [float(value) for value in (line.get("x1"), circle.get("cx"), line.get("x2"))]
        assert estimate.value is not None
        expected = [left + share * (right - left) for share in (estimate.low, estimate.value, estimate.high)]
        assert drawn == pytest.approx(expected, abs=0.06)
    assert "share of needles found" in ticks


def test_what_was_measured_is_named_in_full() -> None:
    one = kept_run(ranks(*RANKS), strategy="F")
    told = said(section(page(one), "made-of"))
    run = one.run
    for name in (run.sha256, run.corpus.digest, run.corpus.documents, run.encoder.fingerprint, run.encoder.name):
        assert name in told
    for words in ("set, version 3", "strategy F, target 512 characters, overlap 0", "hybrid, depth 25", "1,234"):
        assert words in told
    assert "1970-01-01 00:00 UTC, 1970-01-01 00:01 UTC" in told


def test_parts_by_phrasing_and_by_document() -> None:
    found = section(page(kept_run(ranks(*RANKS))), "splits")
    # manual: 1, 4, none, 1; ticket: 3, 21, 7, 20
    assert [[row[0], row[1], *(cell.split(" (")[0] for cell in row[2:5])] for row in table(found)] == [
        ["manual", "4", "50.0 %", "75.0 %", "75.0 %"],
        ["ticket", "4", "0.0 %", "25.0 %", "75.0 %"],
    ]
    assert [row[:2] for row in table(found, 1)] == [["a.md", "8"]]


def test_of_very_many_documents_the_largest_are_listed_and_the_rest_is_counted() -> None:
    trials = [asked(f"q{n}", {Needle(f"{n:03}.md", 0, 9): 1}) for n in range(LISTED_PARTS + 2)]
    found = section(page(kept_run(trials)), "splits")
    assert [row[0] for row in table(found, 1)] == [f"{n:03}.md" for n in range(LISTED_PARTS)]
    assert f"The {LISTED_PARTS} with the most needles of {LISTED_PARTS + 2}." in said(found)


def test_a_destroyed_needle_is_shown_with_the_cuts_through_it() -> None:
    text = "Fill the pump before the first start."
    needle = Needle("b.md", 50, 50 + len(text))
    lost = Destroyed("one", "When is it filled?", needle, text, ((50, 63), (59, 70), (75, 87)))
    found = section(page(kept_run([asked("one", {needle: None})], ledger=[lost])), "destroyed")
    spans = found.xpath(".//p[@class='needle']//span")
    assert [(span.get("class"), span.text_content()) for span in spans] == [
        ("one", "Fill the "),
        ("cut", ""),
        ("several", "pump"),
        ("cut", ""),
        ("one", " before"),
        ("cut", ""),
        ("none", " the "),
        ("cut", ""),
        ("one", "first start."),
    ]
    assert "b.md, characters 50 to 87" in said(found)


def test_a_needle_in_no_chunk_at_all_is_struck_out_whole() -> None:
    lost = Destroyed("one", "Which one?", HERE, "In front of everything.", ())
    spans = section(page(kept_run([asked("one", {HERE: None})], ledger=[lost])), "destroyed").xpath(".//p//bdi/span")
    assert [(span.get("class"), span.text_content()) for span in spans] == [("none", "In front of everything.")]


def test_missed_is_what_is_not_among_the_first_twenty() -> None:
    lost = Destroyed("cut", "Which one?", HERE, "words", ())
    trials = [
        asked("at20", {HERE: 20}),
        asked("at21", {HERE: 21}),
        asked("never", {HERE: None}),
        asked("cut", {HERE: None}),
        asked("empty", {HERE: None}, depth=0),
    ]
    found = section(page(kept_run(trials, ledger=[lost])), "missed")
    assert said(found).startswith("Missed questions: 4")
    assert [(row[0], row[2]) for row in table(found)] == [
        ("Which one? question at21", "at rank 21"),
        ("Which one? question never", "in none of the 25 passages that were ranked"),
        ("Which one? question cut", "destroyed"),
        ("Which one? question empty", "nothing was ranked"),
    ]
    assert table(found)[0][1] == "a.md, characters 100 to 140"


def test_runs_are_compared_on_pairs_with_holms_correction() -> None:
    one = kept_run(ranks(*[1] * 6))
    worse, same = kept_run(ranks(*[None] * 6), strategy="A"), kept_run(ranks(*[1] * 6), strategy="C")
    rows = table(section(page(one, worse, same), "comparisons"))
    # 6 to 0: 2/64, and doubled because two runs are compared
    assert rows[0][2:] == ["pairs", "6", "0", "0", "0.031", "0.062", "not distinguishable"]
    assert rows[1] == ["rows", "6", "0", "0", "0.031", "", ""]
    assert rows[2][2:] == ["pairs", "0", "0", "6", "1.000", "1.000", "not distinguishable"]
    alone = table(section(page(one, worse), "comparisons"))
    assert alone[0][2:] == ["pairs", "6", "0", "0", "0.031", "0.031", "distinguishable"]


def test_a_run_that_cannot_be_compared_says_why_and_counts_for_no_correction() -> None:
    one, worse = kept_run(ranks(*[1] * 6)), kept_run(ranks(*[None] * 6), strategy="A")
    other = kept_run(ranks(*[1] * 6), name="another", sha256="0" * 64)
    rows = table(section(page(one, other, worse), "comparisons"))
    assert rows[0][1].endswith("the question set “set”, the other of “another”.")
    assert rows[1][-1] == "distinguishable"


def test_without_other_runs_there_is_no_comparison() -> None:
    assert not page(kept_run(ranks(1))).xpath("//*[@id='comparisons']")


def test_distances_of_each_kind_are_given_and_what_is_not_here_is_said() -> None:
    trials = [
        *(asked(f"q{n}", {HERE: 1}, nearest=nearest) for n, nearest in enumerate((0.2, 0.3, 0.7))),
        asked("near", kind=Kind.NEAR, nearest=0.6),
        asked("silent", kind=Kind.NEAR, depth=0),
        asked("nothing", kind=Kind.FAR, depth=0),
    ]
    found = section(page(kept_run(trials)), "without-answer")
    assert table(found) == [
        ["in-domain", "3", "0.200", "0.300", "0.700"],
        ["near", "2", "0.600", "0.600", "0.600"],
        ["far", "1", "nothing was ranked"],
    ]
    assert "Not in this report: how many of them would be answered or refused" in said(found)


def test_a_run_with_hidden_answers_has_nothing_to_find_and_says_so() -> None:
    trials = [asked("q", kind=Kind.NEAR)]
    one = kept_run(trials, hidden=Hidden.DOCUMENT, left_out={"q2": "Its needle also stands in c.md."})
    found = page(one, kept_run(trials, hidden=Hidden.DOCUMENT, strategy="A"))
    assert "every question was asked with its answer hidden" in said(found.xpath("//header")[0])
    assert "nothing to win or lose" in said(section(found, "comparisons"))
    assert not found.xpath("//svg | //*[@id='missed'] | //*[@id='splits']")
    assert said(section(found, "left-out").xpath(".//li")[0]) == "q2: Its needle also stands in c.md."


def test_times_are_given_for_each_stage_and_together() -> None:
    trials = ranks(1, 2)
    for trial in trials:
        trial.milliseconds.update({"encode": 4.0, "dense": 0.25})
    assert table(section(page(kept_run(trials)), "times")) == [
        ["encode", "making the question’s vector", "4.00"],
        ["dense", "looking up by meaning", "0.25"],
        ["together", "", "4.25"],
    ]
