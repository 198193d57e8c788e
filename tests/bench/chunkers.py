"""Our strategies and other people's chunkers, all as cut documents with exact offsets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.chunking import STRATEGIES
from engine.cutting import cut
from engine.measuring.trial_index import CutDocument
from engine.retrieval.tokens import tokenizer
from engine.retrieval.weights import DEFAULT_ENCODER
from engine.types.indexing import Chunk, Chunking
from tests.bench.collection import Text

TARGET, OVERLAP = 512, 64
TOKENS = 200
SENTENCE_ENDS = ["\n\n", "\n", ".", "?", "!", " ", ""]

Pieces = Iterable[tuple[int, str]]
"""Where each chunk begins, as its chunker says, and what it says."""


@dataclass(frozen=True, slots=True)
class Chunker:
    """A way of cutting a text. `ours` are measured with every retriever, peers with dense alone: they bring none."""

    label: str
    ours: bool
    cut: Callable[[Text], tuple[list[Chunk], int]]


def our_chunkers() -> list[Chunker]:
    """Every strategy there is, by its letter."""
    return [Chunker(letter, True, partial(_ours, Chunking(letter, TARGET, OVERLAP))) for letter in STRATEGIES]


def peer_chunkers() -> list[Chunker]:
    """LangChain's and Chonkie's chunkers without overlap, otherwise with their own defaults.

    LangChain's by default knows no sentences; told of them it does far better, so it is measured both ways.
    """
    import chonkie
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    count = tokenizer(DEFAULT_ENCODER)
    plain = partial(RecursiveCharacterTextSplitter, chunk_overlap=0, add_start_index=True)
    sentences = partial(plain, separators=SENTENCE_ENDS, keep_separator="end")
    in_characters: dict[str, Any] = {"chunk_size": TARGET}
    in_tokens: dict[str, Any] = {"chunk_size": TOKENS, "length_function": lambda text: len(count([text])[0])}
    return [
        _peer(f"LangChain recursive, {TARGET} characters", _langchain, plain(**in_characters)),
        _peer(f"LangChain recursive, {TOKENS} tokens", _langchain, plain(**in_tokens)),
        _peer(f"LangChain at sentence ends, {TARGET} characters", _langchain, sentences(**in_characters)),
        _peer(f"Chonkie recursive, {TARGET} characters", _chonkie, chonkie.RecursiveChunker(chunk_size=TARGET)),
        _peer(f"Chonkie sentence, {TARGET} characters", _chonkie, chonkie.SentenceChunker(chunk_size=TARGET)),
    ]


def cut_all(chunker: Chunker, texts: Iterable[Text]) -> tuple[list[CutDocument], int]:
    """The documents, numbered from 1, and how many chunks are left out because nobody knows where they stand."""
    documents, lost = [], 0
    for key, text in enumerate(texts, start=1):
        chunks, unplaced = chunker.cut(text)
        documents.append(CutDocument(key, text.name, text.id, text.title, text.extraction.spans, chunks))
        lost += unplaced
    return documents, lost


def placed(canonical: str, pieces: Pieces) -> tuple[list[Chunk], int]:
    """Pieces as chunks with offsets that hold, and how many had to be left out.

    A start that its chunker gives wrongly is looked for behind the start of the piece before; it is never guessed.
    """
    chunks: list[Chunk] = []
    lost = before = 0
    for stated, content in pieces:
        holds = canonical[stated : stated + len(content)] == content if stated >= 0 else False
        start = stated if holds else canonical.find(content, before)
        if start < 0:
            lost += 1
            continue
        before = start
        chunks.append(Chunk(start, start + len(content), start, "", (), "", content, content, ()))
    return chunks, lost


def _ours(chunking: Chunking, text: Text) -> tuple[list[Chunk], int]:
    return [piece.chunk for piece in cut(text.extraction, text.title, chunking, DEFAULT_ENCODER)], 0


def _peer(label: str, pieces_of: Callable[[Any, str], Pieces], splitter: Any) -> Chunker:
    def cut(text: Text) -> tuple[list[Chunk], int]:
        return placed(text.extraction.text, pieces_of(splitter, text.extraction.text))

    return Chunker(label, False, cut)


def _langchain(splitter: Any, text: str) -> Pieces:
    return [(made.metadata["start_index"], made.page_content) for made in splitter.create_documents([text])]


def _chonkie(chunker: Any, text: str) -> Pieces:
    return [(made.start_index, made.text) for made in chunker.chunk(text)]
