"""The distribution of tokens: bins that stop at the window, and a chart whose axes say what they count."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard import charts


def bins(tokens: list[int], window: int = 256) -> list[tuple[int, int, int, str]]:
    found = charts.token_bins(pd.Series(tokens, dtype=int), window)
    return list(found[["low", "high", "chunks", "reach"]].itertuples(index=False, name=None))


def test_the_window_is_the_last_token_of_a_bin() -> None:
    # the largest, 300, falls into 38 bins of 8 tokens; 256 is the end of one, 257 the beginning of the next
    assert bins([1, 8, 256, 257, 264, 265, 300]) == [
        (1, 8, 2, charts.READ),
        (249, 256, 1, charts.READ),
        (257, 264, 2, charts.OVERFLOWING),
        (265, 272, 1, charts.OVERFLOWING),
        (297, 304, 1, charts.OVERFLOWING),
    ]


def test_a_window_that_is_no_multiple_of_the_width_still_ends_a_bin() -> None:
    assert bins([1, 300, 301], window=300) == [
        (1, 4, 1, charts.READ),  # the first bin of eight would begin below 1
        (293, 300, 1, charts.READ),
        (301, 308, 1, charts.OVERFLOWING),
    ]


def test_no_chunks_give_no_bins() -> None:
    assert bins([]) == []


@given(st.lists(st.integers(1, 5_000), min_size=1), st.sampled_from([128, 256, 300, 512]))
def test_every_chunk_is_in_the_one_bin_that_holds_its_tokens(tokens: list[int], window: int) -> None:
    found = bins(tokens, window)
    assert len(found) <= 2 * charts.BARS
    for low, high, chunks, reach in found:
        assert chunks == sum(low <= each <= high for each in tokens)
        assert (reach == charts.OVERFLOWING) == (low > window)
        assert (high <= window) != (low > window)
    assert sum(chunks for _, _, chunks, _ in found) == len(tokens)


def spec(tokens: list[int], chosen: tuple[int, int] | None) -> dict[str, Any]:
    counted = charts.token_bins(pd.Series(tokens, dtype=int), 256)
    found: dict[str, Any] = charts.tokens_histogram(counted, 256, max(tokens), 9, chosen).to_dict()
    return found


def rules(found: dict[str, Any]) -> dict[str, int]:
    """The labels of the vertical lines, and at how many tokens they stand."""
    rows = [found["datasets"][layer["data"]["name"]][0] for layer in found["layer"] if layer["mark"]["type"] == "rule"]
    return {row["label"]: row["at"] for row in rows}


def test_rules_stand_at_the_window_and_at_the_chosen_chunk() -> None:
    assert rules(spec([10, 300], (17, 109))) == {"window 256": 256, "chunk 17": 109}
    assert rules(spec([10, 300], None)) == {"window 256": 256}


def test_the_axes_name_their_units() -> None:
    axes = spec([10, 300], None)["layer"][0]["encoding"]
    assert axes["x"]["title"] == "tokens of a chunk (word pieces, header and special tokens included)"
    assert axes["y"]["title"] == "chunks"


@pytest.mark.parametrize("most_tokens", [10, 300])
def test_the_window_is_in_sight_however_short_the_chunks_are(most_tokens: int) -> None:
    low, high = spec([most_tokens], None)["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low == 0
    assert high > max(256, most_tokens)


def test_a_document_of_many_chunks_makes_no_larger_chart() -> None:
    assert len(str(spec(list(range(1, 20_001)), None))) < 20_000
