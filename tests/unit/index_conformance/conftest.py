"""One index of every implementation over one library that no test changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import engine
from engine.retrieval.index import Index
from engine.types.indexing import EncoderStamp
from tests.unit import indexed
from tests.unit.index_conformance.implementations import FROZEN, IMPLEMENTATIONS, Open
from tests.unit.index_conformance.stock import FILES
from tests.unit.indexed import Row, keyed, rows, searched


@pytest.fixture(params=list(IMPLEMENTATIONS))
def opened(request: pytest.FixtureRequest) -> Open:
    return IMPLEMENTATIONS[request.param]


@pytest.fixture(params=sorted(IMPLEMENTATIONS.keys() - FROZEN))
def following(request: pytest.FixtureRequest) -> Open:
    return IMPLEMENTATIONS[request.param]


@pytest.fixture(scope="package")
def stocked(tmp_path_factory: pytest.TempPathFactory, models: Path) -> Iterator[engine.Library]:
    """A library that no test changes, so that it is read in once for all of them."""
    with indexed.stocked(tmp_path_factory.mktemp("stocked"), models, FILES) as library:
        yield library


@pytest.fixture
def stamp() -> EncoderStamp:
    return engine.describe(engine.DEFAULT_ENCODER)


@pytest.fixture
def index(opened: Open, stocked: engine.Library, stamp: EncoderStamp) -> Index:
    """Holds all of the stocked library."""
    index = opened(stocked.database, stamp)
    index.upsert(searched(stocked))
    return index


@pytest.fixture
def by_key(index: Index, stocked: engine.Library) -> dict[int, Row]:
    """What the store says of every chunk of `index`, by the index's own keys."""
    return keyed(index, stocked.database)


@pytest.fixture(scope="package")
def directions(stocked: engine.Library) -> list[NDArray[np.float32]]:
    """Unit vectors: of any direction, near some chunks, and those of chunks themselves."""
    random = np.random.default_rng(0)
    own = [row.vector for row in list(rows(stocked.database).values())[::9]]
    anywhere = list(random.normal(size=(5, 384)))
    near = [vector + random.normal(size=384) / 30 for vector in own[:5]]
    return [(vector / np.linalg.norm(vector)).astype(np.float32) for vector in (*anywhere, *near, *own[5:10])]
