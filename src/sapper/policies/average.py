"""Estimate `average`: the mean of what the clues around a cell say, each taken alone (report 004's selector).

A clue with k mines left among h hidden cells says k / h; a cell without a clue is as likely a mine as not. An uncertain
clue counts with its mean number of mines. `select` is the report's choice: lowest average, then fewest hidden
neighbours, then the first. Cost: linear in the constraints.
"""

from __future__ import annotations

import numpy as np

from sapper.board.view import View
from sapper.knowledge.belief import Belief, Grid2D
from sapper.knowledge.constraints import Constraints, Floats, constraints_of
from sapper.policies.safest import Safest, fewest_hidden

WITHOUT_CLUE = 0.5


def shares(c: Constraints) -> Floats:
    """[m] the share of mines that each clue, taken alone, says there is among its cells."""
    mean: Floats = c.weight @ np.arange(c.weight.shape[1]) / c.weight.sum(axis=1) / np.diff(c.start)
    return mean


def average(view: View, belief: Belief) -> Grid2D:
    """Mean share of mines over the clues of each cell."""
    c = constraints_of(view)
    touched = np.diff(c.touch_start)
    owner = np.repeat(np.arange(len(c.cells)), touched)
    total = np.bincount(owner, weights=shares(c)[c.touching], minlength=len(c.cells))
    risk = np.where(view.opened, 0.0, 1.0)
    risk.ravel()[c.cells] = np.where(touched > 0, total / np.maximum(touched, 1), WITHOUT_CLUE)
    return risk


select = Safest(average, (fewest_hidden,), last="reading")
"""Report 004's advanced selector."""
