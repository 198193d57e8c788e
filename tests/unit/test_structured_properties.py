"""What holds for strategy G whatever the document: it is made of units whose places are known, and judged by them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import regex
from hypothesis import given
from hypothesis import strategies as st

from engine.chunking import Window, chunk
from engine.types.extraction import Extraction, Heading
from engine.types.indexing import Chunk, Chunking, Flag
from tests.golden.markdown_oracle import extraction_of
from tests.unit.windows import encoders_window

Range = tuple[int, int]

TITLE, TARGET, SIZE = "The Title", 200, 64
ROOM, HEADER_ROOM = SIZE - 2, SIZE - 2 - SIZE // 2
LONGEST_WORD = 100

WORDS = st.sampled_from(
    [
        "pump",
        "valve,",
        "naïve",
        "cafe\u0301",
        "3.5",
        "main.py",
        "日本の都",
        "الماء",
        "👩‍👩‍👧‍👦",
        "🇩🇪🇫🇷",
        "x" * 95,
        "y" * 150,
        "**bold**",
    ]
)
STOPS = st.sampled_from([".", "!", "?", "?!", "؟", "।", '."'])


def phrases(most: int) -> st.SearchStrategy[str]:
    return st.lists(WORDS, min_size=1, max_size=most).map(" ".join)


def sometimes_long(few: int, many: int) -> st.SearchStrategy[str]:
    return st.one_of(phrases(few), phrases(few), phrases(many))


SENTENCES = st.tuples(sometimes_long(8, 60), STOPS).map("".join)
PARAGRAPHS = st.lists(SENTENCES, min_size=1, max_size=6)
FENCES = st.lists(sometimes_long(6, 40) | st.just(""), max_size=12).map(lambda lines: "\n".join(["```", *lines, "```"]))
ROWS = st.tuples(sometimes_long(3, 30), phrases(3)).map(lambda cells: "| " + " | ".join(cells) + " |")
TABLES = st.tuples(ROWS, st.lists(ROWS, min_size=1, max_size=8))
LISTS = st.tuples(st.sampled_from(["- ", "12. ", "> ", "> - "]), PARAGRAPHS)
HEADINGS = st.tuples(st.integers(1, 5), st.just("") | sometimes_long(3, 30))


@dataclass
class Made:
    """A document under construction: its text, headings, and what should stay whole in it."""

    text: str = ""
    headings: list[Heading] = field(default_factory=list)
    sentences: list[Range] = field(default_factory=list)
    fences: list[Range] = field(default_factory=list)
    heads: list[Range] = field(default_factory=list)
    rows: list[tuple[Range, Range]] = field(default_factory=list)
    """With the column names of each."""

    @property
    def extraction(self) -> Extraction:
        return extraction_of(self.text, tuple(self.headings))

    @property
    def units(self) -> list[Range]:
        return [*self.sentences, *self.fences, *self.heads, *(row for row, _ in self.rows)]

    def write(self, text: str) -> Range:
        start = len(self.text)
        self.text += text
        return start, len(self.text)

    def write_heading(self, level: int, title: str) -> None:
        start, end = self.write(f"{'#' * level} {title}".rstrip())
        self.headings.append(Heading(level, start, end, title))

    def write_paragraph(self, sentences: list[str]) -> None:
        for number, sentence in enumerate(sentences):
            self.write(" " if number else "")
            self.sentences.append(self.write(sentence))

    def write_list(self, mark: str, sentences: list[str]) -> None:
        for number, sentence in enumerate(sentences):
            self.write("\n" if number else "")
            self.sentences.append(self.write(mark + sentence))

    def write_table(self, names: str, rows: list[str]) -> None:
        head = self.write(f"{names}\n|---|---|")
        self.heads.append(head)
        for row in rows:
            self.write("\n")
            self.rows.append((self.write(row), head))


@st.composite
def documents(draw: st.DrawFn) -> Made:
    made = Made()
    for block in draw(st.lists(PARAGRAPHS | FENCES | TABLES | LISTS | HEADINGS, max_size=8)):
        made.write(draw(st.sampled_from(["\n\n", "\n\u2003\n", "\n\n\n"])) if made.text else "")
        if isinstance(block, str):
            made.fences.append(made.write(block))
        elif isinstance(block, list):
            made.write_paragraph(block)
        elif block[0] in ("- ", "12. ", "> ", "> - "):
            made.write_list(*block)
        elif isinstance(block[0], int):
            made.write_heading(*block)
        else:
            made.write_table(*block)
    return made


@cache
def window() -> Window:
    return Window(SIZE, encoders_window().tokenize)


def tokens(text: str) -> int:
    (pieces,) = window().tokenize([text])
    return len(pieces)


def chunks_of(made: Made) -> tuple[Chunk, ...]:
    return chunk(made.extraction, TITLE, Chunking("G", TARGET, 0), window())


def line(*titles: str) -> str:
    return f"[{' > '.join(title for title in titles if title)}]\n" if any(titles) else ""


def fitting_header(path: tuple[str, ...]) -> str:
    for lost in range(len(path) + 1):
        if tokens(line(TITLE, *path[lost:])) <= HEADER_ROOM:
            return line(TITLE, *path[lost:])
    return ""


def cut_inside(unit: Range, c: Chunk) -> bool:
    return any(unit[0] < edge < unit[1] for edge in (c.start, c.end))


def has_long_word(text: str, longest: int) -> bool:
    return any(len(word) > longest for word in regex.findall(r"\w+", text))


@given(made=documents())
def test_no_text_overflows(made: Made) -> None:
    assert all(tokens(c.text) <= ROOM for c in chunks_of(made))


@given(made=documents())
def test_offsets_are_exact_and_chunks_in_order_and_trimmed(made: Made) -> None:
    chunks = chunks_of(made)
    assert all(c.content == made.text[c.start : c.end] == c.content.strip() != "" for c in chunks)
    assert all(c.overlap_start == c.start and c.text.endswith(c.content) for c in chunks)
    assert all(left.end <= right.start for left, right in pairwise(chunks))


@given(made=documents())
def test_every_visible_character_is_in_one_content_or_in_a_heading_that_a_header_shows(made: Made) -> None:
    chunks = chunks_of(made)
    covered = [False] * len(made.text)
    for c in chunks:
        covered[c.start : c.end] = [True] * (c.end - c.start)
    for heading in made.headings:
        within = covered[heading.start : heading.end]
        if not any(within):
            assert not heading.title or any(heading.title in c.header.split(" > ") for c in chunks)
            covered[heading.start : heading.end] = [True] * len(within)
    assert all(character.isspace() or held for character, held in zip(made.text, covered, strict=True))


@given(made=documents())
def test_no_grapheme_is_cut(made: Made) -> None:
    edges = {0, *(found.end() for found in regex.finditer(r"\X", made.text))}
    assert all({c.start, c.end} <= edges for c in chunks_of(made))


@given(made=documents())
def test_code_and_rows_are_whole_wherever_they_fit(made: Made) -> None:
    chunks = chunks_of(made)
    for unit in [*made.fences, *(row for row, _ in made.rows)]:
        (holding,) = [c for c in chunks if c.start <= unit[0] < c.end]
        if tokens(fitting_header(holding.section_path) + made.text[slice(*unit)]) <= ROOM:
            assert not any(cut_inside(unit, c) for c in chunks)


@given(made=documents())
def test_sentences_are_whole_wherever_they_fit_and_all_their_words_are_read(made: Made) -> None:
    chunks = chunks_of(made)
    for unit in made.sentences:
        sentence = made.text[slice(*unit)]
        (holding,) = [c for c in chunks if c.start <= unit[0] < c.end]
        if tokens(fitting_header(holding.section_path) + sentence) <= ROOM and not has_long_word(
            sentence, LONGEST_WORD
        ):
            assert not any(cut_inside(unit, c) for c in chunks)


@given(made=documents())
def test_a_chunk_is_flagged_as_split_where_it_cuts_something_in_two_and_nowhere_else(made: Made) -> None:
    titles = [(heading.start, heading.end) for heading in made.headings]  # as text they are sentences
    for c in chunks_of(made):
        assert (Flag.SPLIT in c.flags) == any(cut_inside(unit, c) for unit in [*made.units, *titles])


@given(made=documents())
def test_headers_lose_headings_only_for_want_of_room_and_say_so(made: Made) -> None:
    names_of = {row[0]: made.text[slice(*head)] + "\n" for row, head in made.rows}
    inside = {at: names_of[row[0]] for row, _ in made.rows for at in range(row[0], row[1])}
    for c in chunks_of(made):
        prefix = c.text.removesuffix(c.content)
        whole = line(TITLE, *c.section_path)
        if c.start not in inside:
            assert prefix == fitting_header(c.section_path)
            assert (Flag.SHORT_HEADER in c.flags) == (prefix != whole)
            continue
        whole += inside[c.start]
        assert (Flag.SHORT_HEADER in c.flags) == (prefix != whole)
        if prefix != whole and tokens(whole) <= HEADER_ROOM:
            (row,) = [made.text[slice(*row)] for row, _ in made.rows if row[0] == c.start]
            assert tokens(whole + row) > ROOM  # it is whole for having lost its column names
            assert prefix == fitting_header(c.section_path)


@given(made=documents())
def test_chunks_are_as_full_as_the_limits_allow(made: Made) -> None:
    """Two neighbours that were cut from one long paragraph could not have been one."""
    chunks = chunks_of(made)
    for left, right in pairwise(chunks):
        gap = made.text[left.end : right.start]
        if gap == " " and not (left.flags or right.flags):
            first = next(end for start, end in made.sentences if start == right.start)
            joint = made.text[left.start : first]
            assert len(joint) > TARGET or tokens(left.text.removesuffix(left.content) + joint) > ROOM
