"""Names that are meant to the letter: which words of a question they are, and what is found by them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.retrieval.names import names, shape
from engine.retrieval.terms import terms
from tests.pdfs import typeset
from tests.types import Ingest
from tests.unit.test_documents_pdf_tables import cells, long_table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is PS-4410-03?", "ps-4410-03"),
        ("Does v2.13.0 fix (CVE-2024-1234)?", "v2.13.0 cve-2024-1234"),
        ("What does B173 cost; does B173's tenant know?", "b173"),
        ("ERR_CONN_RESET on 10.0.0.1", "err_conn_reset 10.0.0.1"),
        ("call 555-123-4567 or john.doe@example.com", "555-123-4567 john.doe@example.com"),
        ("vitamin B12, H2O and COVID-19", "b12 h2o covid-19"),
        ("Ｂ１７３", "b173"),
        ("Jβ2.6", "jβ2.6"),
        ("the 3rd of 12 in the 1990s at 9am, 3.5 or 1,234 in 2010-11", ""),
        ("C++, .NET, USB-C and a well-known, state-of-the-art e-mail _private_", ""),
        ("", ""),
    ],
)
def test_names_are_told_from_words_and_numbers(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@given(st.text())
def test_names_are_terms_so_that_an_index_of_terms_can_hold_them(text: str) -> None:
    found = names(text)
    assert len(set(found)) == len(found)
    assert set(found) <= set(terms(text))


@pytest.mark.parametrize(
    ("name", "kind"), [("b173", "a9"), ("ps-4410-03", "a-9-9"), ("v2.13.0", "a9.9.9"), ("jβ2.6", "a9.9"), ("8k", "9a")]
)
def test_names_of_one_kind_have_one_shape(name: str, kind: str) -> None:
    assert shape(name) == kind


@pytest.fixture
def moorings(ingested: Ingest, library: engine.Library) -> engine.Desk:
    """Open for questions about a table of two hundred rows on five pages."""
    ingested({"moorings.pdf": typeset(*long_table())})
    return engine.Desk(library)


def test_a_cell_of_a_long_table_is_asked_for_and_its_row_is_shown(ingested: Ingest, library: engine.Library) -> None:
    library.apply(engine.Chunking("G", 512, 0), engine.DEFAULT_ENCODER)  # repeats the names of a table's columns
    ingested({"moorings.pdf": typeset(*long_table())})
    answer = engine.Desk(library).ask("What is the fee of berth B173?")
    assert answer.text == f"{' | '.join(cells(173))} [1]"
    assert answer.sources[0].hit.locator.page == 5


@pytest.mark.parametrize(
    "question", ["Which vessel lies at berth B173?", "What is the fee of berth B173?", "What is the fee of berth B999?"]
)
def test_the_row_of_another_berth_is_never_shown_for_the_one_asked_for(moorings: engine.Desk, question: str) -> None:
    answer = moorings.ask(question)
    asked = names(question)
    assert all(set(names(sentence.text)) <= set(asked) for sentence in answer.sentences)
    if not answer.text:
        assert f"“{question.split()[-1].rstrip('?')}”" in answer.reason
        assert answer.model_calls == 0


def test_a_passage_with_the_name_comes_before_those_that_only_resemble_it(
    ingested: Ingest, library: engine.Library
) -> None:
    parts = "\n\n".join(
        f"## Part {number}\n\nThe flange PS-44{number:02}-{number % 7:02} is made of steel, for {number} bar."
        for number in range(60)
    )
    ingested({"parts.md": f"# Parts\n\n{parts}".encode()})
    found = engine.Desk(library).search("What is PS-4431-03 made of?")
    assert "PS-4431-03" in found.hits[0].content
    first = found.hits[0].stages["late"]
    assert first is not None
    assert first.rank == 1
    later = [hit.stages["late"] for hit in found.hits[1:]]
    assert [one.score for one in later if one] == sorted((one.score for one in later if one), reverse=True)
