"""Experiment: a question, the games that answer it, and what a report said.

    legend   setting   one kind of game, with a name that is unique in its experiment
             board     a number; game `board` of every setting and agent has the seed (experiment.seed, board)

So all agents meet the same boards, the same noise and the same random order. Settings that differ only in density,
mine count or clue model share boards too: one seed ranks the cells once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.board.rules import Rules

Measure = Literal["score", "net_score", "won", "mines_opened", "flags_wrong", "guesses", "moves", "seconds"]
"""A figure of one game that can be averaged: a field of `sapper.sim.arena.Played`."""

LESS_IS_BETTER: frozenset[Measure] = frozenset({"mines_opened", "flags_wrong", "guesses", "moves", "seconds"})


@dataclass(frozen=True)
class Setting:
    """One kind of game."""

    name: str
    rules: Rules
    x: float | str = ""
    """Where it stands on the axis of a figure: a density, a size, …"""
    series: str = ""
    """What tells curves of one agent apart when a figure has several: "20×20", "mine count told", …"""


@dataclass(frozen=True)
class Printed:
    """A figure that a report prints, to be shown beside ours."""

    setting: str
    agent: str
    measure: Measure
    value: float

    @property
    def impossible(self) -> bool:
        """Whether no game can have this figure: a share above 1, which a report admits or overlooks."""
        return self.measure in ("score", "net_score", "won") and self.value > 1.0


@dataclass(frozen=True)
class Claim:
    """A comparison that a report draws from its figures; ours is paired, so its sign has an interval.

    It holds in a setting if the mean paired difference better − worse is above 0 with its whole 95 % interval, fails if
    it is below with its whole interval, and is open otherwise. Where less is better (`LESS_IS_BETTER`), the difference
    is worse − better. With `within`, the claim is that the two are alike: it holds if the whole interval lies within
    that distance of 0, fails if it lies wholly outside, and is open otherwise.
    """

    says: str
    """In our own words, one sentence."""
    better: str
    worse: str
    measure: Measure = "score"
    settings: tuple[str, ...] = ()
    """Where it is claimed; none means in every setting."""
    against: tuple[str, ...] = ()
    """Where the worse side plays, one for each of `settings`; none means in the same settings."""
    within: float = 0.0
    """Above 0: the two are claimed to be alike, up to this."""
    source: str = ""
    """Where the report says so: the heading or the figure."""


@dataclass(frozen=True)
class Chart:
    """One figure: a measure by x, one curve per agent and series."""

    title: str
    measure: Measure
    x: str
    """Title of the axis: "density", "side of the board", …"""
    curves: Literal["agents", "series"] = "agents"
    """What a panel of the figure compares; the other has a panel each, if there are several of both."""


@dataclass(frozen=True)
class Experiment:
    """Everything that is needed to run an experiment and to tell its result."""

    name: str
    question: str
    settings: tuple[Setting, ...]
    agents: tuple[str, ...]
    boards: int = 200
    seed: int = 0
    report: str = ""
    """Number of the report it comes from, "" if it is ours."""
    printed: tuple[Printed, ...] = ()
    claims: tuple[Claim, ...] = ()
    charts: tuple[Chart, ...] = ()
    source: str = ""
    """Where the report shows it: the heading or the figure."""
    hard: str = ""
    """What the report says about where the game turns hard, in our words."""
    tags: tuple[str, ...] = ()
