"""Drawing clues: which number an opened safe cell shows.

All noise of a cell comes from one number u in [0, 1), fixed by the seed of the game. Agents that open the cell at
different times therefore meet the same luck there.
"""

from __future__ import annotations

import math

from sapper.board.clues import ClueModel


def draw(model: ClueModel, count: int, bound: int, u: float) -> int:
    """The number shown for a true count, uniform over the model's range.

    >>> draw(ClueModel.parse("optimistic:wide"), count=3, bound=0, u=0.5)
    2
    """
    if model.kind == "optimistic":
        low = min(bound, count)
        return low + int(u * (count - low + 1))
    if model.kind == "cautious":
        high = max(bound, count)
        return count + int(u * (high - count + 1))
    return count


def asks_needed(model: ClueModel, u: float) -> float:
    """How often a cell must be asked before it shows its clue: geometric, and 1 with the model's probability.

    >>> asks_needed(ClueModel.parse("reveal:0.5"), u=0.4), asks_needed(ClueModel.parse("reveal:0.5"), u=0.6)
    (1, 2)
    """
    if u < model.probability:
        return 1
    if model.probability <= 0.0:
        return math.inf
    return 1 + max(1, math.floor(math.log1p(-u) / math.log1p(-model.probability)))
