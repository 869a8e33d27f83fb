"""Small views in which nothing is decided, and the risk there that waiting cannot avoid."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sapper import Flag, Game, Open, Rules, View, infer
from sapper.board.clues import EXACT
from sapper.board.grid import Cell
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import bounds_of, cells_of, likelihoods
from sapper.players.champion.coin_flips import UNLIKELY, Kept, unavoidable_risk


def stuck_views(seed: int, boards: int, least: int, most: int) -> Iterator[View]:
    """Boards with sides, and a number of mines, from `least` to `most`, two safe cells opened; the stuck ones."""
    rng = np.random.default_rng(seed)
    for board in range(boards):
        height, width = (int(side) for side in rng.integers(least, most + 1, 2))
        game = Game(Rules(height=height, width=width, mines=int(rng.integers(least, most + 1)), first="any"), board)
        for _ in range(2):
            safe = np.argwhere(game.view.hidden & ~game.layout.mines).tolist()
            if not game.over and safe:
                game.apply(Open(tuple(safe[rng.integers(len(safe))])))
        belief = infer(game.view)
        if not game.over and not (belief.safe | belief.mines).any():
            yield game.view


def settled_views(seed: int, boards: int) -> Iterator[View]:
    """Boards of 6×6 on which all that is proved is opened or flagged; those that are stuck, with few cells hidden."""
    for board in range(boards):
        game = Game(Rules(height=6, width=6, mines=9, first="opening"), (seed, board))
        game.apply(Open((0, 0)))
        while not game.over:
            belief = infer(game.view)
            if not (belief.safe | belief.mines).any():
                if game.view.hidden.sum() <= 18:
                    yield game.view
                break
            for deduction in belief.deductions:
                if not game.over and game.view.hidden[deduction.cell]:
                    game.apply(Flag(deduction.cell) if deduction.mine else Open(deduction.cell))


def unavoidable(view: View, cell: Cell, kept: Kept) -> float:
    belief, grid, limit = infer(view), view.grid, Limit()
    assert belief.solutions is not None
    return unavoidable_risk(
        grid.index(cell), cells_of(view), grid.kernel_neighbours, bounds_of(view), likelihoods(EXACT), view.mines or 0,
        float(np.log2(belief.solutions)), belief.risk.ravel(), UNLIKELY, limit.states, limit.values,
        np.empty(view.cells.size), np.zeros(view.cells.size, np.int8), kept,
    )  # fmt: skip
