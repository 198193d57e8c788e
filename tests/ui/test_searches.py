"""What an address of Ask says of a search: read and written, and told in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from dashboard import searches, tables, words

LATE = engine.Retrieval("hybrid+late", 25)
NAMES = st.frozensets(st.text(min_size=1), max_size=3)


def filtered(documents: str = "", sections: str = "") -> engine.Filter:
    """The words of each are the names."""
    return engine.Filter(frozenset(documents.split()), frozenset(sections.split()))


@pytest.mark.parametrize(
    ("link", "search"),
    [
        ({"q": [" Why? "]}, searches.Search("Why?", LATE, filtered())),
        ({"q": ["Why?"], "depth": ["100"]}, searches.Search("Why?", engine.Retrieval("hybrid+late", 100), filtered())),
        (  # without a second stage no depth means anything: all such searches are the same
            {"q": ["Why?"], "retriever": ["bm25"], "depth": ["7"]},
            searches.Search("Why?", engine.Retrieval("bm25", 25), filtered()),
        ),
        (
            {"q": ["Why?"], "documents": ["b", "a", ""], "sections": ["c"]},
            searches.Search("Why?", LATE, filtered("a b", "c")),
        ),
    ],
)
def test_what_a_link_leaves_out_is_as_the_library_has_it(link: searches.Link, search: searches.Search) -> None:
    assert searches.read(link, LATE) == search


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ({"retriever": ["bm26"]}, "no retriever “bm26”"),
        ({"depth": ["<b>"]}, "The link's depth “<b>” is no number; choose one from 1 to 100."),
        ({"depth": ["٣"]}, "no number"),
        ({"depth": ["1" * 5000]}, "no number"),
        ({"depth": ["101"]}, "from 1 to 100"),
        ({"depth": ["0"]}, "from 1 to 100"),
    ],
)
def test_a_link_that_cannot_be_is_not_obeyed_in_part(link: searches.Link, fault: str) -> None:
    with pytest.raises(engine.EngineError, match=fault):
        searches.read({"q": ["Why?"], **link}, LATE)


def test_an_address_names_only_what_is_not_the_librarys() -> None:
    assert searches.address(searches.Search("Why?", LATE, filtered()), LATE) == {"q": ["Why?"]}
    keyword = searches.Search("Why?", engine.Retrieval("bm25", 25), filtered("b a", "c"))
    assert searches.address(keyword, LATE) == {
        "q": ["Why?"],
        "retriever": ["bm25"],
        "documents": ["a", "b"],
        "sections": ["c"],
    }
    assert searches.address(keyword, engine.Retrieval("bm25", 80)).keys() == {"q", "documents", "sections"}
    deep = searches.Search("Why?", engine.Retrieval("hybrid+late", 80), filtered())
    assert searches.address(deep, LATE) == {"q": ["Why?"], "depth": ["80"]}
    assert searches.address(deep, engine.Retrieval("bm25", 80)) == {"q": ["Why?"], "retriever": ["hybrid+late"]}


RETRIEVALS = st.builds(engine.Retrieval, st.sampled_from(sorted(engine.RETRIEVERS)), st.integers(1, engine.FUSED))


@given(st.text(min_size=1).map(str.strip).filter(bool), RETRIEVALS, RETRIEVALS, NAMES, NAMES)
def test_an_address_reopens_the_search_that_it_was_made_of(
    question: str, chosen: engine.Retrieval, own: engine.Retrieval, documents: frozenset[str], sections: frozenset[str]
) -> None:
    search = searches.Search(question, engine.settled(chosen), engine.Filter(documents, sections))
    assert searches.read(searches.address(search, own), own) == search


@pytest.mark.parametrize(
    ("within", "said"),
    [
        (filtered(), ""),
        (filtered("a.md"), "in a.md"),
        (filtered("b.md a.md"), "in a.md and b.md"),
        (filtered("a b c"), "in a, b and c"),
        (filtered("a b c d e"), "in a, b, c and 2 more"),
        (filtered("", "Care"), "under “Care”"),
        (filtered("a", "Care Use"), "in a, under “Care” or “Use”"),
    ],
)
def test_what_a_search_is_confined_to_is_told_in_words(within: engine.Filter, said: str) -> None:
    assert words.where(within) == said


def test_a_line_has_room_for_one_name_of_each() -> None:
    assert words.where(filtered("a b c", "Care Use"), most=1) == "in a and 2 more, under “Care” or 1 more"


def test_a_depth_is_told_where_there_is_one() -> None:
    assert engine.found_by(engine.Retrieval("hybrid+late", 40)) == "hybrid + late interaction (first 40)"
    assert engine.found_by(engine.Retrieval("bm25", 25)) == "keyword search (BM25)"


def test_every_retriever_and_stage_has_words() -> None:
    stages = {stage for those in engine.RETRIEVERS.values() for stage in those}
    assert words.RETRIEVERS.keys() == engine.RETRIEVERS.keys()
    assert words.STAGES.keys() == tables.STAGES.keys() == stages


CUT = engine.Cut("distance", 0.5, LATE, "set", 1, "", engine.Corpus("", ""), {}, 0.0)


@pytest.mark.parametrize(
    ("cut", "outdated", "retrieval", "said"),
    [
        (0.5, False, LATE, "chosen on the set set"),
        (0.5, True, LATE, "chosen on the set set, out of date since"),
        (0.675, False, LATE, "not calibrated for these documents"),
        (
            0.5,
            False,
            engine.Retrieval("dense", 25),
            "chosen on the set set, measured with hybrid + late interaction (first 25)",
        ),
    ],
)
def test_a_cut_says_what_it_was_not_measured_with(
    cut: float, outdated: bool, retrieval: engine.Retrieval, said: str
) -> None:
    assert words.origin_of_cut(CUT, cut, outdated, retrieval) == said
