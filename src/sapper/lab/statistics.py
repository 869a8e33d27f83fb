"""Means with honest intervals, from the figures of single games.

mean     expanded percentile bootstrap (T. Hesterberg, "What Teachers Should Know About the Bootstrap", 2015): the
         percentiles of resampled means, taken a little further out so that Student's t is met when games are few.
         It needs no normal scores and stays inside their range.
share    Wilson's interval, which is never empty, not even when every game is won.

The resamples come from the raw output of PCG64 under a fixed seed: the same games give the same interval on every
machine. They are drawn once per number of games and shared by all means, so all means of a row of a table cost one
product of two matrices, a millisecond or two. More than `GROUPS` games are first summed into `GROUPS` groups: games are
independent, so groups tell how much a mean varies as well as games do, and the cost no longer grows.

What no interval can do: when all games of a sample agree, it has no width, although a rarer game may be missing.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Figures = npt.NDArray[np.float64]
Interval = tuple[float, float, float]
"""Mean, low end, high end; without games all are not a number, with a single game the ends are."""

CONFIDENCE = 0.95
RESAMPLES, GROUPS = 2000, 400
_SEED = 20
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def mean_interval(figures: Figures) -> Interval:
    """The mean and its 95 % interval.

    >>> mean, low, high = mean_interval(np.array([0.9, 1.0, 0.8, 1.0, 0.95] * 10))
    >>> round(mean, 2), round(low, 2), round(high, 2)
    (0.93, 0.91, 0.95)
    """
    return mean_intervals(figures[:, None])[0]


def mean_intervals(figures: Figures) -> list[Interval]:
    """The same for several figures of the same games at once, (games, figures), in little more time than for one."""
    games = len(figures)
    if games < 2:
        return [(float(figure) if games else math.nan, math.nan, math.nan) for figure in figures.sum(axis=0)]
    tail = _tail(games)
    low, high = np.quantile(_resampled_means(figures), [tail, 1 - tail], axis=0)
    return list(zip(figures.mean(axis=0).tolist(), low.tolist(), high.tolist(), strict=True))


def share_interval(successes: int, games: int) -> Interval:
    """The share of successes and Wilson's 95 % interval.

    >>> [round(value, 3) for value in share_interval(10, 10)]
    [1.0, 0.722, 1.0]
    """
    if games == 0:
        return math.nan, math.nan, math.nan
    share, z2 = successes / games, _Z * _Z / games
    middle = (share + z2 / 2) / (1 + z2)
    half = _Z / (1 + z2) * math.sqrt(share * (1 - share) / games + z2 / (4 * games))
    return share, middle - half if successes else 0.0, middle + half if successes < games else 1.0


def student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t (Cornish and Fisher's expansion; off by < 1 % from 3 degrees on).

    >>> round(student(9), 2), round(student(199), 3)
    (2.26, 1.972)
    """
    z = _Z
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def _tail(games: int) -> float:
    """What the percentiles leave out at each end: the bootstrap is too narrow by √((n − 1) / n) and knows no t."""
    return NormalDist().cdf(-math.sqrt(games / (games - 1)) * student(games - 1))


def _resampled_means(figures: Figures) -> Figures:
    """(RESAMPLES, figures): the mean of each figure in each resample."""
    games = len(figures)
    groups = min(games, GROUPS)
    starts = np.arange(groups) * games // groups
    sums = np.add.reduceat(figures, starts, axis=0)
    sizes = np.diff(starts, append=games).astype(np.float64)
    drawn = _weights(groups) @ np.column_stack([sums, sizes])
    return np.asarray(drawn[:, :-1] / drawn[:, -1:])


@lru_cache(maxsize=16)
def _weights(groups: int) -> Figures:
    """(RESAMPLES, groups): how often each group is drawn in each resample."""
    raw = np.random.PCG64(np.random.SeedSequence(_SEED, spawn_key=(groups,))).random_raw(RESAMPLES * groups)
    drawn = ((raw >> np.uint64(11)).astype(np.float64) * 2.0**-53 * groups).astype(np.intp)
    drawn += np.repeat(np.arange(RESAMPLES) * groups, groups)
    return np.bincount(drawn, minlength=RESAMPLES * groups).reshape(RESAMPLES, groups).astype(np.float64)
