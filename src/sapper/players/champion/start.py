"""The start: where to click before anything opens.

Where only the first cell is promised to be safe, or none, the champion opens corners until one of them shows 0: with
its three neighbours a corner is likeliest to. On expert boards nothing better was found after a corner that shows 1
(docs/explanation/roads-not-taken.md), and not thinking about it saves a quarter of the time.
"""

from __future__ import annotations

from math import comb

from sapper.board.grid import Cell
from sapper.board.notation import HIDDEN
from sapper.board.notation import SAFE as NO_CLUE
from sapper.board.rules import First
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.players.toll import lowest_risk
from sapper.policies.safest import EQUAL

SMALL = 100
"""Boards of so many cells are small: from the second click on, the champion thinks."""
TINY = 25
"""Boards of so many cells are endgames from the first click."""
FROM_THE_START = 10_000
"""With no more layouts than this the first click of a tiny board is searched, too."""
CROWDED = 0.24
"""On tiny boards with so many mines per cell, best play begins beside a corner (4×4 with 4 mines, 5×5 with 6)."""
LARGE = 400
"""On boards with more cells than this the first opening is best a little farther from the corner."""


def first_cell(first: First, height: int, width: int, mines: int) -> Cell | None:
    """Where to click first: a corner; or, where an opening is promised, a cell that makes it large.

    None where the search knows better: tiny boards on which the first click may hit a mine, if it has few layouts.

    >>> first_cell("any", 5, 5, 5), first_cell("any", 5, 5, 6), first_cell("any", 5, 5, 3)
    ((0, 0), (0, 1), None)
    """
    cells = height * width
    if first == "any" and cells <= TINY:
        if comb(cells, mines) <= FROM_THE_START:
            return None
        return 0, int(mines >= CROWDED * cells and width > 1)
    if first != "opening":
        return 0, 0
    step = 3 if cells > LARGE else 2
    return min(step, height // 2), min(step, width // 2)


@kernel
def another_corner(cells: Bytes, neighbours: Ints, risk: Floats, order: Ints) -> int:
    """The next corner to open, in order, or -1: the board is small, something else is open, or none is safest."""
    if len(cells) <= SMALL:
        return -1
    for cell in range(len(cells)):
        if (cells[cell] >= 0 or cells[cell] == NO_CLUE) and not _is_corner(cell, neighbours):
            return -1
    lowest = lowest_risk(cells, risk)
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] == HIDDEN and _is_corner(cell, neighbours) and risk[cell] <= lowest + EQUAL:
            return int(cell)
    return -1


@kernel
def _is_corner(cell: int, neighbours: Ints) -> bool:
    return bool(neighbours[cell, 2] >= 0 and neighbours[cell, 3] < 0)
