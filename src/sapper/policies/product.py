"""Estimate `product`: the product of what the clues around a cell say (report 003).

A clue with k mines left among h hidden cells says p = k / h. The report multiplies these; a bare product falls with
every clue that touches the cell, whatever it says, so ours is the product of the odds p / (1 − p), turned back into a
probability: Πp / (Πp + Π(1 − p)). It is the chance of a mine if each clue were an independent witness. A cell without
a clue has the chance mines left / unknown cells; if the mine count is not told, the density of the view, else ½.
Cost: linear in the constraints.
"""

from __future__ import annotations

import numpy as np

from sapper.board.view import View
from sapper.knowledge.belief import Belief, Grid2D
from sapper.knowledge.constraints import constraints_of
from sapper.policies.average import shares
from sapper.policies.safest import Safest

NOT_TOLD = 0.5


def product(view: View, belief: Belief) -> Grid2D:
    """Product rule next to clues, mines left / unknown cells elsewhere."""
    c = constraints_of(view)
    touched = np.diff(c.touch_start)
    owner = np.repeat(np.arange(len(c.cells)), touched)
    share = shares(c)[c.touching]
    mine, safe = np.ones(len(c.cells)), np.ones(len(c.cells))
    np.multiply.at(mine, owner, share)
    np.multiply.at(safe, owner, 1.0 - share)
    elsewhere = NOT_TOLD if view.density is None else view.density
    if c.mines_left >= 0:
        elsewhere = c.mines_left / max(len(c.cells), 1)
    both = mine + safe
    odds = np.divide(mine, both, out=np.full(len(mine), NOT_TOLD), where=both > 0.0)
    risk = np.where(view.opened, 0.0, 1.0)
    risk.ravel()[c.cells] = np.where(touched > 0, odds, elsewhere)
    return risk


lowest_product = Safest(product)
"""Report 003's choice: the lowest product, ties in the shared random order."""
