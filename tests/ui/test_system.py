"""The System page: what built the library, where it is, and the audit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamlit.testing.v1 import AppTest

import engine
from tests.pdfs import simple_pdf
from tests.ui.marks import notices

Open = Callable[[str], AppTest]
Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]
PUMPS = b"# Pumps\n\nA pump moves water.\n\n## Priming\n\nFill the casing before the first start.\n"


def _text(page: AppTest) -> str:
    return " ".join(element.value for element in page.html)


def test_an_empty_library_has_facts_and_nothing_to_audit(library: engine.Library, opened: Open) -> None:
    page = opened("system")
    assert str(library.settings.home) in _text(page)
    page.button[0].click().run()
    assert "nothing to audit" in notices(page, "info")[0]


def test_stamp_backend_versions_and_counts_are_told(ingested: Ingest, library: engine.Library, opened: Open) -> None:
    document = ingested({"pumps.md": PUMPS})["pumps.md"]
    desk = engine.Desk(library)
    desk.ask("How is the casing primed?")
    desk.ask("Who composed the Goldberg Variations?")
    page = opened("system")
    stamps = page.dataframe[0].value
    assert document.stamp is not None
    assert list(stamps["Stamp"]) == [document.stamp.digest[:12]]
    assert list(stamps["Run by"]) == [f"openvino {document.stamp.precision}"]
    assert list(stamps["Today's settings"]) == ["yes"]
    text = _text(page)
    for told in ("2.13.0", "384", "256 word pieces", "1 files", "0; for refused questions 0"):
        assert told in text, told
    assert "Refused: nothing passed the cut" in text


def test_the_audit_counts_what_is_exact_for_each_format(ingested: Ingest, opened: Open) -> None:
    ingested({"pumps.md": PUMPS, "valves.pdf": simple_pdf([["A valve stops water."]])})
    page = opened("system")
    page.button[0].click().run()
    assert notices(page, "success") == ["3 of 3 chunks are word for word what their documents say."]
    formats, documents, _ = (table.value for table in page.dataframe)
    assert formats.to_dict("records") == [
        {"Format": "markdown", "Documents": 1, "Exact": 2, "Chunks": 2, "With faults": 0},
        {"Format": "pdf", "Documents": 1, "Exact": 1, "Chunks": 1, "With faults": 0},
    ]
    assert list(documents["Document"]) == ["pumps.md", "valves.pdf"]
    assert "Faults" not in documents


def test_the_audit_names_what_was_altered_first(ingested: Ingest, library: engine.Library, opened: Open) -> None:
    altered = ingested({"a.md": PUMPS, "pumps.md": PUMPS.replace(b"casing", b"barrel")})["pumps.md"].key
    with library.database.write() as connection:
        connection.exec_driver_sql(
            f"UPDATE chunks SET content = 'Fill the hopper.' WHERE ordinal = 1 AND document = {altered}"
        )
    page = opened("system")
    page.button[0].click().run()
    assert notices(page, "error") == ["3 of 4 chunks are word for word what their documents say."]
    formats, documents, _ = (table.value for table in page.dataframe)
    assert formats.to_dict("records") == [
        {"Format": "markdown", "Documents": 2, "Exact": 3, "Chunks": 4, "With faults": 1}
    ]
    assert list(documents["Document"]) == ["pumps.md", "a.md"]
    assert documents["Faults"][0] == "Chunk 2: characters 42\u201381 of the original are not what is quoted."
