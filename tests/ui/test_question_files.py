"""Files of questions in and out of the Questions page, and rows made of what was asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
import sqlalchemy as sa
from streamlit.testing.v1 import AppTest

import engine
from dashboard import question_log, state
from engine.store.tables import asked
from tests.ui.marks import notices, quiet_lines

Open = Callable[[str], AppTest]
Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]

BAD = (
    "id,question,kind,needle,start\n"
    "a,How often?,in,Empty the crumb tray on Fridays.,\n"
    ",Without an id?,near,,\n"
    "b,,near,,\n"
    "c,Bad offset?,in,x,soon\n"
    "d,Found nowhere?,in,Zebras graze at dusk.,\n"
)


def _upload(page: AppTest, name: str, said: str) -> None:
    page.file_uploader[0].set_value((name, said.encode(), "text/csv")).run()
    assert not page.exception


def _imported(page: AppTest) -> list[str]:
    return [line for line in quiet_lines(page) if line.startswith("line ")]


def _asked(library: engine.Library, **questions: engine.Outcome) -> None:
    row = {"gate": "distance", "cut": 0.675, "best_score": 0.5, "best_distance": 0.5, "model_calls": 0}
    with library.database.write() as connection:
        for at, (question, outcome) in enumerate(questions.items()):
            connection.execute(
                sa.insert(asked).values({**row, "at": float(at), "question": f"{question}?", "outcome": outcome})
            )


def test_a_file_becomes_a_set_and_its_three_bad_rows_stay_named_until_dismissed(
    library: engine.Library, ingested: Ingest, opened: Open
) -> None:
    ingested({"kitchen.md": b"# Kitchen\n\nEmpty the crumb tray on Fridays.\n"})
    page = opened("questions")
    _upload(page, "crumbs.csv", BAD)
    kept = engine.newest_set(library.database, "crumbs")
    assert kept is not None
    ids = ["a", kept.rows[1].id, "d"]
    assert [row.id for row in kept.rows] == ids
    assert ids[1].startswith("q-")
    assert page.selectbox(key=state.SET).value == "crumbs"
    assert list(page.data_editor[0].value["id"]) == ids
    said = notices(page, "warning")
    assert said[0] == ("3 rows of crumbs.csv became the new set “crumbs”. 2 rows could not be taken over.")
    assert said[1].startswith("Row 3, d, “Found nowhere?”. Not scored:")
    page.run()
    assert [line.split(":")[0] for line in _imported(page)] == ["line 4, b", "line 5, c", "line 3"]
    assert [button.label for button in page.download_button] == ["CSV", "JSONL", "Rejected rows (CSV)"]
    assert [one.written for one in page.session_state[state.IMPORTED].rejected] == BAD.splitlines()[3:5]
    next(button for button in page.button if button.label == "Dismiss").click().run()
    assert _imported(page) == []
    assert len(page.data_editor) == 1


@pytest.mark.parametrize("file", ["pans-pots, rejected rows.csv", "pans-pots, rejected rows (2).csv"])
def test_rows_mended_in_the_file_of_rejected_rows_are_added_to_their_set(
    library: engine.Library, opened: Open, file: str
) -> None:
    good = engine.question_row(1, {"id": "a", "question": "Here?", "kind": "near"})
    engine.save_set(library.database, "pans/pots", [good])  # no file is called so
    rejected = engine.read_questions("pots", b"id,question,kind\nb,,near\nc,,near\n").rejected
    mended = engine.rejected_csv(rejected).decode("utf-8-sig").replace("b,,near", "b,Mended?,near")
    page = opened("questions")
    _upload(page, file, mended)
    kept = engine.newest_set(library.database, "pans/pots")
    assert kept is not None
    assert [(row.id, row.question) for row in kept.rows] == [("a", "Here?"), ("b", "Mended?")]
    (told,) = notices(page, "warning")
    assert told == f"1 row of {file} added to “pans/pots”, which is version 2 now. 1 row could not be taken over."
    assert _imported(page) == ["line 3, c: It has no question."]
    assert "Rows that are mended in the file of rejected rows are added to “pans/pots” by Import." in quiet_lines(page)
    assert page.selectbox(key=state.SET).value == "pans/pots"
    _upload(page, file, mended)
    assert notices(page, "warning")[0].startswith(f"{file} holds what “pans/pots”, version 2, holds already.")


def test_rejected_rows_of_a_file_that_became_no_set_become_one(library: engine.Library, opened: Open) -> None:
    page = opened("questions")
    _upload(page, "pots, rejected rows.csv", "line,reason,id,question,kind,as written\n2,None,b,Mended?,near,x\n")
    assert notices(page, "success") == ["1 row of pots, rejected rows.csv became the new set “pots”."]


def test_a_file_with_a_known_name_is_the_next_version_and_says_so(library: engine.Library, opened: Open) -> None:
    page = opened("questions")
    for said in ("id,question,kind\na,Old?,near\n", "id,question,kind\na,New?,near\n"):
        _upload(page, "kettle.csv", said)
    assert notices(page, "success") == [
        "There was a set “kettle” already: the 1 row of kettle.csv became its version 2."
    ]
    assert [each.rows[0].question for each in engine.set_versions(library.database, "kettle")] == ["New?", "Old?"]
    assert list(page.data_editor[0].value["question"]) == ["New?"]
    _upload(page, "kettle.csv", "id,question,kind\na,New?,near\n")
    assert notices(page, "success") == ["kettle.csv holds what “kettle”, version 2, holds already."]


@pytest.mark.parametrize(
    ("said", "why"), [("no columns\n", "is no question set"), ("", "is empty"), ("id,question,kind\n,,\n", "")]
)
def test_a_file_that_holds_no_rows_is_no_set(library: engine.Library, opened: Open, said: str, why: str) -> None:
    page = opened("questions")
    _upload(page, "x.csv", said)
    (told,) = notices(page, "error")
    assert why in told
    assert engine.newest_sets(library.database) == ()


def test_of_many_rows_that_are_rejected_some_are_named_and_all_are_in_the_file(
    library: engine.Library, opened: Open
) -> None:
    page = opened("questions")
    _upload(page, "many.csv", "id,question,kind\n" + "".join(f"r{number},,far\n" for number in range(60)))
    assert notices(page, "error") == ["many.csv has no row that can be read, so nothing was kept."]
    assert len(_imported(page)) == 50
    assert "and 10 more, as the file of rejected rows tells." in quiet_lines(page)
    assert len(page.session_state[state.IMPORTED].rejected) == 60
    assert [button.label for button in page.download_button] == ["Rejected rows (CSV)"]


def test_what_is_shown_can_be_downloaded_in_both_kinds(library: engine.Library, opened: Open) -> None:
    page = opened("questions")
    _upload(page, "kettle.csv", "id,question,kind\na,Old?,near\n")
    assert [button.label for button in page.download_button] == ["CSV", "JSONL"]


def test_nothing_asked_yet_leads_to_ask(library: engine.Library, opened: Open) -> None:
    page = opened("questions")
    page.segmented_control(key=state.VIEW).set_value("From what was asked").run()
    assert any("Nothing was asked yet" in said for said in notices(page))
    assert "Go to Ask" in [link.label for link in page.page_link]


def test_asked_questions_are_listed_with_how_they_ended(library: engine.Library, opened: Open) -> None:
    engine.save_set(library.database, "mine", [engine.question_row(1, {"id": "a", "question": "WHY?", "kind": "in"})])
    _asked(library, Why=engine.Outcome.ANSWERED, Who=engine.Outcome.BELOW_CUT)
    page = opened("questions")
    page.segmented_control(key=state.VIEW).set_value("From what was asked").run()
    table = page.dataframe[0].value
    assert list(table["Question"]) == ["Who?", "Why?"]
    assert list(table["Outcome"]) == ["Refused: nothing passed the cut", "Answered"]
    assert list(table["In the set"]) == ["", "yes"]
    assert next(button for button in page.button if button.label.startswith("Add")).disabled


def test_chosen_questions_become_rows_of_a_new_version(library: engine.Library, opened: Open) -> None:
    _asked(library, Why=engine.Outcome.ANSWERED, Who=engine.Outcome.BELOW_CUT, How=engine.Outcome.NOTHING_INDEXED)
    engine.save_set(library.database, "mine", [engine.question_row(1, {"id": "q3", "question": "Why?", "kind": "far"})])
    page = opened("questions")
    page.segmented_control(key=state.VIEW).set_value("From what was asked").run()
    table = next(frame for frame in page.dataframe if frame.key.startswith("asked_"))
    page.session_state[table.key] = {"selection": {"rows": [0, 1, 2], "columns": [], "cells": []}}
    page.run()
    next(button for button in page.button if button.label == "Add 3 questions").click().run()
    saved = engine.newest_set(library.database, "mine")
    assert saved is not None
    assert [(row.id, row.question, row.kind) for row in saved.rows] == [
        ("q3", "Why?", "far"),
        ("q4", "How?", "near"),
        ("q5", "Who?", "near"),
    ]
    assert notices(page, "success") == ["2 questions added: “mine” is now version 2. 1 question stood in it already."]
    assert list(page.data_editor[0].value["id"]) == ["q3", "q4", "q5"]


@pytest.mark.parametrize(
    ("outcome", "chosen", "kind"),
    [
        (engine.Outcome.ANSWERED, question_log.BY_OUTCOME, "in"),
        (engine.Outcome.BELOW_CUT, question_log.BY_OUTCOME, "near"),
        (engine.Outcome.NOTHING_INDEXED, question_log.BY_OUTCOME, "near"),
        (engine.Outcome.ANSWERED, "far", "far"),
    ],
)
def test_the_kind_is_by_the_outcome_unless_chosen(outcome: engine.Outcome, chosen: str, kind: str) -> None:
    assert question_log.kind_of(engine.Asked(1, 0.0, "Who?", outcome, None, 1), chosen) == kind
