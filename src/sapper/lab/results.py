"""Results: what the games of an experiment say.

    legend   setting, agent   names, as the experiment has them
             measure          a figure of one game, see `sapper.lab.experiment.Measure`
             boards           how many boards the figure rests on: those that the agent (for a difference, both agents)
                              played to the end

A game in which an agent failed has no figures: it is left out of every mean, and listed in `failed`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from sapper.lab.experiment import Experiment, Measure, Setting
from sapper.lab.statistics import mean_interval, mean_intervals, share_interval
from sapper.lab.table import lines

MEASURES: tuple[Measure, ...] = get_args(Measure)


@dataclass(frozen=True)
class Games:
    """The games of one agent in one setting, as columns with one entry per finished game, boards ascending."""

    boards: npt.NDArray[np.int64]
    figures: Mapping[Measure, npt.NDArray[np.float64]]
    deductions: Mapping[str, int] = field(default_factory=dict)
    """Proved moves by the level that proved them, of all games together."""
    failures: tuple[tuple[int, str], ...] = ()
    """Board and error of every game in which the agent failed."""


@dataclass(frozen=True)
class Summary:
    """The mean of a measure with its 95 % interval: Wilson's for `won`, bootstrap for the others."""

    setting: str
    agent: str
    measure: Measure
    mean: float
    low: float
    high: float
    boards: int


@dataclass(frozen=True)
class Difference:
    """The mean of better − worse on the boards that both finished, with the 95 % bootstrap interval of the pairs."""

    setting: str
    better: str
    worse: str
    measure: Measure
    mean: float
    low: float
    high: float
    boards: int


@dataclass(frozen=True)
class Hardness:
    """Where it turns hard for an agent along one series of settings (their x must be numbers)."""

    agent: str
    series: str
    half: float | None
    """x where the mean score falls below 0.5, between two settings by a straight line; None if it never does.
    If it is below 0.5 from the start, the first x."""
    steepest: tuple[float, float] | None
    """The two neighbouring x between which the mean score falls fastest; None if it never falls."""
    drop: float
    """How much it falls there per unit of x; 0 if it never falls."""


@dataclass(frozen=True)
class Failure:
    """A game in which the agent failed: `seed` gives it again."""

    setting: str
    agent: str
    seed: tuple[int, int]
    error: str


@dataclass(frozen=True)
class Row:
    """One line of the table: an agent in a setting."""

    setting: str
    agent: str
    boards: int
    failed: int
    score: Summary
    net_score: Summary
    won: Summary
    mines_opened: Summary
    flags_wrong: Summary
    guesses: Summary
    moves: Summary
    seconds: Summary
    deductions: Mapping[str, float]
    """Proved moves per game by the level that proved them."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values: setting, agent, boards, failed, then M, M_low, M_high for each measure M, and deductions."""
        columns: dict[str, Any] = {key: getattr(self, key) for key in ("setting", "agent", "boards", "failed")}
        for measure in MEASURES:
            summary: Summary = getattr(self, measure)
            columns |= {measure: summary.mean, f"{measure}_low": summary.low, f"{measure}_high": summary.high}
        return plain(columns) | {"deductions": dict(self.deductions)}


class Results:
    """The results of an experiment, as far as its games have been played. Iterating gives the rows of the table."""

    def __init__(self, experiment: Experiment, games: Mapping[tuple[str, str], Games]) -> None:
        self.experiment = experiment
        self.games = games
        """(setting, agent) → games."""
        self._summaries: dict[tuple[str, str], dict[Measure, Summary]] = {}

    def summary(self, setting: str, agent: str, measure: Measure) -> Summary:
        """The mean of a measure for an agent in a setting."""
        if (setting, agent) not in self._summaries:
            self._summaries[setting, agent] = self._summarise(setting, agent)
        return self._summaries[setting, agent][measure]

    def _summarise(self, setting: str, agent: str) -> dict[Measure, Summary]:
        """All measures at once, which costs little more than one."""
        games = self.games[setting, agent]
        boards = len(games.boards)
        found = mean_intervals(np.column_stack([games.figures[measure] for measure in MEASURES]))
        intervals = dict(zip(MEASURES, found, strict=True))
        intervals["won"] = share_interval(int(games.figures["won"].sum()), boards)
        return {measure: Summary(setting, agent, measure, *intervals[measure], boards) for measure in MEASURES}

    def difference(self, setting: str, a: str, b: str, measure: Measure) -> Difference:
        """The mean of a − b, board by board."""
        ours, theirs = self.games[setting, a], self.games[setting, b]
        _, mine, other = np.intersect1d(ours.boards, theirs.boards, assume_unique=True, return_indices=True)
        figures = ours.figures[measure][mine] - theirs.figures[measure][other]
        return Difference(setting, a, b, measure, *mean_interval(figures), boards=len(figures))

    def deductions(self, setting: str, agent: str) -> dict[str, float]:
        """Proved moves per game by the level that proved them, the busiest level first."""
        games = self.games[setting, agent]
        busiest = sorted(games.deductions.items(), key=lambda item: (-item[1], item[0]))
        return {level: count / len(games.boards) for level, count in busiest}

    def hardness(self, agent: str, series: str = "") -> Hardness:
        """Where it turns hard for an agent: the score along the settings of a series."""
        points = sorted(
            (float(setting.x), self.summary(setting.name, agent, "score").mean)
            for setting in self.experiment.settings
            if setting.series == series and not isinstance(setting.x, str)
        )
        scored = [(x, score) for x, score in points if not math.isnan(score)]
        return Hardness(agent, series, _falls_below_half(scored), *_steepest_drop(scored))

    def hardnesses(self, agent: str) -> list[Hardness]:
        """`hardness` along every series that has several x."""
        places: dict[str, set[float]] = {}
        for setting in self.experiment.settings:
            if not isinstance(setting.x, str):
                places.setdefault(setting.series, set()).add(setting.x)
        return [self.hardness(agent, series) for series, x in places.items() if len(x) > 1]

    @cached_property
    def failed(self) -> tuple[Failure, ...]:
        """Every game in which an agent failed."""
        seed = self.experiment.seed
        return tuple(
            Failure(setting, agent, (seed, board), error)
            for (setting, agent), games in self.games.items()
            for board, error in games.failures
        )

    @property
    def complete(self) -> bool:
        """Whether every game of the experiment has been played."""
        return all(len(games.boards) + len(games.failures) >= self.experiment.boards for games in self.games.values())

    def table(self) -> list[Row]:
        """One row per setting and agent, in the experiment's order."""
        return [self._row(setting, agent) for setting in self.experiment.settings for agent in self.experiment.agents]

    def _row(self, setting: Setting, agent: str) -> Row:
        games = self.games[setting.name, agent]
        return Row(
            setting.name,
            agent,
            boards=len(games.boards),
            failed=len(games.failures),
            deductions=self.deductions(setting.name, agent),
            **{measure: self.summary(setting.name, agent, measure) for measure in MEASURES},
        )

    def __iter__(self) -> Iterator[Row]:
        return iter(self.table())

    def __str__(self) -> str:
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        return f"<Results of {self.experiment.name!r}>\n{self}"


def _falls_below_half(points: list[tuple[float, float]]) -> float | None:
    """Where the first step across one half crosses it."""
    for number, (x, score) in enumerate(points):
        if score < 0.5:
            if number == 0:
                return x
            before, above = points[number - 1]
            return before + (x - before) * (above - 0.5) / (above - score)
    return None


def _steepest_drop(points: list[tuple[float, float]]) -> tuple[tuple[float, float] | None, float]:
    best: tuple[float, float] | None = None
    drop = 0.0
    for (x, score), (next_x, next_score) in pairwise(points):
        slope = (score - next_score) / (next_x - x) if next_x > x else 0.0
        if slope > drop:
            best, drop = (x, next_x), slope
    return best, drop


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """The same with None for what is not a number: JSON has no word for it."""
    return {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in values.items()}
