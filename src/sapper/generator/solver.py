"""Solve a layout by proof alone, in compiled code: from a start cell, open what is proved safe until nothing is.

    legend   ladder    single ‹ pairs ‹ linear ‹ exact: each rung is asked only when those below it find nothing
             hard step a moment when single clues were stuck, and the rung that got on

What is proved stays proved: a mine, once found, is marked. Pairs are the level `zones`, every two clues that overlap;
`linear` and `exact` know the mine count. `exact` is complete: what it cannot finish cannot be finished without a guess.

Cost: single clues work on a queue of cells whose surroundings changed, so a whole game of them is linear in the
board, some tens of microseconds for an expert board; a look at all clues at once costs about as much again, and so
`exact` is asked last although it finds all that the others do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.board.notation import FLAG, HIDDEN
from sapper.compiled import kernel
from sapper.inference.exact.engine import FINE, NOT_TOLD, analyse_view
from sapper.inference.linear import FOUND, verdict_on
from sapper.inference.linear import solve as solve_rows
from sapper.inference.zones import compare
from sapper.knowledge.constraints import Bytes, Constraints, Floats, Ints, gather
from sapper.knowledge.supercells import SAFE, UNDECIDED, compress

Bools = npt.NDArray[np.bool_]
Longs = npt.NDArray[np.int64]

SINGLE, PAIRS, LINEAR, EXACT = 0, 1, 2, 3
RUNGS = 4
MOST_STATES, MOST_VALUES = 100_000, 2_000_000
"""A position that needs more is given up as not proved; none was met on boards that people play."""

_HEAD, _WAITING, _SAFE_LEFT = 0, 1, 2


class Position(NamedTuple):
    """A game under way. All arrays have one entry per cell, but for the last."""

    cells: Bytes
    """What is seen: HIDDEN, FLAG for a proved mine, or the clue."""
    marked: Bytes
    """Proved mines around."""
    room: Bytes
    """Hidden cells around."""
    queue: Ints
    """Opened cells to look at, a ring."""
    queued: Bools
    numbers: Longs
    """[3] where the ring begins, how many wait, safe cells still hidden."""


@kernel
def fresh(size: int) -> Position:
    """Room for a game on so many cells."""
    return Position(
        np.empty(size, np.int8), np.empty(size, np.int8), np.empty(size, np.int8), np.empty(size, np.int32),
        np.empty(size, np.bool_), np.empty(3, np.int64),
    )  # fmt: skip


@kernel
def solve(
    g: Position, mines: Bools, counts: Bytes, neighbours: Ints, likelihoods: Floats, start: int, told: int, top: int,
    steps: Longs,
) -> bool:  # fmt: skip
    """Play from the start by the rungs up to `top`; whether all was opened without a guess.

    g: filled, the position where play ended. told: all mines of the board, or NOT_TOLD. steps [4], filled: the hard
    steps that each rung took.
    """
    _begin(g, mines, neighbours)
    steps[:] = 0
    if mines[start]:
        return False
    _open(g, counts, neighbours, start)
    return play_on(g, counts, neighbours, likelihoods, told, top, steps)


@kernel
def play_on(
    g: Position, counts: Bytes, neighbours: Ints, likelihoods: Floats, told: int, top: int, steps: Longs
) -> bool:
    """The same from where a game stands."""
    _settle(g, counts, neighbours)
    while g.numbers[_SAFE_LEFT]:
        rung = _climb(g, counts, neighbours, likelihoods, told, top)
        if rung < 0:
            return False
        steps[rung] += 1
        _settle(g, counts, neighbours)
    return True


@kernel
def _begin(g: Position, mines: Bools, neighbours: Ints) -> None:
    """Set the board up, nothing opened."""
    total = 0
    for cell in range(len(mines)):
        g.cells[cell], g.marked[cell], g.queued[cell] = HIDDEN, 0, False
        total += mines[cell]
        degree = 0
        while degree < neighbours.shape[1] and neighbours[cell, degree] >= 0:
            degree += 1
        g.room[cell] = degree
    g.numbers[_HEAD], g.numbers[_WAITING], g.numbers[_SAFE_LEFT] = 0, 0, len(mines) - total


@kernel
def look_again(g: Position, cell: int) -> None:
    """Let the single-clue rules look at an opened cell, since something around it has changed."""
    if g.cells[cell] >= 0 and not g.queued[cell]:
        g.queued[cell] = True
        g.queue[(g.numbers[_HEAD] + g.numbers[_WAITING]) % len(g.queue)] = cell
        g.numbers[_WAITING] += 1


@kernel
def _open(g: Position, counts: Bytes, neighbours: Ints, cell: int) -> None:
    g.cells[cell] = counts[cell]
    g.numbers[_SAFE_LEFT] -= 1
    look_again(g, cell)
    for other in neighbours[cell]:
        if other < 0:
            break
        g.room[other] -= 1
        look_again(g, other)


@kernel
def _mark(g: Position, neighbours: Ints, cell: int) -> None:
    g.cells[cell] = FLAG
    for other in neighbours[cell]:
        if other < 0:
            break
        g.room[other] -= 1
        g.marked[other] += 1
        look_again(g, other)


@kernel
def _settle(g: Position, counts: Bytes, neighbours: Ints) -> None:
    """Do all that single clues prove; a zero opens its neighbours by the same rule."""
    while g.numbers[_WAITING]:
        clue = g.queue[g.numbers[_HEAD]]
        g.numbers[_HEAD] = (g.numbers[_HEAD] + 1) % len(g.queue)
        g.numbers[_WAITING] -= 1
        g.queued[clue] = False
        need = g.cells[clue] - g.marked[clue]
        if g.room[clue] == 0 or 0 < need < g.room[clue]:
            continue
        for cell in neighbours[clue]:
            if cell >= 0 and g.cells[cell] == HIDDEN:
                if need == 0:
                    _open(g, counts, neighbours, cell)
                else:
                    _mark(g, neighbours, cell)


@kernel
def _climb(g: Position, counts: Bytes, neighbours: Ints, likelihoods: Floats, told: int, top: int) -> int:
    """Let the rungs above single clues try in turn, and do what the first successful one proves; it, or -1."""
    if top == SINGLE:
        return -1
    size = len(g.cells)
    bounds, verdict = np.zeros(size, np.int8), np.zeros(size, np.int8)
    c, known, _ = gather(g.cells, bounds, True, neighbours, likelihoods)
    if _by_pairs(c, verdict):
        _do(g, counts, neighbours, verdict)
        return PAIRS
    if top >= LINEAR and _by_rows(c, told if told == NOT_TOLD else told - known, verdict):
        _do(g, counts, neighbours, verdict)
        return LINEAR
    if top < EXACT:
        return -1
    status, _, _, _ = analyse_view(
        g.cells, bounds, True, neighbours, likelihoods, told, 1.0, MOST_STATES, MOST_VALUES, np.empty(size), verdict,
        False,
    )  # fmt: skip
    return EXACT if status == FINE and _do(g, counts, neighbours, verdict) else -1


@kernel
def _do(g: Position, counts: Bytes, neighbours: Ints, verdict: Bytes) -> bool:
    """Open what is safe and mark what is mined; whether there was anything."""
    any_found = False
    for cell in range(len(verdict)):
        if verdict[cell] == UNDECIDED:
            continue
        any_found = True
        if verdict[cell] == SAFE:
            _open(g, counts, neighbours, cell)
        else:
            _mark(g, neighbours, cell)
    return any_found


@kernel
def _by_pairs(c: Constraints, verdict: Bytes) -> bool:
    """All that pairs of overlapping clues decide, one pair after the other."""
    decided = np.zeros(len(c.cells), np.int8)
    pair, parts = np.empty(2, np.int32), np.zeros(3, np.int8)
    member = np.zeros(len(c.cells), np.int8)
    any_found = False
    while compare(c, decided, pair, parts) == 1:
        any_found = True
        member[:] = 0
        for side in range(2):
            for i in range(c.start[pair[side]], c.start[pair[side] + 1]):
                member[c.members[i]] |= 1 + side
        for cell in range(len(member)):
            part = parts[member[cell] % 3]  # in both: the common part, which is the first
            if member[cell] and decided[cell] == UNDECIDED and part != UNDECIDED:
                decided[cell] = part
                verdict[c.cells[cell]] = part
    return any_found


@kernel
def _by_rows(c: Constraints, mines_left: int, verdict: Bytes) -> bool:
    """All that the reduced linear system decides."""
    told = Constraints(
        c.cells, c.clues, c.start, c.members, c.touch_start, c.touching, c.low, c.high, c.weight, mines_left,
        c.log2_factor,
    )  # fmt: skip
    decided = np.zeros(len(c.cells), np.int8)
    status, _, _, answer = solve_rows(told, decided)
    if status != FOUND:
        return False
    p, _ = compress(told, decided)
    for cell in range(len(c.cells)):
        verdict[c.cells[cell]] = verdict_on(cell, p, answer)
    return True
