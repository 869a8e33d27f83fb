"""Estimate `average`: the mean of what the clues around a cell say, each taken alone (report 004's selector).

A clue with k mines left among h hidden cells says k / h; a cell without a clue is as likely a mine as not. An uncertain
clue counts with its mean number of mines. `select` is the report's choice: lowest average, then fewest hidden
neighbours, then the first. Cost: linear in the constraints.
"""

from __future__ import annotations

import numpy as np

from sapper.board.view import View
from sapper.compiled import kernel
from sapper.knowledge.belief import Belief, Grid2D
from sapper.knowledge.constraints import COUNTS, Constraints, Floats, constraints_of
from sapper.policies.safest import Safest, fewest_hidden

WITHOUT_CLUE = 0.5


def average(view: View, belief: Belief) -> Grid2D:
    """Mean share of mines over the clues of each cell."""
    c = constraints_of(view)
    risk = np.where(view.opened, 0.0, 1.0)
    risk.ravel()[c.cells] = averages(c)
    return risk


@kernel
def averages(c: Constraints) -> Floats:
    """[n] the estimate for each unknown cell."""
    share, risk = shares(c), np.full(len(c.cells), WITHOUT_CLUE)
    for cell in range(len(c.cells)):
        total, touched = 0.0, c.touch_start[cell + 1] - c.touch_start[cell]
        for j in range(c.touch_start[cell], c.touch_start[cell + 1]):
            total += share[c.touching[j]]
        if touched:
            risk[cell] = total / touched
    return risk


@kernel
def shares(c: Constraints) -> Floats:
    """[m] the share of mines that each clue, taken alone, says there is among its cells."""
    share = np.empty(len(c.clues))
    for clue in range(len(c.clues)):
        mines, weight = 0.0, 0.0
        for need in range(COUNTS):
            mines += need * c.weight[clue, need]
            weight += c.weight[clue, need]
        share[clue] = mines / weight / (c.start[clue + 1] - c.start[clue])
    return share


select = Safest(average, (fewest_hidden,), last="reading")
"""Report 004's advanced selector."""
