"""What is known of the mines before any clue, and the odds that stand for it while mines are not counted."""

from __future__ import annotations

from typing import NamedTuple

from sapper.inference.exact.engine import NOT_TOLD
from sapper.knowledge.supercells import Problem

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

    def better_odds(self, p: Problem, odds: float, mines: float) -> float:
        """Odds that give the right number of mines on the board; now they give `mines` at the clues.

        One step of a search, in logits: taken as if all cells answered to the odds alike.
        """
        cells, expected = p.floating + float(p.size.sum()), mines + p.floating * odds / (1.0 + odds)
        if self.mines_left != NOT_TOLD:
            return odds * _odds(self.mines_left - p.mines, cells) / _odds(expected, cells)
        if self.density is not None:
            return odds
        mined = self.known + p.mines + expected
        return _odds(min(mined, (mined + self.opened + cells - expected) / 2.0), mined + self.opened + cells - expected)


def _odds(mines: float, cells: float) -> float:
    share = min(max(mines / max(cells, 1.0), LEAST_SHARE), 1.0 - LEAST_SHARE)
    return share / (1.0 - share)
