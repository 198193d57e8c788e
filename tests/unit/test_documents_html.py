"""HTML: what a reader of the page sees, in order, and where its headings stand."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import extract
from engine.errors import ExtractionError
from engine.types.extraction import Extraction


def read(source: str) -> Extraction:
    return extract("page.html", source.encode())


def text(source: str) -> str:
    return read(source).text


def test_blocks_stand_apart_and_white_space_is_one_space() -> None:
    assert text("<div>One <b>two</b>\n\t three</div><p> Four </p>five") == "One two three\n\nFour\n\nfive"


def test_inline_elements_do_not_break_words() -> None:
    assert text("<p>H<sub>2</sub>O is <span>wa</span><span>ter</span></p>") == "H2O is water"


def test_br_is_a_newline_and_two_are_a_blank_line() -> None:
    assert text("<p>a<br>b <br/> <br> c</p>") == "a\nb\n\nc"


def test_list_items_are_lines_nested_ones_too() -> None:
    assert text("<p>x</p><ul><li>a<li><p>b</p><ol><li>c</li></ol></li></ul>y") == "x\n\na\nb\nc\n\ny"


def test_list_items_of_several_paragraphs_stand_apart() -> None:
    assert text("<ul><li><p>a</p><p>b</p></li><li><p>c</p><p>d</p></li></ul>") == "a\n\nb\n\nc\n\nd"


def test_definitions_are_lines() -> None:
    assert text("<dl><dt>Term<dd>Meaning<dt>Next<dd>Too</dl>") == "Term\nMeaning\nNext\nToo"


def test_preformatted_text_stays_as_it_is() -> None:
    source = "<p>Run</p><pre>\n  if x:\n\n      <b>go</b>()  # &lt;now&gt;<br>end\n</pre><p>done</p>"
    assert text(source) == "Run\n\n  if x:\n\n      go()  # <now>\nend\n\ndone"


def test_table_rows_are_lines_with_bars_between_cells() -> None:
    source = (
        "<table><caption>Fares</caption><thead><tr><th>From<th>To<th>Price</thead>"
        "<tr><td>A<br>quay<td><p>B</p><p>pier</p><td><tr><td></td></tr><tr><td>x<td><td>3</table>"
    )
    assert text(source) == "Fares\nFrom | To | Price\nA quay | B pier |\nx | | 3"


def test_a_table_around_tables_is_layout_and_the_inner_one_keeps_its_rows() -> None:
    source = "<table><tr><td>Menu<td><h2>Fares</h2><table><tr><td>1<td>2<tr><td>3<td>4</table>after</table>"
    assert text(source) == "Menu\n\nFares\n\n1 | 2\n3 | 4\n\nafter"
    assert [heading.title for heading in read(source).headings] == ["Fares"]


def test_scripts_styles_and_controls_are_no_text() -> None:
    source = (
        "<head><style>p {}</style></head><p>seen</p><script>alert('x')</script><noscript>turn on</noscript>"
        "<template>later</template><button>Copy</button><select><option>a</select><textarea>b</textarea>"
        "<svg><title>icon</title><text>drawn</text></svg><iframe>old</iframe><!-- note -->"
    )
    assert text(source) == "seen"


@pytest.mark.parametrize(
    "attribute",
    ["hidden", 'hidden=""', 'style="color: red; DISPLAY : none"', 'style="visibility:hidden"', 'aria-hidden="true"'],
)
def test_hidden_elements_are_no_text(attribute: str) -> None:
    assert text(f"<p>a<span {attribute}>secret <b>deep</b></span>b</p><div {attribute}>gone</div>") == "ab"


def test_what_can_be_found_by_searching_is_not_hidden() -> None:
    assert text('<p hidden="until-found">folded</p><details><summary>More</summary>inside</details>') == (
        "folded\n\nMore\ninside"
    )


def test_page_furniture_is_left_out_and_the_document_says_so() -> None:
    extraction = read(
        "<header>Site</header><nav>Menu</nav><div role='navigation'>Crumbs</div><p>Text</p>"
        "<aside>Related</aside><footer>Imprint</footer><footer> </footer>"
    )
    assert extraction.text == "Text"
    assert extraction.warnings == ("Left out as page furniture: 1 aside, 1 footer, 1 header, 2 nav.",)


def test_empty_page_furniture_is_not_worth_a_word() -> None:
    assert read("<nav> </nav><p>Text</p>").warnings == ()


@pytest.mark.parametrize("around", ["article", "main", "section"])
def test_headers_and_footers_of_the_content_are_content(around: str) -> None:
    source = f"<{around}><header><h1>T</h1></header><aside>Note</aside><nav>toc</nav><footer>By A</footer></{around}>"
    assert text(source + "<footer>gone</footer>") == "T\n\nNote\n\nBy A"


def test_headings_have_level_place_and_title() -> None:
    extraction = read("<h1>Harbour <em>rules</em>\n today</h1>😀<h3>Ferries&nbsp;&amp; co ¶</h3><p>x</p><h2></h2>")
    assert extraction.text == "Harbour rules today\n\n😀\n\nFerries\xa0& co\n\nx"
    assert [(h.level, h.start, h.end, h.title) for h in extraction.headings] == [
        (1, 0, 19, "Harbour rules today"),
        (3, 24, 36, "Ferries\xa0& co"),
    ]


def test_entities_are_decoded_and_soft_hyphens_dropped() -> None:
    assert (
        text("<p>&eacute; &#x1F6A2; &lt;b&gt; &amp;amp; Donau&shy;dampf &unknown;")
        == "é 🚢 <b> &amp; Donaudampf &unknown;"
    )


def test_characters_that_cannot_be_are_replaced() -> None:
    assert text("<p>a&#0;b&#xD800;c</p>") == "a\ufffdb\ufffdc"
    assert "\r" not in text("<p>x</p><pre>a&#13;b</pre>")


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("<title> The\n page </title><h1>Heading</h1>", "The page"),
        ("<title> </title><h2>No</h2><h1>Heading</h1>", "Heading"),
        ("<svg><title>icon</title></svg><p>x", None),
    ],
)
def test_the_title_is_the_pages_own_else_its_first_h1(source: str, title: str | None) -> None:
    assert read(source).title == title


@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="windows-1254">',
        '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-9">',
        "<?xml version='1.0' encoding='windows-1254'?>",
    ],
)
def test_the_declared_encoding_is_used(head: str) -> None:
    extraction = extract("a.html", f"{head}<html><p>“Işık” ağaç".encode("cp1254"))
    assert (extraction.text, extraction.warnings) == ("“Işık” ağaç", ())


@pytest.mark.parametrize("label", ["utf-7", "unicode_escape", "idna", "zlib", "nonsense", "utf-16"])
def test_a_declared_encoding_that_no_browser_knows_is_ignored(label: str) -> None:
    assert extract("a.html", f"<meta charset={label}><p>1+AGE- \\u0041".encode()).text == "1+AGE- \\u0041"


@pytest.mark.parametrize("source", ["<html></html>", "<script>document.write('x')</script>", "<!-- x -->", "<p> </p>"])
def test_a_page_without_text_is_an_error_not_an_empty_document(source: str) -> None:
    with pytest.raises(ExtractionError, match=r"^page\.html has no text outside of its markup"):
        read(source)


WORDS = st.text(st.sampled_from("ab <>&é😀\u2028"), min_size=1, max_size=12).map(lambda word: f"w{word}w")


@given(st.lists(st.tuples(st.sampled_from(["h1", "h2", "h6", "p", "li", "pre"]), WORDS), min_size=1))
def test_headings_are_where_their_title_is_written(blocks: list[tuple[str, str]]) -> None:
    extraction = read("".join(f"<{tag}>{html.escape(words)}</{tag}>" for tag, words in blocks))
    titles = [(int(tag[1]), " ".join(words.split(" ")).strip()) for tag, words in blocks if tag[1:].isdigit()]
    expected = [(level, " ".join(part for part in title.split(" ") if part)) for level, title in titles]
    assert [(h.level, extraction.text[h.start : h.end]) for h in extraction.headings] == expected
    assert [(h.level, h.title) for h in extraction.headings] == expected
