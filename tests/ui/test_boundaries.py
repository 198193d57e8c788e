"""Text with its boundaries: every character of the document is there once, as it is, and wears the right marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from dashboard import boundaries, cuts, style
from engine.types.extraction import Span
from tests.ui.cut_text import cut, piece, plain
from tests.ui.marks import Page

TEXT = "# Kettle\n\nFill it. Boil it.\n\n## Care\n\nDescale it often.\n"
FIRST, SECOND = (10, 27), (38, 55)
"""`Fill it. Boil it.` and `Descale it often.`; the heading between them is in no chunk."""

EXTRACTION = engine.Extraction(TEXT, None, (), (), 0, None, (), (), "markdown", 1)


def drawn(
    text: str,
    each: cuts.Cut,
    characters: tuple[int, int] | None = None,
    selected: int | None = None,
    marked: tuple[int, int] | None = None,
    matching: frozenset[int] | None = None,
) -> Page:
    all_of_them = frozenset(range(len(each.pieces)))
    source = boundaries.in_place_html(
        text, each, characters or (0, len(text)), selected, marked, all_of_them if matching is None else matching
    )
    return Page(source)


def test_the_text_stands_whole_with_each_number_in_front_of_its_chunk() -> None:
    page = drawn(TEXT, cut(plain(TEXT, FIRST, SECOND)))
    assert page.document() == TEXT
    assert page.where("class", "chunk") == ["1", "Fill it. Boil it.", "2", "Descale it often."]


def test_what_is_in_no_chunk_is_dimmed() -> None:
    page = drawn(TEXT, cut(plain(TEXT, FIRST, SECOND)))
    assert page.where("class", "gap") == ["# Kettle\n\n", "\n\n## Care\n\n", "\n"]
    assert page.where("style", style.OUTSIDE) == page.where("class", "gap")


def test_neighbours_wear_different_tints() -> None:
    page = drawn(TEXT, cut(plain(TEXT, FIRST, SECOND)))
    assert page.where("style", style.TINTS[0])[-1] == "Fill it. Boil it."
    assert page.where("style", style.TINTS[1])[-1] == "Descale it often."


def test_the_overlap_is_marked_where_it_stands_across_chunk_and_heading() -> None:
    pieces = [piece(0, TEXT, *FIRST), piece(1, TEXT, *SECOND, overlap_start=19)]
    page = drawn(TEXT, cut(pieces, strategy="D"))
    assert page.document() == TEXT
    assert page.where("title", "also read by chunk 2") == ["Boil it.", "\n\n## Care\n\n"]


def test_the_overlap_of_a_chunk_that_is_not_drawn_itself_is_marked() -> None:
    pieces = [piece(0, TEXT, *FIRST), piece(1, TEXT, *SECOND, overlap_start=19)]
    page = drawn(TEXT, cut(pieces, strategy="D"), characters=(10, 27))
    assert page.where("title", "also read by chunk 2") == ["Boil it."]


def test_words_past_the_window_are_struck_out() -> None:
    # [Kettle] and its newline are 9 characters, and "often." begins 11 characters behind them
    lost = piece(1, TEXT, *SECOND, header="Kettle", overflow_tokens=2, overflow_start=9 + 11)
    page = drawn(TEXT, cut([piece(0, TEXT, *FIRST), lost], strategy="E"))
    assert page.where("title", "past the window") == ["often."]
    assert page.where("style", "line-through") == ["often."]


def test_a_header_that_fills_the_window_leaves_all_of_the_content_unread() -> None:
    lost = piece(0, TEXT, *SECOND, overlap_start=30, header="A header", overflow_tokens=9, overflow_start=2)
    page = drawn(TEXT, cut([lost], strategy="F"))
    assert page.where("title", "past the window") == ["Descale it often."]


def test_the_selected_chunk_is_picked_out_by_its_number_and_tint() -> None:
    page = drawn(TEXT, cut(plain(TEXT, FIRST, SECOND)), selected=1)
    assert page.where("style", style.CHOSEN) == ["2"]
    assert page.where("style", style.SELECTED)[-1] == "Descale it often."


def test_the_passage_of_a_link_is_marked_across_boundaries() -> None:
    page = drawn(TEXT, cut(plain(TEXT, FIRST, SECOND)), marked=(19, 45))
    assert page.where("title", "the passage of the link") == ["Boil it.", "\n\n## Care\n\n", "Descale"]


def test_chunks_that_do_not_match_lose_their_tint_and_keep_their_number() -> None:
    page = drawn(TEXT, cut(plain(TEXT, FIRST, SECOND)), matching=frozenset({1}))
    assert page.where("style", style.TINTS[0]) == []
    assert "1" in page.where("class", "number")


def test_scissors_stand_behind_a_chunk_that_ends_inside_a_sentence() -> None:
    page = drawn(TEXT, cut(plain(TEXT, (10, 22), SECOND), inside={0}))
    chunk = page.where("class", "chunk")
    assert chunk[:3] == ["1", "Fill it. Boi", "✂"]
    assert chunk.count("✂") == 1


def test_a_chunk_drawn_in_part_has_no_number_and_no_end() -> None:
    page = drawn(TEXT, cut(plain(TEXT, FIRST, SECOND), inside={0, 1}), characters=(15, 45))
    assert page.document() == TEXT[15:45]
    assert page.where("class", "chunk") == ["it. Boil it.", "✂", "2", "Descale"]


def test_a_document_cannot_bring_elements_of_its_own() -> None:
    text = "<script>alert(1)</script> & </span><b onclick='x'>\"bold\"</b>"
    page = drawn(text, cut(plain(text, (0, 25), (28, len(text)))), marked=(3, 40))
    assert page.elements == {"span"}
    assert page.document() == text


@st.composite
def chunked(draw: st.DrawFn) -> tuple[str, cuts.Cut, tuple[int, int], tuple[int, int]]:
    text = draw(st.text("ab <>&\"'\n✂é😀", min_size=1, max_size=60))
    edges = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pieces: list[engine.StoredChunk] = []
    for start, end in zip(edges[::2], edges[1::2], strict=False):
        overlap_start = draw(st.integers(max(0, start - 20), start))
        unread = draw(st.none() | st.integers(0, end - overlap_start))
        tokens = 0 if unread is None else 1
        pieces.append(
            piece(
                len(pieces), text, start, end, overlap_start, "", overflow_tokens=tokens, overflow_start=unread
            )
        )  # fmt: skip
    inside = draw(st.sets(st.integers(0, 5)))
    low, high = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    start, end = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    return text, cut(pieces, inside), (low, high), (start, end)


@given(chunked())
def test_whatever_is_marked_the_characters_are_those_of_the_document(
    case: tuple[str, cuts.Cut, tuple[int, int], tuple[int, int]],
) -> None:
    text, each, characters, marked = case
    if characters[0] == characters[1]:
        return
    page = drawn(text, each, characters, selected=0, marked=marked)
    assert page.elements <= {"span"}
    assert page.document() == text[characters[0] : characters[1]]
    passage = text[max(marked[0], characters[0]) : min(marked[1], characters[1])]
    assert "".join(page.where("title", "the passage of the link")) == passage


def test_a_chunk_falls_into_header_overlap_and_content() -> None:
    each = piece(1, TEXT, *SECOND, overlap_start=31, header="Kettle > Care")
    assert list(boundaries.text_parts(each)) == [
        ("header", "[Kettle > Care]\n", True),
        ("overlap", " Care\n\n", True),
        ("content", "Descale it often.", True),
    ]


def test_the_unread_end_of_the_content_is_a_part_of_its_own() -> None:
    each = piece(1, TEXT, *SECOND, overflow_tokens=2, overflow_start=11)
    assert list(boundaries.text_parts(each)) == [("content", "Descale it ", True), ("content", "often.", False)]


def test_a_header_can_be_unread_too() -> None:
    each = piece(1, TEXT, *SECOND, header="Long header", overflow_tokens=9, overflow_start=6)
    assert list(boundaries.text_parts(each)) == [
        ("header", "[Long ", True),
        ("header", "header]\n", False),
        ("content", "Descale it often.", False),
    ]


@given(chunked())
def test_the_parts_are_the_text(case: tuple[str, cuts.Cut, tuple[int, int], tuple[int, int]]) -> None:
    for each in case[1].pieces:
        parts = list(boundaries.text_parts(each))
        assert "".join(part.text for part in parts) == each.chunk.text
        assert all(part.text for part in parts)
        unread = "".join(part.text for part in parts if not part.read)
        assert unread == engine.overflow_words(each.chunk.text, each.use)


def test_a_card_says_where_the_chunk_stands_and_escapes_what_it_says() -> None:
    pieces = [piece(0, TEXT, *FIRST), piece(1, TEXT, *SECOND, overlap_start=31, header="Kettle > <i>Care</i>")]
    page = Page(boundaries.card_html(EXTRACTION, cut(pieces, inside={1}), pieces[1], 256))
    assert page.elements == {"div", "span", "b"}
    shown = [text for text, _ in page.runs]
    assert shown[0] == "Chunk 2"
    assert shown[1] == "characters 38–55 · Title › Part <1> · ends inside a sentence"
    assert page.where("class", "header") == ["[Kettle > <i>Care</i>]\n"]
    assert page.where("class", "overlap") == [" Care\n\n"]
    assert page.where("class", "content") == ["Descale it often."]


def test_a_card_names_the_page_where_there_is_one() -> None:
    spans = (Span(0, 30, 1, None, None, None), Span(30, len(TEXT), 2, None, None, None))
    paged = engine.Extraction(TEXT, None, (), spans, 0, 2, (), (), "pdf", 1)
    pieces = plain(TEXT, FIRST, SECOND)
    page = Page(boundaries.card_html(paged, cut(pieces), pieces[1], 256))
    assert page.runs[1][0] == "page 2 · characters 38–55 · Title › Part <1>"


def test_a_card_does_not_show_an_endless_chunk_and_says_how_much_it_leaves_out() -> None:
    text = "x" * 10_000
    pieces = plain(text, (0, len(text)))
    page = Page(boundaries.card_html(EXTRACTION, cut(pieces), pieces[0], 256))
    assert [len(run) for run in page.where("class", "content")] == [4_000]
    assert page.runs[-1][0] == " … 6,000 more characters"


@pytest.mark.parametrize(
    ("tokens", "header", "overflow", "words", "widths"),
    [
        (109, 14, 0, "109 of 256 tokens, header 14", ["5.47", "37.11"]),
        (64, 0, 0, "64 of 256 tokens", ["25.00"]),
        (512, 0, 256, "512 of 256 tokens; 256 past the window are never read", ["50.00", "50.00"]),
        (512, 300, 256, "512 of 256 tokens, header 300; 256 past the window are never read", ["50.00", "50.00"]),
    ],
)
def test_the_bar_shares_the_window_among_header_content_and_overflow(
    tokens: int, header: int, overflow: int, words: str, widths: list[str]
) -> None:
    use = engine.WindowUse(tokens, header, overflow, 0 if overflow else None)
    source = boundaries.meter_html(use, 256)
    assert Page(source).runs[0][0] == words
    assert [part.split("%")[0] for part in source.split('style="width:')[1:]] == widths
    assert ("left:50.00%" in source) == (overflow > 0)
