"""Policy `cheapest`: the cell of least toll where that can be found, the lowest in rank elsewhere. See `toll.py`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.chance import Chance
from sapper.board.clues import ClueModel
from sapper.board.rules import End
from sapper.board.view import View
from sapper.inference.exact.prior import prior_of
from sapper.knowledge.belief import Belief, Limit
from sapper.knowledge.constraints import Bytes, Floats, Ints, bounds_of, cells_of
from sapper.players.showing import may_be_asked, showing_of
from sapper.players.toll import Pick, Prior, Work, look_ahead, lowest_in_rank
from sapper.policies.policy import Candidate
from sapper.policies.safest import lowest_risk_few_hidden, shown, undecided_risks


class Cheapest(NamedTuple):
    """The policy in survey games whose clues stay uncertain; in all others, the lowest risk.

    A classic game ends with a mine. Where clues are exact, or can be asked for until they are shown, `champion` is the
    agent that looks ahead.
    """

    true: Pick
    """Where a number that is shown is true."""
    ranges: Pick
    """Where it is drawn from a range. Looking ahead was no better there, see roads-not-taken.md."""

    def __call__(self, view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
        """Choose a cell; the safest others are shown beside it."""
        if not self.applies(view.end, view.clues):
            return lowest_risk_few_hidden(view, belief, rng)
        told = belief.complete and (view.mines is not None or view.density is not None)
        chosen = self.choose(
            cells_of(view), bounds_of(view), view.grid.kernel_neighbours, view.clues, prior_of(view) if told else None,
            belief.risk.flatten(), rng.order(view.cells.size).astype(np.int32),
        )  # fmt: skip
        return shown(view, chosen, *undecided_risks(view, belief, belief.risk))

    @staticmethod
    def applies(end: End, model: ClueModel) -> bool:
        """Whether it chooses in such games."""
        return end == "survey" and model.kind != "exact" and not may_be_asked(model)

    def choose(
        self, cells: Bytes, bounds: Bytes, neighbours: Ints, model: ClueModel, prior: tuple[int, float] | None,
        risk: Floats, order: Ints,
    ) -> int:  # fmt: skip
        """The cell to open; prior: what is told of the mines, or None where risks are not exact."""
        pick = self.true if model.truthful else self.ranges
        if prior is None:
            return lowest_in_rank(cells, neighbours, risk, order, pick)
        limit = Limit()
        work = Work(limit.states, limit.values, np.empty(len(cells)), np.empty(len(cells), np.int8))
        return look_ahead(cells, bounds, neighbours, showing_of(model), Prior(*prior), risk, order, pick, work)
