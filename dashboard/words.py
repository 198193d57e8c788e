"""What the pages say in the same words wherever they say it."""

from __future__ import annotations

from collections.abc import Sequence

import engine

RETRIEVERS = {
    "dense": ("dense (meaning)", "Compares meanings: finds other words for the same; names and numbers may slip by."),
    "bm25": (
        "keyword search (BM25)",
        "Counts shared words, rare ones most: finds names and codes as written, no synonyms.",
    ),
    "hybrid": ("hybrid", "Asks both and merges their two rankings: what either ranks high comes first."),
    "hybrid+late": (
        "hybrid + late interaction",
        "Hybrid, whose first passages are then compared with the question word by word and put in a new order.",
    ),
}
"""Every retriever's name as it is read, and what it does."""

SHORT_RETRIEVERS = {"dense": "dense", "bm25": "BM25", "hybrid": "hybrid", "hybrid+late": "hybrid + late"}
"""Every retriever's name where many of them stand beside each other."""

HIDDEN = {
    engine.Hidden.NOTHING: ("nothing", "Every question is asked of all documents."),
    engine.Hidden.DOCUMENT: (
        "each question's document",
        "A question is asked as if the document that answers it were not there: any answer is a bluff.",
    ),
    engine.Hidden.PASSAGE: (
        "each question's passage",
        "Only the chunks with the answer, and one on each side, are out of sight: what is left is as near as can be.",
    ),
}
"""What can be hidden from a question, and what that tests."""

STAGES = {"dense": "dense", "bm25": "BM25", "hybrid": "fused", "late": "late"}
"""What a stage of a search is called beside its rank."""

KINDS = {engine.Kind.IN: "in-domain", engine.Kind.NEAR: "near", engine.Kind.FAR: "far"}
"""What a kind of question is called."""

BUILT_OTHERWISE = "Built with other settings or by an earlier version of Candor"
"""Why a document is stale."""

UNFINISHED = (engine.State.QUEUED, engine.State.EXTRACTING, engine.State.CHUNKING, engine.State.EMBEDDING)


def counted(number: int, noun: str) -> str:
    """`1 chunk`, `2,311 chunks`: for nouns that take an s."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def headings(path: Sequence[str]) -> str:
    """The headings above a passage, the outermost first."""
    return " › ".join(path)


def state_in_words(document: engine.Document) -> str:
    """The state with its progress; a stale document says so."""
    if document.state is engine.State.EMBEDDING and document.total:
        return f"embedding {document.done} of {document.total}"
    return f"{document.state}, stale" if document.stale and document.state not in UNFINISHED else str(document.state)


def not_searched(documents: Sequence[engine.Document]) -> list[str]:
    """What is not searched at the moment, and what to do about it: a sentence each."""
    rest = [document for document in documents if document.stale or not document.live]
    waiting = [document for document in rest if document.state in UNFINISHED]
    stale = [document for document in rest if document.stale and document.state not in UNFINISHED]
    failed = [document for document in rest if document.state is engine.State.FAILED]
    said = {
        "The library is empty: add documents on the Library page.": not documents,
        f"Still being read or rebuilt, not searched yet: {len(waiting)} of {len(documents)} documents.": waiting,
        f"{BUILT_OTHERWISE}, and not searched until rebuilt: {len(stale)} of {len(documents)} documents.": stale,
        f"Could not be read: {len(failed)} of {len(documents)} documents; the Library page tells why.": failed,
    }
    return [sentence for sentence, applies in said.items() if applies]


def outcome_in_words(outcome: str) -> str:
    """How a question ended, for a person."""
    return {
        engine.Outcome.ANSWERED: "Answered",
        engine.Outcome.BELOW_CUT: "Refused: nothing passed the cut",
        engine.Outcome.NOTHING_INDEXED: "Refused: nothing was indexed",
        engine.Outcome.MODEL_ABSTAINED: "Passages passed the cut, but no answer was found in them",
        engine.Outcome.MODEL_UNREACHABLE: "The model could not be reached",
    }[engine.Outcome(outcome)]


def size_in_words(count: int) -> str:
    """Bytes in the largest unit that leaves at least 1."""
    size, unit = float(count), "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:,.0f} {unit}" if unit == "bytes" else f"{size:,.1f} {unit}"


def figure(score: float, cut: float) -> str:
    """A score to three decimals, or to as many more as tell it from the cut."""
    decimals = next((n for n in range(3, 9) if f"{score:.{n}f}" != f"{cut:.{n}f}"), 3)
    return f"{score:.{decimals}f}"


def origin_of_cut(chosen: engine.Cut | None, cut: float, outdated: bool, retrieval: engine.Retrieval) -> str:
    """Where a cut comes from, and what of it is not so here: what Ask says beside every answer and refusal."""
    if chosen is None or chosen.cut != cut:
        return "not calibrated for these documents"
    otherwise = f", measured with {engine.found_by(chosen.retrieval)}" if chosen.retrieval != retrieval else ""
    return f"chosen on the set {chosen.question_set}{otherwise}" + (", out of date since" if outdated else "")


def where(within: engine.Filter, most: int = 3) -> str:
    """What a search is confined to: `in a.md and b.md, under “Care”`, `most` names of each; nothing where it is not."""
    documents = f"in {_listed(sorted(within.documents), 'and', most)}" if within.documents else ""
    quoted = [f"“{title}”" for title in sorted(within.sections)]
    return ", ".join(filter(None, (documents, f"under {_listed(quoted, 'or', most)}" if quoted else "")))


def _listed(names: Sequence[str], last: str, most: int) -> str:
    shown = [*names[:most], f"{len(names) - most} more"] if len(names) > most else list(names)
    return f" {last} ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def stages(hit: engine.Hit) -> str:
    """The rank of a hit, and the one that each stage of the search gave it."""
    ranks = (f"{STAGES[stage]} {seen.rank if seen else 'not seen'}" for stage, seen in hit.stages.items())
    return f"Rank {hit.rank}: {' · '.join(ranks)}"


def measuring(measurement: engine.Measurement) -> str:
    """What a measurement is at: `Run 3 of 28. Strategy E, hybrid + late: 40 of 94 questions searched`."""
    if measurement.course is engine.Course.QUEUED:
        return f"In line, {counted(measurement.runs, 'run')}. It begins when documents are read and others are done."
    where = f"Run {min(measurement.runs_done + 1, measurement.runs)} of {measurement.runs}."
    way, _, at = measurement.stage.partition(": ")
    strategy, _, retriever = way.partition(", ")
    doing = {"cutting": "documents cut", "embedding": "chunks embedded", "questions": "questions searched"}
    if at not in doing:
        return f"{where} Loading the encoder."
    by = f", {SHORT_RETRIEVERS.get(retriever, retriever)}" if retriever else ""
    return f"{where} Strategy {strategy}{by}: {measurement.done:,} of {measurement.total:,} {doing[at]}"
