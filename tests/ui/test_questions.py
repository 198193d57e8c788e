"""The Questions page: sets as tables, held against the documents, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import engine
from dashboard import state
from tests.ui.chunks_page import go
from tests.ui.marks import notices, quiet_lines
from tests.ui.questions_page import button, buttons, counts, is_changed, keep

Open = Callable[[str], AppTest]
Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]

GUIDE = (
    "# Kitchen\n\n## Kettle\n\nDescale it every month. Rinse the kettle twice.\n\n"
    "## Toaster\n\nDescale it every month. Empty the crumb tray on Fridays.\n"
)
FIRST, SECOND = GUIDE.index("Descale"), GUIDE.rindex("Descale")
TRAY = GUIDE.index("Empty")


@pytest.fixture
def kitchen(ingested: Ingest) -> engine.Document:
    return ingested({"kitchen.md": GUIDE.encode()})["kitchen.md"]


def test_without_a_set_the_ways_to_one_are_shown(library: engine.Library, opened: Open) -> None:
    page = opened("questions")
    assert any("no question set yet" in said for said in notices(page))
    assert not page.data_editor
    assert [button.label for button in page.menu_button] == ["Sets"]
    assert len(page.file_uploader) == 1
    assert "Choose a sentence in Chunks" in [link.label for link in page.page_link]


def test_a_set_is_a_table_whose_rows_lead_into_chunks(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"needle": "Empty the crumb tray"}, {"kind": "near"}, {"kind": "far"}, {"needle": "Rinse the kettle"})
    page = opened("questions")
    table = page.data_editor[0].value
    assert list(table["id"]) == ["r1", "r2", "r3", "r4"]
    assert list(table["kind"]) == ["in", "near", "far", "in"]
    assert table["place"].iloc[0] == f"/chunks?document=kitchen.md&char={TRAY}%2C{TRAY + 20}"
    assert counts(page) == "2 in, 1 near, 1 far; all rows are scored"
    assert notices(page) == []
    assert button(page, "Save as version 2").disabled
    assert not is_changed(page)


def test_a_needle_found_twice_can_be_told_by_its_place_and_is_saved_so(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"needle": "Descale it every month.", "question": "How <b>often</b> $5?"}, {"kind": "near"})
    page = opened("questions")
    assert counts(page) == "0 in, 1 near, 0 far; 1 row is not scored"
    (said,) = notices(page, "warning")
    assert said.startswith("Row 1, r1, “How <b>often</b> $5?”. Not scored: the needle stands in kitchen.md")
    places = [line for line in quiet_lines(page) if line.startswith("kitchen.md, characters")]
    assert [f"characters {start:,} to" in line for start, line in zip((FIRST, SECOND), places, strict=True)] == [
        True
    ] * 2
    buttons(page, "Take this place")[1].click().run()
    row = page.data_editor[0].value.iloc[0]
    assert (row["document"], row["start"], row["end"]) == ("kitchen.md", SECOND, SECOND + 23)
    assert counts(page) == "1 in, 1 near, 0 far; all rows are scored"
    assert is_changed(page)
    assert [each.version for each in engine.set_versions(library.database, "kitchen")] == [1]
    button(page, "Save as version 2").click().run()
    saved = engine.newest_set(library.database, "kitchen")
    assert saved is not None
    assert (saved.version, saved.rows[0].start, saved.rows[0].needle) == (2, SECOND, "Descale it every month.")
    assert notices(page, "success") == ["“kitchen”, version 2, is kept."]
    assert not is_changed(page)


def test_a_needle_in_other_words_than_the_document_takes_the_documents(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"needle": "Empty the crumbs tray on each Friday."})
    page = opened("questions")
    button(page, "Take it").click().run()
    row = page.data_editor[0].value.iloc[0]
    assert row["needle"] == "Empty the crumb tray on Fridays."
    assert (row["start"], row["end"]) == (TRAY, TRAY + 32)
    assert counts(page) == "1 in, 0 near, 0 far; all rows are scored"


def test_a_heading_is_no_needle_and_a_long_one_is_doubtful(
    library: engine.Library, ingested: Ingest, opened: Open
) -> None:
    long = f"It hums {'and hums ' * 40}on."
    ingested({"pump.md": f"# Pump\n\n## Noise\n\n{long}\n".encode()})
    keep(library, {"needle": "Noise"}, {"needle": long})
    page = opened("questions")
    (fault,), (doubt,) = notices(page, "warning"), notices(page, "info")
    assert fault.startswith("Row 1, r1, “Question 1?”. Not scored: the needle is a heading of pump.md")
    assert doubt.startswith(f"Row 2, r2, “Question 2?”. Scored, but doubtful: the needle has {len(long)} characters")
    assert counts(page) == "1 in, 0 near, 0 far; 1 row is not scored"


def test_what_is_not_named_for_want_of_room_is_counted(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, *({} for _ in range(22)))
    page = opened("questions")
    assert counts(page) == "0 in, 0 near, 0 far; 22 rows are not scored"
    assert len(notices(page, "warning")) == 20
    assert "2 more rows will be named here as these are mended." in quiet_lines(page)


def test_without_documents_nothing_is_checked_and_the_table_is_there(library: engine.Library, opened: Open) -> None:
    keep(library, {"needle": "Empty the crumb tray"})
    page = opened("questions")
    assert counts(page) == "Not checked: no document is searched"
    assert [said[:22] for said in notices(page)] == ["No document is searche"]
    assert len(page.data_editor[0].value) == 1


def test_stale_documents_hold_no_needle_and_the_page_says_why(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    keep(library, {"needle": "Empty the crumb tray"})
    with library.database.write() as connection:  # as if an update of Candor had changed what a stamp holds
        connection.exec_driver_sql("UPDATE stamps SET digest = 'of an older version'")
    page = opened("questions")
    assert any("not searched until rebuilt: 1 of 1 documents" in said for said in notices(page))


def test_an_older_version_is_only_looked_at_until_it_is_made_the_newest(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    first = keep(library, {"kind": "near", "question": "Old?"})
    keep(library, {"kind": "near", "question": "New?"})
    page = opened("questions")
    version = next(box for box in page.selectbox if box.label == "Version")
    assert version.options == ["2, newest", "1"]
    version.set_value(1).run()
    assert not page.data_editor
    assert list(page.dataframe[0].value["question"]) == ["Old?"]
    button(page, "Make this the newest").click().run()
    newest = engine.newest_set(library.database, "kitchen")
    assert newest is not None
    assert (newest.version, newest.rows) == (3, first.rows)
    assert list(page.data_editor[0].value["question"]) == ["Old?"]


def test_a_link_names_the_set_and_one_that_is_gone_is_told(library: engine.Library, opened: Open) -> None:
    keep(library, {"kind": "near"})
    keep(library, {"kind": "far"}, name="other")
    page = opened("help")
    go(page, "questions", set="other")
    assert page.selectbox(key=state.SET).value == "other"
    go(page, "help")
    go(page, "questions", set="gone")
    assert any("There is no question set “gone”" in said for said in notices(page, "warning"))
    assert page.selectbox(key=state.SET).value == "other"


def test_the_handbooks_questions_are_offered_with_the_handbook(home: Path, tmp_path: Path, opened: Open) -> None:
    sample = tmp_path / "sample"
    sample.mkdir()
    (sample / "01-first-walk.md").write_text("# Walk\n\nOne step.\n", "utf-8")
    library = engine.Library(engine.read_settings(home), create=engine.DEFAULT_CHUNKING, sample=sample)
    page = opened("questions")
    button(page, "Add the handbook's questions").click().run()
    (kept,) = engine.newest_sets(library.database)
    assert (kept.name, len(kept.rows)) == ("handbook", 94)
    assert not buttons(page, "Add the handbook's questions")
    library.database.close()


def test_names_of_sets_and_what_they_hold_are_shown_as_they_are(
    library: engine.Library, kitchen: engine.Document, opened: Open
) -> None:
    name = "<b>**set**</b> :streamlit: $5 to $9"
    keep(library, {"kind": "nearly", "question": "<img src=x onerror=alert(1)> [link](http://x)"}, name=name)
    page = opened("questions")
    assert page.selectbox(key=state.SET).options == [name]
    assert "“<img src=x onerror=alert(1)> [link](http://x)”" in notices(page, "warning")[0]
    assert not [
        text.value for text in page.markdown if "set" in text.value.replace("unset", "") and "<b>" in text.value
    ]
