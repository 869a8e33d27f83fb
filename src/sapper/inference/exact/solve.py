"""The public side of the exact engine: one view, or many."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.engine import INCONSISTENT, NOT_TOLD, OVER_LIMIT, analyse_view, analyse_views
from sapper.inference.exact.neighbourhood import clue_distribution
from sapper.inference.exact.counting import count_solutions, log10_of
from sapper.inference.exact.beyond import analyse_beyond
from sapper.knowledge.belief import Belief, Deduction, Effort, Limit, Reason
from sapper.knowledge.constraints import likelihoods
from sapper.knowledge.supercells import MINE, SAFE

BATCH = 256
"""Views that one thread takes at a time."""


@dataclass(frozen=True)
class ExactBelief(Belief):
    """A belief that can also count solutions and weigh the clue a cell would show."""

    view: View | None = None
    trust_flags: bool = True

    @cached_property
    def solutions(self) -> int:
        """How many layouts the view allows: an exact integer, counted when it is first asked for."""
        assert self.view is not None
        return count_solutions(self.view, self.trust_flags)

    @property
    def log10_solutions(self) -> float:
        """The decimal logarithm of `solutions`."""
        return log10_of(self.solutions)

    def clue_distribution(self, cell: Cell) -> npt.NDArray[np.float64]:
        """Probability that the cell is safe and has 0, 1, … 8 mines around it; they add up to 1 − risk."""
        assert self.view is not None
        return clue_distribution(self.view, cell, self.trust_flags)
