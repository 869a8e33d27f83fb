"""Dead cells: what such a cell would show is known already, so opening it tells nothing but that it is safe.

A cell is dead if no neighbour is undetermined, or if a clue, or two disjoint ones, count exactly its undetermined
neighbours (and perhaps the cell itself): if it is safe, those clues say how many mines are around it.
Cost: the clues within two steps, a few hundred look-ups.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.layers import Longs
from sapper.knowledge.constraints import Bytes, Ints
from sapper.knowledge.supercells import UNDECIDED

ITSELF = 1 << 8


@kernel
def is_dead(cell: int, cells: Bytes, verdict: Bytes, neighbours: Ints) -> bool:
    """Whether opening the cell would tell nothing. verdict: of cells that are hidden but decided."""
    wanted = 0
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        if cells[near] == HIDDEN and verdict[near] == UNDECIDED:
            wanted |= 1 << k
    if wanted == 0:
        return True
    masks, others = np.empty(8, np.int64), np.empty(8, np.int64)
    for i in range(_counting(wanted, cell, cells, verdict, neighbours, masks)):
        rest = wanted & ~masks[i]
        if rest == 0:
            return True
        for j in range(_counting(rest, cell, cells, verdict, neighbours, others)):
            if others[j] & masks[i] == 0 and others[j] & ~ITSELF == rest:
                return True
    return False


@kernel
def _counting(wanted: int, cell: int, cells: Bytes, verdict: Bytes, neighbours: Ints, masks: Longs) -> int:
    """The clues that count the first wanted neighbour of a cell and nothing beyond the cell, as bits; how many."""
    first, found = 0, 0
    while not wanted >> first & 1:
        first += 1
    for k in range(8):
        clue = neighbours[neighbours[cell, first], k]
        if clue < 0:
            break
        if cells[clue] >= 0:
            mask = _counted(clue, cell, cells, verdict, neighbours)
            if mask >= 0:
                masks[found] = mask
                found += 1
    return found


@kernel
def _counted(clue: int, cell: int, cells: Bytes, verdict: Bytes, neighbours: Ints) -> int:
    """The undetermined cells that a clue counts, as bits: neighbour k of the cell is bit k; -1 if it counts others."""
    mask = 0
    for k in range(8):
        counted = neighbours[clue, k]
        if counted < 0:
            break
        if cells[counted] != HIDDEN or verdict[counted] != UNDECIDED:
            continue
        if counted == cell:
            mask |= ITSELF
            continue
        bit = 0
        while bit < 8 and neighbours[cell, bit] != counted:
            bit += 1
        if bit == 8:
            return -1
        mask |= 1 << bit
    return mask
