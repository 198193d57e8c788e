"""What Ask searches for, and how, as its address says it. A link comes from outside: what cannot be is an error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import engine

QUESTION, RETRIEVER, DEPTH, DOCUMENTS, SECTIONS = PARAMETERS = ("q", "retriever", "depth", "documents", "sections")
"""The parameters of the address; documents and sections are repeated, one value each."""

EVERYWHERE = engine.Filter(frozenset(), frozenset())

Link = Mapping[str, Sequence[str]]
"""Each parameter that an address has, with its values."""


@dataclass(frozen=True, slots=True)
class Search:
    """A question, how passages are found for it, and what the search is confined to."""

    question: str
    retrieval: engine.Retrieval
    within: engine.Filter


def reorders(retriever: str) -> bool:
    """Whether the retriever has a second stage, so that a depth means anything."""
    return "late" in engine.RETRIEVERS[retriever]


def read(link: Link, library: engine.Retrieval) -> Search:
    """The search that a link names; what it leaves out is as the `library` has it, and everywhere.

    Raises `EngineError` for a retriever or a depth that cannot be. Whether documents and sections are there is the
    search's to say.
    """
    retriever, depth = _only(link, RETRIEVER, library.retriever), _only(link, DEPTH, f"{library.depth}")
    if not re.fullmatch("[0-9]{1,9}", depth):
        raise engine.EngineError(f"The link's depth “{depth}” is no number; choose one from 1 to {engine.FUSED}.")
    return Search(
        _only(link, QUESTION, "").strip(),
        engine.settled(engine.Retrieval(retriever, int(depth))),
        engine.Filter(_all(link, DOCUMENTS), _all(link, SECTIONS)),
    )


def address(search: Search, library: engine.Retrieval) -> dict[str, list[str]]:
    """The parameters that name this search, of its settings only those that are not the `library`'s own."""
    retriever, depth = search.retrieval.retriever, search.retrieval.depth
    said = {
        QUESTION: [search.question],
        RETRIEVER: [retriever] if retriever != library.retriever else [],
        DEPTH: [f"{depth}"] if reorders(retriever) and depth != library.depth else [],
        DOCUMENTS: sorted(search.within.documents),
        SECTIONS: sorted(search.within.sections),
    }
    return {name: values for name, values in said.items() if values}


def _only(link: Link, name: str, otherwise: str) -> str:
    return next(iter(link.get(name, ())), otherwise)


def _all(link: Link, name: str) -> frozenset[str]:
    return frozenset(filter(None, link.get(name, ())))
