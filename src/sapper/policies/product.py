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
from sapper.compiled import kernel
from sapper.knowledge.belief import Belief, Grid2D
from sapper.knowledge.constraints import Constraints, Floats, constraints_of
from sapper.policies.average import shares
from sapper.policies.safest import Safest

NOT_TOLD = 0.5


def product(view: View, belief: Belief) -> Grid2D:
    """Product rule next to clues, mines left / unknown cells elsewhere."""
    c = constraints_of(view)
    risk = np.where(view.opened, 0.0, 1.0)
    risk.ravel()[c.cells] = products(c, NOT_TOLD if view.density is None else view.density)
    return risk


@kernel
def products(c: Constraints, not_told: float) -> Floats:
    """[n] the estimate for each unknown cell; not_told: the chance of one without a clue, if mines are not counted."""
    share, n = shares(c), len(c.cells)
    risk = np.full(n, not_told if c.mines_left < 0 else c.mines_left / max(n, 1))
    for cell in range(n):
        if c.touch_start[cell] == c.touch_start[cell + 1]:
            continue
        mine, safe = 1.0, 1.0
        for j in range(c.touch_start[cell], c.touch_start[cell + 1]):
            mine *= share[c.touching[j]]
            safe *= 1.0 - share[c.touching[j]]
        risk[cell] = mine / (mine + safe) if mine + safe > 0.0 else NOT_TOLD
    return risk


lowest_product = Safest(product)
"""Report 003's choice: the lowest product, ties in the shared random order."""
