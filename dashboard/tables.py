"""Tables of several pages: what the engine says in, a DataFrame out, with the headings a person reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pandas as pd

import engine
from dashboard import words


def documents_table(documents: Sequence[engine.Document]) -> pd.DataFrame:
    """One row a document; notes, that is its reason and what its extractor warned of, only where there are any."""
    frame = pd.DataFrame(
        {
            "Document": [document.name for document in documents],
            "State": [words.state_in_words(document) for document in documents],
            "Pages": pd.array([document.pages for document in documents], dtype="Int64"),
            "Characters": [document.characters for document in documents],
            "Chunks": [document.chunks for document in documents],
            "Overflowing": [document.overflowing for document in documents],
            "Changed": pd.to_datetime([document.changed_at for document in documents], unit="s", utc=True),
            "Notes": [" ".join(filter(None, (document.reason, *document.warnings))) for document in documents],
        }
    )
    return frame if any(frame["Notes"]) else frame.drop(columns="Notes")


STAGES = {
    "dense": "The cosine of question and chunk, from -1 to 1: higher is closer in meaning. The distance is 1 less it.",
    "bm25": "BM25: a sum over the words that question and chunk share, rare ones weighing more. It begins at 0, has no "
    "upper end, and compares within one question only.",
    "hybrid": "1 / (60 + rank), added up over the dense and the BM25 ranking: at most 2 / 61, that is 0.0328.",
    "late": "Late interaction: for each word piece of the question the cosine to the most similar one of the chunk, "
    "averaged, rare ones weighing more. From -1 to 1: higher is closer.",
}
"""What the score of each stage is, and in what unit."""


def pool_table(answer: engine.Answer) -> pd.DataFrame:
    """One row a passage of the pool: whether it passed, where it is, and each stage's rank and score."""
    numbers = {source.hit.chunk_key: f"[{source.number}]" for source in answer.sources}
    passed = {hit.chunk_key for hit in answer.decision.passed}
    rows = [
        {
            "Rank": hit.rank,
            "Source": numbers.get(hit.chunk_key, ""),
            "Document": hit.document,
            "Distance": hit.distance,
            "Passed": "yes" if hit.chunk_key in passed else "no",
            **_stages(hit),
            "Section": words.headings(hit.section_path),
            "Place": engine.place(hit.locator),
        }
        for hit in answer.decision.pool
    ]
    return pd.DataFrame(rows).convert_dtypes()  # a stage that has not seen a passage leaves a gap, not a NaN


def _stages(hit: engine.Hit) -> dict[str, float | None]:
    columns: dict[str, float | None] = {}
    for stage, seen in hit.stages.items():
        rank, score = stage_columns(stage)
        columns |= {rank: seen.rank if seen else None, score: seen.score if seen else None}
    return columns


def stage_columns(stage: str) -> tuple[str, str]:
    """The headings under which a stage's rank and score stand."""
    name = words.STAGES[stage]
    return f"{name[0].upper()}{name[1:]} rank", f"{name[0].upper()}{name[1:]} score"


def formats_table(audit: engine.Audit) -> pd.DataFrame:
    """One row a format: how many of its documents were read again, and how many chunks of these are exact."""
    documents = Counter(document.extractor for document in audit.documents)
    faulty = Counter(document.extractor for document in audit.documents if document.faults)
    return pd.DataFrame(
        [
            {
                "Format": extractor,
                "Documents": documents[extractor],
                "Exact": exact,
                "Chunks": total,
                "With faults": faulty[extractor],
            }
            for extractor, (exact, total) in sorted(audit.by_format.items())
        ]
    )


def audit_table(audit: engine.Audit) -> pd.DataFrame:
    """One row a document that was read again, those with faults first."""
    documents = sorted(audit.documents, key=lambda document: not document.faults)
    frame = pd.DataFrame(
        {
            "Document": [document.name for document in documents],
            "Read by": [document.extractor for document in documents],
            "Exact": [document.exact for document in documents],
            "Chunks": [document.total for document in documents],
            "Faults": [" ".join(document.faults) for document in documents],
        }
    )
    return frame if any(frame["Faults"]) else frame.drop(columns="Faults")


def stamps_table(stamps: Mapping[engine.Stamp, int], today: Collection[str]) -> pd.DataFrame:
    """One row a stamp, with how many documents carry it; `today` holds the digests that are not stale."""
    return pd.DataFrame(
        [
            {
                "Stamp": stamp.digest[:12],
                "Documents": count,
                "Today's settings": "yes" if stamp.digest in today else "no: stale, not searched",
                "Encoder": f"{stamp.encoder.name} {stamp.encoder.fingerprint[:8]}",
                "Run by": f"{stamp.backend} {stamp.precision}",
                "Extractor": f"{stamp.extractor} {stamp.extractor_version}",
                "Strategy": stamp.chunking.strategy,
                "Target": stamp.chunking.target,
                "Overlap": stamp.chunking.overlap,
                "Pipeline": stamp.pipeline_version,
            }
            for stamp, count in stamps.items()
        ]
    )
