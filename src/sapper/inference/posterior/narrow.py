"""A programme that is narrow enough: the components as they are, or cut into strips that know of each other.

    legend   programme   clues over supercells with an order of elimination; what the dynamic programme runs through
             bands       how many strips a wide component is cut into; more until the programme is narrow

Strips are cut as a whole board of independent components, so the final pass still has the right number of mines. The
passes before it, in which the parts of cut clues tell each other what they know, are run with odds instead of a mine
count: a state then has one number instead of one per number of mines. The odds matter: with a share of mines that is
off by a third, errors are ten times larger. So each pass improves them as well.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.inference.exact.engine import FINE, OVER_LIMIT
from sapper.inference.exact.forward import forward
from sapper.inference.exact.layers import Layers
from sapper.inference.exact.order import elimination_order
from sapper.inference.posterior.messages import first_beliefs, join, listen
from sapper.inference.posterior.prior import OddsSearch, Prior
from sapper.inference.posterior.strips import cut, strips_of
from sapper.knowledge.components import components
from sapper.knowledge.constraints import Constraints, Ints
from sapper.knowledge.supercells import Problem

NARROW = 9
"""So many open clues are never too many."""
WIDTH_PER_BAND = 5
"""The first cut: one strip for so many open clues."""
MOST_BANDS = 64
PASSES = 4
"""How often the parts of cut clues tell each other what they know; more change nothing."""


class Programme(NamedTuple):
    """Clues, or parts of clues, in the order of their supercells."""

    problem: Problem
    sequence: Ints
    bounds: Ints
    width: int
    cut: bool = False
    """Whether some clues are in parts."""

    def forward(self, odds: float, track: bool, most_states: int, most_values: int) -> tuple[Layers, int]:
        """All ways through the supercells, and how that ended."""
        return forward(
            self.problem, self.sequence, self.bounds, self.width, odds, track, most_states, most_values
        )  # fmt: skip


def programme_of(p: Problem, is_cut: bool = False) -> Programme:
    """Find an order for all components."""
    sequence, bounds, width = elimination_order(p, *components(p))
    return Programme(p, sequence, bounds, width, is_cut)


def narrow_programme(
    c: Constraints, p: Problem, prior: Prior, board_width: int, exact_states: int, strip_states: int
) -> Programme:
    """The programme of a problem; components with more than `exact_states` states are cut.

    All strips and the other components together then have at most `strip_states` states more than the uncut ones.
    """
    whole = programme_of(p)
    wide = _wide(whole, exact_states) if whole.width > NARROW else np.zeros(0, np.bool_)
    if not wide.any():
        return whole
    row, column = _places(c, p, board_width)
    start, clues = components(p)
    search = OddsSearch(prior.first_odds(p))
    for bands in range(max(2, whole.width // WIDTH_PER_BAND), MOST_BANDS):
        division = cut(p, strips_of(p, start, clues, np.where(wide, bands, 1).astype(np.int32), row, column))
        belief = first_beliefs(division, search.odds)
        join(p, division, belief)
        programme = programme_of(division.problem, is_cut=True)
        layers, status = programme.forward(search.odds, False, strip_states, strip_states)
        if status == FINE:
            break
    else:
        return whole
    for number in range(PASSES):
        if number:
            layers, _ = programme.forward(search.odds, False, strip_states, strip_states)
        mines = listen(division, layers, programme.sequence, programme.bounds, belief)
        search.improve(prior.shortfall(p, search.odds, mines))
        join(p, division, belief)
    return programme


def _wide(programme: Programme, most_states: int) -> npt.NDArray[np.bool_]:
    """[components] whether a component has more states."""
    p, sequence, bounds, width, _ = programme
    ended = [
        forward(p, sequence, bounds[k : k + 2], width, 1.0, False, most_states, most_states)[1]
        for k in range(len(bounds) - 1)
    ]
    return np.equal(ended, OVER_LIMIT)


def _places(c: Constraints, p: Problem, board_width: int) -> tuple[Ints, Ints]:
    """Row and column of some cell of each supercell: the only geometry here, and good enough to cut by."""
    row, column = np.zeros(len(p.size), np.int32), np.zeros(len(p.size), np.int32)
    at_clue = p.box >= 0
    row[p.box[at_clue]], column[p.box[at_clue]] = np.divmod(c.cells[at_clue], board_width)
    return row, column
