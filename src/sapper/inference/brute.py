"""The oracle: try every layout. For tests and tiny boards.

What
    Enumerate every way to mine the unknown cells, weigh each by the clues' likelihood and the prior, and count.

Why it is sound
    It is the definition.

Cost
    2ⁿ for n unknown cells; refused above MOST_CELLS. It shares no code with the exact engine but the view itself: the
    likelihoods are asked of the clue model directly.

Example
    `1..` — two layouts if the mine count is withheld: the hidden neighbour is a mine in both, the last cell in one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.board.view import FLAG, HIDDEN, MINE, View
from sapper.errors import InconsistentView, LimitExceeded

MOST_CELLS = 24


@dataclass(frozen=True)
class Enumeration:
    """Every layout that a view allows, with its weight."""

    layouts: npt.NDArray[np.bool_]
    """[solutions, height, width]"""
    weights: npt.NDArray[np.float64]
    """[solutions] adding up to 1."""

    @property
    def risk(self) -> npt.NDArray[np.float64]:
        """Probability of a mine at each cell."""
        risk: npt.NDArray[np.float64] = np.tensordot(self.weights, self.layouts, axes=1)
        return risk


def enumerate_layouts(view: View, trust_flags: bool = True) -> Enumeration:
    """All layouts that a view allows.

    >>> len(enumerate_layouts(View.parse("1..")).layouts)
    2
    """
    flat = view.cells.ravel()
    known = np.equal(flat, MINE) | (np.equal(flat, FLAG) & trust_flags)
    unknown = np.flatnonzero((np.equal(flat, HIDDEN) | np.equal(flat, FLAG)) & ~known)
    if len(unknown) > MOST_CELLS:
        raise LimitExceeded(f"{len(unknown)} unknown cells are too many to try every layout: at most {MOST_CELLS}")
    numbers = np.arange(2 ** len(unknown), dtype=np.int64)
    layouts = np.zeros((len(numbers), flat.size), dtype=np.bool_)
    layouts[:, known] = True
    for bit, cell in enumerate(unknown):
        layouts[:, cell] = (numbers >> bit) & 1
    weights = _prior(view, layouts, len(unknown), int(known.sum())) * _likelihood(view, layouts)
    possible = weights > 0.0
    if not possible.any():
        raise InconsistentView("no layout explains the view")
    shape = (-1, *view.cells.shape)
    return Enumeration(layouts[possible].reshape(shape), weights[possible] / weights.sum())


def _prior(view: View, layouts: npt.NDArray[np.bool_], unknown: int, known: int) -> npt.NDArray[np.float64]:
    mines = layouts.sum(axis=1)
    if view.mines is not None:
        told: npt.NDArray[np.float64] = np.equal(mines, view.mines).astype(np.float64)
        return told
    density = 0.5 if view.density is None else view.density
    drawn = mines - known
    weights: npt.NDArray[np.float64] = np.power(density, drawn) * np.power(1.0 - density, unknown - drawn)
    return weights


def _likelihood(view: View, layouts: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    weights = np.ones(len(layouts))
    for index in np.flatnonzero(view.cells.ravel() >= 0).tolist():
        row, column = view.grid.cell(index)
        around = [view.grid.index(cell) for cell in view.grid.around((row, column))]
        bound = 0 if view.bounds is None else int(view.bounds[row, column])
        if view.bounds is None:
            bound = view.clues.bound(0, 0, len(around))
        likelihood = view.clues.likelihood(view[row, column], bound, len(around))
        weights *= likelihood[layouts[:, around].sum(axis=1)]
    return weights
