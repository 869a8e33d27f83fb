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
    """A cell that was considered for a guess, with its estimated risk (None: the policy did not estimate)."""

    cell: Cell
    risk: float | None = None


class Policy(Protocol):
    """Choose a hidden cell to open when nothing is proved; the chosen candidate comes first."""

    def __call__(self, view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
        """Weigh the hidden cells; the chosen one comes first."""
        ...
