"""The champion as a policy: which cell to open when nothing is proved, and how much thought it takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sapper.board.chance import Chance
from sapper.board.clues import EXACT
from sapper.board.view import View
from sapper.inference.exact.engine import FINE, analyse_view
from sapper.inference.exact.prior import prior_of
from sapper.knowledge.belief import Belief, Limit
from sapper.knowledge.constraints import Floats, Ints, bounds_of, cells_of, likelihoods
from sapper.players.champion.choice import Budget, Look, choose
from sapper.players.champion.estimate import estimated_win
from sapper.players.champion.lookahead import BEHIND
from sapper.players.champion.start import TINY, first_cell
from sapper.players.champion.survey import choose_in_survey
from sapper.policies.policy import Candidate
from sapper.policies.safest import lowest_risk_few_hidden

NEAR = Look(close=0.1, frontier=14, shore=1, sea=1, further=1, clicks=1, thin=0.0, call=1.0)
FAR = Look(close=0.1, frontier=24, shore=8, sea=2, further=5, clicks=6, thin=0.1, call=0.97)
AROUND = Look(close=0.3, frontier=40, shore=10, sea=10, further=12, clicks=8, thin=0.03, call=0.9)
EVERYWHERE = Look(close=0.2, frontier=100, shore=100, sea=100, further=10, clicks=8, thin=0.01, call=0.95)

FAST = Budget(layouts=400, work=400_000, candidates=16, early=NEAR, late=NEAR, tolls=2)
USUAL = Budget(layouts=8_000, work=20_000_000, candidates=60, early=FAR, late=AROUND, tolls=20)
DEEP = Budget(layouts=10_000, work=100_000_000, candidates=100, early=EVERYWHERE, late=EVERYWHERE, tolls=40)

TINY_LAYOUTS, TINY_WORK = 21_000, 4_000_000_000
"""Tiny boards are endgames from the first click: seconds for a hard decision; not for `champion(fast)`."""


@dataclass(frozen=True)
class Champion:
    """The policy, for one budget.

    In classic games it plays to win, in survey games for score. Where it has no model of the future (uncertain clues,
    no mine count) it takes the lowest risk, as `exact` does.
    """

    budget: Budget

    def __call__(self, view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
        """Choose a cell; the others that were weighed are shown behind it, best first."""
        if not self.plans(view):
            return lowest_risk_few_hidden(view, belief, rng)
        start = first_cell(view.first, view.grid.height, view.grid.width, view.mines or 0)
        if view.untouched and view.end == "classic" and start is not None:
            return (Candidate(start, float(belief.risk[start])),)
        budget = budget_on(view.cells.size, self.budget)
        cells, grid, limit = cells_of(view), view.grid, Limit()
        risk, verdict = np.empty(len(cells)), np.zeros(len(cells), np.int8)
        table, bounds = likelihoods(EXACT), bounds_of(view)
        status, _, _, log2_weight = analyse_view(
            cells, bounds, True, grid.kernel_neighbours, table, *prior_of(view), limit.states, limit.values, risk,
            verdict, True,
        )  # fmt: skip
        if status != FINE:  # too wide: the risks are sampled, and there is no looking ahead
            return lowest_risk_few_hidden(view, belief, rng)
        order, after = rng.order(len(cells)).astype(np.int32), np.empty(len(cells))
        looked_at, worth = np.full(budget.candidates, -1, np.int32), np.empty(budget.candidates)
        if view.end == "survey":
            chosen = choose_in_survey(
                cells, grid.kernel_neighbours, bounds, table, view.mines or 0, log2_weight, risk, order,
                budget, limit.states, limit.values, after, verdict, looked_at, worth,
            )  # fmt: skip
            return _shown(view, risk, chosen, looked_at, -worth)
        chosen, win = choose(
            cells, grid.kernel_neighbours, bounds, table, view.mines or 0, log2_weight, risk, order, budget,
            limit.states, limit.values, after, verdict, looked_at, worth,
        )  # fmt: skip
        if win >= 0.0:
            return (Candidate(grid.cell(chosen), float(risk[chosen]), win=win),)
        return _shown(view, risk, chosen, looked_at, worth)

    @staticmethod
    def plans(view: View) -> bool:
        """Whether it can look ahead in such games."""
        return view.clues == EXACT and view.mines is not None


def _shown(view: View, risk: Floats, chosen: int, looked_at: Ints, worth: Floats) -> tuple[Candidate, ...]:
    """The chosen cell, then the others by worth; the worth of one that fell behind is not known."""
    ranked = sorted(
        ((value, cell) for value, cell in zip(worth.tolist(), looked_at.tolist(), strict=True) if cell >= 0),
        key=lambda one: (one[1] != chosen, -one[0]),
    )
    return tuple(_candidate(view, cell, float(risk[cell]), value) for value, cell in ranked)


def _candidate(view: View, cell: int, risk: float, worth: float) -> Candidate:
    """A cell with what is known of it; in a survey game its worth is not the chance of anything."""
    place = view.grid.cell(cell)
    if view.end == "survey" or worth == BEHIND:
        return Candidate(place, risk)
    hidden, left = int(view.hidden.sum()), view.mines_left or 0
    survival = min(worth, 1.0 - risk)  # a coin flip that waiting cannot avoid is worth more than it is safe
    return Candidate(place, risk, survival=worth, estimated_win=estimated_win(hidden - left, left, hidden, survival))


def budget_on(cells: int, budget: Budget) -> Budget:
    """The budget for a board of that many cells.

    >>> budget_on(480, USUAL).layouts, budget_on(25, USUAL).layouts, budget_on(25, FAST).layouts
    (8000, 21000, 400)
    """
    if cells > TINY or budget.layouts < USUAL.layouts:
        return budget
    return budget._replace(layouts=max(budget.layouts, TINY_LAYOUTS), work=max(budget.work, TINY_WORK))
