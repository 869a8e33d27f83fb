"""Estimates by counting: configurations with the cell mined / all configurations of its component.

| estimate | report | mine count | cells outside the counted components |
|---|---|---|---|
| `Counted()` | 002 | weighs configurations by the ways to place the rest, if told | expected mines left / cells; no estimate if not told |
| `arrangements` | 001 | not used | ½ without an equation, for as many arrangements mine the cell as do not |

A component above the cap is not counted. Report 001 counts them all and calls 40×40 too slow; `arrangements` then takes
the risk of the belief, if it has one (exact inference that is not told the mine count gives the very same ratio), else
the average of the clues around the cell. Cost: see `sapper.knowledge.configurations`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sapper.board.view import View
from sapper.knowledge.belief import Belief, Grid2D
from sapper.knowledge.configurations import CAP, examine
from sapper.knowledge.constraints import Bytes, Constraints, Floats, constraints_of
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.policies.average import average
from sapper.policies.safest import Safest, most_equations

WITHOUT_EQUATION = 0.5


@dataclass(frozen=True)
class Counted:
    """Report 002's estimate, for components of at most `cap` cells."""

    cap: int = CAP

    def __call__(self, view: View, belief: Belief) -> Grid2D:
        """Share of the configurations that mine each cell."""
        c = constraints_of(view)
        return _on_board(view, c, examine(c, _decided(c, belief), self.cap, True).risk)


def arrangements(view: View, belief: Belief) -> Grid2D:
    """Report 001's estimate: arrangements with the cell mined / all arrangements."""
    c = constraints_of(view)
    seen = examine(c, _decided(c, belief), CAP, False)
    risk = np.where(np.diff(c.touch_start) > 0, seen.risk, WITHOUT_EQUATION)
    if np.isnan(risk).any():
        risk = np.where(np.isnan(risk), belief.risk.ravel()[c.cells], risk)
    if np.isnan(risk).any():
        risk = np.where(np.isnan(risk), average(view, belief).ravel()[c.cells], risk)
    return _on_board(view, c, risk)


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

double = Safest(arrangements)
"""Report 001's double improved agent: the lowest ratio, ties at random."""

triple = Safest(arrangements, (most_equations,))
"""Report 001's triple improved agent: the lowest ratio, ties to the cell in most equations."""
