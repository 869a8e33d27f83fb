"""The champion's guess in a survey game: the search over all layouts if few are left, else the least toll."""

from __future__ import annotations

from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints
from sapper.players.champion.choice import Budget, search_endgame
from sapper.players.showing import Showing
from sapper.players.toll import Pick, Prior, Work, least_toll


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
    return least_toll(
        cells, no_bounds, neighbours, Showing(1.0, 0, 0, likelihoods), Prior(mines, 1.0), log2_weight, risk, order,
        Pick(budget.tolls, budget.close, 0.0, 0), Work(most_states, most_values, risk_after, verdict),
        candidates[: budget.tolls], tolls,
    )  # fmt: skip
