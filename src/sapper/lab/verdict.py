"""Verdicts: whether a report's claim held on our boards.

A claim is tried setting by setting. Every trial is the mean paired difference with its 95 % interval, so about one
trial in forty may come out on the wrong side by chance alone: read the intervals, not only the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sapper.lab.experiment import LESS_IS_BETTER, Claim
from sapper.lab.results import Results
from sapper.lab.statistics import mean_interval

Outcome = Literal["held", "did not hold", "open"]


@dataclass(frozen=True)
class Trial:
    """A claim in one setting."""

    setting: str
    against: str
    """Where the worse side played; mostly the same setting."""
    mean: float
    """Of the paired difference, above 0 in favour of the claim."""
    low: float
    high: float
    boards: int
    outcome: Outcome


@dataclass(frozen=True)
class Verdict:
    """A claim and its trials."""

    claim: Claim
    trials: tuple[Trial, ...]

    @property
    def outcome(self) -> Outcome:
        """Held if it held in every setting; did not hold if it failed in any; open otherwise."""
        outcomes = {trial.outcome for trial in self.trials}
        if outcomes == {"held"}:
            return "held"
        return "did not hold" if "did not hold" in outcomes else "open"

    def count(self, outcome: Outcome) -> int:
        """In how many settings it came out so."""
        return sum(trial.outcome == outcome for trial in self.trials)

    @property
    def sentence(self) -> str:
        """How it came out, in words."""
        settings = f"{len(self.trials)} settings" if len(self.trials) > 1 else "one setting"
        if self.outcome == "held":
            return f"Held in all {settings}." if len(self.trials) > 1 else "Held."
        outcomes: tuple[Outcome, ...] = ("held", "did not hold", "open")
        parts = ", ".join(f"{outcome} in {self.count(outcome)}" for outcome in outcomes if self.count(outcome))
        return f"{parts[0].upper()}{parts[1:]} of {settings}."


def judge(results: Results) -> tuple[Verdict, ...]:
    """The verdict on every claim of an experiment."""
    return tuple(Verdict(claim, tuple(_trials(claim, results))) for claim in results.experiment.claims)


def _trials(claim: Claim, results: Results) -> Iterator[Trial]:
    everywhere = tuple(setting.name for setting in results.experiment.settings)
    settings = claim.settings or everywhere
    for setting, against in zip(settings, claim.against or settings, strict=True):
        ours, theirs = results.games[setting, claim.better], results.games[against, claim.worse]
        _, mine, other = np.intersect1d(ours.boards, theirs.boards, assume_unique=True, return_indices=True)
        difference = ours.figures[claim.measure][mine] - theirs.figures[claim.measure][other]
        mean, low, high = mean_interval(-difference if claim.measure in LESS_IS_BETTER else difference)
        yield Trial(setting, against, mean, low, high, len(mine), decide(low, high, claim.within))


def decide(low: float, high: float, within: float = 0.0) -> Outcome:
    """What an interval says of "above 0", or of "within so much of 0".

    >>> decide(0.1, 0.3), decide(-0.1, 0.3), decide(-0.3, -0.1), decide(-0.1, 0.1, within=0.2)
    ('held', 'open', 'did not hold', 'held')
    """
    if within > 0.0:
        held, failed = -within <= low and high <= within, low > within or high < -within
    else:
        held, failed = low > 0.0, high < 0.0
    return "held" if held else "did not hold" if failed else "open"
