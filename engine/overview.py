"""What System tells of a library: where it is, how large, what built it, and how its questions ended."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import sqlalchemy as sa

from engine.library import Library
from engine.store.blobs import size_of
from engine.store.records import stamp_of
from engine.store.tables import asked, documents, stamps, vectors
from engine.types.indexing import Stamp

PACKAGES = ("torch", "sentence-transformers", "openvino", "faiss-cpu", "numpy", "sqlalchemy", "streamlit", "pypdfium2")


@dataclass(frozen=True, slots=True)
class Facts:
    """Sizes in bytes. `stamps` counts the documents under each stamp, `outcomes` the questions that ended so.

    `model_calls` is the sum over all questions, `refused_model_calls` over those that the gate refused: always 0.
    """

    home: Path
    database_bytes: int
    originals: int
    originals_bytes: int
    models_bytes: int
    vectors: int
    stamps: Mapping[Stamp, int]
    outcomes: Mapping[str, int]
    model_calls: int
    refused_model_calls: int
    versions: Mapping[str, str]


def facts(source: Library) -> Facts:
    """Counted now, from what is stored."""
    home = source.settings.home
    refused = sa.case((asked.c.outcome == "below_cut", asked.c.model_calls), else_=0)
    with source.database.read() as connection:
        stamped = connection.execute(
            sa.select(stamps.c.stamp, sa.func.count())
            .join(documents, documents.c.stamp == stamps.c.key)
            .where(documents.c.live)
            .group_by(stamps.c.key)
        ).all()
        outcomes = connection.execute(sa.select(asked.c.outcome, sa.func.count()).group_by(asked.c.outcome)).all()
        calls, refused_calls = connection.execute(
            sa.select(sa.func.sum(asked.c.model_calls), sa.func.sum(refused))
        ).one()
        stored = connection.scalar(sa.select(sa.func.count()).select_from(vectors)) or 0
    return Facts(
        home=home,
        database_bytes=sum(map(size_of, home.glob("candor.db*"))),
        originals=len(source.blobs.all()),
        originals_bytes=source.blobs.size(),
        models_bytes=sum(size_of(file) for file in (home / "models").glob("*") if file.is_file()),
        vectors=stored,
        stamps={stamp_of(row[0]): row[1] for row in stamped},
        outcomes={row[0]: row[1] for row in outcomes},
        model_calls=calls or 0,
        refused_model_calls=refused_calls or 0,
        versions={"Python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
    )
