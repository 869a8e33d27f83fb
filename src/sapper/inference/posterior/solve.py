"""Level `posterior`: what `bayes` believes.

What
    The probability of a mine at every hidden cell, given the clues, the clue model, and what is told of the mines. If
    neither their number nor a density is told, every density up to ½ is equally likely beforehand; `exact`, which
    counts layouts, would take half of all cells for mines. Where clues that may mislead make a component too wide, it
    is cut into strips; risks are then close but not exact (`complete=False`, `risk_error`).

Why it is sound
    Uncut, it is Bayes' rule. Cut, a part of a clue allows every number of mines that the whole clue allows with some
    possible number on the other side, so what is decided in a strip is decided on the board.

Cost
    That of exact inference as long as nothing is cut. A cut component costs four passes over its strips without the
    mine count, which are cheap, and its share of one pass with it: some milliseconds at 20×20 with cautious clues.

Example
    `1..` under optimistic clues — at least one mine at the one hidden neighbour: a mine.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from sapper.board.clues import ClueModel
from sapper.board.view import View
from sapper.inference.conflict import explain_conflict
from sapper.inference.exact.beyond import infer_beyond
from sapper.inference.exact.engine import FINE, INCONSISTENT, OVER_LIMIT, analyse_view
from sapper.inference.exact.prior import prior_of, settled
from sapper.inference.posterior.engine import analyse
from sapper.inference.posterior.prior import Prior
from sapper.knowledge.belief import Belief, Limit
from sapper.knowledge.constraints import Bytes, Floats, Ints, bounds_of, cells_of, constraints_of, likelihoods
from sapper.knowledge.written import WrittenBelief

_USUAL_LIMIT = Limit()


class Caps(NamedTuple):
    """How many states are too many."""

    quick: int
    """What is tried first if mines are told or have a density: one compiled call, given up beyond so many states."""
    exact: int
    """A component with more states is cut …"""
    strips: int
    """… and so many may there be after the cut."""


CAPS = {"optimistic": Caps(300_000, 300_000, 60_000), "cautious": Caps(3_000, 5_000, 8_000)}
"""Optimistic clues make hard lower bounds: cut, the mean error is ten times that of cautious ones. At 30×30 nothing is
cut yet. True clues are never cut, whatever it costs: that gave errors up to ½."""
MEASURED_ERROR = 0.0004
"""Mean absolute error of a risk on a board that was cut: `sapper bench uncertain`."""


def caps_of(model: ClueModel, limit: Limit) -> Caps:
    """How many states are too many under a clue model."""
    return CAPS.get(model.kind, Caps(limit.states, limit.states, limit.states))


def infer_posterior(
    view: View, trust_flags: bool = True, limit: Limit | None = None, caps: Caps | None = None
) -> Belief:
    """Risks under the clue model of the view.

    >>> infer_posterior(View.parse("1../clues=optimistic:wide", mines=2)).risk.tolist()
    [[0.0, 1.0, 1.0]]
    """
    began = time.perf_counter()
    view, limit = settled(view, trust_flags), limit or _USUAL_LIMIT
    caps = caps or caps_of(view.clues, limit)
    size = view.cells.size
    if view.mines is not None or view.density is not None:
        risk, verdict, status, states, width = quickly(
            cells_of(view), bounds_of(view), trust_flags, view.grid.kernel_neighbours, likelihoods(view.clues),
            prior_of(view), caps.quick, limit,
        )  # fmt: skip
        if status == FINE:
            return WrittenBelief(view, "posterior", risk, verdict, (states, width, time.perf_counter() - began))
    c = constraints_of(view, trust_flags)
    opened = int(np.count_nonzero(view.opened))
    prior = Prior(c.mines_left, view.density, size - len(c.cells) - opened, opened)
    answer = analyse(c, prior, view.cells.shape[1], limit, caps.exact, caps.strips)
    if answer.status == INCONSISTENT:
        explain_conflict(view, trust_flags)
    if answer.status == OVER_LIMIT:
        return infer_beyond(view, trust_flags, limit)
    risk, verdict = np.where(view.opened, 0.0, 1.0).ravel(), np.zeros(size, np.int8)
    risk[c.cells], verdict[c.cells] = answer.risk, answer.verdict
    effort = answer.states, answer.width, time.perf_counter() - began
    error = np.where(view.hidden, MEASURED_ERROR, 0.0) if answer.cut else None
    return WrittenBelief(view, "posterior", risk, verdict, effort, error)


def quickly(
    cells: Bytes, bounds: Bytes, trust_flags: bool, neighbours: Ints, likelihoods: Floats, prior: tuple[int, float],
    most_states: int, limit: Limit,
) -> tuple[Floats, Bytes, int, int, int]:  # fmt: skip
    """Risks and verdicts [cells] by one call of the exact engine, how it ended, states and width."""
    risk, verdict = np.empty(len(cells)), np.zeros(len(cells), np.int8)
    status, states, width, _ = analyse_view(
        cells, bounds, trust_flags, neighbours, likelihoods, *prior, most_states, limit.values, risk, verdict, False
    )
    return risk, verdict, status, states, width
