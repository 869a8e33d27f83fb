"""What is known of the mines before any clue, and the odds that stand for it while mines are not counted."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from sapper.inference.exact.engine import NOT_TOLD
from sapper.knowledge.supercells import Problem

MOST_STRETCH, MOST_ODDS = 8.0, 1e6
LEAST_SHARE = 0.001
"""Odds stand for a share of mines between this and one minus this: they are a help, and must not become 0."""


class Prior(NamedTuple):
    """The number of mines, or a density, or neither: then every density up to ½ is equally likely."""

    mines_left: int
    """Among the unknown cells, or NOT_TOLD."""
    density: float | None
    known: int
    """Mines known on the board."""
    opened: int
    """Cells opened and safe."""

    @property
    def counted(self) -> bool:
        """Whether the number of mines matters: under a density, cells are mined independently."""
        return self.mines_left != NOT_TOLD or self.density is None

    def first_odds(self, p: Problem) -> float:
        """The odds of a mine before the clues are looked at."""
        if self.mines_left != NOT_TOLD:
            return _odds(self.mines_left - p.mines, p.floating + float(p.size.sum()))
        if self.density is not None:
            return self.density / (1.0 - self.density)
        return _odds(self.known + p.mines + 1.0, self.known + p.mines + self.opened + 4.0)

    def shortfall(self, p: Problem, odds: float, mines: float) -> float:
        """How much larger the logarithm of the odds should be, as a first guess, if they give `mines` at the clues.

        Taken as if all cells answered to the odds alike. 0 if the expected number of mines on the board is right.
        """
        cells, expected = p.floating + float(p.size.sum()), mines + p.floating * odds / (1.0 + odds)
        if self.mines_left != NOT_TOLD:
            return log(_odds(self.mines_left - p.mines, cells) / _odds(expected, cells))
        if self.density is not None:
            return 0.0
        mined, all_cells = self.known + p.mines + expected, self.known + p.mines + self.opened + cells
        return log(_odds(min(mined, all_cells / 2.0), all_cells) / odds)


class OddsSearch:
    """Odds that give the right number of mines, by the secant method: clues with hard bounds answer slowly to odds."""

    def __init__(self, odds: float) -> None:
        self.odds = odds
        self._before: tuple[float, float] | None = None

    def improve(self, shortfall: float) -> None:
        """Take a step, from what was found at the present odds."""
        here, stretch = log(self.odds), 1.0
        if self._before is not None and shortfall != self._before[1]:
            stretch = (here - self._before[0]) / (self._before[1] - shortfall)
            stretch = min(max(stretch, 0.5), MOST_STRETCH)
        self._before = here, shortfall
        self.odds = min(max(self.odds * exp(stretch * shortfall), 1.0 / MOST_ODDS), MOST_ODDS)


def _odds(mines: float, cells: float) -> float:
    share = min(max(mines / max(cells, 1.0), LEAST_SHARE), 1.0 - LEAST_SHARE)
    return share / (1.0 - share)
