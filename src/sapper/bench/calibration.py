"""Calibration: scores of survey games beside the tables of report 002, and of `exact` beside our own design.

    table A   baseline by size and density
    table B   baseline, linear, brute, linear+brute; the mine count is told
    table C   linear+brute, the mine count withheld and told
    exact     lowest exact risk, from the trial that the design is built on

Scores are in percent of all mines, on the same boards and in the same random order for every agent. A row of report 002
is reached if every score lies within 1.5 points of the report's, `!` marks those that do not. A row of `exact` is
reached if no score lies below the design's by more than 1.96 standard errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.sim.play import play

BOARDS = {10: 200, 20: 200, 30: 100, 40: 40}
"""Side → how many boards; fewer where games are long. The report has 100 to 200."""
SEED = 2019
POINTS = 1.5
NORMAL = 1.96

Rows = dict[int, tuple[float, ...]]

DENSITIES_A = (0.1, 0.15, 0.2, 0.25, 0.3, 0.5)
TABLE_A: Rows = {
    10: (97.15, 93.93, 86.50, 80.22, 72.97, 52.66),
    20: (99.55, 98.18, 94.21, 86.41, 78.53, 55.54),
    30: (99.97, 99.36, 96.24, 88.72, 80.12, 56.20),
}
DENSITIES_B = (0.1, 0.2, 0.3, 0.5)
TABLE_B: dict[str, Rows] = {
    "basic": {10: (96.5, 86.8, 72.8, 54.0), 20: (99.0, 92.9, 78.1, 55.1), 30: (99.5, 95.7, 79.8, 55.7)},
    "linear": {10: (97.4, 92.6, 80.6, 59.1), 20: (99.3, 96.8, 85.5, 58.5), 30: (99.6, 98.4, 86.5, 58.9)},
    "brute": {10: (97.3, 93.0, 83.9, 69.8), 20: (99.3, 96.4, 86.9, 71.9), 30: (99.6, 98.0, 87.2, 71.6)},
    "linear+brute": {10: (97.4, 94.3, 87.2, 70.5), 20: (99.3, 97.9, 91.4, 73.9), 30: (99.6, 99.2, 92.2, 75.1)},
}
DENSITIES_C = (0.1, 0.15, 0.2, 0.25, 0.3)
TABLE_C: dict[bool, Rows] = {
    False: {10: (95.97, 95.15, 93.80, 91.10, 85.71), 20: (98.88, 98.59, 97.71, 95.51, 91.32), 30: (99.52, 99.36)},
    True: {10: (97.40, 96.15, 94.33, 91.70, 87.00), 20: (99.41, 98.87, 98.04, 95.69, 91.64), 30: (99.69, 99.48)},
}
TABLE_EXACT: Rows = {
    10: (98.2, 96.7, 90.3, 75.2),
    20: (99.5, 98.5, 94.4, 78.5),
    30: (99.8, 99.3, 95.9, 79.9),
    40: (99.9, 99.6, 96.4, 80.6),
}


class Score(NamedTuple):
    """Mean score of some games in percent, and its standard error."""

    mean: float
    error: float


def measure() -> Iterator[Measurement]:
    """All tables, a few minutes; each row is followed by its differences and standard errors."""
    for name, rows in TABLE_B.items():
        for side, wanted in rows.items():
            yield from _against_report("B", name, side, DENSITIES_B, wanted)
    for side, wanted in TABLE_A.items():
        yield from _against_report("A", "basic", side, DENSITIES_A, wanted)
    for told, rows in TABLE_C.items():
        for side, wanted in rows.items():
            yield from _against_report("C", "linear+brute", side, DENSITIES_C, wanted, told)
    for side, wanted in TABLE_EXACT.items():
        yield from _against_design(side, wanted)


@cache
def score(agent: str, side: int, density: float, told: bool = True) -> Score:
    """The score of an agent on the boards of this bench."""
    rules = Rules(height=side, width=side, density=density, end="survey", mine_count=told)
    scores = 100 * np.array([play(agent, rules, (SEED, board)).score for board in range(BOARDS[side])])
    return Score(float(scores.mean()), float(scores.std(ddof=1) / np.sqrt(len(scores))))


def _against_report(
    table: str, name: str, side: int, densities: tuple[float, ...], wanted: tuple[float, ...], told: bool = True
) -> Iterator[Measurement]:
    ours = [score(name, side, density, told) for density in densities[: len(wanted)]]
    differences = [one.mean - report for one, report in zip(ours, wanted, strict=True)]
    count = "" if told else ", no mine count"
    what = f"{table}  {name} {side}×{side}{count}, {BOARDS[side]} boards"
    fine = max(map(abs, differences)) <= POINTS
    yield Measurement(what, _row(f"{one.mean:.1f}" for one in ours), _row(f"{report:.1f}" for report in wanted), fine)
    marks = (f"{difference:+.1f}" + "!" * (abs(difference) > POINTS) for difference in differences)
    yield Measurement("   difference ; standard error", _row(marks), _row(f"{one.error:.1f}" for one in ours))


def _against_design(side: int, wanted: tuple[float, ...]) -> Iterator[Measurement]:
    ours = [score("exact", side, density) for density in DENSITIES_B]
    enough = [one.mean + NORMAL * one.error >= design for one, design in zip(ours, wanted, strict=True)]
    yield Measurement(
        f"   exact {side}×{side}, {BOARDS[side]} boards",
        " ".join(f"{one.mean:.1f}±{NORMAL * one.error:.1f}" for one in ours),
        _row(f"{design:.1f}" for design in wanted),
        all(enough),
    )


def _row(values: Iterator[str]) -> str:
    return "".join(f"{value:>7}" for value in values)
