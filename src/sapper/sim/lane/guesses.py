"""Choices in the lane, when nothing is proved. Each is one of the policies, in compiled code."""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.policies.safest import EQUAL


@kernel
def first_in_order(cells: Bytes, order: Ints, place: int) -> int:
    """The place in the order of the first hidden cell, from a place before which none is. See `policies/order.py`."""
    while cells[order[place]] != HIDDEN:
        place += 1
    return place


@kernel
def safest(cells: Bytes, risk: Floats, order: Ints, neighbours: Ints) -> int:
    """The cell of lowest risk, then of fewest hidden neighbours, then first in order. See `policies/safest.py`."""
    lowest = np.inf
    for i in range(len(cells)):
        if cells[i] == HIDDEN:
            lowest = min(lowest, risk[i])
    best, fewest = -1, 9
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] != HIDDEN or risk[cell] > lowest + EQUAL:
            continue
        hidden = 0
        for k in range(8):
            near = neighbours[cell, k]
            if near < 0:
                break
            hidden += cells[near] == HIDDEN
        if hidden < fewest:
            best, fewest = cell, hidden
    return best
