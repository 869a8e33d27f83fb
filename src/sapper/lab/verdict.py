"""Verdicts: whether a report's claim held on our boards.

A claim is tried setting by setting. Every trial is the mean paired difference with its 95 % interval, so one trial in
forty comes out on the wrong side by luck alone. A claim that is made for many settings has therefore not failed before
it fails in more of them than luck explains.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Literal

import numpy as np

from sapper.lab.experiment import LESS_IS_BETTER, Claim
from sapper.lab.results import Results
from sapper.lab.statistics import mean_interval

Outcome = Literal["held", "did not hold", "open"]

WRONG_SIDE = 0.025
"""How often a 95 % interval lies wholly on the wrong side of the truth."""
UNLIKELY = 0.05
"""Luck explains what is likelier than this."""


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
        """Held if it held in every setting; did not hold if it failed in more than luck explains; open otherwise."""
        if self.trials and self.count("held") == len(self.trials):
            return "held"
        return "open" if by_luck(self.count("did not hold"), len(self.trials)) > UNLIKELY else "did not hold"

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


def by_luck(failed: int, trials: int) -> float:
    """The chance that at least so many of the trials come out on the wrong side, if there is no difference at all.

    Trials are taken as independent; those on the same boards are not quite.

    >>> [round(by_luck(failed, 9), 3) for failed in range(4)]
    [1.0, 0.204, 0.02, 0.001]
    """
    fewer = range(failed)
    return 1.0 - sum(comb(trials, k) * WRONG_SIDE**k * (1 - WRONG_SIDE) ** (trials - k) for k in fewer)
