"""What a policy is, and the candidates it weighed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sapper.board.chance import Chance
from sapper.board.grid import Cell
from sapper.board.view import View
from sapper.knowledge.belief import Belief


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that was considered for a guess; None where the policy does not estimate."""

    cell: Cell
    risk: float | None = None
    survival: float | None = None
    """How likely this click and the next one survive, if risks that waiting cannot avoid are left out."""
    win: float | None = None
    """How likely the game is won from here."""
    score: float | None = None
    """The score that a survey game ends with from here, on average."""
    estimated_win: float | None = None
    """Roughly how likely the game is won, where that is not known exactly: fitted to games, and some points off."""


class Policy(Protocol):
    """Choose a hidden cell to open when nothing is proved; the chosen candidate comes first."""

    def __call__(self, view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
        """Weigh the hidden cells; the chosen one comes first."""
        ...
