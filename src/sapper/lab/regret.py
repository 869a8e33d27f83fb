"""Regret: how much of the optimum an agent leaves on a small board, over all of its layouts.

    legend   value    share of layouts won (classic), or mean score (survey), each layout as likely as the others
             regret   the value of best play minus the agent's
             order    the random order of the cells by which agents break ties; one seed is one order

Every layout is played, so there is no luck of the boards. What is left is the order: under one order the value of an
agent of the catalogue is exact, for it decides by the view and the order alone; over all orders it is estimated by the
mean over some. Views that were met before are not thought about again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from sapper.board.chance import Chance
from sapper.board.moves import Move
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.errors import BadInput
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.players.agent import Agent, Decision
from sapper.players.catalog import agent as agent_named
from sapper.players.optimal.value import optimum
from sapper.sim.play import play

ORDERS = 4


@dataclass(frozen=True)
class Regret:
    """How an agent does on all layouts of a board."""

    agent: str
    optimum: Fraction
    values: tuple[Fraction, ...]
    """One per order, each exact."""

    @property
    def value(self) -> float:
        """The mean over the orders."""
        return float(sum(self.values, Fraction(0)) / len(self.values))

    @property
    def regret(self) -> float:
        """What is missing to best play."""
        return float(self.optimum) - self.value

    @property
    def error(self) -> float | None:
        """The standard error of the mean over the orders; None for one order, 0 if all came out the same."""
        if len(self.values) == 1:
            return None
        return float(np.std([float(value) for value in self.values], ddof=1) / np.sqrt(len(self.values)))


def regrets(agents: Iterable[str], rules: Rules, orders: int = ORDERS) -> Iterator[Regret]:
    """The regret of some agents of the catalogue, one after the other.

    >>> rules = Rules(height=2, width=3, mines=2, first="any")
    >>> [(one.agent, one.value, one.regret) for one in regrets(["optimal"], rules, orders=1)]
    [('optimal', 0.333..., 0.0)]
    """
    if rules.first != "any":
        raise BadInput("regret is taken over all layouts: the first click must be promised nothing")
    best = optimum(Game(rules).view).value
    for name in agents:
        yield Regret(name, best, tuple(value_of(agent_named(name), rules, seed) for seed in range(orders)))


def value_of(agent: Agent, rules: Rules, seed: int) -> Fraction:
    """The value of an agent under the order of one seed, over all layouts."""
    remembering, gained, layouts = _Remembering(agent), 0, 0
    for mined in combinations(range(rules.cells), rules.mines):
        layout = Layout.from_mines(rules.height, rules.width, map(rules.grid.cell, mined), rules.topology)
        record = play(remembering, rules, seed, layout=layout)
        gained += int(record.won) if rules.end == "classic" else record.result.flags_right
        layouts += 1
    return Fraction(gained, layouts * (1 if rules.end == "classic" else max(rules.mines, 1)))


class _Remembering:
    """An agent that decides once per view."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.decided: dict[View, Decision | Move] = {}

    def act(self, view: View, rng: Chance) -> Decision | Move:
        if view not in self.decided:
            self.decided[view] = self.agent.act(view, rng)
        return self.decided[view]
