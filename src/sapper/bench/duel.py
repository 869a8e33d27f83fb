"""Duel: how much narrower the interval of a paired difference is when the luck of surviving guesses is taken out.

`exact` plays itself with other ties: the lowest risk, ties in the random order instead of to fewest hidden neighbours.
The two meet the same boards, and both intervals are of the same games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.lab.luck import luck
from sapper.lab.statistics import Interval, mean_interval
from sapper.players.catalog import agent
from sapper.policies.safest import lowest_risk
from sapper.sim.play import play

BOARDS = {"expert": 1000, "intermediate": 1000, "beginner": 2000}
SEED = 77


def measure() -> Iterator[Measurement]:
    """One line per level, first click safe; some three minutes."""
    exact = agent("exact")
    other = replace(exact, policy=lowest_risk)
    for level, boards in BOARDS.items():
        rules = Rules.level(level)
        pairs = [(play(exact, rules, (SEED, board)), play(other, rules, (SEED, board))) for board in range(boards)]
        raw = np.array([float(a.won) - float(b.won) for a, b in pairs])
        adjusted = raw - np.array([luck(a) - luck(b) for a, b in pairs])
        yield Measurement(
            f"exact − exact with random ties, {level} safe, {boards:,} boards",
            f"{_points(mean_interval(raw))} raw, {_points(mean_interval(adjusted))} adjusted",
        )
        ratio = float(adjusted.std() / raw.std())
        yield Measurement(
            "", f"{ratio:.2f} of the width, as much as {ratio**-2:.1f}× the games", "< 0.75", ratio < 0.75
        )


def _points(difference: Interval) -> str:
    mean, low, high = (100 * value for value in difference)
    return f"{mean:+.2f} ± {(high - low) / 2:.2f}"
