from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answering.citations import as_text, attach
from engine.answering.gate import decide
from engine.answering.sources import number
from engine.types.answers import Answer, Outcome
from tests.unit.answering_hits import at_distances, hit, place

SOURCES = number(at_distances(0.1, 0.2, 0.3))


def numbers(text: str) -> list[tuple[int, ...]]:
    return [sentence.numbers for sentence in attach(text, SOURCES).sentences]


def test_each_sentence_cites_the_sources_it_names():
    text = "Ferries run daily [1]. Dogs ride free [3][2]. Nobody knows why."
    assert numbers(text) == [(1,), (3, 2), ()]


def test_a_marker_behind_the_full_stop_belongs_to_the_sentence_before_it():
    assert numbers("Ferries run daily. [1] Dogs ride free.[2] Cats pay.") == [(1,), (2,), ()]


def test_a_marker_on_a_line_of_its_own_belongs_to_the_sentence_before_it():
    assert numbers("Ferries run daily.\n\n[1]\n\nDogs ride free.") == [(1,), ()]


def test_naming_a_source_twice_in_a_sentence_cites_it_once():
    assert numbers("Ferries [2] run daily [2].") == [(2,)]


def test_citations_ascend_by_number_and_carry_the_engines_source():
    citations = attach("Dogs [3]. Cats [1]. Hens [3].", SOURCES).citations
    assert [citation.source for citation in citations] == [SOURCES[0], SOURCES[2]]
    assert all(citation.sentences == () for citation in citations)


def test_a_models_sentence_claims_no_place_in_a_document():
    (sentence,) = attach("Dogs ride free [1].", SOURCES).sentences
    assert (sentence.text, sentence.start, sentence.end) == ("Dogs ride free [1].", None, None)


@pytest.mark.parametrize(
    "text",
    [
        "Yes [4].",
        "Yes [0].",
        "Yes [01].",
        "Yes [ 1 ].",
        "Yes [1, 2].",
        "Yes [1-3].",
        "Yes [-1].",
        "Yes [99999999999999999999999].",
        "Yes [١].",
        "Yes 【1】.",
        "Yes ［1］.",
        "Yes [^1].",
        "Yes [source].",
        "Yes [].",
        "Yes [1](http://evil.example/x).",
        "Yes [click [1] here](http://evil.example).",
        "Yes ![1](http://evil.example/pixel.png).",
        "Yes [a](x(1)y).",
        "[1]: http://evil.example",
        "Yes http://evil.example/1.",
        "Yes www.evil.example.",
        "Yes <https://evil.example>.",
        "Yes javascript:alert(1).",
        'Yes <a href="http://evil.example">[1]</a>.',
        "Yes <script>.",
        "Yes `rows[1]`.",
        "Yes:\n```\nrows[1] = 2\n```",
        "Yes:\n```\nrows[1] = 2",
        "Yes [ but never closed.",
    ],
)
def test_anything_but_a_given_number_stays_inert_text_and_is_counted_once(text: str):
    sentences, citations, inert = attach(text, SOURCES)
    assert citations == ()
    assert all(sentence.numbers == () for sentence in sentences)
    assert inert == 1
    assert "".join(sentence.text for sentence in sentences) == text


def test_a_bracket_around_a_marker_is_counted_and_the_marker_still_cites():
    sentences, _, inert = attach("Yes [see [2]].", SOURCES)
    assert sentences[0].numbers == (2,)
    assert inert == 1


def test_a_marker_right_behind_a_link_or_url_cites():
    sentences, _, inert = attach("See [x](http://a.example)[1] and http://b.example/c[2].", SOURCES)
    assert sentences[0].numbers == (1, 2)
    assert inert == 2


def test_a_number_that_was_not_given_is_counted_beside_those_that_were():
    sentences, citations, inert = attach("Dogs ride free [2][7].", SOURCES)
    assert sentences[0].numbers == (2,)
    assert [citation.source.number for citation in citations] == [2]
    assert inert == 1


def test_a_link_that_is_never_closed_is_still_no_citation():
    assert attach("Yes [1](http://evil.example", SOURCES).citations == ()


def test_plain_words_and_round_brackets_are_not_counted():
    assert attach("Yes (1) and {2}, if 3 < 4: always.", SOURCES).inert == 0


def test_without_text_there_are_no_sentences():
    assert attach("", SOURCES) == ((), (), 0)


def test_list_items_of_a_model_are_sentences_that_keep_their_markers():
    sentences = attach("Allowed:\n\n- dogs [1]\n- cats\n", SOURCES).sentences
    assert [(sentence.text, sentence.numbers) for sentence in sentences] == [
        ("Allowed:\n\n", ()),
        ("- dogs [1]\n", (1,)),
        ("- cats\n", ()),
    ]


SHAPES = "[1] [2] [3] [4] [ ] [[ ]] ]( ( ) [^1] [1,2] http:// www.x <a <a> </a> ` ``` . .[1] - > # | 。"
MODEL_TEXT = st.lists(
    st.sampled_from([*SHAPES.split(), " ", "\n", "\n\n", "Word", "word"]) | st.text(max_size=4),
    max_size=40,
).map("".join)


@given(MODEL_TEXT, st.integers(0, 3))
def test_no_text_makes_a_citation_of_a_number_that_was_not_given(text: str, given_count: int):
    sentences, citations, _ = attach(text, SOURCES[:given_count])
    given_numbers = set(range(1, given_count + 1))
    cited = {n for sentence in sentences for n in sentence.numbers}
    assert cited <= given_numbers
    assert [citation.source.number for citation in citations] == sorted(cited)
    assert all(citation.source is SOURCES[citation.source.number - 1] for citation in citations)
    assert all(f"[{n}]" in text for n in cited)


@given(MODEL_TEXT)
def test_the_sentences_joined_are_the_models_text_again(text: str):
    assert "".join(sentence.text for sentence in attach(text, SOURCES).sentences) == text


@given(MODEL_TEXT)
def test_with_no_source_given_every_closed_bracket_is_counted(text: str):
    plain = re.sub(r"[`<(:]", "", text).replace("www.", "")  # leaves nothing that could swallow a bracket
    assert attach(plain, ()).inert == plain.count("[")


def answered(text: str, reason: str = "") -> Answer:
    hits = [
        hit("Dogs ride free.", document="ferry.md", title="Ferry", section_path=("Ferry", "Fares"), start=1000),
        hit("Two lines\nof text", document="b.pdf", title="B", locator=place(0, 17, page=3)),
    ]
    return Answer(
        question="Do dogs pay?",
        outcome=Outcome.ANSWERED if text else Outcome.BELOW_CUT,
        reason=reason,
        text=text,
        sentences=(),
        citations=(),
        sources=number(hits) if text else (),
        decision=decide(hits, "distance", 0.675),
        generator=None,
        model_calls=0,
        inert=0,
        milliseconds={},
    )


def test_an_answer_is_copied_with_number_document_label_and_quote_of_every_source():
    assert as_text(answered("Dogs ride free. [1]")) == (
        "Dogs ride free. [1]\n\n"
        "[1] ferry.md, Ferry › Fares, characters 1,000–1,015:\nDogs ride free.\n\n"
        "[2] b.pdf, B, page 3:\nTwo lines\nof text"
    )


def test_a_refusal_is_copied_as_its_reason():
    assert as_text(answered("", "No passage is close enough.")) == "No passage is close enough."
