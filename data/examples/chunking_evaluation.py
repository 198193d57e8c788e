"""Turns the questions of the chunking_evaluation study into a question set: an example of a converter to copy.

    python data/examples/chunking_evaluation.py questions_df.csv > study.jsonl
    python -m engine questions check study.jsonl

The study's file has a row a question, with the columns `question`, `corpus_id`, and `references`, a JSON list of
excerpts with `content`, `start_index` and `end_index`. A question set has a row a needle, and the rows of one question
share its `id`. Of all its columns only `id`, `question` and `kind` are needed everywhere, and `needle` for kind `in`.

Nothing is judged here: `questions check` says of every row whether it can be scored, and why not.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path


def question_set(study: Iterable[dict[str, str]]) -> Iterator[dict[str, object]]:
    """The rows of a question set, one an excerpt."""
    ids: dict[str, str] = {}
    for row in study:
        own = ids.setdefault(row["question"], f"q{len(ids) + 1}")  # a question that comes again is the same one
        for excerpt in json.loads(row["references"]):
            yield {
                "id": own,
                "question": row["question"],
                "kind": "in",
                "needle": excerpt["content"],
                "document": f"{row['corpus_id']}.md",  # the name under which the corpus is ingested
                "start": excerpt["start_index"],  # code points from the beginning, as Python counts them
                "end": excerpt["end_index"],
            }


def convert(file: Path) -> str:
    """The study's CSV file as JSON Lines: an object a row."""
    with file.open(encoding="utf-8-sig", newline="") as opened:
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in question_set(csv.DictReader(opened)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Name the study's questions_df.csv; the question set is printed.")
    sys.stdout.reconfigure(encoding="utf-8")
    print(convert(Path(sys.argv[1])), end="")
