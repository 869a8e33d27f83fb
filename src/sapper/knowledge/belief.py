"""Belief: the answer of an inference, with its reasons and its cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a cell is decided: the level that decided it and what that level looked at.

    >>> print(Reason("single", ((3, 4),)))
    single: clue (3,4)
    """

    level: str
    clues: tuple[Cell, ...] = ()
    mine_count: bool = False
    """Whether the number of mines on the whole board was needed."""

    def __str__(self) -> str:
        facts = [f"({row},{column})" for row, column in self.clues]
        if facts:
            facts[0] = ("clue " if len(facts) == 1 else "clues ") + facts[0]
        if self.mine_count:
            facts.append("the mine count")
        return f"{self.level}: {', '.join(facts)}" if facts else self.level


@dataclass(frozen=True, slots=True)
class Deduction:
    """A cell that inference decided."""

    cell: Cell
    mine: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Effort:
    """What an inference cost."""

    states: int = 0
    """States of the dynamic programme, over all components."""
    width: int = 0
    """The most constraints that were open at once."""
    seconds: float = 0.0


@dataclass(frozen=True)
class Belief:
    """What inference makes of a view. Arrays are [height, width]."""

    safe: Mask
    """Hidden cells that are proved safe."""
    mines: Mask
    """Hidden cells that are proved mines."""
    risk: npt.NDArray[np.float64]
    """Probability of a mine: 0 at opened cells, 1 at known mines, NaN where the level does not say."""
    complete: bool
    """Whether `safe` and `mines` hold all that the view decides, and `risk` is exact."""
    deductions: tuple[Deduction, ...] = ()
    """The decided cells in the order they were found; each rests on clues and on those before it."""
    effort: Effort = Effort()
