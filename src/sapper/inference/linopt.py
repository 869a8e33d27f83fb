"""Level `linopt`: clues as inequalities, and the least and the most mines of a cell by linear programming (report 002).

What
    Cells may be mined in part, between 0 and 1; each clue bounds the sum of its cells from both sides, and the mine count,
    if told, fixes the sum of all. If the most that a cell can be is less than 1, it is safe; if the least is more than 0, it is a mine.
    One programme serves all: only the objective changes, and each starts where the last one ended. First all
    undecided cells are pushed up together: whoever arrives at 1 is not proved safe and needs no programme of its own;
    the same downwards.

Why it is sound
    Every solution of the clues satisfies the inequalities, so a bound on the relaxed cells is a bound on the true ones,
    and those are whole. The solver rounds, so its word is not taken: its dual values, rounded to fixed fractions, are turned
    into a bound by weak duality in whole numbers (`sapper.knowledge.relaxation`). A cell is decided by that bound
    only. The clues with a dual value are the reason.

Cost
    A few programmes of 0.1 to 0.4 ms where most cells move freely; two per cell where none does.

Example
    `121` over `...` over `121`, cautious clues, 2 mines — the corners allow at most one mine among two cells each, so
    the middle cell would leave only itself: it is safe, and its neighbours are mines.
"""

from __future__ import annotations

import numpy as np

from sapper.inference.level import Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints
from sapper.knowledge.origins import clues_behind
from sapper.knowledge.relaxation import Longs, Optimum, Relaxation
from sapper.knowledge.supercells import MINE, SAFE, Problem, compress

REACHED = 1.0 - 1e-6
"""A supercell that gets so far in some point is not proved: no programme is spent on it."""


def linopt_level(c: Constraints, decided: Bytes) -> list[Finding]:
    """Decide every cell that the bounds of the linear programme decide."""
    p, consistent = compress(c, decided)
    if not consistent:
        raise Contradiction(int(clues_behind(c, decided, p, int(np.argmin(p.high)))[-1]))
    if not len(p.low):
        return []
    relaxation = Relaxation(p, c.mines_left - p.mines if c.mines_left >= 0 else -1)
    findings: list[Finding] = []
    before = decided.copy()
    for mine in (False, True):
        for box, optimum in _proved(relaxation, mine):
            clues, counted = _reason(c, before, p, optimum)
            # A column beyond the supercells is the floating cells, whose box is −1.
            for cell in np.flatnonzero(p.box == (box if box < len(p.size) else -1)).tolist():
                decided[cell] = MINE if mine else SAFE
                findings.append(Finding(cell, mine, clues, counted))
    return findings


def _proved(relaxation: Relaxation, mine: bool) -> list[tuple[int, Optimum]]:
    """The columns without a single mine, or without a single safe cell, each with its proof."""
    sign = -1 if mine else 1
    room = relaxation.upper
    waiting = np.flatnonzero(room > 0)
    proved: list[tuple[int, Optimum]] = []
    together = True
    while len(waiting):
        pushed = waiting if together else waiting[:1]
        objective: Longs = np.zeros(len(room), np.int64)
        objective[pushed] = sign
        # Mines are counted downwards from a full supercell: room − x, instead of x.
        optimum = relaxation.most(objective, int(room[pushed].sum()) if mine else 0)
        if optimum is None:
            raise Contradiction(-1)
        if optimum.proves_none:
            proved += [(int(column), optimum) for column in pushed]
            waiting = np.setdiff1d(waiting, pushed)
            continue
        reached = (room - optimum.point if mine else optimum.point) >= REACHED
        stuck = waiting[~reached[waiting]]
        waiting = stuck if together or len(stuck) < len(waiting) else waiting[1:]
        together = together and bool(reached[pushed].any())
    return proved


def _reason(c: Constraints, decided: Bytes, p: Problem, optimum: Optimum) -> tuple[tuple[int, ...], bool]:
    """The clues with a dual value, and whether the mine count has one."""
    rows = np.flatnonzero(optimum.duals)
    clues = {int(clue) for row in rows[rows < len(p.low)] for clue in clues_behind(c, decided, p, int(row))}
    return tuple(sorted(clues)), bool((rows == len(p.low)).any())
