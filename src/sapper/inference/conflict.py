"""Why no layout explains a view: the fewest clues that contradict each other, in words.

What
    Look for a smallest set of clues that cannot hold together. Only if all clues can, the mine count is to blame as
    well: then a smallest set that contradicts it.

Why it is sound
    A set is named only if the solver refutes it, and no clue of it can be left out (see `sapper.inference.smallest`).

Cost
    Some tens to hundreds of solver calls, milliseconds on expert boards. Caps: CALLS questions, CONFLICTS each, after
    which the set is still contradictory but perhaps not the smallest; a mine count that contradicts clues around more
    than MOST_COUNTED cells is reported with all clues, because the formula would be too large; and if the solver cannot
    refute the view at all, its caller is taken at his word and no clue is named.

Example
    `1.3` over `...` — the 3 needs all its cells, two of which touch the 1: "(0,0)=1 and (0,2)=3 cannot both hold".
"""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.errors import BadInput, InconsistentView, LimitExceeded
from sapper.inference.clue_sets import asking
from sapper.inference.level import Contradiction
from sapper.inference.sat import Formula, a_solution
from sapper.inference.smallest import smallest
from sapper.knowledge.constraints import Constraints, constraints_of

CALLS = 1000
MOST_COUNTED = 1000
MOST_NAMED = 20


def explain_conflict(view: View, trust_flags: bool = True) -> NoReturn:
    """Raise InconsistentView for a view that no layout explains; BadInput if there is one after all.

    >>> explain_conflict(View.parse("1.3/...", mines=3))
    Traceback (most recent call last):
    sapper.errors.InconsistentView: (0,0)=1 and (0,2)=3 cannot both hold
    """
    c = constraints_of(view, trust_flags)
    try:
        clues, mine_count = _conflict(c)
    except LimitExceeded:
        raise InconsistentView("no layout explains the view; why was not found within the limit") from None
    if clues:
        cells = tuple(view.grid.cell(c.clues[clue]) for clue in clues)
        raise InconsistentView(_words(view, cells, mine_count), cells, mine_count)
    raise BadInput("the view is not contradictory: some layout explains it")


def _conflict(c: Constraints) -> tuple[tuple[int, ...], bool]:
    """Few clues that cannot hold together, or none; and whether that needs the mine count."""
    with Formula(c, guarded=True) as formula:
        formula.solver.set_phases(formula.selectors)
        clues = _clash(formula, [])
        if clues or c.mines_left < 0:
            return clues, False
        return _clash_with_count(formula), True


def _clash(formula: Formula, always: list[int]) -> tuple[int, ...]:
    """Few clues that cannot hold together while the literals in `always` do; none if all can."""
    if formula.solve(always + formula.selectors):
        return ()
    everything = range(len(formula.c.clues))
    found = smallest(everything, asking(formula, always), CALLS)
    return tuple(everything) if found is None else found.items


def _clash_with_count(formula: Formula) -> tuple[int, ...]:
    """Few clues that cannot hold with the mine count; none if all can."""
    c = formula.c
    if np.count_nonzero(np.diff(c.touch_start)) <= MOST_COUNTED:
        return _clash(formula, formula.count(narrow=False) or [])
    try:
        a_solution(c)
    except Contradiction:
        return tuple(range(len(c.clues)))
    return ()


def _words(view: View, cells: tuple[Cell, ...], mine_count: bool) -> str:
    """The clues, or only their number if they are too many to read, and that they cannot hold."""
    names = [f"({row},{column})={view[row, column]}" for row, column in cells]
    clues = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    if len(names) > MOST_NAMED:
        clues = f"{len(names)} clues"
    together = "" if len(names) == 1 else "both " if len(names) == 2 else "all "
    mines = "1 mine" if view.mines == 1 else f"{view.mines} mines"
    return f"{clues} cannot {together}hold" + (f" with {mines} on the board" if mine_count else "")
