"""The Library page: empty, loaded, failing and stale; what its buttons do; names that are only text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamlit.testing.v1 import AppTest

import engine
from dashboard import state, words
from engine.worker import drain, new_owner
from tests.ui.marks import notices

Open = Callable[[str], AppTest]
Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]
PUMPS = b"# Pumps\n\nA pump moves water.\n\n## Priming\n\nFill the casing before the first start.\n"


def _button(page: AppTest, label: str) -> object:
    return next(button for button in page.button if button.label.startswith(label))


def _labels(page: AppTest) -> list[str]:
    return [button.label for button in page.button]


def test_an_empty_library_says_what_to_do(library: engine.Library, opened: Open) -> None:
    page = opened("library")
    assert notices(page)[0].startswith("No documents yet. Drop some above")
    assert not page.dataframe


def test_what_became_of_each_document_is_listed_and_counted(ingested: Ingest, opened: Open) -> None:
    done = ingested({"guide/pumps.md": PUMPS, "broken.pdf": b"%PDF-1.7 and no more"})
    page = opened("library")
    frame = page.dataframe[0].value
    assert list(frame["Document"]) == ["broken.pdf", "guide/pumps.md"]
    assert list(frame["State"]) == ["failed", "ready"]
    assert list(frame["Chunks"]) == [0, 2]
    assert list(frame["Characters"]) == [0, len(PUMPS)]
    assert frame["Notes"][0] == done["broken.pdf"].reason != ""
    figures = {metric.label: metric.value for metric in page.metric}
    assert (figures["Ready"], figures["Chunks"], figures["Overflowing"]) == ("1 of 2", "2", "0")
    assert figures["Tokens"] == f"{done['guide/pumps.md'].tokens:,}"
    assert notices(page, "error") == [done["broken.pdf"].reason]
    assert "broken.pdf" in done["broken.pdf"].reason


def test_failed_documents_are_retried_in_one_click(ingested: Ingest, library: engine.Library, opened: Open) -> None:
    ingested({"broken.pdf": b"%PDF-1.7 and no more"})
    page = opened("library")
    _button(page, "Retry 1 failed").click().run()  # type: ignore[attr-defined]
    assert [document.state for document in library.documents()] == [engine.State.QUEUED]


def test_another_strategy_is_priced_before_it_is_applied(
    ingested: Ingest, library: engine.Library, opened: Open
) -> None:
    ingested({"pumps.md": PUMPS})
    page = opened("library")
    assert "Apply and rebuild" not in _labels(page)
    page.selectbox[0].select("C").run()
    assert "1 document would be cut into 2 chunks: 2 texts to embed, 0 embedded before" in " ".join(
        caption.value for caption in page.caption
    )
    assert library.chunking.strategy == "E"
    _button(page, "Apply and rebuild").click().run()  # type: ignore[attr-defined]
    assert library.chunking.strategy == "C"
    for _ in drain(library, new_owner()):
        pass
    (document,) = library.documents()
    assert (document.state, document.stale, document.chunks) == (engine.State.READY, False, 2)


def test_an_encoder_that_is_none_is_one_sentence_and_changes_nothing(
    ingested: Ingest, library: engine.Library, opened: Open, tmp_path: object
) -> None:
    ingested({"pumps.md": PUMPS})
    page = opened("library")
    page.text_input[0].input(str(tmp_path)).run()
    assert not page.exception
    assert any("holds no sentence-transformers encoder" in sentence for sentence in notices(page, "error"))
    assert library.encoder_name == engine.DEFAULT_ENCODER


def test_stale_documents_are_named_and_rebuilt_in_one_click(
    ingested: Ingest, library: engine.Library, opened: Open
) -> None:
    ingested({"pumps.md": PUMPS})
    with library.database.write() as connection:  # as if an update of Candor had changed what a stamp holds
        connection.exec_driver_sql("UPDATE stamps SET digest = 'of an older version'")
    page = opened("library")
    assert notices(page, "warning")[0].startswith("1 document not searched. Built with other settings or by an earlier")
    assert list(page.dataframe[0].value["State"]) == ["ready, stale"]
    _button(page, "Rebuild stale documents").click().run()  # type: ignore[attr-defined]
    for _ in drain(library, new_owner()):
        pass
    assert [document.stale for document in library.documents()] == [False]


def test_a_name_is_only_text(ingested: Ingest, opened: Open) -> None:
    name = "<b>*x*</b> $5 to $9 [a](javascript:alert(1)).pdf"
    document = ingested({name: b"no pdf"})[name]
    page = opened("library")
    assert list(page.dataframe[0].value["Document"]) == [name]
    assert notices(page, "error") == [document.reason]
    assert name in document.reason
    assert not [element.value for element in page.html if "<b>" in element.value]


def test_the_largest_sizes_that_the_engine_takes_are_shown(library: engine.Library, opened: Open) -> None:
    library.apply(engine.Chunking("F", 8192, 5000), library.encoder_name)
    page = opened("library")
    target, overlap, _ = page.number_input
    assert (target.value, overlap.value) == (8192, 5000)
    assert (target.min, target.max, overlap.min, overlap.max) == (64, 8192, 0, 8191)


def test_how_questions_are_searched_changes_at_once_and_rebuilds_nothing(
    ingested: Ingest, library: engine.Library, opened: Open
) -> None:
    ingested({"pumps.md": PUMPS})
    page = opened("library")
    page.number_input(key=state.LIBRARY_DEPTH).set_value(40).run()
    assert engine.retrieval_of(library) == engine.Retrieval("hybrid+late", 40)
    page.selectbox(key=state.LIBRARY_RETRIEVER).set_value("bm25").run()
    assert not page.exception
    assert engine.retrieval_of(library) == engine.Retrieval("bm25", 40)  # the depth is there for another time
    assert page.number_input(key=state.LIBRARY_DEPTH).disabled
    assert any(words.RETRIEVERS["bm25"][1] in caption.value for caption in page.caption)
    assert [document.state for document in library.documents()] == [engine.State.READY]
    assert not any(document.stale for document in library.documents())


def test_what_another_session_has_set_is_what_is_shown(library: engine.Library, opened: Open) -> None:
    page = opened("library")
    engine.use_retrieval(library, engine.Retrieval("dense", 10))
    page.run()
    assert page.selectbox(key=state.LIBRARY_RETRIEVER).value == "dense"
    assert engine.retrieval_of(library) == engine.Retrieval("dense", 10)


def test_a_cut_that_was_measured_with_another_retriever_is_told(
    ingested: Ingest, library: engine.Library, opened: Open
) -> None:
    ingested({"pumps.md": PUMPS})
    rows = engine.read_questions("s.jsonl", b'{"id": "a", "question": "What does a pump cost?", "kind": "near"}').rows
    own = engine.Retrieval("hybrid+late", 25)
    engine.use_retrieval(library, own)
    measured = engine.measure(library, engine.Desk(library).search, "small", rows, own, lambda *_: None)
    engine.use_cut(library, measured.run, measured.trials, 0.6)
    page = opened("library")
    assert not notices(page, "warning")
    page.selectbox(key=state.LIBRARY_RETRIEVER).set_value("dense").run()
    assert notices(page, "warning") == [
        "The cut 0.600, which Ask uses, was measured with hybrid + late interaction (first 25)."
    ]
