"""The window's figures added up, worked out by hand."""

from __future__ import annotations

from engine.chunking import WindowReport, window_report
from engine.types.indexing import WindowUse


def test_the_figures_of_a_corpus_are_sums_over_its_texts() -> None:
    text = "[T]\none two three, four"
    report = window_report(
        iter(
            [
                (text, WindowUse(tokens=10, header_tokens=3, overflow_tokens=0, overflow_start=None)),
                (text, WindowUse(tokens=10, header_tokens=3, overflow_tokens=3, overflow_start=text.index("three"))),
                (text, WindowUse(tokens=20, header_tokens=0, overflow_tokens=12, overflow_start=text.index("one"))),
            ]
        )
    )
    assert report == WindowReport(chunks=3, tokens=40, header_tokens=6, overflowing=2, lost_words=2 + 4)
    assert report.header_share == 0.15


def test_nothing_embedded_has_no_header_share() -> None:
    report = window_report([])
    assert report == WindowReport(chunks=0, tokens=0, header_tokens=0, overflowing=0, lost_words=0)
    assert report.header_share == 0.0
