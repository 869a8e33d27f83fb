"""One component on a board, counted by its number of mines: everything that the rest of the board may need of it.

The same problem, order and layers as in `engine.py`, for the cells of one component only. What the engine then asks
once, with the weights of the rest of the board, is asked here for each number of mines: so when the rest changes, only
these answers are mixed anew, and the component is not counted again.

Exact clues only. Cost: one way back through the layers for each number of mines; most components have one to three.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.backward import backward
from sapper.inference.exact.forward import forward
from sapper.inference.exact.order import elimination_order
from sapper.knowledge.components import components
from sapper.knowledge.constraints import COUNTS, Bytes, Constraints, Floats, Ints, transpose
from sapper.knowledge.supercells import compress
from sapper.knowledge.weights import normalise


class Counted(NamedTuple):
    """A component by its number of mines, least, least + 1, …: there are `counts` of them."""

    box: Ints
    """[cells] supercell of each cell."""
    least: np.int64
    tally: Floats
    """[counts] weight of its configurations; the largest is 1."""
    risk: Floats
    """[boxes, counts] of each cell of a supercell, if the component has so many mines."""
    possible: Bytes
    """[boxes, counts] SOME_SAFE | SOME_MINED."""


@kernel
def count_component(c: Constraints, track: bool, most_states: int, most_values: int) -> tuple[Counted, int]:
    """Count one component; and how that ended: DONE, IMPOSSIBLE or OVER_LIMIT.

    track: whether the number of mines matters at all; otherwise all configurations count as one.
    """
    p, _ = compress(c, np.zeros(len(c.cells), np.int8))
    start, clues = components(p)
    sequence, bounds, width = elimination_order(p, start, clues)
    layers, status = forward(p, sequence, bounds, width, 1.0, track, most_states, most_values)
    boxes = len(p.size)
    if status:
        return Counted(p.box, np.int64(0), np.ones(1), np.zeros((boxes, 1)), np.zeros((boxes, 1), np.int8)), status
    final = layers.layer_start[len(sequence) + 1] - 1
    first, counts = layers.offset[final], layers.offset[final + 1] - layers.offset[final]
    tally = layers.ways[first : first + counts].copy()
    normalise(tally)
    risk, possible = np.zeros((boxes, counts)), np.zeros((boxes, counts), np.int8)
    only, outside_start = np.zeros(counts), np.zeros(1, np.int64)
    for count in range(counts):
        if tally[count] > 0.0:
            only[count] = 1.0
            expected, some = backward(p, layers, sequence, bounds, only, outside_start, track)
            for box in range(boxes):
                risk[box, count], possible[box, count] = expected[box] / p.size[box], some[box]
            only[count] = 0.0
    return Counted(p.box, np.int64(layers.least[final]), tally, risk, possible), status


@kernel
def constraints_on(members: Ints, clues: Ints, cells: Bytes, mines: Bytes, neighbours: Ints, name: Ints) -> Constraints:
    """What some clues say of the hidden cells around them, both given in reading order.

    cells: what the player sees; mines: how many mines around each cell are known. name [cells]: work space.
    """
    n, m = len(members), len(clues)
    for i in range(n):
        name[members[i]] = i
    start, around = np.zeros(m + 1, np.int32), np.empty(8 * m, np.int32)
    need, weight = np.empty(m, np.int32), np.zeros((m, COUNTS))
    total = 0
    for i in range(m):
        for k in range(8):
            near = neighbours[clues[i], k]
            if near < 0:
                break
            if cells[near] == HIDDEN:
                around[total] = name[near]
                total += 1
        start[i + 1] = total
        need[i] = cells[clues[i]] - mines[clues[i]]
        weight[i, need[i]] = 1.0
    touch_start, touching = transpose(start, around[:total], n)
    return Constraints(members, clues, start, around[:total], touch_start, touching, need, need, weight, -1, 0.0)
