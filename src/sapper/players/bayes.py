"""The agent `bayes`: exact posterior under the clue model of the game, played for the net score.

    certain mine            flag it, before anything is opened: an optimistic clue says more beside known mines
    certainly safe          open it
    a clue can be had       ask for it (only where cells may be asked again), see below
    lowest risk up to ½     open the cell of least toll: its risk, and that of the next guess (see `toll.py`)
    lowest risk above ½     flag all that is left: a flag at risk p is worth p − (1 − p) mines, an opened cell none; but
                            if few cells are left, open one more where what it tells is worth more (see `worth.py`)

With exact clues a flag is a proof, by the rules of the game: there nothing is flagged that is not certain.

**When to ask.** Asking costs a move and no score; opening a cell at risk p costs p mines on average, and a clue can
only help to choose. So a cell is never opened at risk while a clue that may matter can be had. A clue matters if a
hidden cell is near; its worth is taken to be the variance of its number, with risks as if they were independent, and
the cell with the largest is asked. It takes 1/p asks on average, and the odds do not change with asking: what was worth
an ask is worth the next. Where a clue takes more asks than a game has moves for, none is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.board.moves import Ask, Flag, Move, Open
from sapper.board.view import SAFE, View
from sapper.inference.levels import infer
from sapper.knowledge.belief import Grid2D
from sapper.players.agent import Decision, Reasoner, proved
from sapper.players.showing import may_be_asked
from sapper.players.worth import opening_is_better

EVEN = 0.5 + 1e-9
"""A lowest risk above this makes flags worth more than openings."""
FEW = 16
"""With so many hidden cells or fewer, the worth of opening one more is searched for."""


@dataclass(frozen=True)
class Bayes(Reasoner):
    """Flag what is certain, open what is safe, ask what may be asked, take the lowest risk, flag the rest above ½."""

    def act(self, view: View, rng: Chance) -> Decision:
        """Decide on all certain moves at once, or on one guess, or on the flags that end the game."""
        belief = infer(view, self.levels)
        if belief.deductions:
            return proved(belief, flags_first=True)
        wanted = most_telling(view, belief.risk)
        if wanted is not None:
            return Decision((Ask(wanted),), belief=belief)
        if flagging_is_better(view, float(belief.risk[view.hidden].min())):
            return Decision(flags_on_all(view), belief=belief)
        candidates = self.policy(view, belief, rng)
        return Decision((Open(candidates[0].cell),), candidates=candidates, belief=belief)


def most_telling(view: View, risk: Grid2D) -> Cell | None:
    """The opened cell without a clue whose number is least certain, or None if no clue can be had or none matters."""
    if not may_be_asked(view.clues):
        return None
    clueless = np.flatnonzero(np.equal(view.cells, SAFE))
    if not len(clueless):
        return None
    around = view.grid.neighbours[clueless]
    near = risk.ravel()[around]
    variance = np.where((around >= 0) & view.hidden.ravel()[around], near * (1.0 - near), 0.0).sum(axis=1)
    best = int(np.argmax(variance))
    return view.grid.cell(clueless[best]) if variance[best] > 0.0 else None


def flagging_is_better(view: View, lowest: float) -> bool:
    """Whether to flag all that is left, if the lowest risk is so high."""
    return lowest > EVEN and _flags_count(view) and not _one_more(view)


def flags_on_all(view: View) -> tuple[Move, ...]:
    """A flag on every hidden cell."""
    return tuple(Flag(view.grid.cell(index)) for index in np.flatnonzero(view.hidden).tolist())


def _flags_count(view: View) -> bool:
    """Whether flags need no proof and are worth anything, and the next click has the risk that inference says."""
    protected = view.first != "any" and view.untouched
    return view.clues.kind != "exact" and view.end == "survey" and not protected


def _one_more(view: View) -> bool:
    """Whether few cells are left, and opening the safest is worth more than flagging them all."""
    told = view.mines is not None or view.density is not None
    return told and int(np.count_nonzero(view.hidden)) <= FEW and opening_is_better(view)
