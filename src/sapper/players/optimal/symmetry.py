"""How a board can be turned and mirrored without changing which cells touch which."""

from __future__ import annotations

import numpy as np

from sapper.board.grid import Grid
from sapper.knowledge.constraints import Ints


def images_of(grid: Grid) -> Ints:
    """Where each cell goes under every turn and mirror that keeps neighbours neighbours, int32 [images, cells].

    The first leaves all as it is. A square has eight, a rectangle four; of a hex board fewer may do.

    >>> len(images_of(Grid(4, 4))), len(images_of(Grid(3, 4))), images_of(Grid(1, 3)).tolist()
    (8, 4, [[0, 1, 2], [2, 1, 0]])
    """
    plain = np.arange(grid.size).reshape(grid.height, grid.width)
    turned = [np.rot90(side, quarters) for side in (plain, plain[::-1]) for quarters in range(4)]
    moves = dict.fromkeys(tuple(image.ravel().tolist()) for image in turned if image.shape == plain.shape)
    around = [frozenset(row[row >= 0].tolist()) for row in grid.neighbours]
    kept = [
        goes
        for goes in moves
        if all({goes[near] for near in near_by} == around[goes[cell]] for cell, near_by in enumerate(around))
    ]
    return np.array(kept, np.int32)
