"""What a cell would show if it were opened: the exact distribution of its clue.

What
    Open the cell in thought with each possible clue, analyse these views in one batch, and compare the weights of
    the solutions that each of them leaves. The clue is taken as the true number of mines around; a clue model
    may blur it afterwards.

Cost
    One analysis per cell and possible clue, at most nine per cell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sapper.board.grid import Cell
from sapper.board.view import FLAG, HIDDEN, MINE, View
from sapper.errors import BadInput, LimitExceeded
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.engine import FINE, INCONSISTENT, OVER_LIMIT, analyse_views
from sapper.inference.exact.prior import prior_of, settled
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import COUNTS, Bytes, bounds_of, cells_of, likelihoods


def clue_distributions(
    view: View, cells: Sequence[Cell], *, trust_flags: bool = True, limit: Limit | None = None
) -> npt.NDArray[np.float64]:
    """For each cell the probability that it is safe and has 0, 1, … 8 mines around: [cells, 9], rows add to 1 − risk.

    >>> clue_distributions(View.parse("1..", mines=1), [(0, 2)]).round(3).tolist()
    [[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]
    """
    limit, view = limit or Limit(), settled(view, trust_flags)
    exact = likelihoods(view.clues).shape[0] - 1
    boards, bounds, owners = [cells_of(view)], [bounds_of(view)], [(-1, -1)]
    for number, cell in enumerate(cells):
        for count in _possible_counts(view, cell, trust_flags):
            board, bound = boards[0].copy(), bounds[0].copy()
            board[view.grid.index(cell)], bound[view.grid.index(cell)] = count, exact
            boards.append(board)
            bounds.append(bound)
            owners.append((number, count))
    status, weight = _weigh(view, np.stack(boards), np.stack(bounds), trust_flags, limit)
    if status[0] == INCONSISTENT:
        explain_conflict(view, trust_flags)
    if OVER_LIMIT in status:
        raise LimitExceeded(
            f"weighing clues takes more than {limit.states} states; allow more with limit=Limit(states=…)"
        )
    result = np.zeros((len(cells), COUNTS))
    for (number, count), ended, log2 in zip(owners[1:], status[1:], weight[1:], strict=True):
        if ended == FINE:
            result[number, count] = 2.0 ** (log2 - weight[0])
    return result


def _possible_counts(view: View, cell: Cell, trust_flags: bool) -> range:
    """The numbers of mines that the cell may have around it, as far as known mines and opened cells tell."""
    if not view.grid.holds(cell) or view[cell] not in (HIDDEN, FLAG):
        raise BadInput(f"({cell[0]},{cell[1]}) is not a hidden cell")
    around = [view[other] for other in view.grid.around(cell)]
    flags = around.count(FLAG)
    sure = around.count(MINE) + (flags if trust_flags else 0)
    if view[cell] == FLAG and trust_flags:
        return range(0)
    return range(sure, sure + around.count(HIDDEN) + (0 if trust_flags else flags) + 1)


def _weigh(
    view: View, boards: Bytes, bounds: Bytes, trust_flags: bool, limit: Limit
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """How each analysis ended, and the logarithm of the weight of its solutions."""
    views = len(boards)
    answer, weight = np.zeros((views, 3), np.int64), np.zeros(views)
    analyse_views(
        boards, bounds, trust_flags, view.grid.kernel_neighbours, likelihoods(view.clues),
        np.array([prior_of(view)] * views), limit.states, limit.values, np.empty(boards.shape),
        np.zeros(boards.shape, np.int8), answer, weight,
    )  # fmt: skip
    return answer[:, 0], weight
