"""Test collections: documents with questions whose answers are known to the character."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.documents import extract
from engine.measuring.checking import check_questions
from engine.measuring.questions import Kind, Needle, Question
from engine.measuring.reading import read_questions
from engine.types.extraction import Extraction

ROOT = Path(__file__).resolve().parents[2]
HANDBOOK = ROOT / "data" / "handbook"
HANDBOOK_QUESTIONS = ROOT / "data" / "questions" / "handbook.jsonl"

HOW_TO_GET = (
    "The public set is the folder `general_evaluation_data` (five corpora and `questions_df.csv`) of "
    "github.com/brandonstarxel/chunking_evaluation, commit d451fc4c, MIT licence: clone it and name that folder, "
    "`make bench CHUNKING_EVALUATION=…`."
)


@dataclass(frozen=True, slots=True)
class Text:
    """A document of a collection. `id` is the SHA-256 of its bytes."""

    name: str
    id: str
    title: str
    extraction: Extraction


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents and the questions they answer. `unscored` says, row by row, what could not be scored and why."""

    name: str
    texts: tuple[Text, ...]
    questions: tuple[Question, ...]
    unscored: tuple[str, ...]

    @property
    def needles(self) -> int:
        """The number of needle rows."""
        return sum(len(question.needles) for question in self.questions)


def handbook() -> Collection:
    """The sample handbook with its own questions, those without an answer left out."""
    texts = [_text(file.name, file.read_bytes(), None) for file in sorted(HANDBOOK.glob("*.md"))]
    file = read_questions(HANDBOOK_QUESTIONS.name, HANDBOOK_QUESTIONS.read_bytes())
    checked = check_questions(file.rows, {text.name: text.extraction for text in texts})
    answered = tuple(question for question in checked.questions if question.needles)
    faults = tuple(f"line {fault.line}: {fault.reason}" for fault in (*file.faults, *checked.faults))
    return Collection("handbook", tuple(texts), answered, faults)


def public(folder: Path) -> Collection:
    """The general evaluation set of Chroma's study of chunkers. Its folder, flat or with `corpora` inside.

    An excerpt is a needle where its offsets name it to the character; any other is not scored, and said to be so.
    Raises `FileNotFoundError` where the folder does not hold the set.
    """
    corpora = folder / "corpora" if (folder / "corpora").is_dir() else folder
    texts = [_text(file.name, file.read_bytes(), file.stem) for file in sorted(corpora.glob("*.md"))]
    with (folder / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    questions, unscored = _questions(rows, {text.name: text.extraction.text for text in texts})
    return Collection("public set", tuple(texts), questions, unscored)


def _questions(
    rows: Iterable[dict[str, str]], canonical: dict[str, str]
) -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """One question a row. A needle that a question names twice counts once, and so do the rows of one question."""
    needles: dict[str, dict[Needle, None]] = {}
    unscored = []
    for line, row in enumerate(rows, start=1):
        document = f"{row['corpus_id']}.md"
        found = needles.setdefault(row["question"], {})
        for excerpt in json.loads(row["references"]):
            needle = Needle(document, excerpt["start_index"], excerpt["end_index"])
            if canonical.get(document, "")[needle.start : needle.end] != excerpt["content"]:
                unscored.append(
                    f"row {line}: {document} does not say this at {needle.start}: {excerpt['content'][:60]!r}"
                )
            elif needle in found:
                unscored.append(f"row {line}: the excerpt at {needle.start} of {document} is there twice")
            else:
                found[needle] = None
    questions = tuple(
        Question(f"q{number}", question, Kind.IN, tuple(found), None, None, None)
        for number, (question, found) in enumerate(needles.items(), start=1)
        if found
    )
    return questions, tuple(unscored)


def _text(name: str, data: bytes, title: str | None) -> Text:
    """A document read as it would be on its way into a library, under its own title unless another is given."""
    extraction = extract(name, data)
    own = title or extraction.title or PurePosixPath(name).stem
    return Text(name, hashlib.sha256(data).hexdigest(), own, extraction)
