"""Belief: the answer of an inference, with its reasons and its cost."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.errors import NotInferred

Mask = npt.NDArray[np.bool_]
Grid2D = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Limit:
    """How much work an exact inference may do before it falls back to SAT and sampling.

    The defaults bound one inference to well under 1 GiB and a few seconds.
    """

    states: int = 1_000_000
    """States of the dynamic programme."""
    values: int = 16_000_000
    """Numbers kept for them, 16 bytes each."""
    sweeps: int = 20
    """Past the limit: how often each of the sampling chains redraws the whole board."""


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
    """The most clues that were open at once."""
    seconds: float = 0.0


@dataclass(frozen=True)
class Belief:
    """What inference makes of a view. Arrays are [height, width]."""

    safe: Mask
    """Hidden cells that are proved safe."""
    mines: Mask
    """Hidden cells that are proved mines."""
    risk: Grid2D
    """Probability of a mine: 0 at opened cells, 1 at known mines, NaN where the level does not say."""
    complete: bool
    """Whether `safe` and `mines` hold all that the view decides, and `risk` is exact."""
    trail: tuple[Deduction, ...] = ()
    """What the levels found, as they found it."""
    effort: Effort = field(default_factory=Effort)
    risk_error: Grid2D | None = None
    """Where risks are sampled: the standard error of each."""

    @property
    def deductions(self) -> tuple[Deduction, ...]:
        """The decided cells in the order they were found; each rests on clues and on those before it."""
        return self.trail

    @property
    def solutions(self) -> int:
        """How many layouts the view allows."""
        raise NotInferred("this level does not count solutions: use level='exact'")

    @property
    def log10_solutions(self) -> float:
        """The decimal logarithm of `solutions`."""
        raise NotInferred("this level does not count solutions: use level='exact'")

    def clue_distribution(self, cell: Cell) -> npt.NDArray[np.float64]:
        """Probability that the cell is safe and has 0, 1, … 8 mines around it."""
        raise NotInferred("this level does not weigh clues: use level='exact'")

    def clue_distributions(self) -> npt.NDArray[np.float64]:
        """`clue_distribution` of all hidden cells at once: [height, width, 9], zeros elsewhere."""
        raise NotInferred("this level does not weigh clues: use level='exact'")
