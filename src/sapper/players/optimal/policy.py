"""The agent `optimal`: best play where it can be found, the champion's choice elsewhere."""

from __future__ import annotations

from functools import lru_cache

from sapper.board.chance import Chance
from sapper.board.clues import EXACT
from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.errors import LimitExceeded
from sapper.knowledge.belief import Belief
from sapper.players.champion.policy import USUAL, Champion
from sapper.players.optimal.value import Position, best_of
from sapper.policies.policy import Candidate

MOST_LAYOUTS = 20_000
MOST_LOOKS = 10**9
"""A decision is searched within these, in a few seconds at most; beyond them the champion decides."""


def best_play(view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
    """Choose a cell, with what it is worth; where exact clues and the mine count leave few layouts, none is better."""
    found = _found(view) if view.clues == EXACT and view.mines is not None else None
    if found is None:
        return _champion(view, belief, rng)
    cell, value = found
    risk = float(belief.risk[cell])
    return (Candidate(cell, risk, win=value) if view.end == "classic" else Candidate(cell, risk, score=value),)


_champion = Champion(USUAL)


@lru_cache(maxsize=4096)
def _found(view: View) -> tuple[Cell, float] | None:
    """A best cell and its value, or None beyond the limits. Games on one small board ask the same again and again."""
    try:
        position = Position.of(view, MOST_LAYOUTS, MOST_LOOKS)
        if position.protected:
            best = best_of(position, [0, 0])
            return best.cells[0], float(best.value)
        loss, first = position.least()
        return view.grid.cell(position.hidden[first]), float(position.optimum(loss, len(position.shown), []).value)
    except LimitExceeded:
        return None
