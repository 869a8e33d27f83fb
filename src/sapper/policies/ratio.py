"""Policy `ratio`: with many mines left stay close to small clues, with few go far from any (report 000).

K = mines left / safe cells left. If K > 0.2 a random cell is dangerous: ask next to the clues that show the smallest
number, 1 before 2 before 3. Otherwise a cell next to a clue is the dangerous one: ask one that touches no clue. Cells
that are alike go by the random order that all agents on this board share. Without the mine count, or without such a
cell, any undecided cell is as good. The report estimates no risks. Cost: one scan of the board.
"""

from __future__ import annotations

import numpy as np

from sapper.board.chance import Chance
from sapper.board.view import View
from sapper.knowledge.belief import Belief
from sapper.policies.policy import Candidate
from sapper.policies.safest import Indices, first_of

MANY = 0.2
NO_CLUE = 9
"""Larger than any clue."""


def near_or_far(view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
    """Next to the smallest clues, or far from any."""
    cells = np.flatnonzero(view.hidden & ~belief.safe & ~belief.mines)
    if view.mines_left is not None:
        mines = view.mines_left - int(belief.mines.sum())
        cells = _preferred(view, cells, mines)
    return (Candidate(view.grid.cell(first_of(cells, view.cells.size, rng))),)


def _preferred(view: View, cells: Indices, mines: int) -> Indices:
    """The cells to choose from, given the mines among them."""
    around = view.grid.neighbours[cells]
    codes = view.cells.ravel()[around]
    smallest = np.where((around >= 0) & (codes >= 0), codes, NO_CLUE).min(axis=1)
    wanted = smallest.min() if mines > MANY * (len(cells) - mines) else NO_CLUE
    preferred: Indices = cells[smallest == wanted]
    return preferred if len(preferred) else cells
