"""The champion: how many classic games it wins, on fixed boards, and what a game costs; its lead in survey games.

Raw shares of wins, and beside them the same with the luck of surviving guesses taken out (`sapper.lab.luck`), whose
interval is narrower. CPU time is that of whole games on one core, boards laid and all. What is missing to best play on
tiny boards is exact.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np

from sapper.bench.table import Measurement
from sapper.board.rules import Rules
from sapper.lab.regret import regrets
from sapper.lab.statistics import share_interval
from sapper.players.catalog import agent
from sapper.sim.arena import play_many
from sapper.sim.lane.lane import Lane, knows_risks, wins_and_luck

SEED = 2026
AT_ONCE, SURVEY_AT_ONCE = 500, 50
"""Games that a thread plays per call; the kernels run without the lock of the interpreter."""
TIMED, TIMES = 1_000, 5
"""CPU time is that of so many games on one core, the least of so many times: cores that work side by side, and whoever
else is on the machine, slow each other down."""
SLOWEST = {"champion": 4e-3, "champion(fast)": 1.2e-3}
"""Seconds of CPU that a game of expert may take."""

SURVEY_BOARDS = {10: 6_000, 20: 1_000, 30: 1_000}
SURVEY = {(side, density): ahead for density, ahead in ((0.2, 0.0), (0.3, 0.4), (0.5, 0.6)) for side in SURVEY_BOARDS}
"""Side and density → by how many points of score the champion is to be ahead of `exact`."""

CLASSIC_TINY = ((4, 4, 2), (4, 4, 3), (4, 4, 4), (4, 4, 5), (4, 4, 6), (5, 5, 3), (5, 5, 4), (5, 5, 5), (5, 5, 6))
SURVEY_TINY = ((3, 3, 2), (3, 3, 3), (3, 3, 4), (3, 4, 3), (3, 4, 5), (4, 4, 3), (4, 4, 4), (4, 4, 5))
"""Height, width and mines of boards whose optimum is known."""
CLASSIC_REGRET, SURVEY_REGRET = 0.002, 0.005


class Line(NamedTuple):
    """What is played, how often, and the share of wins to be reached."""

    what: str
    name: str
    rules: Rules
    boards: int
    wanted: float


def lines() -> tuple[Line, ...]:
    """The table of the bench: the best published shares of wins, and our own bars.

    The closer a bar is to what was won before, the more boards, or luck decides: it moves the share of wins by ± 0.07
    points on two million boards of expert, and by ± 0.03 on four million of beginner.
    """
    small, small_opening = (Rules(height=8, width=8, mines=10, first=first) for first in ("safe", "opening"))
    return (
        Line("expert safe", "champion", Rules.expert(), 2_000_000, 0.411),
        Line("expert opening", "champion", Rules.expert(first="opening"), 400_000, 0.543),
        Line("intermediate safe", "champion", Rules.intermediate(), 100_000, 0.782),
        Line("intermediate opening", "champion", Rules.intermediate(first="opening"), 100_000, 0.891),
        Line("beginner safe", "champion", Rules.beginner(), 4_000_000, 0.917),
        Line("beginner opening", "champion", Rules.beginner(first="opening"), 1_000_000, 0.9715),
        Line("8×8 with 10 mines, safe", "champion", small, 200_000, 0.8175),
        Line("8×8 with 10 mines, opening", "champion", small_opening, 200_000, 0.903),
        Line("expert safe", "champion(fast)", Rules.expert(), 100_000, 0.406),
        Line("expert opening", "champion(fast)", Rules.expert(first="opening"), 100_000, 0.538),
    )


def measure() -> Iterator[Measurement]:
    """Every line of the table; hours on two cores."""
    for line in lines():
        yield _measured(line)
    for (side, density), ahead in SURVEY.items():
        yield _in_survey(side, density, ahead)
    for height, width, mines in CLASSIC_TINY:
        yield _regret(Rules(height=height, width=width, mines=mines, first="any"), CLASSIC_REGRET)
    for height, width, mines in SURVEY_TINY:
        yield _regret(Rules(height=height, width=width, mines=mines, end="survey"), SURVEY_REGRET)


def _measured(line: Line) -> Measurement:
    lane = knows_risks(agent(line.name), line.rules)
    assert lane is not None
    wins_and_luck(lane, line.rules, [(SEED, line.boards)])  # compile before measuring
    batches = [
        [(SEED, board) for board in range(first, min(first + AT_ONCE, line.boards))]
        for first in range(0, line.boards, AT_ONCE)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda seeds: wins_and_luck(lane, line.rules, seeds), batches))
    seconds = min(_seconds_per_game(lane, line.rules) for _ in range(TIMES))
    won, luck = (np.concatenate([answer[part] for answer in answers]).astype(np.float64) for part in (0, 1))
    low, high = share_interval(int(won.sum()), line.boards)[1:]
    error = 1.96 * float((won - luck).std()) / line.boards**0.5
    slowest = SLOWEST[line.name] if line.what.startswith("expert") else np.inf
    return Measurement(
        f"{line.name}, {line.what}, {line.boards:,} boards",
        f"{100 * won.mean():.2f} % [{100 * low:.2f}, {100 * high:.2f}], without luck "
        f"{100 * (won - luck).mean():.2f} ± {100 * error:.2f}; {1e3 * seconds:.2f} ms",
        f"≥ {100 * line.wanted:g} %" + (f", ≤ {1e3 * slowest:g} ms" if slowest < np.inf else ""),
        bool(won.mean() >= line.wanted and seconds <= slowest),
    )


def _seconds_per_game(lane: Lane, rules: Rules) -> float:
    began = time.process_time()
    wins_and_luck(lane, rules, [(SEED, board) for board in range(TIMED)])
    return (time.process_time() - began) / TIMED


def _in_survey(side: int, density: float, ahead: float) -> Measurement:
    """Scores of champion and exact in survey games on the same boards."""
    rules, boards = Rules(height=side, width=side, density=density, end="survey"), SURVEY_BOARDS[side]
    seeds = [(SEED, board) for board in range(boards)]
    chunks = [seeds[first : first + SURVEY_AT_ONCE] for first in range(0, boards, SURVEY_AT_ONCE)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ours, theirs = (
            np.array([game.score for games in pool.map(partial(play_many, name, rules), chunks) for game in games])
            for name in ("champion", "exact")
        )
    difference = 100.0 * (ours - theirs)
    mean, error = float(difference.mean()), 1.96 * float(difference.std()) / boards**0.5
    return Measurement(
        f"champion − exact, survey {side}×{side} at {density:g}, {boards:,} boards",
        f"{mean:+.2f} ± {error:.2f} points, {100 * ours.mean():.2f} %",
        "not below 0" if ahead == 0.0 else f"≥ {ahead:g}, interval above 0",
        bool(mean + error >= 0.0 if ahead == 0.0 else mean >= ahead and mean > error),
    )


def _regret(rules: Rules, most: float) -> Measurement:
    """What is missing to best play, over all layouts; under one order of the cells it is exact."""
    one = next(regrets(["champion"], rules, orders=1))
    return Measurement(
        f"champion, regret, {rules.end} {rules.width}×{rules.height} with {rules.mines} mines",
        f"{one.regret:.4f} of {float(one.optimum):.4f}",
        f"≤ {most:g}",
        one.regret <= most,
    )
