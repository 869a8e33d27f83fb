"""The champion's guess in a survey game: the search over all layouts if few are left, else the least toll.

Most of what waiting cannot avoid, because of coin flips, is not counted as toll. What comes next is followed.

All floating cells have the same risk, and on large boards there are hundreds. If just the safest cells were looked at,
those would often be nothing but floating cells that hardly differ, and a frontier cell that is a little riskier and
tells more would never be thought of. So some of each kind are looked at; of the open sea one, because it tells the same
everywhere, up to how many neighbours a cell has.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.players.champion.choice import Budget, search_endgame
from sapper.players.champion.coin_flips import UNLIKELY, avoidable_risks, nothing_kept, unavoidable_risk
from sapper.players.champion.enclosed import search_enclosed
from sapper.players.champion.kinds import KINDS, ON_SHORE, kinds_of
from sapper.players.showing import Showing
from sapper.players.toll import Prior, Work, keep_lowest, least_toll, lowest_risk, rank_of

UNAVOIDABLE = 0.75
"""How much of the risk that waiting cannot avoid is not counted; fitted to what guesses cost, as is `toll.py`."""
SHORE_TOLL = 0.045
"""What a cell on the shore costs more than its toll says; fitted, too."""


@kernel
def choose_in_survey(
    cells: Bytes, neighbours: Ints, no_bounds: Bytes, likelihoods: Floats, mines: int, log2_weight: float, risk: Floats,
    order: Ints, budget: Budget, most_states: int, most_values: int, risk_after: Floats, verdict: Bytes,
    candidates: Ints, tolls: Floats,
) -> int:  # fmt: skip
    """The cell to open where nothing is decided. See `choose`; tolls, filled: what each candidate costs."""
    candidates[:] = -1
    cell, _, _ = search_endgame(cells, neighbours, mines, log2_weight, True, budget)
    if cell >= 0:
        candidates[0], tolls[0] = cell, risk[cell]
        return cell
    kind_of = kinds_of(cells, neighbours)
    cell = search_enclosed(cells, neighbours, risk, kind_of, True, budget.layouts, budget.work)
    if cell >= 0:
        candidates[0], tolls[0] = cell, risk[cell]
        return cell
    kept = nothing_kept()
    avoidable = avoidable_risks(
        cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk, kind_of, budget.early.close,
        most_states, most_values, risk_after, verdict, kept,
    )  # fmt: skip
    found = some_of_each(cells, neighbours, avoidable, kind_of, order, budget, candidates)
    for i in range(found):
        cell = candidates[i]
        avoidable[cell] = risk[cell] - UNAVOIDABLE * unavoidable_risk(
            cell, cells, neighbours, no_bounds, likelihoods, mines, log2_weight, risk, UNLIKELY,
            most_states, most_values, risk_after, verdict, kept,
        )  # fmt: skip
        if kind_of[cell] == ON_SHORE:
            avoidable[cell] += SHORE_TOLL
    return least_toll(
        cells, no_bounds, neighbours, Showing(1.0, 0, 0, likelihoods), Prior(mines, 1.0), log2_weight, avoidable, True,
        Work(most_states, most_values, risk_after, verdict), candidates[:found], tolls,
    )  # fmt: skip


@kernel
def some_of_each(
    cells: Bytes, neighbours: Ints, risk: Floats, kind_of: Bytes, order: Ints, budget: Budget, candidates: Ints
) -> int:
    """The safest cells of each kind, ties to fewest hidden neighbours, then in order; into `candidates`. How many."""
    room = np.array([budget.tolls, budget.tolls, 1])
    kept, ranks = np.empty((KINDS, budget.tolls), np.int32), np.empty((KINDS, budget.tolls))
    found, most = np.zeros(KINDS, np.int64), lowest_risk(cells, risk) + budget.early.close
    for place in range(len(order)):
        cell = order[place]
        if cells[cell] == HIDDEN and risk[cell] <= most:
            kind, rank = kind_of[cell], rank_of(cell, cells, neighbours, risk, 0.0)
            found[kind] = keep_lowest(cell, rank, kept[kind, : room[kind]], ranks[kind], found[kind])
    together, all_ranks = 0, np.empty(len(candidates))
    for kind in range(KINDS):
        for i in range(found[kind]):
            together = keep_lowest(kept[kind, i], ranks[kind, i], candidates, all_ranks, together)
    return together
