"""The ordered table of inference levels, and `infer`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

import numpy as np

from sapper.board.view import View
from sapper.errors import InconsistentView
from sapper.inference.single import single
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED
from sapper.knowledge.belief import Belief, Deduction, Effort, Reason
from sapper.knowledge.constraints import constraints_of

Level = Literal["single"]


def infer(view: View, level: Level | Sequence[Level] = "single", trust_flags: bool = True) -> Belief:
    """What a view says of its hidden cells.

    >>> belief = infer(View.parse("01."))
    >>> belief.mines.tolist()
    [[False, False, True]]
    """
    began = time.perf_counter()
    constraints = constraints_of(view, trust_flags)
    n = len(constraints.cells)
    decided = np.zeros(n, np.int8)
    order, why = np.empty(n, np.int32), np.empty(n, np.int32)
    levels = (level,) if isinstance(level, str) else tuple(level)
    found = single(constraints, decided, order, why) if "single" in levels else 0
    if found < 0:
        row, column = view.grid.cell(constraints.clues[-1 - found])
        raise InconsistentView(f"({row},{column})={view[row, column]} cannot hold together with the clues around it")
    cell_of, clue_of = view.grid.cell, constraints.clues
    deductions = tuple(
        Deduction(
            cell_of(constraints.cells[order[i]]),
            bool(decided[order[i]] == MINE),
            Reason("single", (cell_of(clue_of[why[i]]),)),
        )
        for i in range(found)
    )
    verdict = np.full(view.cells.shape, UNDECIDED, np.int8)
    verdict.ravel()[constraints.cells] = decided
    unknown = np.zeros(view.cells.size, np.bool_)
    unknown[constraints.cells] = True
    risk = np.where(view.opened, 0.0, 1.0)
    risk[unknown.reshape(view.cells.shape) & (verdict == UNDECIDED)] = np.nan
    risk[verdict == SAFE] = 0.0
    effort = Effort(seconds=time.perf_counter() - began)
    return Belief(verdict == SAFE, verdict == MINE, risk, False, deductions, effort)
