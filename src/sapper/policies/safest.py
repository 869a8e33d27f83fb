"""Policy `safest`: the undecided cell with the lowest estimated risk; ties by what a report says.

    estimate   (view, belief) → risk of every cell [height, width], NaN where it does not say
    tie        (view, cells) → one number per tied cell, the lowest wins; several ties are asked in turn

Cells without an estimate come after all others. What is still tied goes by the random order that all agents on this
board share, or by reading order. Cost: one scan of the board, and the ties of the few cells that are tied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from sapper.board.chance import Chance
from sapper.board.view import View
from sapper.knowledge.belief import Belief, Grid2D
from sapper.policies.policy import Candidate

Indices = npt.NDArray[np.intp]
Estimate = Callable[[View, Belief], Grid2D]
Tie = Callable[[View, Indices], npt.NDArray[np.int64]]

SHOWN = 8
"""So many candidates are reported, the safest first."""
EQUAL = 1e-9
"""Risks that differ by less are equal: they are sums in different orders."""


def believed(view: View, belief: Belief) -> Grid2D:
    """The risk that inference itself gives."""
    return belief.risk


def fewest_equations(view: View, cells: Indices) -> npt.NDArray[np.int64]:
    """How many clues touch each cell."""
    return _around(view, cells, view.cells >= 0)


def most_equations(view: View, cells: Indices) -> npt.NDArray[np.int64]:
    """The same, so that the cell in most equations wins: opening it tells most (report 001's triple)."""
    return -fewest_equations(view, cells)


def fewest_hidden(view: View, cells: Indices) -> npt.NDArray[np.int64]:
    """How many hidden neighbours each cell has: few make a clue that is easily solved (report 004)."""
    return _around(view, cells, view.hidden)


@dataclass(frozen=True)
class Safest:
    """The policy, for one estimate and one way to break ties."""

    estimate: Estimate = believed
    ties: tuple[Tie, ...] = ()
    last: Literal["order", "reading"] = "order"
    """How cells are sorted that are still tied: in the shared random order, or from the top left."""

    def __call__(self, view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
        """Choose the safest cell; the next safest are shown beside it."""
        cells, risks = undecided_risks(view, belief, self.estimate(view, belief))
        lowest = np.flatnonzero(risks <= risks.min() + EQUAL)
        tied = cells[lowest]
        for tie in self.ties:
            if len(tied) > 1:
                values = tie(view, tied)
                tied = tied[values == values.min()]
        chosen = int(tied[0] if self.last == "reading" else first_of(tied, view.cells.size, rng))
        return shown(view, chosen, cells, risks)


lowest_risk = Safest()
"""The lowest risk of the belief, ties in the shared random order."""
lowest_risk_few_hidden = Safest(ties=(fewest_hidden,))
"""The same, ties to the cell with fewest hidden neighbours: what `exact` does, and others where they know no better."""


def undecided_risks(view: View, belief: Belief, risk: Grid2D) -> tuple[Indices, npt.NDArray[np.float64]]:
    """The undecided cells in reading order, and the risk of each; infinite where there is no estimate."""
    cells = np.flatnonzero(view.hidden & ~(belief.safe | belief.mines))
    risks = risk.ravel()[cells]
    unknown = np.isnan(risks)
    return cells, np.where(unknown, np.inf, risks) if unknown.any() else risks


def first_of(cells: Indices, size: int, rng: Chance) -> int:
    """The first of some cells in the random order that all agents on this board share."""
    if len(cells) == 1:
        return int(cells[0])
    among = np.zeros(size, np.bool_)
    among[cells] = True
    order = rng.order(size)
    return int(order[np.argmax(among[order])])


def shown(view: View, chosen: int, cells: Indices, risks: npt.NDArray[np.float64]) -> tuple[Candidate, ...]:
    """The chosen cell, then the next safest ones, with their risks."""
    few = np.argpartition(risks, SHOWN)[: SHOWN + 1] if len(risks) > SHOWN else np.arange(len(risks))
    few = few[np.argsort(risks[few], kind="stable")]
    best = int(np.searchsorted(cells, chosen))
    order = [best, *(i for i in few.tolist() if i != best)][:SHOWN]
    return tuple(
        Candidate(view.grid.cell(cell), risk if risk < np.inf else None)
        for cell, risk in zip(cells[order].tolist(), risks[order].tolist(), strict=True)
    )


def _around(view: View, cells: Indices, counted: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """How many neighbours of each cell are counted."""
    around = view.grid.neighbours[cells]
    total: npt.NDArray[np.int64] = (counted.ravel()[around] & (around >= 0)).sum(axis=1)
    return total
