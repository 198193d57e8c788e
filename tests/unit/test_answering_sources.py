from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answering.sources import fragment, label, number, query
from engine.types.extraction import Locator
from tests.unit.answering_hits import hit, place

CHARACTERS = place(28215, 28701)
PAGE = place(28215, 28701, page=12, last_page=12)
PAGES = place(28215, 28701, page=12, last_page=13)
TIME = place(5, 90, time=(132.4, 158.9))
HOUR = place(5, 90, time=(3599.5, 3725.0))
CELLS = place(5, 90, sheet="Q3", cells="A12:F12")
SHEET = place(5, 90, sheet="Sales & more #1", cells=None)


@pytest.mark.parametrize(
    ("locator", "said"),
    [
        (CHARACTERS, "Guide, characters 28,215–28,701"),
        (PAGE, "Guide, page 12"),
        (place(0, 9, page=12), "Guide, page 12"),
        (PAGES, "Guide, pages 12–13"),
        (TIME, "Guide, 2:12–2:39"),
        (HOUR, "Guide, 59:59–1:02:05"),
        (CELLS, "Guide, sheet Q3, cells A12:F12"),
        (SHEET, "Guide, sheet Sales & more #1"),
    ],
)
def test_a_label_says_the_place_in_the_words_of_the_format(locator: Locator, said: str):
    assert label(hit(locator=locator)) == said


def test_a_label_takes_the_section_path_before_the_title():
    path = ("Guide", "Setup", "On two cores")
    assert label(hit(section_path=path, locator=PAGE)) == "Guide › Setup › On two cores, page 12"


def test_a_label_stays_on_one_line_whatever_a_heading_holds():
    assert label(hit(section_path=("A\nB", " C\t\u2028D "), locator=PAGE)) == "A B › C D, page 12"


@pytest.mark.parametrize(
    ("locator", "expected"),
    [
        (CHARACTERS, "#char=28215,28701"),
        (PAGE, "#page=12"),
        (PAGES, "#page=12"),
        (TIME, "#t=132.4,158.9"),
        (HOUR, "#t=3599.5,3725"),
        (place(0, 9, time=(0.0, 0.1 + 0.2)), "#t=0,0.3"),
        (CELLS, "#sheet=Q3&range=A12:F12"),
        (SHEET, "#sheet=Sales%20%26%20more%20%231"),
        (place(0, 9, sheet="a=b&range=Z9", cells="A1"), "#sheet=a%3Db%26range%3DZ9&range=A1"),
    ],
)
def test_a_fragment_is_the_formats_own(locator: Locator, expected: str):
    assert fragment(locator) == expected


def test_a_link_into_the_dashboard_carries_the_characters_as_a_query():
    assert query("guide/README.md", CHARACTERS) == "?document=guide/README.md&char=28215,28701"


def test_a_link_into_the_dashboard_also_carries_what_the_fragment_adds():
    assert query("a.pdf", PAGES) == "?document=a.pdf&char=28215,28701&page=12"
    assert query("a.ods", CELLS) == "?document=a.ods&char=5,90&sheet=Q3&range=A12:F12"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_no_document_name_can_add_a_parameter_or_a_fragment(name: str):
    parts = urlsplit(f"http://localhost/chunks{query(name, CHARACTERS)}")
    assert parse_qs(parts.query, strict_parsing=True) == {"document": [name], "char": ["28215,28701"]}
    assert parts.fragment == ""


def test_sources_are_numbered_from_one_in_the_order_of_the_hits():
    hits = [hit("b", rank=9), hit("a", rank=3)]
    assert [(source.number, source.hit) for source in number(hits)] == [(1, hits[0]), (2, hits[1])]


def test_a_quote_is_the_content_without_header_or_overlap():
    quoted = hit("  own words ", header="Guide > Setup", section_path=("Guide", "Setup"), start=64)
    (source,) = number([quoted])
    assert source.quote == "  own words "
    assert source.label == "Guide › Setup, characters 64–76"
    assert source.fragment == "#char=64,76"
