"""A cell opened in thought, with one clue after the other that it may show.

What
    The position is taken apart once, up to the order of the dynamic programme, with a clue on the cell that allows any
    number of mines. Then that clue is given one number after the other, and only the passes are run.

Why it is sound
    What single clues decide around a clue that says nothing holds whatever it says. Supercells are split by it, and it
    is merged with no other clue, so the programme is right for each number.

Cost
    Taking a position apart is half of an analysis: two clues cost about three halves of one, five about three.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.compiled import kernel
from sapper.inference.exact.engine import FINE, INCONSISTENT, conclude
from sapper.inference.exact.forward import forward_in, room_for
from sapper.inference.exact.layers import Room
from sapper.inference.exact.order import elimination_order
from sapper.inference.single import single
from sapper.knowledge.components import components
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints, gather
from sapper.knowledge.supercells import MINE, NO_CLUE, Problem, compress_but


class Opened(NamedTuple):
    """A position with one more cell open, before it is said what that cell shows."""

    constraints: Constraints
    """Its `cells` are those that are still hidden."""
    problem: Problem
    sequence: Ints
    bounds: Ints
    room: Room
    """For the passes, one clue after the other."""
    decided: Bytes
    mines_left: int
    clue: int
    """Of the problem: that of the cell; or NO_CLUE if all around the cell is decided."""
    least: int
    """What the cell shows if nothing undecided around it is mined."""
    possible: bool


@kernel
def open_in_thought(
    cell: int, known: int, cells: Bytes, no_bounds: Bytes, neighbours: Ints, likelihoods: Floats, mines: int
) -> Opened:
    """Take a hidden cell to be open; known: how many known mines it touches. mines: all on the board. Exact clues."""
    before = cells[cell]
    cells[cell] = known
    c, all_known, broken = gather(cells, no_bounds, True, neighbours, likelihoods)
    cells[cell] = before
    clue = _clue_of(c, cell)
    if clue != NO_CLUE:
        around = c.start[clue + 1] - c.start[clue]
        c.low[clue], c.high[clue] = 0, around
        c.weight[clue, : around + 1] = 1.0
    decided, trail = np.zeros(len(c.cells), np.int8), np.empty((2, len(c.cells)), np.int32)
    found = single(c, decided, trail[0], trail[1])
    least = known
    if clue != NO_CLUE:
        for i in range(c.start[clue], c.start[clue + 1]):
            least += decided[c.members[i]] == MINE
    p, consistent, clue = compress_but(c, decided, clue)
    start, clues = components(p)
    sequence, bounds, width = elimination_order(p, start, clues)
    possible = broken < 0 and found >= 0 and consistent and p.mines <= mines - all_known
    room = room_for(p, sequence, bounds, width, 1.0)
    return Opened(c, p, sequence, bounds, room, decided, mines - all_known, clue, least, possible)


@kernel
def _clue_of(c: Constraints, cell: int) -> int:
    """The clue of an open cell, or NO_CLUE if nothing around it is unknown."""
    clue = int(np.searchsorted(c.clues, cell))
    return clue if clue < len(c.clues) and c.clues[clue] == cell else NO_CLUE


@kernel
def analyse_shown(
    opened: Opened, shown: int, most_states: int, most_values: int, risk: Floats, verdict: Bytes
) -> tuple[int, float]:
    """Fill risk and verdict [cells of the board] at the hidden cells, if the cell shows this.

    Returns the status and, if it is FINE, the base-2 logarithm of the number of solutions.
    """
    p, need = opened.problem, shown - opened.least
    if not opened.possible or need < 0 or (opened.clue == NO_CLUE and need > 0) or need >= p.weight.shape[1]:
        return INCONSISTENT, -np.inf
    if opened.clue != NO_CLUE:
        p.low[opened.clue], p.high[opened.clue] = need, need
        p.weight[opened.clue, :] = 0.0
        p.weight[opened.clue, need] = 1.0
    layers, status = forward_in(opened.room, p, opened.sequence, opened.bounds, True, most_states, most_values)
    if status != FINE:
        return status, -np.inf
    return conclude(
        opened.constraints, p, opened.sequence, opened.bounds, layers, opened.decided, opened.mines_left, 1.0,
        risk, verdict, True,
    )  # fmt: skip
