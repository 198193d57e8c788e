"""Files of terms that are none: each is passed over and written anew, and none changes what is found."""

from __future__ import annotations

import io
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.retrieval import terms_cache
from engine.retrieval.contents import Entry
from engine.retrieval.lexical import LexicalIndex
from engine.retrieval.terms import TERMS_VERSION
from engine.retrieval.terms_cache import TermsCache
from engine.store.vectors import text_key

TEXTS = {1: "red pump", 2: "blue valve", 5: "green seal", 7: "red seal"}
NAMES = {key: text_key(text) for key, text in TEXTS.items()}
ENTRIES = [Entry(key, 1, name) for key, name in NAMES.items()]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where terms are kept, from the first chunk on."""
    monkeypatch.setattr(terms_cache, "SLACK", 0)
    return tmp_path / "terms.npz"


def _index() -> LexicalIndex:
    index = LexicalIndex()
    index.add(list(TEXTS), list(TEXTS.values()))
    return index


def _written(file: Path) -> bytes:
    file.unlink(missing_ok=True)
    TermsCache(file).keep(_index(), NAMES)
    return file.read_bytes()


def _assert_passed_over_and_written_anew(file: Path) -> None:
    cache = TermsCache(file)
    assert len(cache.restored(ENTRIES)) == 0
    cache.keep(_index(), NAMES)
    assert TermsCache(file).restored(ENTRIES).keys.tolist() == list(TEXTS)


def _npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)  # type: ignore[arg-type]
    return stream.getvalue()


def _npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def _zip(name: str, content: bytes) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",  # what a power cut may leave of a file
        b"not a file of numpy's",
        _npy(np.arange(3)),
        _npz(),
        _npz(version=np.arange(3)),
        _npz(version=np.array("new")),
        _npz(version=np.array(TERMS_VERSION)),
        _npz(version=np.array(TERMS_VERSION), text_keys=np.zeros(2, "u1"), keys=np.array(7)),
        _npz(version=np.array(TERMS_VERSION), text_keys=np.array([{}], object)),  # would have to be unpickled
        _zip("version", b"1"),
    ],
    ids=["empty", "text", "npy", "no arrays", "versions", "word", "version only", "no keys", "pickle", "zip"],
)
def test_a_foreign_file_is_written_anew(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    _assert_passed_over_and_written_anew(file)


def test_a_file_of_another_version_is_written_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in (TERMS_VERSION - 1, TERMS_VERSION + 1):
        with monkeypatch.context() as other:
            other.setattr(terms_cache, "TERMS_VERSION", version)
            _written(file)
        _assert_passed_over_and_written_anew(file)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99, 0.999])
def test_a_file_that_is_cut_short_is_written_anew(file: Path, share: float) -> None:
    whole = _written(file)
    file.write_bytes(whole[: int(share * len(whole))])
    _assert_passed_over_and_written_anew(file)


def test_a_folder_in_its_place_is_passed_over(file: Path) -> None:
    file.mkdir()
    assert len(TermsCache(file).restored(ENTRIES)) == 0
    TermsCache(file).keep(_index(), NAMES)
    assert [place.name for place in file.parent.iterdir()] == [file.name]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damage_changes_what_is_found(file: Path, data: st.DataObject) -> None:
    whole = bytearray(_written(file))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    file.write_bytes(whole)
    index = TermsCache(file).restored(ENTRIES)
    missing = [key for key in TEXTS if key not in index.keys]
    index.add(missing, [TEXTS[key] for key in missing])
    for question in ("red", "seal pump", "valve"):
        assert dict(index.search(question, 9)) == pytest.approx(dict(_index().search(question, 9)))
