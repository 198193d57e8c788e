"""Whether a chunk ends inside a sentence: each text is cut at the `|`."""

from __future__ import annotations

import re

import pytest

from engine.chunking import chunk, cut_mid_sentence, cuts, fenced_code
from engine.types.indexing import Chunk, Chunking
from tests.golden.markdown_oracle import extraction_of
from tests.unit.counted import CountedItems, CountedPattern, CountedText, Tally

FENCE = "Run it:\n\n```sh\nring --bell 2\n\nring\n```\nThen wait\n"


def ends_mid_sentence(marked: str) -> bool:
    content, _, rest = marked.partition("|")
    return cut_mid_sentence(Chunk(0, len(content), 0, "", (), "", content, content, ()), content + rest)


@pytest.mark.parametrize(
    "marked",
    [
        "The boat lea|ves at six.",
        "The boat leaves |at six.",
        "The boat leaves| at six.",
        "The boat leaves\n|at six.",
        "It costs 3.|5 coins.",
        "It leaves at six|.",
        '"It leaves at six.|" So he says.',
        "It leaves, he said (twice)| and went.",
        "- bread and|\n  butter\n- salt\n",
        "- bread a|nd butter\n- salt\n",
        "one - |two",
        "船は六時|に出る。",
        "## A head|ing\n\nText.",
        FENCE.replace("ring --", "ring |--"),
        FENCE.replace("Then wait", "Then |wait"),
    ],
)
def test_a_cut_inside_a_sentence(marked: str) -> None:
    assert ends_mid_sentence(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "It leaves at six.| Be there.",
        "It leaves at six. |Be there.",
        "It leaves at six?!\n|Be there.",
        "Wait...| Be there.",
        '"It leaves at six."| So he says.',
        "**It leaves (at six).**| Be there.",
        "船は六時に出る。|待つ。",
        "「六時に出る。」|待つ。",
        "No stop at the very end|",
        "No stop at the very end|\n \n",
        "No stop\n|\nbut a blank line",
        "No stop| \n \t\nbut a blank line",
        "No stop|\n## Heading\n",
        "No stop|\n- an item",
        "No stop|\n12. an item",
        "No stop|\n> a quote",
        "No stop|\n| a | row |",
        "No stop|\n~~~\ncode\n~~~\n",
        "No stop|\n***\nrule",
        "- bread|\n- salt",
        "## Heading|\nText",
        "Heading\n-------|\nText",
        FENCE.replace("bell 2", "bell 2|"),
        FENCE.replace("```\nThen", "```|\nThen"),
        FENCE.replace("```sh", "```sh|"),
        " \n |\n word",
        "|word",
    ],
)
def test_a_cut_where_no_sentence_runs_on(marked: str) -> None:
    assert not ends_mid_sentence(marked)


def test_a_table_row_ends_with_its_line() -> None:
    table = "| boat | time |\n| Ada | six |\n"
    row = table.index("\n")
    for end, expected in [(row, False), (row + 1, False), (row - 5, True)]:
        content = table[:end]
        assert cut_mid_sentence(Chunk(0, end, 0, "", (), "", content, content, ()), table) is expected


def test_the_place_of_a_chunk_in_its_document_counts() -> None:
    text = "## H\nOne. Two three."
    inside = Chunk(10, 13, 10, "", (), "", text[10:13], text[10:13], ())
    assert inside.content == "Two"
    assert cut_mid_sentence(inside, text)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("no fence ``` here", []),
        ("a\n```\nx\n```\nb", ["```\nx\n```"]),
        ("~~~~ py\n~~~\n```\n~~~~~  \n", ["~~~~ py\n~~~\n```\n~~~~~  "]),
        ("```\n``` not closed\n", ["```\n``` not closed\n"]),
        ("``` a`b\ntext\n", []),
        ("~~~ a`b\ncode\n~~~", ["~~~ a`b\ncode\n~~~"]),
        ("   ```\nx\n   ```\n    ```\n", ["   ```\nx\n   ```"]),
        ("```\na\n```\n\n```\nb\n```", ["```\na\n```", "```\nb\n```"]),
    ],
)
def test_fenced_code_is_found_as_commonmark_has_it(text: str, blocks: list[str]) -> None:
    assert [text[start:end] for start, end in fenced_code(text)] == blocks


# Of a million characters, cut blindly every 64: what they repeat, and how many chunks end inside a sentence.
REPEATED = {
    "\n": 0,
    " ": 0,
    "x": 15_624,  # all 15,625 but the last
    "a\n": 15_624,
    "- - ": 15_624,  # one line, so no list
    "=== ": 15_624,  # one line, so no rule
    "```\n": 0,  # 64 is a multiple of an opened and closed fence
    "x. ": 5_208,  # every third cut parts the letter from its stop; 21 times 3 is one short of 64
}


@pytest.mark.parametrize(("repeated", "inside"), list(REPEATED.items()))
def test_asking_for_every_chunk_of_a_long_text_goes_over_it_a_few_times_at_most(
    monkeypatch: pytest.MonkeyPatch, repeated: str, inside: int
) -> None:
    size, target, tally = 1_000_000, 64, Tally()
    text = CountedText(repeated * (size // len(repeated)))
    chunks = chunk(extraction_of(str(text)), "", Chunking("A", target, 0))
    fences = CountedItems(fenced_code(text))
    text.tally = fences.tally = tally
    for name, value in vars(cuts).items():
        if isinstance(value, re.Pattern):
            monkeypatch.setattr(cuts, name, CountedPattern(value, tally))
    monkeypatch.setattr(cuts, "fenced_code", None)  # found once, by whoever asks for all the chunks
    assert sum(cut_mid_sentence(c, text, fences) for c in chunks) == inside
    assert tally.looks <= 2 * len(chunks) * target
