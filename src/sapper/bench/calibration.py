"""Calibration: scores of survey games beside the tables of report 002, and of `exact` beside our own design.

    table A   baseline by size and density
    table B   baseline, linear, brute, linear+brute; the mine count is told
    table C   linear+brute, the mine count withheld and told
    002       brute and linear+brute with the report's own way to guess, beside table B: why ours score more
    001       triple against double: a comparison that comes out otherwise here on sparse boards
    exact     lowest exact risk, from the trial that the design is built on

Scores are in percent of all mines, on the same boards and in the same random order for every agent. A row of report 002
is reached if every score lies within 1.5 points of the report's, `!` marks those that do not. A row of `exact` is
reached if no score lies below the design's by more than 1.96 standard errors of the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from sapper.bench.table import Measurement
from sapper.board.chance import Chance
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.knowledge.belief import Belief
from sapper.knowledge.configurations import CAP, NO_COMPONENT, count_configurations, examine
from sapper.knowledge.constraints import Floats, constraints_of
from sapper.knowledge.supercells import compress
from sapper.players.agent import Reasoner
from sapper.players.catalog import agent
from sapper.policies.policy import Candidate
from sapper.policies.safest import first_of
from sapper.sim.play import play

BOARDS = {10: 200, 20: 200, 30: 60}
"""Side → how many boards; fewer where games are long. The report has 100 to 200."""
BOARDS_AS_WRITTEN = {10: 200, 20: 40}
BOARDS_001 = 80
BOARDS_OF_EXACT = {10: 500, 20: 200, 30: 60, 40: 40}
TRIAL_BOARDS = {10: 200, 20: 200, 30: 200, 40: 60}
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
DENSITIES_001 = (0.2, 0.3, 0.4, 0.5)
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
    """All tables, some eight minutes; each row is followed by its differences and standard errors."""
    for name, rows in TABLE_B.items():
        for side, wanted in rows.items():
            yield from _against_report("B", agent(name), side, DENSITIES_B, wanted)
    for entry in AS_WRITTEN:
        for side, boards in BOARDS_AS_WRITTEN.items():
            wanted = TABLE_B[entry.name.removesuffix(" as written")][side]
            yield from _against_report("002", entry, side, DENSITIES_B, wanted, boards=boards)
    for side, wanted in TABLE_A.items():
        yield from _against_report("A", agent("basic"), side, DENSITIES_A, wanted)
    for told, rows in TABLE_C.items():
        for side, wanted in rows.items():
            yield from _against_report("C", agent("linear+brute"), side, DENSITIES_C, wanted, told=told)
    yield _triple_against_double()
    for side, wanted in TABLE_EXACT.items():
        yield _against_design(side, wanted)


@cache
def scores(player: Reasoner, side: int, density: float, boards: int, told: bool = True) -> Floats:
    """The scores of an agent on the boards of this bench, in percent."""
    rules = Rules(height=side, width=side, density=density, end="survey", mine_count=told)
    return 100 * np.array([play(player, rules, (SEED, board)).score for board in range(boards)])


def score_of(values: Floats) -> Score:
    """The mean of some scores, or of some differences between scores."""
    return Score(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))))


def one_cell_at_a_time(view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
    """Report 002's brute force as its code does it: nothing is decided by counting, one cell is opened.

    Configurations count alike, whatever number of mines they leave for the rest. Cells outside are preferred if their
    highest possible share of mines, with the fewest mines in every component, is still lower. Ties go to the last cell.
    """
    c = constraints_of(view)
    nothing = np.zeros(len(c.cells), np.int8)
    seen = examine(c, nothing, CAP, False)
    counted = seen.component != NO_COMPONENT
    outside = c.cells[~counted]
    risk = np.where(counted, seen.risk, np.inf)
    last = int(np.flatnonzero(risk <= risk.min())[-1])
    most = np.inf
    if len(outside) and c.mines_left >= 0:
        problem, _ = compress(c, nothing)
        fewest = problem.mines + int(count_configurations(problem, CAP).least.sum())
        most = (c.mines_left - fewest) / len(outside)
    if not counted.any() or risk[last] > most:
        return (Candidate(view.grid.cell(first_of(outside.astype(np.intp), view.cells.size, rng))),)
    return (Candidate(view.grid.cell(int(c.cells[last])), float(risk[last])),)


AS_WRITTEN = (
    Reasoner("brute as written", ("single",), one_cell_at_a_time, "002", "report 002's brute force, guess for guess"),
    Reasoner("linear+brute as written", ("single", "linear"), one_cell_at_a_time, "002", "the same behind `linear`"),
)


def _against_report(
    table: str,
    player: Reasoner,
    side: int,
    densities: tuple[float, ...],
    wanted: tuple[float, ...],
    *,
    told: bool = True,
    boards: int | None = None,
) -> Iterator[Measurement]:
    number = boards or BOARDS[side]
    ours = [score_of(scores(player, side, density, number, told)) for density in densities[: len(wanted)]]
    differences = [one.mean - report for one, report in zip(ours, wanted, strict=True)]
    count = "" if told else ", no mine count"
    what = f"{table:<3}  {player.name} {side}×{side}{count}, {number} boards"
    fine = max(map(abs, differences)) <= POINTS
    yield Measurement(what, _row(f"{one.mean:.1f}" for one in ours), _row(f"{report:.1f}" for report in wanted), fine)
    marks = (f"{difference:+.1f}" + "!" * (abs(difference) > POINTS) for difference in differences)
    yield Measurement("     difference; standard error", _row(marks), _row(f"{one.error:.1f}" for one in ours))


def _against_design(side: int, wanted: tuple[float, ...]) -> Measurement:
    number = BOARDS_OF_EXACT[side]
    ours = [score_of(scores(agent("exact"), side, density, number)) for density in DENSITIES_B]
    of_difference = np.sqrt(1 + number / TRIAL_BOARDS[side])  # the trial's error is that of its fewer or more boards
    return Measurement(
        f"     exact {side}×{side}, {number} boards",
        " ".join(f"{one.mean:.1f}±{NORMAL * one.error:.1f}" for one in ours),
        _row(f"{design:.1f}" for design in wanted),
        all(one.mean >= design - NORMAL * of_difference * one.error for one, design in zip(ours, wanted, strict=True)),
    )


def _triple_against_double() -> Measurement:
    """Report 001 draws `triple` above `double` at every density of 20×20 boards, and prints no numbers."""
    gains = [
        score_of(scores(agent("triple"), 20, density, BOARDS_001) - scores(agent("double"), 20, density, BOARDS_001))
        for density in DENSITIES_001
    ]
    return Measurement(
        f"001  triple − double 20×20, {BOARDS_001} boards, at {' '.join(map(str, DENSITIES_001))}",
        " ".join(f"{gain.mean:+.1f}±{NORMAL * gain.error:.1f}" for gain in gains),
        "above 0 at every density",
        all(gain.mean > 0 for gain in gains),
    )


def _row(values: Iterator[str]) -> str:
    return "".join(f"{value:>7}" for value in values)
