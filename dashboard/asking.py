"""What Ask is asked: between its controls, its address, and the answer that it shows."""

from __future__ import annotations

import streamlit as st

import engine
from dashboard import searches, state


def follow() -> engine.Retrieval:
    """How the library searches. Controls that stand at what it was before stand at what it is now."""
    said, own = st.session_state, engine.retrieval_of(state.library())
    before = said.get(state.OWN)
    if before != own:
        if before is None or chosen()[0] == engine.settled(before):
            said[state.RETRIEVER], said[state.DEPTH] = own.retriever, own.depth
        said[state.OWN] = own
    return own


def chosen() -> tuple[engine.Retrieval, engine.Filter]:
    """How the controls say that the next question is to be searched, and in what."""
    said = st.session_state
    within = engine.Filter(frozenset(said.get(state.DOCUMENTS, ())), frozenset(said.get(state.SECTIONS, ())))
    return engine.settled(engine.Retrieval(said[state.RETRIEVER], int(said[state.DEPTH]))), within


def put(question: str) -> None:
    """Asks this question as the controls say; none at all is a page without an answer."""
    question = question.strip()
    if question:
        go(searches.Search(question, *chosen()))
    else:
        st.session_state.pop(state.ANSWER, None)
        st.query_params.clear()


def go(search: searches.Search) -> None:
    """Makes this search that of the address, and drops the answer: the page asks what its address says."""
    st.session_state.pop(state.ANSWER, None)
    st.session_state[state.QUESTION] = search.question
    _name(search)


def arrive() -> searches.Search | None:
    """The search that the address names and that has no answer yet; the controls then say the same.

    Whoever comes back from another page finds the answer that stood here, and its address. Raises `EngineError` for an
    address that cannot be.
    """
    said, link = st.session_state, _link()
    if state.ANSWER in said and searches.QUESTION not in link:
        link = said[state.LINK] = _name(said[state.SEARCH])
    if state.ANSWER in said and link == said[state.LINK]:
        return None
    said.pop(state.ANSWER, None)
    asked = " ".join(link.get(searches.QUESTION, ())).strip()
    if not asked:
        said.pop(state.LINK, None)
        return None
    new = link != said.get(state.LINK)
    if new:
        said[state.LINK], said[state.QUESTION] = link, asked
    search = searches.read(link, engine.retrieval_of(state.library()))
    if new:
        said[state.RETRIEVER] = search.retrieval.retriever
        if searches.reorders(search.retrieval.retriever):
            said[state.DEPTH] = search.retrieval.depth
        said[state.DOCUMENTS], said[state.SECTIONS] = sorted(search.within.documents), sorted(search.within.sections)
    return search


def keep(search: searches.Search, answer: engine.Answer, generation: int) -> None:
    """Remembers an answer with the search that it was given to, and the library's generation that it was given in."""
    said = st.session_state
    said[state.ANSWER], said[state.SEARCH] = answer, search
    said[state.GENERATION] = generation


def _name(search: searches.Search) -> dict[str, list[str]]:
    """Makes the address that of this search."""
    link = searches.address(search, engine.retrieval_of(state.library()))
    st.query_params.from_dict(link)
    return link


def _link() -> dict[str, list[str]]:
    return {name: st.query_params.get_all(name) for name in searches.PARAMETERS if name in st.query_params}
