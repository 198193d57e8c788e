"""The chunking strategies, and the one function that turns an extraction into chunks.

Three ingredients make six strategies: boundaries (sections, paragraphs, sentences), header and overlap. The seventh
goes by the document's own structure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.chunking.headers import header_line, header_of
from engine.chunking.packing import blind_pieces, packed_pieces
from engine.chunking.sections import section_paths, sections
from engine.chunking.structured import structured_chunks
from engine.chunking.window import Window
from engine.errors import ChunkingError
from engine.types.extraction import Extraction
from engine.types.indexing import Chunk, Chunking

SMALLEST_TARGET = 64
LARGEST_TARGET = 8192


@dataclass(frozen=True, slots=True)
class Strategy:
    """Which ingredients a strategy uses, and what it does in one line for the person who chooses it."""

    boundaries: bool
    header: bool
    overlap: bool
    structure: bool
    description: str


STRATEGIES = {
    "A": Strategy(False, False, False, False, "Blind: a cut every so many characters, wherever that falls."),
    "B": Strategy(False, False, True, False, "Blind with overlap: each piece also reads the end of the one before."),
    "C": Strategy(
        True, False, False, False, "Boundaries: whole paragraphs of one section, long ones cut between sentences."
    ),
    "D": Strategy(
        True, False, True, False, "Boundaries with overlap: as C, and each piece also reads what stands before it."
    ),
    "E": Strategy(
        True, True, False, False, "Header: as C, with the document's title and the section's heading in front."
    ),
    "F": Strategy(
        True, True, True, False, "Header with overlap: as E, and each piece also reads what stands before it."
    ),
    "G": Strategy(
        True, True, False, True, "Structured: all headings in front, code and table rows whole, nothing overflows."
    ),
}


def effective(chunking: Chunking) -> Chunking:
    """What of the settings decides: a strategy without overlap is cut the same whatever the overlap says."""
    strategy = STRATEGIES.get(chunking.strategy)
    return replace(chunking, overlap=0) if strategy is not None and not strategy.overlap else chunking


def validate(chunking: Chunking) -> None:
    """Raises `ChunkingError` where the strategy does not exist or the sizes (in characters) cannot be used."""
    if chunking.strategy not in STRATEGIES:
        raise ChunkingError(
            f"There is no chunking strategy {chunking.strategy!r}; choose one of {', '.join(STRATEGIES)}."
        )
    if not SMALLEST_TARGET <= chunking.target <= LARGEST_TARGET:
        raise ChunkingError(
            f"A chunking target of {chunking.target} characters cannot be used; "
            f"choose one from {SMALLEST_TARGET} to {LARGEST_TARGET}."
        )
    if not 0 <= effective(chunking).overlap < chunking.target:
        raise ChunkingError(
            f"An overlap of {chunking.overlap} characters cannot be used with a target of {chunking.target}; "
            f"choose one from 0 to {chunking.target - 1}."
        )


def chunk(extraction: Extraction, title: str, chunking: Chunking, window: Window | None = None) -> tuple[Chunk, ...]:
    """Cuts a document's body into chunks, in the order of the text.

    `title` is the document's title as it shall stand in the headers. Offsets are code points into
    `extraction.text`; nothing before `extraction.body_start` is in a chunk's content or overlap. An empty body
    gives no chunks. The blind strategies know no sections: their `section` is empty, their `section_path` is not.
    `window` is the encoder's, which the structured strategy fits every chunk to; the others do without.

    Raises `ChunkingError` as `validate` does, and where a window is missing or too short. Time is linear in the length
    of the text.
    """
    validate(chunking)
    strategy = STRATEGIES[chunking.strategy]
    if strategy.structure:
        if window is None:
            raise ChunkingError(
                f"Strategy {chunking.strategy} fits its chunks to the encoder's window, and none was given; pass it."
            )
        return tuple(structured_chunks(extraction, title, chunking.target, window))
    text, body_start, target = extraction.text, extraction.body_start, chunking.target
    overlap = effective(chunking).overlap
    if strategy.boundaries:
        pieces = [
            (section.title, start, end)
            for section in sections(extraction)
            for start, end in packed_pieces(text, section.start, section.end, target)
        ]
    else:
        pieces = [("", start, end) for start, end in blind_pieces(body_start, len(text), target)]
    paths = section_paths(extraction.headings, [start for _, start, _ in pieces])
    chunks = []
    for (section_title, start, end), path in zip(pieces, paths, strict=True):
        header = header_of(title, section_title) if strategy.header else ""
        overlap_start = max(body_start, start - overlap)
        chunks.append(
            Chunk(
                start=start,
                end=end,
                overlap_start=overlap_start,
                section=section_title,
                section_path=path,
                header=header,
                content=text[start:end],
                text=header_line(header) + text[overlap_start:end],
                flags=(),
            )
        )
    return tuple(chunks)
