"""Level `linopt`: clues as inequalities, and the least and the most mines of a cell by linear programming (report 002).

What
    Cells may be mined in part, between 0 and 1; each clue bounds the sum of its cells from both sides, and the mine
    count, if told, fixes the sum of all. If the most that a cell can be is less than 1, it is safe; if the least is
    more than 0, it is a mine. One programme serves all: only the objective changes, and each starts where the last one
    ended. Whoever is 1 in some point, or 1 after an exchange with another cell, is not proved safe and needs no
    programme of its own. So from any point all others are pushed up together, then those that did not arrive; the same
    downwards.

Why it is sound
    Every solution of the clues satisfies the inequalities, so a bound on the relaxed cells is a bound on the true ones,
    and those are whole. The solver rounds, so its word is not taken: its dual values, rounded to fixed fractions, are
    turned into a bound by weak duality in whole numbers (`sapper.knowledge.relaxation`). A cell is decided by that
    bound only. The clues with a dual value are the reason.

Cost
    One or two programmes of 0.1 to 0.5 ms where most cells move freely; two per cell where none does.

Example
    `121` over `...` over `121`, cautious clues, 2 mines — the corners allow at most one mine among two cells each, so
    the middle cell would leave only itself: it is safe, and its neighbours are mines.
"""

from __future__ import annotations

import numpy as np

from sapper.inference.level import Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints
from sapper.knowledge.origins import clues_behind
from sapper.knowledge.relaxation import Longs, Optimum, Relaxation, quiet_solver
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED, Problem, compress

Waiting = dict[int, Ints]
"""What is not yet shown to be possible: SAFE waits for a mine in these columns, MINE for a safe cell in these."""


def linopt_level(c: Constraints, decided: Bytes) -> list[Finding]:
    """Decide every cell that the bounds of the linear programme decide."""
    p, consistent = compress(c, decided)
    if not consistent:
        raise Contradiction(int(clues_behind(c, decided, p, int(np.argmin(p.high)))[-1]))
    if not len(p.low):
        return []
    with quiet_solver() as solver:
        proved = _all_proved(Relaxation(solver, p, c.mines_left - p.mines if c.mines_left >= 0 else -1))
    findings: list[Finding] = []
    before = decided.copy()
    for verdict, column, optimum in proved:
        clues, counted = _reason(c, before, p, optimum)
        # The column behind the supercells is the floating cells, whose box is −1.
        for cell in np.flatnonzero(p.box == (column if column < len(p.size) else -1)).tolist():
            if decided[cell] != UNDECIDED:  # proved safe as well: no whole number lies between the bounds
                raise Contradiction(max(clues, default=-1))
            decided[cell] = verdict
            findings.append(Finding(cell, verdict == MINE, clues, counted))
    return findings


def _all_proved(relaxation: Relaxation) -> list[tuple[int, int, Optimum]]:
    """Verdict, column and proof of all that the programme decides."""
    point = relaxation.some_point()
    if point is None:
        raise Contradiction(-1)
    undecided = np.flatnonzero(relaxation.upper > 0).astype(np.int32)
    waiting = _still_waiting(relaxation, point, {SAFE: undecided, MINE: undecided})
    return [
        (verdict, column, optimum)
        for verdict in (SAFE, MINE)
        for column, optimum in _proved(relaxation, verdict, waiting)
    ]


def _still_waiting(relaxation: Relaxation, point: Floats, waiting: Waiting) -> Waiting:
    """What a point, and the points around it, do not show to be possible."""
    return {
        SAFE: relaxation.far_from_mined(point, waiting[SAFE]),
        MINE: relaxation.far_from_safe(point, waiting[MINE]),
    }


def _proved(relaxation: Relaxation, verdict: int, waiting: Waiting) -> list[tuple[int, Optimum]]:
    """The columns that are all safe, or all mined, each with its proof; every point found clears columns that wait."""
    proved: list[tuple[int, Optimum]] = []
    together = True
    while len(pushed := waiting[verdict] if together else waiting[verdict][:1]):
        optimum = _push(relaxation, verdict, pushed)
        if optimum.proves_none:
            proved += [(int(column), optimum) for column in pushed]
            waiting[verdict] = np.setdiff1d(waiting[verdict], pushed)
            continue
        before = len(waiting[verdict])
        waiting.update(_still_waiting(relaxation, optimum.point, waiting))
        if len(waiting[verdict]) == before:
            together, waiting[verdict] = False, waiting[verdict] if together else waiting[verdict][1:]
    return proved


def _push(relaxation: Relaxation, verdict: int, columns: Ints) -> Optimum:
    """The point with the most mines in some columns, or the most safe cells."""
    objective: Longs = np.zeros(len(relaxation.upper), np.int64)
    objective[columns] = 1 if verdict == SAFE else -1
    optimum = relaxation.most(objective, 0 if verdict == SAFE else int(relaxation.upper[columns].sum()))
    if optimum is None:
        raise Contradiction(-1)
    return optimum


def _reason(c: Constraints, decided: Bytes, p: Problem, optimum: Optimum) -> tuple[tuple[int, ...], bool]:
    """The clues with a dual value, and whether the mine count has one."""
    rows = np.flatnonzero(optimum.duals)
    clues = {int(clue) for row in rows[rows < len(p.low)] for clue in clues_behind(c, decided, p, int(row))}
    return tuple(sorted(clues)), bool((rows == len(p.low)).any())
