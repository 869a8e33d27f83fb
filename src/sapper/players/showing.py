"""What opening a cell may show under a clue model: a mine, a number, nothing. For kernels that look ahead.

    legend   outcome   a code that a hidden cell may turn into
             factor    what the weight of all solutions is multiplied with if that outcome is seen

The weight of all solutions after an outcome, times its factor, over the weight before is the probability of the
outcome: the likelihood of a number is in the weight already, the chance that a number is shown at all is not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sapper.board.clues import ClueModel
from sapper.board.grid import MAX_NEIGHBOURS
from sapper.board.notation import FLAG, HIDDEN, MINE, SAFE
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints, likelihoods

MOST_OUTCOMES = MAX_NEIGHBOURS + 3
"""A mine, nothing, and 0 … 8."""
LEAST_PROBABILITY = 0.001
"""Clues that are shown less often than this are not asked for again."""


class Showing(NamedTuple):
    """A clue model, as far as an opened cell goes."""

    chance: float
    """Of a number being shown; 1 if a cell can be asked until it shows it."""
    known: int
    """The bound of a number is so many times the known mines around it …"""
    hidden: int
    """… and so many times the hidden cells."""
    likelihoods: Floats
    """[bound, degree, shown, count] see `sapper.knowledge.constraints.likelihoods`."""


@lru_cache(maxsize=64)
def showing_of(model: ClueModel) -> Showing:
    """What kernels are told of a clue model.

    >>> [showing_of(ClueModel.parse(text))[:3] for text in ("reveal:0.5", "reveal:0.5:again", "cautious")]
    [(0.5, 0, 0), (1.0, 0, 0), (1.0, 1, 1)]
    """
    known, hidden = (model.bound(1, 0, 0), model.bound(0, 1, 0)) if model.needs_bound else (0, 0)
    return Showing(1.0 if may_be_asked(model) else model.probability, known, hidden, likelihoods(model))


def may_be_asked(model: ClueModel) -> bool:
    """Whether a cell can be asked again until it shows its clue, and that does not take too long."""
    return model.again and model.probability >= LEAST_PROBABILITY


@kernel
def possible_outcomes(
    cell: int, cells: Bytes, neighbours: Ints, showing: Showing, odds: float, codes: Bytes, factor: Floats
) -> tuple[int, int]:
    """What a hidden cell may turn into, and the factors, into [MOST_OUTCOMES]; how many, and the bound of a number.

    odds: of a mine against a safe cell, or 1 if the mines are counted. Some outcomes may turn out to be impossible.
    """
    known, hidden, degree = 0, 0, 0
    for k in range(MAX_NEIGHBOURS):
        near = neighbours[cell, k]
        if near < 0:
            break
        degree += 1
        known += cells[near] == MINE or cells[near] == FLAG
        hidden += cells[near] == HIDDEN
    bound = showing.known * known + showing.hidden * hidden
    codes[0], factor[0], found = MINE, odds, 1
    if showing.chance < 1.0:
        codes[1], factor[1], found = SAFE, 1.0 - showing.chance, 2
    for shown in range(degree + 1):
        possible = False
        for count in range(known, known + hidden + 1):
            possible |= showing.likelihoods[bound, degree, shown, count] > 0.0
        if possible and showing.chance > 0.0:
            codes[found], factor[found] = shown, showing.chance
            found += 1
    return found, bound
