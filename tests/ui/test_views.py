"""Pieces that several pages draw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import views, words
from tests.ui.marks import Page, notices
from tests.ui.reader import Reader


def shown(text: str, start: int, end: int, sentences: tuple[tuple[int, int], ...] = ()) -> Reader:
    def script(text: str, start: int, end: int, sentences: tuple[tuple[int, int], ...]) -> None:
        from dashboard import views

        views.passage(text, start, end, sentences)

    page = AppTest.from_function(script, args=(text, start, end, sentences)).run()
    assert not page.exception
    return Reader(page.html[0].value)


def test_a_passage_is_marked_in_its_surroundings_and_its_sentences_in_it() -> None:
    text = "Before it. One & two. <b>Three</b>. Behind it."
    found = shown(text, 11, 35, ((22, 35), (11, 21)))
    assert found.text == text
    assert found.marked == {"passage": ["One & two. <b>Three</b>."], "sentence": ["One & two.", "<b>Three</b>."]}


def test_surroundings_end_at_words_and_say_that_they_are_cut() -> None:
    text = "aaa " * 200 + "THE PASSAGE" + " bbb" * 200
    found = shown(text, 800, 811)
    lead, tail = found.text.split("THE PASSAGE")
    assert lead == "… " + "aaa " * 149  # 600 characters are 150 words, of which the first may be half a one
    assert tail == " bbb" * 149 + " …"


def test_surroundings_of_short_lines_leave_the_passage_in_sight() -> None:
    text = "\n".join(f"line {number}" for number in range(100))
    start = text.index("line 50")
    lead, tail = shown(text, start, start + 7).text.split("line 50\n")
    assert lead.count("\n") == views.SURROUNDING_LINES - 1
    assert f"line 50\n{tail}".count("\n") == views.SURROUNDING_LINES - 1


def test_surroundings_without_spaces_are_shown() -> None:
    found = shown("東" * 2000, 1000, 1010)
    assert found.text == f"… {'東' * 1210} …"


@pytest.mark.parametrize(
    ("score", "cut", "shown"),
    [(0.4123456, 0.675, "0.412"), (0.67499, 0.675, "0.67499"), (0.675, 0.675, "0.675"), (1.0, 0.675, "1.000")],
)
def test_a_score_is_told_from_the_cut(score: float, cut: float, shown: str) -> None:
    assert words.figure(score, cut) == shown


HOSTILE = "a--b <- $5 $9 <b>x</b> & www.phish.example :streamlit: **c** `d`"


@pytest.mark.parametrize("kind", list(views.KINDS))
def test_a_notice_says_what_it_was_given_and_nothing_else(kind: str) -> None:
    def script(kind: str, text: str) -> None:
        from dashboard import views

        views.notice(kind, text, lead="<i>Lead</i>")

    page = AppTest.from_function(script, args=(kind, HOSTILE)).run()
    assert notices(page, kind) == [f"<i>Lead</i> {HOSTILE}"]
    assert Page(page.html[0].value).elements == {"div", "span"}
    assert ('role="alert"' in page.html[0].value) is (kind == "error")  # a fault interrupts a screen reader, no more


def test_what_a_person_can_mend_is_a_notice_and_a_bug_is_none() -> None:
    def script(mendable: bool) -> None:
        import engine
        from dashboard import views

        with views.errors():
            raise engine.EngineError("a--b") if mendable else ValueError("a--b")

    page = AppTest.from_function(script, args=(True,)).run()
    assert (notices(page, "error"), len(page.exception)) == (["a--b"], 0)
    page = AppTest.from_function(script, args=(False,)).run()
    assert (notices(page), len(page.exception)) == ([], 1)


def test_html_is_written_in_three_files_and_no_box_is_drawn_that_reads_markdown() -> None:
    root = Path(views.__file__).parents[1]
    files = [file for folder in ("dashboard", "pages") for file in (root / folder).glob("*.py")]
    source = {file.name: file.read_text("utf-8") for file in files}
    assert {name for name, text in source.items() if "st.html(" in text} == {
        "views.py",
        "boundaries.py",
        "evaluation_ledger.py",
    }
    assert not [name for name, text in source.items() if re.search(r"st\.(error|warning|info|success|toast)\b", text)]
