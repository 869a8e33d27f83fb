"""Choices in the lane, when nothing is proved. Each is one of the policies, in compiled code."""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.policies.ratio import MANY, NO_CLUE
from sapper.policies.safest import EQUAL

IN_ORDER, NEAR_OR_FAR, AVERAGE, PRODUCT, COUNTED, BELIEVED = range(6)
"""Policies, and the estimates of the policy `safest`; the last one is that of the exact engine."""

NO_TIE, FEWEST_HIDDEN, MOST_EQUATIONS = range(3)
"""What breaks ties, before the order does."""


@kernel
def first_in_order(cells: Bytes, order: Ints, place: int) -> int:
    """The place in the order of the first hidden cell, from a place before which none is. See `policies/order.py`."""
    while cells[order[place]] != HIDDEN:
        place += 1
    return place


@kernel
def near_or_far(cells: Bytes, order: Ints, neighbours: Ints, mines: int) -> int:
    """The first cell in order beside the smallest clues, or beside none; mines left, or -1. See `policies/ratio.py`."""
    hidden, smallest = 0, NO_CLUE
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN:
            hidden += 1
            smallest = min(smallest, _smallest_clue(cells, cell, neighbours))
    wanted = smallest if mines > MANY * (hidden - mines) else NO_CLUE
    for cell in order:
        if mines >= 0 and cells[cell] == HIDDEN and _smallest_clue(cells, cell, neighbours) == wanted:
            return int(cell)
    return int(order[first_in_order(cells, order, 0)])


@kernel
def _smallest_clue(cells: Bytes, cell: int, neighbours: Ints) -> int:
    """The smallest clue around a cell, or NO_CLUE."""
    smallest = NO_CLUE
    for k in range(8):
        near = neighbours[cell, k]
        if near < 0:
            break
        if 0 <= cells[near] < smallest:
            smallest = int(cells[near])
    return smallest


@kernel
def safest(cells: Bytes, risk: Floats, order: Ints, neighbours: Ints, tie: int) -> int:
    """The cell of lowest risk, then of those that a tie-breaker prefers the first. See `policies/safest.py`."""
    lowest = np.inf
    for i in range(len(cells)):
        if cells[i] == HIDDEN:
            lowest = min(lowest, risk[i])
    best, fewest = -1, 9
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] != HIDDEN or risk[cell] > lowest + EQUAL:
            continue
        value = 0
        for k in range(8):
            near = neighbours[cell, k]
            if near < 0:
                break
            if tie == FEWEST_HIDDEN:
                value += cells[near] == HIDDEN
            elif tie == MOST_EQUATIONS:
                value -= cells[near] >= 0
        if value < fewest:
            best, fewest = cell, value
    return best
