"""Agents: CPU time of whole survey games, and how it grows with the board.

The table has one line per agent: milliseconds per game at three sizes and three densities, the same boards for all.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.players.catalog import agents
from sapper.sim.arena import play_many

SIDES = {10: 20, 20: 10, 40: 6}
"""Side of the board → games per density."""
DENSITIES = (0.1, 0.3, 0.5)
MOST = {0.3: 0.5, 0.5: 1.0}
"""Seconds that any agent may take at 40×40, by density …"""
MOST_OF_QUICK = 0.05
"""… and those that must be quicker."""
QUICK = ("basic", "exact")
ELSEWHERE = ("linopt", "optimal")
"""Made for something else, and held to a limit there: see `uncertain.py` and `optimal.py`. Their times are shown here
beside the others."""

GROWING = ("basic", "subset", "exact")
GROWING_SIDES = {20: 12, 40: 6, 80: 3}
GROWING_DENSITY = 0.2
MOST_GROWTH = 1.5
"""Close to linear: with four times the cells, a cell costs at most so many times as much."""


def measure() -> Iterator[Measurement]:
    """Every line of the two tables; two or three minutes."""
    yield Measurement("survey games, ms of CPU per game", _row([f"{side}×{side}" for side in SIDES], 18))
    yield Measurement("agent, density", _row([f"{density:g}" for density in DENSITIES] * len(SIDES), 6))
    for entry in agents():
        yield _line(entry.name)
    sides = " → ".join(f"{side}×{side}" for side in GROWING_SIDES)
    yield Measurement(f"µs of CPU per cell at density {GROWING_DENSITY:g}", sides)
    for name in GROWING:
        yield _growth(name)


def seconds_per_game(name: str, side: int, density: float, games: int) -> float:
    """CPU seconds of a whole game, referee and all, on average."""
    rules = Rules(height=side, width=side, density=density, end="survey")
    began = time.process_time()
    play_many(name, rules, range(games))
    return (time.process_time() - began) / games


def _line(name: str) -> Measurement:
    """One agent at all sizes and densities."""
    _compile(name)
    table = {
        (side, density): seconds_per_game(name, side, density, games)
        for side, games in SIDES.items()
        for density in DENSITIES
    }
    row = _row([_ms(seconds) for seconds in table.values()], 6)
    if name in ELSEWHERE:
        return Measurement(name, row)
    most = dict.fromkeys(MOST, MOST_OF_QUICK) if name in QUICK else MOST
    wanted = ", ".join(f"{1e3 * limit:g} at {density:g}" for density, limit in most.items())
    return Measurement(
        name,
        row,
        f"40×40 < {wanted}",
        all(table[40, density] < limit for density, limit in most.items()),
    )


def _growth(name: str) -> Measurement:
    """Time per cell as the board grows; each step has four times the cells."""
    _compile(name)
    per_cell = [seconds_per_game(name, side, GROWING_DENSITY, games) / side**2 for side, games in GROWING_SIDES.items()]
    factors = [later / earlier for earlier, later in pairwise(per_cell)]
    return Measurement(
        name,
        " → ".join(f"{1e6 * seconds:.1f}" for seconds in per_cell)
        + ", factors "
        + " and ".join(f"{factor:.2f}" for factor in factors),
        f"≤ {MOST_GROWTH:g} for four times the cells",
        max(factors) <= MOST_GROWTH,
    )


def _compile(name: str) -> None:
    """Play once at each density, so that no kernel is compiled on the clock."""
    for density in DENSITIES:
        play_many(name, Rules(height=10, width=10, density=density, end="survey"), [99])


def _row(values: list[str], wide: int) -> str:
    return "".join(f"{value:>{wide}}" for value in values)


def _ms(seconds: float) -> str:
    milliseconds = 1e3 * seconds
    return f"{milliseconds:.1f}" if milliseconds < 100 else f"{milliseconds:.0f}"
