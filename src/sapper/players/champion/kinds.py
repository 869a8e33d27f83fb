"""Kinds of hidden cells. All floating cells have the same risk; what tells them apart is what they lie beside.

legend   frontier   cells that touch a clue
         shore      floating cells beside the frontier: what they show counts frontier cells, too
         open sea   all other floating cells
"""

from __future__ import annotations

import numpy as np

from sapper.board.grid import MAX_NEIGHBOURS
from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Ints

IN_FRONTIER, ON_SHORE, AT_SEA = 0, 1, 2
KINDS = 3


@kernel
def kinds_of(cells: Bytes, neighbours: Ints) -> Bytes:
    """[cells] where each hidden cell lies. Cost: the clues and the frontier, not the sea."""
    kinds = np.full(len(cells), AT_SEA, np.int8)
    for clue in range(len(cells)):
        if cells[clue] >= 0:
            for k in range(MAX_NEIGHBOURS):
                near = neighbours[clue, k]
                if near < 0:
                    break
                kinds[near] = IN_FRONTIER
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN and kinds[cell] == IN_FRONTIER:
            for k in range(MAX_NEIGHBOURS):
                near = neighbours[cell, k]
                if near < 0:
                    break
                if kinds[near] == AT_SEA:
                    kinds[near] = ON_SHORE
    return kinds
