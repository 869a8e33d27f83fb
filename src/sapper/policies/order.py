"""Policy `order`: the first undecided cell in the random order that all agents on this board share."""

from __future__ import annotations

import numpy as np

from sapper.board.chance import Chance
from sapper.board.view import View
from sapper.knowledge.belief import Belief
from sapper.policies.policy import Candidate


def first_in_order(view: View, belief: Belief, rng: Chance) -> tuple[Candidate, ...]:
    """Uniformly random over the undecided cells, because the order is. Cost: one scan of the board."""
    undecided = (view.hidden & ~belief.safe & ~belief.mines).ravel()
    order = rng.order(undecided.size)
    position = int(np.argmax(undecided[order]))
    return (Candidate(view.grid.cell(order[position])),)
