"""Agents that take clues at their word: `basic+trusting` and its kin.

They are the agents of the same name without `+trusting`, except that uncertain clues are read as exact ones
(see `sapper.inference.trusting` for what happens when these contradict each other). The agents without it read an
uncertain clue as the interval that it allows, and are never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sapper.board.chance import Chance
from sapper.board.moves import Open
from sapper.board.view import View
from sapper.inference.trusting import infer_trusting
from sapper.players.agent import Decision, Reasoner, proved


@dataclass(frozen=True)
class Trusting(Reasoner):
    """Make every move that the levels would prove if all clues were exact, otherwise let the policy choose."""

    def act(self, view: View, rng: Chance) -> Decision:
        """Decide on all such moves at once, or on one guess."""
        told = view if self.mine_count else replace(view, mines=None)
        kept, belief = infer_trusting(told, self.levels)
        if belief.deductions:
            return proved(belief)
        candidates = self.policy(kept, belief, rng)
        return Decision((Open(candidates[0].cell),), candidates=candidates, belief=belief)
