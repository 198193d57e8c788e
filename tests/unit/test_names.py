"""Names that are meant to the letter: which words of a question they are, and what is found by them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.retrieval.names import kind, names
from engine.retrieval.terms import terms
from tests.pdfs import typeset
from tests.types import Ingest
from tests.unit.test_documents_pdf_tables import cells, long_table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is PS-4410-03?", "ps-4410-03"),
        ("Does v2.13.0 fix (CVE-2024-1234)?", "v2.13.0 cve-2024-1234"),
        ("What does B173 cost; and B174/B175's tenant?", "b173 b174 b175"),
        ("ERR_CONN_RESET on 10.0.0.1", "err_conn_reset 10.0.0.1"),
        ("call 555-123-4567 or john.doe@example.com", "555-123-4567 john.doe@example.com"),
        ("vitamin B12, H2O, USB3 and COVID-19", "b12 h2o usb3 covid-19"),
        ("the PS-4410-03's and the B12\u2019s", "ps-4410-03 b12"),
        ("Ｂ１７３", "b173"),
        ("Jβ2.6", "jβ2.6"),
        ("B173,B174;B175 (<i>E17</i>) type=KX300?", "b173 b174 b175 e17 kx300"),
        ("the 3rd of 12 in the 1990s at 9am, 3.5 or 1,234 in 2010-11 or 2024/25", ""),
        ("8GB, 2.4GHz, 24h, 30-day, 12-week, an 18-year-old, 2FA, 1\u00a0500kg", ""),
        ("2024-03-05, 5.3.2024 and 3-5-24", ""),
        ("C++, .NET, USB-C and a well-known, state-of-the-art e-mail _private_", ""),
        ("", ""),
    ],
)
def test_names_are_told_from_words_numbers_counts_and_dates(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@given(st.text("ab1 2'-_.@/:,s5\u2019\u00a0\u202f(é第を"))
def test_who_writes_a_name_alone_holds_it(text: str) -> None:
    found = names(text)
    assert len(set(found)) == len(found)
    assert all(name in terms(name) for name in found)


@pytest.mark.parametrize(
    ("name", "its"), [("b173", "b#"), ("ps-4410-03", "ps-#-#"), ("v2.13.0", "v#.#.#"), ("aes256", "aes#")]
)
def test_names_of_one_kind_differ_in_numbers_alone(name: str, its: str) -> None:
    assert kind(name) == its


def test_a_cell_of_a_long_table_is_asked_for_and_its_row_is_shown(ingested: Ingest, library: engine.Library) -> None:
    library.apply(engine.Chunking("G", 512, 0), engine.DEFAULT_ENCODER)  # repeats the names of a table's columns
    ingested({"moorings.pdf": typeset(*long_table())})
    answer = engine.Desk(library).ask("What is the fee of berth B173?")
    assert answer.text == f"{' | '.join(cells(173))} [1]"
    assert answer.sources[0].hit.locator.page == 5
    assert engine.caution(answer) == ""


def test_a_row_of_another_berth_is_not_shown_beside_the_one_asked_for_nor_instead_of_it_without_a_caution(
    ingested: Ingest, library: engine.Library
) -> None:
    ingested({"moorings.pdf": typeset(*long_table())})
    desk = engine.Desk(library)
    answer = desk.ask("Which vessel lies at berth B173?")
    assert [each.text for each in answer.sentences if names(each.text)] == [" | ".join(cells(173))]
    assert answer.unheld == ()
    answer = desk.ask("Which vessel lies at berth B999?")
    assert answer.text
    assert answer.unheld == ("B999",)
    assert engine.caution(answer).startswith("No source has “B999” as the question writes it: ")
    assert engine.caution(answer) in engine.as_text(answer)
    assert desk.ask("Which vessel lies at berth B999?", cut=0.1).unheld == ()  # a refusal has no sources


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
    later = [hit.stages["late"] for hit in found.hits[1:]]  # by their score alone
    assert [one.score for one in later if one] == sorted((one.score for one in later if one), reverse=True)


def test_only_the_best_of_those_that_hold_a_name_comes_before_the_others(
    ingested: Ingest, library: engine.Library
) -> None:
    said = "the hotline answered within two days, as MS365 says"
    sections = "\n\n".join(f"## Report {number}\n\nOn day {number} {said}." for number in range(4))
    password = "## Password\n\nTo change the password of your account, open Settings and choose Security."
    ingested({"account.md": f"# Account\n\n{sections}\n\n{password}\n".encode()})
    hits = engine.Desk(library).search("How do I change the password of my MS365 account?").hits
    assert [hit.section for hit in hits][1] == "Password"
