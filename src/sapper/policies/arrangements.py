"""Policy of report 002's brute force: configurations with the cell mined / all configurations of its component.

If the mine count is told, configurations are weighed by the ways to place the other mines, and cells in no counted
component have the expected share of what is left; if it is not told, configurations count alike, and those cells have
no estimate. A component above the cap is not counted. Cost: see `sapper.knowledge.configurations`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sapper.board.view import View
from sapper.knowledge.belief import Belief, Grid2D
from sapper.knowledge.configurations import CAP, examine
from sapper.knowledge.constraints import Bytes, Constraints, Floats, constraints_of
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.policies.safest import Safest


@dataclass(frozen=True)
class Counted:
    """Report 002's estimate, for components of at most `cap` cells."""

    cap: int = CAP

    def __call__(self, view: View, belief: Belief) -> Grid2D:
        """Share of the configurations that mine each cell."""
        c = constraints_of(view)
        return _on_board(view, c, examine(c, _decided(c, belief), self.cap, True).risk)


def _decided(c: Constraints, belief: Belief) -> Bytes:
    """What the belief has decided, per unknown cell."""
    safe, mines = belief.safe.ravel()[c.cells], belief.mines.ravel()[c.cells]
    return np.where(mines, MINE, np.where(safe, SAFE, UNDECIDED)).astype(np.int8)


def _on_board(view: View, c: Constraints, risk: Floats) -> Grid2D:
    board = np.where(view.opened, 0.0, 1.0)
    board.ravel()[c.cells] = risk
    return board


fewest_mined = Safest(Counted())
"""Report 002's choice: the lowest share, ties in the shared random order."""
