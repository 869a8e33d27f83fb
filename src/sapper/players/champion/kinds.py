"""Kinds of hidden cells. All floating cells have the same risk; what tells them apart is what they lie beside.

legend   frontier   cells that touch a clue
         shore      floating cells beside the frontier: what they show counts frontier cells, too
         open sea   all other floating cells
"""

from __future__ import annotations

from sapper.board.grid import MAX_NEIGHBOURS
from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Ints

IN_FRONTIER, ON_SHORE, AT_SEA = 0, 1, 2
KINDS = 3


@kernel
def kind_of(cell: int, cells: Bytes, neighbours: Ints) -> int:
    """Where a hidden cell lies."""
    if not floats(cell, cells, neighbours):
        return IN_FRONTIER
    for k in range(MAX_NEIGHBOURS):
        near = neighbours[cell, k]
        if near < 0:
            break
        if cells[near] == HIDDEN and not floats(near, cells, neighbours):
            return ON_SHORE
    return AT_SEA


@kernel
def floats(cell: int, cells: Bytes, neighbours: Ints) -> bool:
    """Whether a cell touches no clue."""
    for k in range(MAX_NEIGHBOURS):
        near = neighbours[cell, k]
        if near < 0:
            break
        if cells[near] >= 0:
            return False
    return True
