"""Question sets created, renamed and deleted.

AppTest closes a dialog in the run after the one that opened it, so each stands in a script that always opens it.
"""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

import engine
from dashboard import state
from tests.ui.marks import notices, quiet_lines

Open = Callable[[str], AppTest]


def _row(kind: str) -> engine.QuestionRow:
    return engine.question_row(1, {"id": "a", "question": "Why?", "kind": kind})


def _dialog(call: str) -> AppTest:
    page = AppTest.from_string(
        "import streamlit as st\nimport engine\nfrom dashboard import question_dialogs, state\n"
        f"if state.DONE not in st.session_state:\n    question_dialogs.{call}",
        default_timeout=60,
    ).run()
    assert not page.exception
    return page


def _press(page: AppTest, label: str) -> None:
    next(button for button in page.button if button.label == label).click().run()
    assert not page.exception


def test_the_page_opens_them_from_its_menu(library: engine.Library, opened: Open) -> None:
    engine.save_set(library.database, "gone", [])
    page = opened("questions")
    for action, button in (("New set …", "Create"), ("Duplicate or rename …", "Duplicate"), ("Delete …", "Delete")):
        page.menu_button[0].set_value(action).run()
        assert button in [each.label for each in page.button], action


def test_an_empty_set_is_created_under_a_name_that_is_free(library: engine.Library) -> None:
    engine.save_set(library.database, "my questions", [])
    page = _dialog("create()")
    assert notices(page) == ["There is a set “my questions” already; choose another name."]
    assert not page.button
    page.text_input[0].set_value("  ").run()
    assert notices(page) == ["A set needs a name."]
    page.text_input[0].set_value(" fresh ").run()
    _press(page, "Create")
    fresh = engine.newest_set(library.database, "fresh")
    assert fresh is not None
    assert (fresh.rows, fresh.version) == ((), 1)
    assert page.session_state[state.NEXT][state.SET] == "fresh"


def test_a_set_is_renamed_by_duplicating_it(library: engine.Library) -> None:
    engine.save_set(library.database, "old", [_row("far")])
    page = _dialog("duplicate('old', engine.newest_set(state.library().database, 'old').rows)")
    assert page.text_input[0].value == "old copy"
    page.text_input[0].set_value("new").run()
    (rename,) = page.checkbox
    assert rename.label == "Delete the old set, its 1 version and 0 runs with it"
    rename.check().run()
    _press(page, "Duplicate")
    assert [(each.name, each.rows) for each in engine.newest_sets(library.database)] == [("new", (_row("far"),))]
    assert page.session_state[state.DONE] == "“old” is now called “new”."


def test_a_copy_leaves_the_set_it_is_of(library: engine.Library) -> None:
    engine.save_set(library.database, "old", [_row("far")])
    page = _dialog("duplicate('old', ())")
    _press(page, "Duplicate")
    assert [(each.name, len(each.rows)) for each in engine.newest_sets(library.database)] == [
        ("old", 1),
        ("old copy", 0),
    ]


def test_a_set_is_deleted_after_it_was_said_what_goes_with_it(library: engine.Library) -> None:
    for kind in ("far", "near"):
        engine.save_set(library.database, "gone", [_row(kind)])
    engine.save_set(library.database, "stays", [])
    page = _dialog("delete('gone')")
    assert quiet_lines(page) == ["“gone” is deleted, its 2 versions and 0 runs with it. This cannot be undone."]
    assert len(engine.newest_sets(library.database)) == 2
    _press(page, "Delete")
    assert [each.name for each in engine.newest_sets(library.database)] == ["stays"]


def test_that_a_set_is_being_measured_is_said_before_it_is_deleted(library: engine.Library) -> None:
    of = engine.save_set(library.database, "gone", [_row("in")])
    ways = ([engine.Chunking("E", 128, 0)], [engine.Retrieval("dense", 25)])
    key = engine.queue_measurement(library.database, engine.planned(of, *ways, engine.Hidden.NOTHING))
    said = "“gone” is deleted, its 1 version and 0 runs with it{}. This cannot be undone."
    assert quiet_lines(_dialog("delete('gone')")) == [said.format(", and it is being measured: that is stopped")]
    engine.cancel_measurement(library.database, key)
    assert quiet_lines(_dialog("delete('gone')")) == [said.format("")]
