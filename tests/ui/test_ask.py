"""The Ask page: answers with places that can be checked, refusals with their figures, and text that stays text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import engine
from engine.worker import drain, new_owner
from tests.ui.marks import drawn_html, notices, quiet_lines
from tests.ui.reader import Reader

ROOT = Path(__file__).resolve().parent.parent.parent
MAIN = ROOT / "dashboard" / "main.py"
Open = Callable[[str], AppTest]
Ingest = Callable[[Mapping[str, bytes]], dict[str, engine.Document]]

NEEDLE = "Descale the kettle with citric acid every four weeks."
PASSAGE = f"{NEEDLE} Rinse it twice before the next use."
GUIDE = (
    f"# Kitchen\n\nPlease keep this guide.\n\n## Kettle\n\n{PASSAGE}\n\n## Toaster\n\nEmpty the crumb tray on Fridays."
)
QUESTION = "How often is the kettle descaled?"
FAR = "Which treaty ended the war between Sweden and Russia?"


def asked(page: AppTest, question: str) -> AppTest:
    page.text_input(key="question").input(question)
    page.button(key="ask").click().run()
    assert not page.exception
    return page


def test_an_empty_library_refuses_and_says_what_to_do(library: engine.Library, opened: Open) -> None:
    page = opened("ask")
    assert [button.key for button in page.button] == ["ask"]  # no examples without the sample
    assert "The library is empty" in page.caption[0].value
    asked(page, QUESTION)
    assert notices(page)[0].startswith("Refused: nothing was indexed. ")
    assert "add documents on the Library page" in notices(page)[0]
    assert [metric.value for metric in page.metric] == ["none", "0.675", "0"]
    assert [link.label for link in page.page_link] == ["Go to Library"]


def test_an_answer_cites_a_passage_that_is_shown_in_its_document(
    library: engine.Library, ingested: Ingest, opened: Open
) -> None:
    ingested({"home/kitchen.md": GUIDE.encode()})
    page = asked(opened("ask"), QUESTION)
    answer, first = (Reader(source) for source in drawn_html(page)[:2])
    assert answer.text.startswith(f"{NEEDLE} [1]")
    how, about = quiet_lines(page)
    own = engine.found_by(engine.retrieval_of(library))
    assert how == f"{own}, in all documents"
    assert f"Found by {own}. " in about
    assert about.startswith("Verbatim sentences from your documents; model calls: 0. Best distance 0.")
    assert "cut 0.675, not calibrated for these documents." in about
    start = GUIDE.index(PASSAGE)
    assert "[1] home/kitchen.md" in first.text
    assert f"characters {start}–{start + len(PASSAGE)}" in first.text
    assert "Kitchen › Kettle" in first.text
    assert first.text.endswith(PASSAGE)  # the quote: content and nothing else
    assert NEEDLE in first.marked["sentence"]
    assert page.code[0].value.startswith(f"{NEEDLE} [1]")
    assert f"[1] home/kitchen.md, Kitchen › Kettle, characters {start}–{start + len(PASSAGE)}:\n{PASSAGE}" in (
        page.code[0].value
    )
    page.button(key="source_1_show").click().run()
    shown = Reader(drawn_html(page)[-1])
    assert shown.text == GUIDE
    assert shown.marked["passage"] == [PASSAGE]
    assert NEEDLE in shown.marked["sentence"]


def test_an_answer_whose_sources_lack_a_name_of_the_question_says_so(
    library: engine.Library, ingested: Ingest, opened: Open
) -> None:
    ingested({"home/kitchen.md": GUIDE.encode()})
    page = asked(opened("ask"), QUESTION)
    assert not notices(page)
    asked(page, f"{QUESTION} It is the <b>KX300</b>.")
    assert notices(page) == ["No source has “KX300” as the question writes it: this may be about something else."]


def test_a_refusal_is_calm_and_shows_its_figures_and_the_near_miss(
    library: engine.Library, ingested: Ingest, opened: Open
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = asked(opened("ask"), FAR)
    assert not notices(page, "error")
    assert notices(page, "info")[0].startswith("Refused: nothing passed the cut. ")
    best, cut, calls = page.metric
    assert (best.label, cut.label, calls.label) == (
        "Best distance",
        "Cut",
        "Model calls",
    )
    assert 0.675 < float(best.value) <= 2
    assert (cut.value, calls.value) == ("0.675", "0")
    assert quiet_lines(page)[-1].startswith("The cut is not calibrated for these documents. Found by hybrid + late")
    assert "`model calls: 0`" in page.caption[0].value
    assert any("none passed the cut" in text.value for text in page.markdown)
    nearest = Reader(drawn_html(page)[0])
    assert f"distance {best.value}, not below the cut 0.675" in nearest.text
    assert "[1]" not in nearest.text
    assert not page.code  # there is no answer to copy


@pytest.mark.parametrize(
    ("outcome", "heading"),
    [
        (engine.Outcome.MODEL_ABSTAINED, "Passages passed the cut, but no answer was found in them."),
        (engine.Outcome.MODEL_UNREACHABLE, "The model could not be reached."),
    ],
)
def test_a_silent_model_is_no_refusal_by_the_cut(
    library: engine.Library, ingested: Ingest, opened: Open, outcome: engine.Outcome, heading: str
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = asked(opened("ask"), QUESTION)
    page.session_state["answer"] = replace(
        page.session_state["answer"],
        outcome=outcome,
        reason="The model [m](javascript:alert(1)) said nothing.",
        text="",
        sentences=(),
        citations=(),
        generator="m",
        model_calls=1,
    )
    page.run()
    assert notices(page, "info")[0].startswith(f"{heading} The model [m](javascript:alert(1)) said nothing.")
    assert page.metric[2].value == "1"
    assert [text.value for text in page.markdown if "Passages" in text.value] == ["**Passages that passed the cut**"]
    assert "[1] kitchen.md" in Reader(drawn_html(page)[0]).text
    assert not page.code


def test_a_stale_library_searches_nothing_and_says_so(library: engine.Library, ingested: Ingest, opened: Open) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    library.apply(engine.Chunking("A", 256, 0), library.encoder_name)
    page = asked(opened("ask"), QUESTION)
    assert notices(page)[0].startswith("Refused: nothing was indexed. ")
    assert "not searched yet: 1 of 1 documents" in notices(page)[0]
    assert not drawn_html(page)
    for _ in drain(library, new_owner()):
        pass
    page.run()
    assert any("changed since this answer" in caption.value for caption in page.caption)
    page.button(key="ask_again").click().run()
    assert Reader(drawn_html(page)[0]).text.startswith(NEEDLE)
    assert not any("changed since this answer" in caption.value for caption in page.caption)


def test_what_is_still_being_read_is_told_beside_the_answer(
    library: engine.Library, ingested: Ingest, opened: Open
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    library.add("later.md", b"# Later\n\nNot read yet.")
    page = asked(opened("ask"), QUESTION)
    assert page.caption[0].value == "Still being read or rebuilt, not searched yet: 1 of 2 documents."
    assert Reader(drawn_html(page)[0]).text.startswith(NEEDLE)


def test_a_passage_of_a_removed_document_says_so(library: engine.Library, ingested: Ingest, opened: Open) -> None:
    documents = ingested({"kitchen.md": GUIDE.encode()})
    page = asked(opened("ask"), QUESTION)
    library.remove([documents["kitchen.md"].key])
    page.button(key="source_1_show").click().run()
    assert not page.exception
    assert "removed or replaced" in notices(page, "error")[0]


HOSTILE = "Fee $5 to $9 [x](javascript:alert(1)) **b** <script>alert(2)</script> :red[r] `c`"


def test_what_documents_and_questions_say_stays_text(library: engine.Library, ingested: Ingest, opened: Open) -> None:
    name = f"{HOSTILE}.md"
    said = f"The parking fee is {HOSTILE} <img src=x onerror=alert(3)> a day."
    ingested({name: f"# Title {HOSTILE}\n\n## Section {HOSTILE}\n\n{said}\n".encode()})
    page = asked(opened("ask"), f"What is the parking fee? {HOSTILE}")
    page.button(key="source_1_show").click().run()
    for source in drawn_html(page):
        assert Reader(source).elements <= {"div", "p", "span", "b", "blockquote", "mark"}
        assert "onerror=alert(3)>" not in source
    answer, card = (Reader(source).text for source in drawn_html(page)[:2])
    assert said in answer
    assert name in card
    assert f"Section {HOSTILE}" in card
    read_as_markdown = [*page.markdown, *page.caption, *page.metric, *page.button]
    for element in read_as_markdown:
        assert "javascript:" not in f"{getattr(element, 'label', '')} {element.value}"
    assert page.text_input(key="question").value == f"What is the parking fee? {HOSTILE}"
    assert page.dataframe[0].value["Document"][0] == name


def test_a_link_asks_and_a_page_switch_keeps_the_answer(library: engine.Library, ingested: Ingest) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    page = AppTest.from_file(str(MAIN), default_timeout=60)
    page.query_params["q"] = f" {QUESTION}\n"
    page.run()
    answer = drawn_html(page)[0]
    assert Reader(answer).text.startswith(NEEDLE)
    assert page.text_input(key="question").value == QUESTION
    page.switch_page("../pages/system.py").run()
    assert not [box for box in page.text_input if box.key == "question"]
    page.query_params.clear()  # as a browser does on the way to another page
    page.switch_page("../pages/ask.py").run()
    assert drawn_html(page)[0] == answer
    assert page.text_input(key="question").value == QUESTION
    assert page.query_params["q"] == QUESTION
    asked(page, "")
    assert not drawn_html(page)
    assert "q" not in page.query_params


def test_an_encoder_that_is_not_there_is_a_sentence(
    library: engine.Library, ingested: Ingest, opened: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ingested({"kitchen.md": GUIDE.encode()})
    monkeypatch.setenv("CANDOR_ENCODER", str(tmp_path / "nothing"))
    page = asked(opened("ask"), QUESTION)
    assert "nothing" in notices(page, "error")[0]
    assert not drawn_html(page)


def test_the_examples_end_as_they_promise(home: Path, opened: Open) -> None:
    library = engine.Library(
        engine.read_settings(home), create=engine.DEFAULT_CHUNKING, sample=ROOT / "data" / "handbook"
    )
    for _ in drain(library, new_owner()):
        pass
    for number, ending in enumerate(("answered", "answered", "refused"), start=1):
        page = opened("ask")
        promised = page.button(key=f"example_{number}").help
        page.button(key=f"example_{number}").click().run()
        assert bool(notices(page, "info")) is (ending == "refused")
        assert ("refusal" in promised) is (ending == "refused")
    library.database.close()
