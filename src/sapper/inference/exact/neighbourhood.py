"""What a cell would show if it were opened: the exact distribution of its clue.

What
    Open the cell in thought with each possible clue and compare the weights of all solutions that are left. The clue
    is taken as the true number of mines around; a clue model may blur it afterwards.

Cost
    One forward pass per possible clue, at most nine.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.board.view import FLAG, HIDDEN, MINE, View
from sapper.compiled import kernel
from sapper.errors import BadInput, LimitExceeded
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.engine import FINE, INCONSISTENT, NOT_TOLD, OVER_LIMIT, log2_solutions
from sapper.inference.exact.layers import Longs
from sapper.inference.exact.prior import mines_of, odds_of, settled
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import COUNTS, Bytes, Constraints, Floats, Ints, gather, likelihoods, transpose


def clue_distributions(
    view: View, cells: Sequence[Cell], *, trust_flags: bool = True, limit: Limit | None = None
) -> npt.NDArray[np.float64]:
    """For each cell the probability that it is safe and has 0, 1, … 8 mines around: [cells, 9], rows add to 1 − risk.

    >>> clue_distributions(View.parse("1..", mines=1), [(0, 2)]).round(3).tolist()
    [[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]
    """
    limit, view, grid = limit or Limit(), settled(view, trust_flags), view.grid
    for cell in cells:
        if not grid.holds(cell) or view[cell] not in (HIDDEN, FLAG):
            raise BadInput(f"({cell[0]},{cell[1]}) is not a hidden cell")
    flat = view.cells.ravel()
    result = np.zeros((len(cells), COUNTS))
    status = _weigh_clues(
        flat, flat if view.bounds is None else view.bounds.ravel(), trust_flags, grid.neighbours,
        likelihoods(view.clues), mines_of(view), odds_of(view),
        limit.states, limit.values, np.array([grid.index(cell) for cell in cells], np.int64), result,
    )  # fmt: skip
    if status == OVER_LIMIT:
        raise LimitExceeded(f"weighing clues takes more than {limit.states} states")
    if status != FINE:
        explain_conflict(view, trust_flags)
    return result


@kernel
def _weigh_clues(
    cells: Bytes, bounds: Bytes, trust_flags: bool, neighbours: Ints, likelihoods: Floats, mines: int, odds: float,
    most_states: int, most_values: int, targets: Longs, result: Floats,
) -> int:  # fmt: skip
    """Fill result [targets, 9], in place; the status."""
    c, known, broken = gather(cells, bounds, trust_flags, neighbours, likelihoods)
    left = mines - known if mines != NOT_TOLD else NOT_TOLD
    if broken >= 0 or (mines != NOT_TOLD and not 0 <= left <= len(c.cells)):
        return INCONSISTENT
    status, whole = log2_solutions(c, left, odds, most_states, most_values)
    if status != FINE or whole == -np.inf:
        return INCONSISTENT if status == FINE else status
    alone = np.empty(1, np.int32)
    for i in range(len(targets)):
        target = targets[i]
        if cells[target] == FLAG and trust_flags:
            continue
        alone[0] = np.searchsorted(c.cells, target)
        safe = _with_clue(c, target, alone, 0)
        around, sure = _neighbours_of(c, target, cells, trust_flags, neighbours)
        for need in range(len(around) + 1):
            opened = _with_clue(safe, target, around, need)
            status, weight = log2_solutions(opened, left, odds, most_states, most_values)
            if status == OVER_LIMIT:
                return OVER_LIMIT
            if status == FINE:
                result[i, sure + need] = 2.0 ** (weight - whole)
    return FINE


@kernel
def _neighbours_of(c: Constraints, target: int, cells: Bytes, trust_flags: bool, neighbours: Ints) -> tuple[Ints, int]:
    """The unknown neighbours of a cell as ids, and how many of its neighbours are known to be mines."""
    around, count, sure = np.empty(COUNTS, np.int32), 0, 0
    for neighbour in neighbours[target]:
        if neighbour < 0:
            break
        if cells[neighbour] == MINE or (cells[neighbour] == FLAG and trust_flags):
            sure += 1
        elif cells[neighbour] == HIDDEN or cells[neighbour] == FLAG:
            around[count] = np.searchsorted(c.cells, neighbour)
            count += 1
    return around[:count], sure


@kernel
def _with_clue(c: Constraints, index: int, members: Ints, need: int) -> Constraints:
    """The constraints with one more exact clue."""
    m, n, total = len(c.clues), len(c.cells), len(c.members)
    if len(members) == 0:
        return c
    clues, low, high = np.empty(m + 1, np.int32), np.empty(m + 1, np.int32), np.empty(m + 1, np.int32)
    start, every = np.zeros(m + 2, np.int32), np.empty(total + len(members), np.int32)
    weight = np.zeros((m + 1, COUNTS))
    for clue in range(m):
        clues[clue], low[clue], high[clue], start[clue + 1] = (
            c.clues[clue],
            c.low[clue],
            c.high[clue],
            c.start[clue + 1],
        )
        for count in range(COUNTS):
            weight[clue, count] = c.weight[clue, count]
    for i in range(total):
        every[i] = c.members[i]
    for i in range(len(members)):
        every[total + i] = members[i]
    clues[m], low[m], high[m], start[m + 1], weight[m, need] = index, need, need, total + len(members), 1.0
    touch_start, touching = transpose(start, every, n)
    return Constraints(c.cells, clues, start, every, touch_start, touching, low, high, weight, c.mines_left)
