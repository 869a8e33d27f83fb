"""Questions to the satisfiability solver: can some clues hold together, while something is assumed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sapper.inference.sat import Formula
from sapper.inference.smallest import Answer, Check, Items

CONFLICTS = 20_000
"""Spent on one question; then it stays open."""


def asking(formula: Formula, always: Sequence[int]) -> Check:
    """Questions about sets of the clues of a guarded formula; the literals in `always` are assumed as well.

    >>> from sapper.board.view import View
    >>> from sapper.knowledge.constraints import constraints_of
    >>> with Formula(constraints_of(View.parse("1.2/...")), guarded=True) as formula:
    ...     check = asking(formula, always=[1])  # the cell between the clues is a mine
    ...     check(frozenset({0})).refuted
    False
    """
    c, first = formula.c, formula.selectors[0] if formula.selectors else 0
    always = list(always)

    def check(items: Items) -> Answer | None:
        possible = formula.solve_within(CONFLICTS, always + [first + item for item in sorted(items)])
        if possible is None:
            return None
        if not possible:
            return Answer(True, items & {literal - first for literal in formula.core()})
        mines = np.add.reduceat(formula.model()[c.members].astype(np.int32), c.start[:-1]) if len(c.clues) else c.low
        return Answer(False, frozenset(np.flatnonzero((c.low <= mines) & (mines <= c.high)).tolist()))

    return check
