"""Flag the rest or open one more cell? The worth of both in mines, by looking some openings ahead.

    legend   worth    expected mines flagged − safe cells flagged among the cells that are still hidden
             outcome  what opening a cell may show: a mine, a number, nothing; with its exact probability

Flagging all is worth Σ (2p − 1). Opening the safest cell is worth the mean over its outcomes of what can then be had,
and so on; at the end of the search whatever is better of flagging all and nothing but the certain mines. All outcomes
of a cell are one batch of exact inference, and the ratios of their weights are their probabilities.
Cost: up to (outcomes per cell)^DEPTH inferences, some ten milliseconds; it is asked only where few cells are left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.view import HIDDEN, View
from sapper.inference.exact.engine import FINE, analyse_views
from sapper.inference.exact.prior import odds_of, prior_of
from sapper.knowledge.belief import Limit
from sapper.knowledge.constraints import Bytes, Floats, bounds_of, cells_of, likelihoods
from sapper.knowledge.supercells import MINE, UNDECIDED
from sapper.players.showing import MOST_OUTCOMES, possible_outcomes, showing_of

DEPTH = 2
"""Openings that are looked ahead: one sees too little to open where it pays, three change nothing more."""


class Position(NamedTuple):
    """A view in thought, and what exact inference says of it."""

    cells: Bytes
    bounds: Bytes
    risk: Floats
    verdict: Bytes
    chance: float
    """Probability of this outcome."""

    @property
    def flags(self) -> float:
        """The worth of flagging every hidden cell that is not certainly safe."""
        unsure = (self.cells == HIDDEN) & (self.verdict == UNDECIDED)
        return self.certain + float((2.0 * self.risk[unsure] - 1.0).sum())

    @property
    def certain(self) -> float:
        """The worth of flagging certain mines only."""
        return float(np.count_nonzero(self.verdict == MINE))


def opening_is_better(view: View) -> bool:
    """Whether opening the safest cell is worth more than flagging all hidden cells; the mines must be told.

    >>> opening_is_better(View.parse("..../end=survey", mines=3))
    False
    """
    root = _analysed(view, cells_of(view)[None], bounds_of(view)[None], np.zeros(1))[0]
    return _worth_of_opening(view, root, DEPTH) > root.flags


def _worth(view: View, position: Position, depth: int) -> float:
    """The worth of the best that can be done, as far as the search sees."""
    done = max(position.flags, position.certain)
    return done if depth == 0 else max(done, _worth_of_opening(view, position, depth))


def _worth_of_opening(view: View, position: Position, depth: int) -> float:
    unsure = np.flatnonzero((position.cells == HIDDEN) & (position.verdict == UNDECIDED))
    if not len(unsure):
        return position.certain
    cell = int(unsure[np.argmin(position.risk[unsure])])
    return sum(outcome.chance * _worth(view, outcome, depth - 1) for outcome in outcomes(view, position, cell))


def outcomes(view: View, position: Position, cell: int) -> list[Position]:
    """Everything that opening a hidden cell may show; the chances add up to 1."""
    codes, factor = np.empty(MOST_OUTCOMES, np.int8), np.empty(MOST_OUTCOMES)
    found, bound = possible_outcomes(
        cell, position.cells, view.grid.kernel_neighbours, showing_of(view.clues), odds_of(view), codes, factor
    )
    cells, bounds = (np.repeat(values[None], 1 + found, axis=0) for values in (position.cells, position.bounds))
    cells[1:, cell], bounds[1:, cell] = codes[:found], bound
    with np.errstate(divide="ignore"):
        after = _analysed(view, cells, bounds, np.log2([1.0, *factor[:found]]))
    return [outcome._replace(chance=outcome.chance / after[0].chance) for outcome in after[1:]]


def _analysed(view: View, cells: Bytes, bounds: Bytes, log2_factor: Floats) -> list[Position]:
    """The positions that are possible, each with its weight relative to the first; the first always is."""
    limit = Limit()
    risk, verdict = np.empty(cells.shape), np.zeros(cells.shape, np.int8)
    answer, weight = np.empty((len(cells), 3), np.int64), np.zeros(len(cells))
    analyse_views(
        np.ascontiguousarray(cells), np.ascontiguousarray(bounds), True, view.grid.kernel_neighbours,
        likelihoods(view.clues), np.array([prior_of(view)] * len(cells)), limit.states, limit.values, risk, verdict,
        answer, weight,
    )  # fmt: skip
    relative = np.exp2(weight + log2_factor - weight[0])
    return [
        Position(cells[i], bounds[i], risk[i], verdict[i], float(relative[i]))
        for i in np.flatnonzero((answer[:, 0] == FINE) & (relative > 0.0)).tolist()
    ]
