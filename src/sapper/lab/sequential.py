"""A sequential test on paired differences: play until the question is answered, and not longer.

    legend   difference   what A made of a board minus what B made of the same board
             H0, H1       the mean difference is at most d0; it is at least d1
             alpha, beta  how often H1 is accepted although H0 holds, and the other way round
             llr          log of how much better H1 explains the differences than H0 does

Wald's test stops as soon as the llr leaves (log(beta / (1 − alpha)), log((1 − beta) / alpha)). The likelihoods need
more than the mean difference (how often do the two differ at all, how widely), which the games themselves must tell:
the generalised test, as Stockfish's fishtest uses it. Two kinds of differences are known:

    wins     −1, 0 or 1: only B won, both or neither, only A. Each hypothesis has the chances that suit it best
    scores   any number: normal, with the variance of the differences so far

Such tests keep the error rates only approximately; `tests/lab/test_sequential.py` measures them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from sapper.errors import BadInput

Floats = npt.NDArray[np.float64]
Answer = Literal["H0", "H1", "open"]

CAUTION = 1.0
"""Added to the sum of squares of scores: as if one pair differed by a whole game. Otherwise the first pairs of two
agents that seldom differ would seem to have no spread at all, and decide everything. It costs some hundred pairs."""


@dataclass(frozen=True)
class Hypotheses:
    """What is decided between, and how surely. Differences are shares of a game: 0.005 is half a point.

    >>> Hypotheses().answer(3.0), Hypotheses().answer(-1.0)
    ('H1', 'open')
    """

    d0: float = 0.0
    d1: float = 0.005
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1.0 < self.d0 < self.d1 < 1.0:
            raise BadInput(f"H0 must lie below H1, both between -100 and 100 points, not {_points(self.d0, self.d1)}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < rate < 0.5:
                raise BadInput(f"{name} is an error rate between 0 and 0.5, not {rate:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Between these two the llr leaves the question open."""
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def answer(self, llr: float) -> Answer:
        """Which hypothesis is accepted."""
        low, high = self.bounds
        return "H1" if llr >= high else "H0" if llr <= low else "open"

    def games_expected(self, variance: float) -> float:
        """Roughly how many pairs the test needs if the truth is d0 or d1 (Wald's approximation).

        >>> round(Hypotheses().games_expected(variance=0.1))
        21200
        """
        low, high = self.bounds
        if_h1 = (1.0 - self.beta) * high + self.beta * low
        return 2.0 * variance * if_h1 / (self.d1 - self.d0) ** 2


def llr_of_wins(only_a: npt.ArrayLike, only_b: npt.ArrayLike, pairs: npt.ArrayLike, h: Hypotheses) -> Floats:
    """The llr of pairs of which so many were won by one agent alone; arrays of equal shape are tests side by side.

    >>> round(float(llr_of_wins(130, 80, 1000, Hypotheses())), 3)
    1.133
    """
    a, b, n = (np.asarray(value, np.float64) for value in (only_a, only_b, pairs))
    return _log_likelihood(a, b, n, h.d1) - _log_likelihood(a, b, n, h.d0)


def llr_of_scores(pairs: npt.ArrayLike, total: npt.ArrayLike, squares: npt.ArrayLike, h: Hypotheses) -> Floats:
    """The llr of differences of which number, sum and sum of squares are known.

    >>> round(float(llr_of_scores(1000, 5.0, 3.0, Hypotheses())), 3)
    3.145
    """
    n, s, q = (np.asarray(value, np.float64) for value in (pairs, total, squares))
    mean = s / n
    variance = (np.maximum(q - n * mean**2, 0.0) + CAUTION) / n
    llr: Floats = n * (h.d1 - h.d0) * (mean - (h.d0 + h.d1) / 2.0) / variance
    return llr


def _log_likelihood(a: Floats, b: Floats, n: Floats, d: float) -> Floats:
    """Of a times 1, b times −1, otherwise 0, for the likeliest chances p and p − d of the first two.

    Setting the derivative to 0 leaves a quadratic equation for p; its larger root is the one with chances ≥ 0.
    """
    z = n - a - b
    linear = a * (1.0 + 3.0 * d) + b * (1.0 + d) + 2.0 * z * d
    p = (linear + np.sqrt(np.maximum(linear**2 - 8.0 * n * a * d * (1.0 + d), 0.0))) / (4.0 * n)
    total: Floats = _times_log(a, p) + _times_log(b, p - d) + _times_log(z, 1.0 - 2.0 * p + d)
    return total


def _times_log(count: Floats, chance: Floats) -> Floats:
    """What never happened adds nothing, however unlikely it is."""
    return count * np.log(np.where(count > 0, np.maximum(chance, 1e-300), 1.0))


def _points(*shares: float) -> str:
    return " and ".join(f"{100 * share:g}" for share in shares)
