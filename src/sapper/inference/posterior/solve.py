"""Level `posterior`: what `bayes` believes.

What
    The probability of a mine at every hidden cell, given the clues, the clue model, and what is told of the mines. If
    neither their number nor a density is told, every number is equally likely beforehand; `exact`, which counts layouts,
    would take half of all cells for mines. Where clues that may mislead make a component too wide, it is cut into
    strips; risks are then close but not exact (`complete=False`, `risk_error`).

Why it is sound
    Uncut, it is Bayes' rule. Cut, a part of a clue allows every number of mines that the whole clue allows with some
    possible number on the other side, so what is decided in a strip is decided on the board.

Cost
    That of exact inference as long as nothing is cut. A cut component costs three passes over its strips without the mine
    count, which are cheap, and its share of one pass with it: a few milliseconds at 20×20 with cautious clues.

Example
    `1..` under optimistic clues — at least one mine at the one hidden neighbour: a mine. The cell beyond: one of the two
    cells known so far is a mine, so the chance is ½ if the number of mines is not told.
"""

from __future__ import annotations

import time

import numpy as np

from sapper.board.view import View
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.beyond import infer_beyond
from sapper.inference.exact.engine import INCONSISTENT, OVER_LIMIT
from sapper.inference.exact.prior import settled
from sapper.inference.exact.solve import infer_exactly
from sapper.inference.posterior.engine import Answer, analyse
from sapper.inference.posterior.prior import Prior
from sapper.knowledge.belief import Belief, Deduction, Effort, Limit, Reason
from sapper.knowledge.constraints import Constraints, constraints_of
from sapper.knowledge.supercells import MINE, SAFE

EXACT_STATES = {"optimistic": 60_000, "cautious": 5_000}
"""A component with more states is cut. True clues are never cut, whatever it costs: that gave errors up to ½ …"""
STRIP_STATES = {"optimistic": 40_000, "cautious": 8_000}
"""… and so many states may there be after the cut."""
MEASURED_ERROR = 0.0004
"""Mean absolute error of a risk on a board that was cut: `sapper bench uncertain`."""


def infer_posterior(view: View, trust_flags: bool = True, limit: Limit | None = None) -> Belief:
    """Risks under the clue model of the view.

    >>> infer_posterior(View.parse("1../clues=optimistic:wide")).risk.round(3).tolist()
    [[0.0, 1.0, 0.5]]
    """
    if view.clues.truthful and (view.mines is not None or view.density is not None):
        return infer_exactly(view, trust_flags, limit)
    began = time.perf_counter()
    view, limit = settled(view, trust_flags), limit or Limit()
    c, kind = constraints_of(view, trust_flags), view.clues.kind
    opened = int(np.count_nonzero(view.opened))
    prior = Prior(c.mines_left, view.density, view.cells.size - len(c.cells) - opened, opened)
    answer = analyse(
        c, prior, view.cells.shape[1], limit, EXACT_STATES.get(kind, limit.states), STRIP_STATES.get(kind, limit.states)
    )
    if answer.status == INCONSISTENT:
        explain_conflict(view, trust_flags)
    if answer.status == OVER_LIMIT:
        return infer_beyond(view, trust_flags, limit)
    return _belief(view, c, answer, time.perf_counter() - began)


def _belief(view: View, c: Constraints, answer: Answer, seconds: float) -> Belief:
    """Put the answers for the unknown cells on the board."""
    shape = view.cells.shape
    risk, verdict = np.where(view.opened, 0.0, 1.0).ravel(), np.zeros(view.cells.size, np.int8)
    risk[c.cells], verdict[c.cells] = answer.risk, answer.verdict
    reason = Reason("posterior", (), mine_count=view.mines is not None)
    return Belief(
        safe=np.equal(verdict, SAFE).reshape(shape),
        mines=np.equal(verdict, MINE).reshape(shape),
        risk=risk.reshape(shape),
        complete=not answer.cut,
        trail=tuple(
            Deduction(view.grid.cell(index), bool(verdict[index] == MINE), reason)
            for index in np.flatnonzero(verdict).tolist()
        ),
        effort=Effort(answer.states, answer.width, seconds),
        risk_error=np.where(view.hidden, MEASURED_ERROR, 0.0) if answer.cut else None,
    )
