"""What is typed into a question set outlives other pages, other sets, other versions and other documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import engine
from dashboard import question_drafts, question_sets, state
from tests.ui.chunks_page import go
from tests.ui.marks import notices, quiet_lines
from tests.ui.questions_page import button, is_changed, keep

Open = Callable[[str], AppTest]
Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]


@pytest.fixture
def kitchen(ingested: Ingest) -> engine.Document:
    return ingested({"kitchen.md": b"# Kitchen\n\nRinse the kettle twice.\n"})["kitchen.md"]


def _type(page: AppTest, name: str, line: int, column: str, said: str) -> None:
    """As if it was typed, which AppTest cannot do: the page holds what its table says where the table says it."""
    drafts: dict[str, question_drafts.Draft] = page.session_state[state.DRAFTS]
    edited = drafts[name].edited.copy()
    edited.at[line, column] = said
    page.session_state[state.DRAFTS] = {**drafts, name: replace(drafts[name], edited=edited)}


def test_what_was_typed_survives_another_page_and_another_set(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"kind": "near"})
    keep(library, {"kind": "far"}, name="other")
    page = opened("questions")
    _type(page, "kitchen", 1, "question", "Typed?")
    go(page, "help")
    go(page, "questions")
    assert list(page.data_editor[0].value["question"]) == ["Typed?"]
    assert is_changed(page)
    page.selectbox(key=state.SET).set_value("other").run()
    assert list(page.data_editor[0].value["kind"]) == ["far"]
    assert not is_changed(page)
    assert "Changes that are not saved stand in “kitchen”, too." in quiet_lines(page)
    page.selectbox(key=state.SET).set_value("kitchen").run()
    assert list(page.data_editor[0].value["question"]) == ["Typed?"]
    button(page, "Discard").click().run()
    assert list(page.data_editor[0].value["question"]) == ["Question 1?"]
    assert not is_changed(page)


def test_a_version_saved_meanwhile_does_not_take_what_was_typed(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"kind": "near"})
    page = opened("questions")
    _type(page, "kitchen", 1, "question", "Typed?")
    go(page, "help")
    keep(library, {"kind": "near", "question": "By somebody else?"})
    go(page, "questions")
    assert list(page.data_editor[0].value["question"]) == ["Typed?"]
    assert any(
        "Version 2 was saved meanwhile" in said and "cannot be saved" in said for said in notices(page, "warning")
    )
    assert button(page, "Save as version 3").disabled
    button(page, "Discard").click().run()
    assert list(page.data_editor[0].value["question"]) == ["By somebody else?"]
    assert not notices(page, "warning")


def test_rows_added_meanwhile_are_kept_with_what_was_typed(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"kind": "near"})
    page = opened("questions")
    _type(page, "kitchen", 1, "question", "Typed?")
    go(page, "help")
    keep(library, {"kind": "near"}, {"kind": "far", "question": "Added?"})
    go(page, "questions")
    assert any("Version 2 was saved meanwhile" in said and "keeps both" in said for said in notices(page, "info"))
    button(page, "Save as version 3").click().run()
    assert not page.exception
    assert list(page.data_editor[0].value["question"]) == ["Typed?", "Added?"]
    assert any("What was added meanwhile is in it, too." in said for said in notices(page, "success"))


def test_a_row_added_from_elsewhere_is_in_the_table_with_what_was_typed(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"kind": "near"})
    page = opened("questions")
    _type(page, "kitchen", 1, "question", "Typed?")
    script = AppTest.from_function(_add)
    script.session_state[state.DRAFTS] = page.session_state[state.DRAFTS]
    script.run()
    assert not script.exception
    draft = script.session_state[state.DRAFTS]["kitchen"]
    assert (draft.stored.version, list(draft.edited["question"])) == (2, ["Typed?", "Added?"])
    assert [row.question for row in engine.newest_sets(library.database)[0].rows] == ["Question 1?", "Added?"]


def _add() -> None:
    from dashboard import question_drafts, question_sets

    question_drafts.add("kitchen", lambda rows: question_sets.with_asked(rows, {"Added?": "far"}))


def test_new_documents_change_the_links_and_nothing_that_was_typed(
    library: engine.Library, kitchen: engine.Document, ingested: Ingest, opened: Open
) -> None:
    keep(library, {"needle": "A pump hums."})
    page = opened("questions")
    assert page.data_editor[0].value["place"].isna().all()
    _type(page, "kitchen", 1, "note", "typed")
    ingested({"pump.md": b"# Pump\n\nA pump hums.\n"})
    drafts = page.session_state[state.DRAFTS]
    del page.session_state[drafts["kitchen"].key]
    page.run()
    row = page.data_editor[0].value.iloc[0]
    assert row["place"] == "/chunks?document=pump.md&char=8%2C20"
    assert row["note"] == "typed"


def test_rows_typed_with_a_fault_in_them_are_not_saved(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"kind": "near"})
    page = opened("questions")
    _type(page, "kitchen", 1, "note", "nul \0")
    go(page, "help")
    go(page, "questions")
    assert question_sets.rows_of(page.session_state[state.DRAFTS]["kitchen"].edited)[1]
    assert button(page, "Save as version 2").disabled
    assert any(said.startswith("Row 1. Not scored: its note holds characters") for said in notices(page, "warning"))
