"""How single questions end at a cut: right, wrong, refused or a bluff; which of them flip, and what let bluffs through.

The counts of `sweep` say how many; here is which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from engine.answering.gate import KEEP, POOL
from engine.measuring.questions import Kind
from engine.measuring.trials import Ranked, Trial


class Verdict(StrEnum):
    """How a question ends. Only in-domain questions are right or wrong, only near and far ones a bluff."""

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"
    BLUFF = "bluff"


@dataclass(frozen=True, slots=True)
class Flip:
    """A question that ends otherwise at one cut than at another."""

    trial: Trial
    before: Verdict
    after: Verdict


@dataclass(frozen=True, slots=True)
class Bluff:
    """A question without an answer that would be answered, and the first passage that it would be answered from."""

    trial: Trial
    passage: Ranked


def kept(trial: Trial, cut: float) -> tuple[Ranked, ...]:
    """The hits that the distance gate keeps at this cut, in the order of the ranking."""
    return tuple(islice((hit for hit in trial.ranked[:POOL] if hit.distance < cut), KEEP))


def verdict(trial: Trial, cut: float) -> Verdict:
    """How the question ends at this cut of the distance gate."""
    hits = kept(trial, cut)
    if not hits:
        return Verdict.REFUSED
    if trial.kind is not Kind.IN:
        return Verdict.BLUFF
    return Verdict.RIGHT if any(hit.holds for hit in hits) else Verdict.WRONG


def flips(trials: Sequence[Trial], before: float, after: float) -> tuple[Flip, ...]:
    """The questions that end otherwise at the cut `after` than at the cut `before`, in the trials' order."""
    changes = (Flip(trial, verdict(trial, before), verdict(trial, after)) for trial in trials)
    return tuple(flip for flip in changes if flip.before is not flip.after)


def bluffs(trials: Sequence[Trial], cut: float) -> tuple[Bluff, ...]:
    """Every near or far question that is answered at this cut, the closest passage first."""
    found = [Bluff(trial, hits[0]) for trial in trials if trial.kind is not Kind.IN and (hits := kept(trial, cut))]
    return tuple(sorted(found, key=lambda bluff: bluff.passage.distance))
