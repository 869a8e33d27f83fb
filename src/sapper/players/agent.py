"""Agent: given a view, decide on moves. A user's own class needs only `act`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from sapper.board.chance import Chance
from sapper.board.moves import Flag, Move, Open
from sapper.board.view import View
from sapper.inference.levels import infer
from sapper.knowledge.belief import Belief, Reason
from sapper.policies.policy import Candidate, Policy


@dataclass(frozen=True)
class Decision:
    """One or more moves, with the reason of each; a move without a reason is a guess."""

    moves: tuple[Move, ...]
    reasons: tuple[Reason | None, ...] = ()
    """One per move; shorter means that the rest are guesses."""
    candidates: tuple[Candidate, ...] = ()
    """For a guess: the cells that were weighed, the chosen one first."""
    belief: Belief | None = None

    @property
    def move(self) -> Move:
        """The first move."""
        return self.moves[0]

    def reason(self, position: int) -> Reason | None:
        """Why the move at that position is proved, or None if it is a guess."""
        return self.reasons[position] if position < len(self.reasons) else None


class Agent(Protocol):
    """A player. It is given what a player sees and its own luck, and answers with a move or a Decision."""

    def act(self, view: View, rng: Chance) -> Decision | Move:
        """Decide what to do in this view."""
        ...


@dataclass(frozen=True)
class Reasoner:
    """The agent of the catalogue: make every move that its levels prove, otherwise let its policy choose."""

    name: str
    levels: Sequence[str]
    policy: Policy
    report: str
    about: str
    mine_count: bool = True
    """Whether it looks at the mine count, if it is told; some reports' agents do not."""

    def act(self, view: View, rng: Chance) -> Decision:
        """Decide on all proved moves at once, or on one guess."""
        belief = infer(self.known(view), self.levels)
        if belief.deductions:
            return proved(belief)
        candidates = self.policy(view, belief, rng)
        return Decision((Open(candidates[0].cell),), candidates=candidates, belief=belief)

    def known(self, view: View) -> View:
        """What the agent's levels look at: the view, for some agents without the mine count."""
        return view if self.mine_count or view.mines is None else replace(view, mines=None)


def proved(belief: Belief, *, flags_first: bool = False) -> Decision:
    """All moves that a belief proves, in the order it found them, or the flags before the rest."""
    found = sorted(belief.deductions, key=lambda one: not one.mine) if flags_first else belief.deductions
    return Decision(
        moves=tuple(Flag(one.cell) if one.mine else Open(one.cell) for one in found),
        reasons=tuple(one.reason for one in found),
        belief=belief,
    )
