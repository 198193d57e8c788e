"""The public set as `make bench` reads it: what is scored, and that nothing falls out without a word."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path

import pytest

from engine.measuring.questions import Needle
from tests.bench.collection import handbook, public

RIVERS = "Rivers run.\n\nThe Ob is 3,650 km long. It freezes over.\n"


@pytest.fixture(params=["flat", "corpora"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The set with one corpus, both as it was published and with its files side by side."""
    corpora = tmp_path / "corpora" if request.param == "corpora" else tmp_path
    corpora.mkdir(exist_ok=True)
    (corpora / "rivers.md").write_text(RIVERS, "utf-8")
    return tmp_path


def _write(folder: Path, *rows: tuple[str, list[tuple[str, int, int]]]) -> None:
    with (folder / "questions_df.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "references", "corpus_id"])
        for question, excerpts in rows:
            names = ("content", "start_index", "end_index")
            references = [dict(zip(names, excerpt, strict=True)) for excerpt in excerpts]
            writer.writerow([question, json.dumps(references), "rivers"])


def test_every_excerpt_is_a_needle_of_its_question(folder: Path) -> None:
    _write(
        folder,
        ("How long is the Ob?", [("The Ob is 3,650 km long.", 13, 37)]),
        ("What do rivers do?", [("Rivers run.", 0, 11), ("It freezes over.", 38, 54)]),
    )
    read = public(folder)
    assert [question.question for question in read.questions] == ["How long is the Ob?", "What do rivers do?"]
    assert read.questions[1].needles == (Needle("rivers.md", 0, 11), Needle("rivers.md", 38, 54))
    assert (read.needles, read.unscored) == (3, ())


def test_a_corpus_is_a_document_titled_by_its_name_and_kept_to_the_character(folder: Path) -> None:
    _write(folder)
    (text,) = public(folder).texts
    assert (text.name, text.title, text.extraction.text) == ("rivers.md", "rivers", RIVERS)
    assert text.id == hashlib.sha256(RIVERS.encode()).hexdigest()


def test_an_excerpt_that_does_not_stand_where_it_should_is_counted_and_not_scored(folder: Path) -> None:
    _write(folder, ("How long?", [("The Ob is 3,650 km long.", 12, 36), ("Rivers run.", 0, 11)]))
    read = public(folder)
    assert read.needles == 1
    assert len(read.unscored) == 1
    assert "row 1" in read.unscored[0]


def test_a_question_without_any_excerpt_that_holds_is_not_asked(folder: Path) -> None:
    _write(folder, ("How wide?", [("Two kilometres.", 0, 15)]))
    read = public(folder)
    assert read.questions == ()
    assert len(read.unscored) == 1


def test_rows_of_one_question_become_one_and_its_needles_count_once(folder: Path) -> None:
    excerpt = ("Rivers run.", 0, 11)
    _write(folder, ("What do they do?", [excerpt]), ("What do they do?", [excerpt, ("It freezes over.", 38, 54)]))
    read = public(folder)
    assert [len(question.needles) for question in read.questions] == [2]
    assert len(read.unscored) == 1
    assert "twice" in read.unscored[0]


def test_every_answered_question_of_the_handbook_is_scored() -> None:
    read = handbook()
    assert read.unscored == ()
    assert all(question.needles for question in read.questions)
    texts = {text.name: text.extraction.text for text in read.texts}
    assert all(
        texts[needle.document][needle.start : needle.end] for question in read.questions for needle in question.needles
    )
