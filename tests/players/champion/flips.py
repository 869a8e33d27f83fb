"""The chance of a coin flip, asked of a view."""

from __future__ import annotations

import numpy as np

from sapper import View, infer
from sapper.board.clues import EXACT
from sapper.board.grid import Cell
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import bounds_of, cells_of, likelihoods
from sapper.players.champion.coin_flips import Kept, flip_chance


def chance_of(view: View, cell: Cell, kept: Kept) -> float:
    belief, grid, limit = infer(view), view.grid, Limit()
    assert belief.solutions is not None
    return flip_chance(
        grid.index(cell), cells_of(view), grid.kernel_neighbours, bounds_of(view), likelihoods(EXACT), view.mines or 0,
        float(np.log2(belief.solutions)), belief.risk.ravel(), limit.states, limit.values,
        np.empty(view.cells.size), np.zeros(view.cells.size, np.int8), kept,
    )  # fmt: skip
