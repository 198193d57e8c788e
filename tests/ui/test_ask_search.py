"""How Ask searches: by the library's retriever or another, everywhere or in a part, and an address that reopens it."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Widget

import engine
from dashboard import state
from tests.types import Ingest
from tests.ui.marks import drawn_html, notices, quiet_lines
from tests.ui.reader import Reader

MAIN = Path(__file__).resolve().parents[2] / "dashboard" / "main.py"
KETTLE = "# Kettle\n\n## Care\n\nDescale the kettle with citric acid.\n\n## Use\n\nBoil fresh water in the kettle."
TOASTER = "# Toaster\n\n## Care\n\nEmpty the crumb tray on Fridays.\n"
FILES = {"kettle.md": KETTLE.encode(), "toaster.md": TOASTER.encode()}
QUESTION = "How is the kettle descaled?"
LATE, KEYWORD = "hybrid + late interaction (first 25)", "keyword search (BM25)"


@pytest.fixture
def ask_page(ingested: Ingest, library: engine.Library) -> AppTest:
    """Ask over two documents, its controls unfolded; the library reorders 25 passages."""
    ingested(FILES)
    engine.use_retrieval(library, engine.Retrieval("hybrid+late", 25))
    return opened()


def opened(**link: str | list[str]) -> AppTest:
    page = AppTest.from_file(str(MAIN), default_timeout=60)
    page.session_state[state.HOW] = True
    for name, said in link.items():
        page.query_params[name] = said
    return run(page)


def run(changed: AppTest | Widget) -> AppTest:
    """The page after whatever was changed on it."""
    page = changed.run()
    assert not page.exception
    return page


def asked(page: AppTest, question: str = QUESTION) -> AppTest:
    page.text_input(key=state.QUESTION).input(question)
    page.button(key="ask").click()
    return run(page)


def link(page: AppTest) -> dict[str, list[str]]:
    """The address: a parameter's values, one or many."""
    return {name: [said] if isinstance(said, str) else list(said) for name, said in page.query_params.items()}


def documents(page: AppTest) -> set[str]:
    return {hit.document for hit in page.session_state[state.ANSWER].decision.pool}


def test_a_retriever_is_chosen_for_the_next_question_and_kept_in_the_address(ask_page: AppTest) -> None:
    asked(ask_page)
    assert link(ask_page) == {"q": [QUESTION]}
    answer = ask_page.session_state[state.ANSWER]
    run(ask_page.radio(key=state.RETRIEVER).set_value("bm25"))
    assert ask_page.session_state[state.ANSWER] is answer  # nothing is asked by choosing
    assert quiet_lines(ask_page)[0] == f"{KEYWORD}, in all documents: press Ask to search like this"
    assert f"Found by {LATE}." in quiet_lines(ask_page)[1]
    run(ask_page.button(key="ask").click())
    assert link(ask_page) == {"q": [QUESTION], "retriever": ["bm25"]}
    assert f"Found by {KEYWORD}." in quiet_lines(ask_page)[1]
    assert Reader(drawn_html(ask_page)[1]).text.count("Rank 1: BM25 1") == 1
    assert quiet_lines(ask_page)[0] == f"{KEYWORD}, in all documents"


def test_a_depth_is_asked_for_where_there_is_a_second_stage(ask_page: AppTest) -> None:
    ask_page.number_input(key=state.DEPTH).set_value(1)
    asked(ask_page)
    assert link(ask_page) == {"q": [QUESTION], "depth": ["1"]}
    late = [hit.stages["late"] for hit in ask_page.session_state[state.ANSWER].decision.pool]
    assert [seen is not None for seen in late] == [True, False, False, False, False]  # each title is a chunk, too
    assert "late not seen" in Reader(drawn_html(ask_page)[2]).text
    run(ask_page.radio(key=state.RETRIEVER).set_value("hybrid"))
    assert not ask_page.number_input


def test_a_search_in_one_document_says_so_and_is_widened_in_one_click(ask_page: AppTest) -> None:
    run(ask_page.multiselect(key=state.DOCUMENTS).select("toaster.md"))
    asked(ask_page, "When is the crumb tray emptied?")
    assert documents(ask_page) == {"toaster.md"}
    assert link(ask_page)["documents"] == ["toaster.md"]
    assert "Only searched in toaster.md." in quiet_lines(ask_page)
    run(ask_page.button(key="everywhere").click())
    assert documents(ask_page) == {"toaster.md", "kettle.md"}
    assert "documents" not in ask_page.query_params
    assert ask_page.multiselect(key=state.DOCUMENTS).value == []
    assert not [button for button in ask_page.button if button.key == "everywhere"]


def test_the_sections_are_those_of_the_chosen_documents(ask_page: AppTest) -> None:
    assert ask_page.multiselect(key=state.SECTIONS).options == ["Care", "Kettle", "Toaster", "Use"]
    run(ask_page.multiselect(key=state.DOCUMENTS).select("kettle.md"))
    run(ask_page.multiselect(key=state.SECTIONS).select("Use"))
    assert ask_page.multiselect(key=state.SECTIONS).options == ["Care", "Kettle", "Use"]
    asked(ask_page)
    assert [hit.section for hit in ask_page.session_state[state.ANSWER].decision.pool] == ["Use"]


def test_a_refusal_says_what_was_searched_and_how_to_search_everywhere(ask_page: AppTest) -> None:
    run(ask_page.multiselect(key=state.SECTIONS).select("Care"))
    asked(ask_page, "Which treaty ended the war between Sweden and Russia?")
    assert "Only searched under “Care”." in notices(ask_page, "info")[0]
    assert ask_page.button(key="everywhere").label == "Search everywhere"


def test_a_part_in_which_nothing_is_found_is_a_refusal(ask_page: AppTest) -> None:
    run(ask_page.multiselect(key=state.DOCUMENTS).select("toaster.md"))
    run(ask_page.multiselect(key=state.SECTIONS).select("Care"))
    run(ask_page.radio(key=state.RETRIEVER).set_value("bm25"))
    asked(ask_page, "zebra xylophone")
    (said,) = notices(ask_page, "info")
    assert "The search found no passage" in said
    assert "Only searched in toaster.md, under “Care”." in said
    assert "Keyword search finds only what shares a word" in said
    assert ask_page.metric[0].value == "none"
    assert not ask_page.dataframe


def test_a_link_reopens_retriever_depth_documents_and_sections(ingested: Ingest) -> None:
    ingested(FILES)
    page = opened(q=QUESTION, retriever="hybrid", documents=["kettle.md", "toaster.md"], sections="Care")
    assert page.radio(key=state.RETRIEVER).value == "hybrid"
    assert page.multiselect(key=state.DOCUMENTS).value == ["kettle.md", "toaster.md"]
    assert page.multiselect(key=state.SECTIONS).value == ["Care"]
    assert documents(page) == {"kettle.md", "toaster.md"}
    assert {hit.section for hit in page.session_state[state.ANSWER].decision.pool} == {"Care"}
    assert "Only searched in kettle.md and toaster.md, under “Care”." in quiet_lines(page)
    deep = opened(q=QUESTION, depth="2")
    assert deep.number_input(key=state.DEPTH).value == 2
    assert f"Found by {engine.found_by(engine.Retrieval('hybrid+late', 2))}." in quiet_lines(deep)[1]


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ({"retriever": "bm26"}, "There is no retriever “bm26”"),
        ({"depth": "<b>"}, "The link's depth “<b>” is no number"),
        ({"documents": "kettel.md"}, "There is no document “kettel.md” to search in; did you mean “kettle.md”?"),
        ({"sections": "<i>"}, "There is no section “<i>” to search in"),
    ],
)
def test_a_link_to_what_is_not_there_is_a_sentence_and_can_be_mended(
    ingested: Ingest, link: dict[str, str], fault: str
) -> None:
    ingested(FILES)
    page = opened(q=QUESTION, **link)
    assert notices(page, "error")[0].startswith(fault)
    assert state.ANSWER not in page.session_state
    run(page.multiselect(key=state.DOCUMENTS).set_value(["kettle.md"]))
    assert page.multiselect(key=state.DOCUMENTS).value == ["kettle.md"]  # not what the link says, again
    run(page.multiselect(key=state.SECTIONS).set_value([]))
    run(page.button(key="ask").click())
    assert not notices(page, "error")
    assert documents(page) == {"kettle.md"}


def test_controls_follow_the_library_until_somebody_chooses(ask_page: AppTest, library: engine.Library) -> None:
    engine.use_retrieval(library, engine.Retrieval("dense", 25))
    run(ask_page)
    assert ask_page.radio(key=state.RETRIEVER).value == "dense"
    run(ask_page.radio(key=state.RETRIEVER).set_value("hybrid"))
    engine.use_retrieval(library, engine.Retrieval("bm25", 25))
    run(ask_page)
    assert ask_page.radio(key=state.RETRIEVER).value == "hybrid"


def test_coming_back_finds_the_answer_and_an_address_that_still_names_its_search(
    ask_page: AppTest, library: engine.Library
) -> None:
    asked(ask_page)
    answer = ask_page.session_state[state.ANSWER]
    run(ask_page.radio(key=state.RETRIEVER).set_value("dense"))
    run(ask_page.switch_page("../pages/system.py"))
    engine.use_retrieval(library, engine.Retrieval("bm25", 25))
    ask_page.query_params.clear()  # as a browser does on the way to another page
    run(ask_page.switch_page("../pages/ask.py"))
    assert ask_page.session_state[state.ANSWER] is answer
    assert link(ask_page) == {"q": [QUESTION], "retriever": ["hybrid+late"]}
    assert ask_page.radio(key=state.RETRIEVER).value == "dense"  # what was chosen and not asked yet is not lost


def test_a_stale_document_is_not_offered(ingested: Ingest, library: engine.Library) -> None:
    ingested(FILES)
    with library.database.write() as connection:
        connection.exec_driver_sql("UPDATE stamps SET digest = 'of an older version'")
    page = opened()
    assert page.multiselect(key=state.DOCUMENTS).options == []
    assert page.caption[0].value.endswith(", and not searched until rebuilt: 2 of 2 documents.")


def test_a_cut_is_told_to_be_for_another_retriever(ask_page: AppTest, library: engine.Library) -> None:
    rows = engine.read_questions("s.jsonl", b'{"id": "a", "question": "What does a new kettle cost?", "kind": "near"}')
    search = engine.Desk(library).search
    own = engine.retrieval_of(library)
    measured = engine.measure(library, search, "small", rows.rows, own, lambda *_: None)
    engine.use_cut(library, measured.run, measured.trials, 0.6)
    ask_page.session_state[state.RETRIEVER] = "bm25"
    asked(ask_page)
    assert f"cut 0.6, chosen on the set small, measured with {LATE}." in quiet_lines(ask_page)[1]
    engine.use_retrieval(library, engine.Retrieval("bm25", 25))
    run(ask_page)
    assert f"chosen on the set small, measured with {LATE}, out of date since." in quiet_lines(ask_page)[1]
