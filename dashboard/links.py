"""What a link into the Chunks page says. It comes from outside: what cannot be is told in a sentence, never obeyed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import engine
from dashboard import cuts

VIEWS = ("In place", "Chunk by chunk", "Distribution")
ALONE = "none"
"""What is chosen to compare with where nothing is."""

PARAMETERS = ("document", "strategy", "target", "overlap", "chunk", "against", "filter", "view")
"""The widgets of the page, by the key that is also their name in the link."""

PASSAGE = ("char", "page", "t", "sheet", "range")
"""What `engine.query` says of a passage; the page marks the characters, the rest is for the original file."""

DEFAULTS = {"against": ALONE, "filter": cuts.FILTERS[0], "view": VIEWS[0]}
"""Those whose default never changes, so that an address need not name it."""

Value = str | float | None
Range = tuple[int, int]


def read(
    link: Mapping[str, str], names: Sequence[str], chunking: engine.Chunking
) -> tuple[dict[str, Value], list[str]]:
    """What each widget but the chunk's shall hold, and a sentence for everything in the link that cannot be.

    What the link leaves out is the first of the `names` of documents, the library's `chunking`, nothing compared, all
    chunks, in place. An unknown document is `None`: another one in its place would pass for the one that is meant.
    """
    faults: list[str] = []

    def choice(name: str, allowed: Sequence[str], library: str = "") -> str:
        otherwise = library or DEFAULTS[name]
        said = link.get(name, otherwise)
        if said in allowed:
            return said
        faults.append(f"The link's {name} cannot be “{said}”; shown is “{otherwise}”.")
        return otherwise

    def size(name: str, otherwise: int) -> int:
        said = link.get(name, f"{otherwise}")
        number = _whole(said)
        if number is None:
            faults.append(f"The link's {name} “{said}” is no number of characters; shown is {otherwise}.")
            return otherwise
        return number

    document = link.get("document", names[0])
    if document not in names:
        faults.append(f"There is no document “{document}” in the library; it was renamed or removed. Choose one.")
    strategy = choice("strategy", tuple(engine.STRATEGIES), chunking.strategy)
    target, overlap = size("target", chunking.target), size("overlap", chunking.overlap)
    try:
        engine.validate(engine.effective(engine.Chunking(strategy, target, overlap)))
    except engine.EngineError as error:
        faults.append(f"{error} Shown are the library's sizes.")
        target, overlap = chunking.target, chunking.overlap
    values: dict[str, Value] = {
        "document": document if document in names else None,
        "strategy": strategy,
        "target": target,
        "overlap": overlap,
        "against": choice("against", comparable(strategy)),
        "filter": choice("filter", cuts.FILTERS),
        "view": choice("view", VIEWS),
    }
    return values, faults


def comparable(strategy: str) -> list[str]:
    """What a strategy can be compared with: nothing, or another one."""
    return [ALONE, *(letter for letter in engine.STRATEGIES if letter != strategy)]


def passage(link: Mapping[str, str], length: int) -> tuple[Range | None, str]:
    """The characters that the link marks in a text of `length`, and a sentence where it asks for what is not there."""
    said = link.get("char")
    if said is None:
        return None, ""
    start, end = (_whole(part) for part in said.split(",")) if said.count(",") == 1 else (None, None)
    if start is None or end is None or start >= end:
        return None, f"The link's char “{said}” is no range of characters such as 100,250; nothing is marked."
    if end > length:
        fault = (
            f"The link's characters {start:,} to {end:,} reach beyond this document's {length:,}; "
            "it was replaced since the link was made."
        )
        return ((start, length) if start < length else None), fault
    return (start, end), ""


def chunk_number(
    link: Mapping[str, str], pieces: Sequence[engine.StoredChunk], marked: Range | None
) -> tuple[int, str]:
    """The chunk to look at, counted from 1: the link's, else the first that holds marked characters, else the first.

    And a sentence where the link names one that does not exist.
    """
    said = link.get("chunk")
    if not pieces:
        return 1, ""
    if said is None:
        return cuts.chunk_at(pieces, marked[0]) + 1 if marked else 1, ""
    number, last = _whole(said), len(pieces)
    if number is not None and number > last:
        return last, f"There is no chunk {number:,}: this document has {last:,}. Shown is the last one."
    if number is None or number < 1:
        return 1, f"The link's chunk “{said}” is no number from 1 to {last:,}; shown is the first one."
    return number, ""


def address(values: Mapping[str, Value]) -> dict[str, str]:
    """The parameters that name these values; what is `None` or a constant default is left out."""
    return {
        name: f"{value:.0f}" if isinstance(value, float) else f"{value}"
        for name, value in values.items()
        if value is not None and value != DEFAULTS.get(name)
    }


def _whole(said: str) -> int | None:
    return int(float(said)) if re.fullmatch(r"[0-9]{1,9}(\.0)?", said) else None
