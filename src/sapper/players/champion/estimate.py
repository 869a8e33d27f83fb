"""Roughly the chance to win, far from the end, where it cannot be searched: a fit on games that the champion played.

It is shown with the candidates of a guess, and nothing is decided by it: between the cells of one position it tells no
more than the look-ahead that it is made of. `sapper.win_chance` plays on from a position, and is closer.
"""

from __future__ import annotations

from math import exp, log, log1p

CONSTANT, PER_LOG_CELL, PER_DENSITY, PER_LOG_SURVIVAL, PER_PRODUCT = 2.058, 0.401, 5.093, 3.621, -4.169
"""Logistic regression on 26,444 guesses in 21,000 games: beginner, intermediate, expert, 20×20 with 60 mines and 12×12
with 33; each kind of game has the same weight."""
MOST_CELLS, LEAST_DENSITY, MOST_DENSITY = 500, 0.1, 0.35
"""Of other boards it knows nothing."""


def estimated_win(safe_left: int, mines_left: int, hidden: int, survival: float) -> float | None:
    """The chance to win a game by opening a cell, never above survival: that of this click and the next.

    >>> estimated_win(safe_left=380, mines_left=99, hidden=479, survival=0.73)
    0.317...
    >>> estimated_win(safe_left=9_000, mines_left=1_000, hidden=10_000, survival=0.9) is None
    True
    """
    density = mines_left / hidden
    if hidden > MOST_CELLS or not LEAST_DENSITY <= density <= MOST_DENSITY or survival <= 0.0:
        return None
    size = log1p(safe_left)
    score = CONSTANT + PER_LOG_CELL * size + PER_DENSITY * density + PER_LOG_SURVIVAL * log(survival)
    return min(survival, 1.0 / (1.0 + exp(-score - PER_PRODUCT * density * size)))
