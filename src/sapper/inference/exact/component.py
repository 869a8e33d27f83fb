"""Components on a board, counted by their number of mines: everything that the rest of the board may need of them.

The same problem, order and layers as in `engine.py`, for some components only. What the engine then asks once, with the
weights of the rest of the board, is asked here for each number of mines: so when the rest changes, only these
answers are mixed anew, and the components are not counted again. Exact clues only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.by_count import backward_by_count
from sapper.inference.exact.forward import forward
from sapper.inference.exact.layers import Longs
from sapper.inference.exact.order import elimination_order
from sapper.inference.exact.tally import tallies
from sapper.knowledge.components import components
from sapper.knowledge.constraints import COUNTS, Bytes, Constraints, Floats, Ints, transpose
from sapper.knowledge.supercells import compress


class Counted(NamedTuple):
    """Some components by their number of mines."""

    row: Ints
    """[cells] the row of each cell in `risk` and `possible`; there is one per supercell."""
    bounds: Ints
    """[components + 1] where the rows of each component begin."""
    start: Longs
    """[components + 1] where the tally of each component begins."""
    tally: Floats
    """Weight of the configurations with the least mines, one more, …; the largest of a component is 1."""
    lows: Longs
    """[components + 1] sum of the least mines of all components before."""
    risk: Floats
    """[rows, counts] of a cell, if its component has its least mines, one more, …."""
    possible: Bytes
    """[rows, counts] SOME_SAFE | SOME_MINED."""


@kernel
def count_components(c: Constraints, track: bool, most_states: int, most_values: int) -> tuple[Counted, int]:
    """Count components; and how that ended: DONE, IMPOSSIBLE or OVER_LIMIT.

    track: whether the number of mines matters at all; otherwise all configurations count as one.
    """
    p, _ = compress(c, np.zeros(len(c.cells), np.int8))
    component_start, clues = components(p)
    sequence, bounds, width = elimination_order(p, component_start, clues)
    layers, status = forward(p, sequence, bounds, width, 1.0, track, most_states, most_values)
    if status:
        nothing = np.zeros(1, np.int64)
        return Counted(p.box, bounds, nothing, np.ones(1), nothing, np.ones((1, 1)), np.ones((1, 1), np.int8)), status
    tally, start, lows, _ = tallies(layers, bounds)
    widest = 1
    for k in range(len(bounds) - 1):
        widest = max(widest, start[k + 1] - start[k])
    risk, possible = backward_by_count(p, layers, sequence, bounds, widest, track)
    place = np.empty(len(sequence), np.int32)
    for position in range(len(sequence)):
        place[sequence[position]] = position
    for cell in range(len(p.box)):
        p.box[cell] = place[p.box[cell]]
    return Counted(p.box, bounds, start, tally, lows, risk, possible), status


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
