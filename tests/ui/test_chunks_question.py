"""From text to question on Chunks: a sentence is chosen, its question typed, and the row stands in a set."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox

import engine
from dashboard import state
from tests.ui.chunks_page import follow, go
from tests.ui.marks import drawn_html, notices, quiet_lines

Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]

LONG = f"It hums {'and hums ' * 40}on."
GUIDE = f"# Kettle\n\n## Care\n\nDescale it\noften & <b>well</b>. Rinse it twice.\n\n## Noise\n\n{LONG}\n"
FIRST = GUIDE.index("Descale"), GUIDE.index(" Rinse")
RINSE = GUIDE.index("Rinse")


@pytest.fixture
def kettle(ingested: Ingest) -> engine.Document:
    return ingested({"kettle.md": GUIDE.encode()})["kettle.md"]


def _unfolded(at: int, **link: str) -> AppTest:
    """Chunks, at the chunk that holds this character, with its sentences shown."""
    return _unfold(follow(document="kettle.md", char=f"{at},{at + 1}", **link))


def _unfold(page: AppTest) -> AppTest:
    page.session_state[state.MAKING] = True
    page.run()
    assert not page.exception
    return page


def _choose(page: AppTest, nth: int) -> None:
    [button for button in page.button if button.label == "Choose"][nth].click()
    page.run()
    assert not page.exception


def _box(page: AppTest, label: str) -> Selectbox:
    return next(box for box in page.selectbox if box.label == label)


def _ask(page: AppTest, question: str) -> None:
    """Types the question, or chooses it; AppTest only knows how to choose."""
    box = _box(page, "Its question")
    if question not in box.options:
        box.options.append(question)
    box.set_value(question).run()
    assert not page.exception


def _rows(
    library: engine.Library, name: str
) -> list[tuple[str, str, str, str | None, str | None, int | None, int | None]]:
    kept = engine.newest_set(library.database, name)
    assert kept is not None
    return [(row.id, row.question, row.kind, row.needle, row.document, row.start, row.end) for row in kept.rows]


def test_the_sentences_of_the_chunk_are_listed_and_no_heading(library: engine.Library, kettle: engine.Document) -> None:
    page = _unfolded(RINSE)
    listed = [line for line in quiet_lines(page) if line.endswith(".")]
    assert listed == ["Descale it often & <b>well</b>.", "Rinse it twice."]


def test_a_sentence_and_a_line_make_a_row(library: engine.Library, kettle: engine.Document) -> None:
    page = _unfolded(RINSE)
    _choose(page, 0)
    assert any("Descale it\noften &amp; &lt;b&gt;well&lt;/b&gt;." in html for html in drawn_html(page))
    assert _box(page, "Question set").value == "my questions"
    assert notices(page) == []
    _ask(page, " How often? ")
    first = ("q1", "How often?", "in", "Descale it\noften & <b>well</b>.", "kettle.md", *FIRST)
    assert _rows(library, "my questions") == [first]
    assert notices(page, "success") == ["Added as q1 to “my questions”, now version 1."]
    assert "See it on Questions" in [link.label for link in page.page_link]
    _choose(page, 1)
    assert notices(page) == []
    _ask(page, "How many times?")
    second = ("q2", "How many times?", "in", "Rinse it twice.", "kettle.md", RINSE, RINSE + 15)
    assert _rows(library, "my questions") == [first, second]


def test_a_question_that_waits_for_its_needle_gets_it(library: engine.Library, kettle: engine.Document) -> None:
    waiting = {"id": "a", "question": "How many times?", "kind": "in"}
    near = {"id": "b", "question": "What does it cost?", "kind": "near"}
    engine.save_set(library.database, "log", [engine.question_row(1, waiting), engine.question_row(2, near)])
    page = _unfolded(RINSE)
    _choose(page, 1)
    _box(page, "Question set").set_value("log").run()
    assert _box(page, "Its question").options == ["How many times?"]
    _ask(page, "How many times?")
    assert _rows(library, "log") == [
        ("a", "How many times?", "in", "Rinse it twice.", "kettle.md", RINSE, RINSE + 15),
        ("b", "What does it cost?", "near", None, None, None, None),
    ]
    assert notices(page, "success") == ["Added as a to “log”, now version 2."]


def test_what_is_typed_on_questions_and_not_saved_gets_the_row_too(
    library: engine.Library, kettle: engine.Document
) -> None:
    engine.save_set(library.database, "mine", [engine.question_row(1, {"id": "a", "question": "Old?", "kind": "far"})])
    page = _unfolded(RINSE)
    go(page, "questions")
    drafts = page.session_state[state.DRAFTS]
    drafts["mine"].edited.at[1, "question"] = "Typed?"
    _unfold(go(page, "chunks", document="kettle.md", char=f"{RINSE},{RINSE + 1}"))
    _choose(page, 1)
    _ask(page, "How many times?")
    assert [row[:2] for row in _rows(library, "mine")] == [("a", "Old?"), ("q1", "How many times?")]
    go(page, "questions")
    assert list(page.data_editor[0].value["question"]) == ["Typed?", "How many times?"]
    assert not notices(page, "warning")


def test_a_sentence_that_makes_a_bad_needle_says_so(library: engine.Library, kettle: engine.Document) -> None:
    page = _unfolded(GUIDE.index("It hums"))
    _choose(page, 0)
    (said,) = notices(page, "warning")
    assert said.startswith(f"The needle has {len(LONG)} characters; more than 300")


def test_a_sentence_that_the_cut_goes_through_says_so(library: engine.Library, kettle: engine.Document) -> None:
    page = _unfolded(RINSE, strategy="A", target="64", overlap="0")
    _choose(page, 1)
    assert notices(page, "warning") == ["The sentence reaches beyond this chunk: no search finds it whole here."]


def test_another_sentence_can_be_chosen_instead(library: engine.Library, kettle: engine.Document) -> None:
    page = _unfolded(RINSE)
    _choose(page, 0)
    next(button for button in page.button if button.label == "Another sentence").click().run()
    assert len([button for button in page.button if button.label == "Choose"]) == 2
