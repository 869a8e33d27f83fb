"""How long chains of influence are, by density: the question of the assignment behind the reports.

The figures of an experiment are those of every game (`Played`); a chain takes a replay with all levels, so it is
measured here, on boards of its own, and not in every sweep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sapper.board.rules import Rules
from sapper.lab.statistics import Interval, mean_interval
from sapper.sim.play import play
from sapper.study.influence import influence
from sapper.study.informing import CASCADE


@dataclass(frozen=True)
class ChainRow:
    """The chains of some boards of one density."""

    density: float
    boards: int
    length: Interval
    """Of the longest chain of a game: mean and 95 % interval."""
    deduced: Interval
    """The same, without the steps that a cascade made."""
    reach: Interval
    """Of the cell that informed most others: how many."""


def chains_by_density(
    height: int, width: int, densities: Sequence[float], boards: int, seed: int = 0, agent: str = "exact"
) -> Iterator[ChainRow]:
    """Play so many survey games per density and measure their chains; the same seeds at every density.

    >>> [row.boards for row in chains_by_density(5, 5, [0.1, 0.2], boards=2)]
    [2, 2]
    """
    for density in densities:
        rules = Rules(height=height, width=width, density=density, end="survey", cascade=True)
        graphs = [influence(play(agent, rules, (seed, board))) for board in range(boards)]
        steps = [sum(graph.nodes[cell].level != CASCADE for cell in graph.chain[1:]) for graph in graphs]
        yield ChainRow(
            density,
            boards,
            length=mean_interval(np.array([graph.length for graph in graphs], np.float64)),
            deduced=mean_interval(np.array(steps, np.float64)),
            reach=mean_interval(np.array([max(graph.reach.values(), default=0) for graph in graphs], np.float64)),
        )
