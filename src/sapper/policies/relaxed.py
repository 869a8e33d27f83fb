"""Estimate `relaxed`: mines per cell in the point of the linear programme nearest to what the clues are likely to mean.

The bounds of the programme are no estimate: the least is 0 and the most 1 for nearly every cell that is not decided,
and their middle says ½ everywhere. Cost: one programme, see `sapper.knowledge.nearest`.
"""

from __future__ import annotations

import numpy as np

from sapper.board.view import View
from sapper.knowledge.belief import Belief, Grid2D
from sapper.knowledge.constraints import constraints_of
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED, compress
from sapper.policies.safest import Safest, fewest_hidden


def relaxed(view: View, belief: Belief) -> Grid2D:
    """Mines per cell in the point of the relaxed clues that is nearest to what they are likely to mean."""
    from sapper.knowledge.nearest import nearest  # loads the solver, which no other policy needs

    c = constraints_of(view)
    safe, mines = belief.safe.ravel()[c.cells], belief.mines.ravel()[c.cells]
    p, _ = compress(c, np.where(mines, MINE, np.where(safe, SAFE, UNDECIDED)).astype(np.int8))
    point, floating = nearest(p, c.mines_left - p.mines if c.mines_left >= 0 else -1)
    risk = np.where(view.opened, 0.0, 1.0)
    of_cell = np.append(point / p.size, (0.0, floating))[p.box]  # −1 floating, −2 decided
    risk.ravel()[c.cells] = np.where(mines, 1.0, np.where(safe, 0.0, of_cell))
    return risk


lowest_relaxed = Safest(relaxed, (fewest_hidden,))
"""The lowest of these estimates; ties to fewest hidden neighbours, as for `exact`."""
