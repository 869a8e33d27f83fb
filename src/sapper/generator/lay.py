"""Mines laid and moved in compiled code, by a generator of its own: the same numbers on every machine.

    legend   luck      uint64 [1], the state of the generator (splitmix64)
             floating  a hidden cell that touches no opened cell

Moving mines is Tatham's idea: where a solver is stuck, take one clue and make the hidden cells around it all safe or
all mined, by an exchange with floating cells, so that the clue now says something. What was opened stays open, with
its new clue. A board that was repaired this way is no uniform draw from the boards without a guess.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.board.notation import HIDDEN
from sapper.compiled import kernel
from sapper.generator.solver import Bools, Position, look_again
from sapper.knowledge.constraints import Bytes, Ints

Luck = npt.NDArray[np.uint64]


@kernel
def below(luck: Luck, n: int) -> int:
    """A number from 0 to n - 1, all equally likely: values in the last, incomplete round are drawn again."""
    size = np.uint64(n)
    last = np.uint64(0xFFFFFFFFFFFFFFFF) - np.uint64(0xFFFFFFFFFFFFFFFF) % size
    while True:
        luck[0] += np.uint64(0x9E3779B97F4A7C15)
        z = luck[0]
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        if z < last:
            return int(z % size)


@kernel
def lay(luck: Luck, allowed: Ints, total: int, mines: Bools) -> None:
    """Lay so many mines uniformly over the allowed cells, in place; allowed is shuffled, which does no harm."""
    mines[:] = False
    for k in range(total):
        j = k + below(luck, len(allowed) - k)
        allowed[k], allowed[j] = allowed[j], allowed[k]
        mines[allowed[k]] = True


@kernel
def count_mines(mines: Bools, neighbours: Ints, counts: Bytes) -> None:
    """Mines around each cell, in place."""
    counts[:] = 0
    for cell in range(len(mines)):
        if mines[cell]:
            for other in neighbours[cell]:
                if other < 0:
                    break
                counts[other] += 1


@kernel
def repair(luck: Luck, g: Position, mines: Bools, counts: Bytes, neighbours: Ints) -> bool:
    """Move mines so that a clue where play is stuck says something, in place; False if there is no way."""
    clue = _stuck_clue(luck, g)
    if clue < 0:
        return False
    floating = _floating(g, neighbours)
    held, hidden = 0, 0
    for cell in neighbours[clue]:
        if cell >= 0 and g.cells[cell] == HIDDEN:
            hidden += 1
            held += mines[cell]
    spare = 0
    for cell in floating:
        spare += mines[cell]
    can_clear, can_fill = len(floating) - spare >= held, spare >= hidden - held
    if not can_clear and not can_fill:
        return False
    fill = can_fill and (not can_clear or hidden - held < held or (hidden - held == held and below(luck, 2) == 1))
    for cell in neighbours[clue]:
        if cell >= 0 and g.cells[cell] == HIDDEN and mines[cell] != fill:
            _swap(luck, g, mines, counts, neighbours, cell, floating)
    return True


@kernel
def _stuck_clue(luck: Luck, g: Position) -> int:
    """One of the opened cells with hidden neighbours, at random, or -1."""
    found, seen = -1, 0
    for cell in range(len(g.cells)):
        if g.cells[cell] >= 0 and g.room[cell] > 0:
            seen += 1
            if below(luck, seen) == 0:
                found = cell
    return found


@kernel
def _floating(g: Position, neighbours: Ints) -> Ints:
    """The hidden cells that touch no opened cell."""
    cells, count = np.empty(len(g.cells), np.int32), 0
    for cell in range(len(g.cells)):
        free = g.cells[cell] == HIDDEN
        for other in neighbours[cell]:
            free &= other < 0 or g.cells[other] < 0
        if free:
            cells[count] = cell
            count += 1
    return cells[:count]


@kernel
def _swap(luck: Luck, g: Position, mines: Bools, counts: Bytes, neighbours: Ints, cell: int, floating: Ints) -> None:
    """Turn a cell into the opposite, and a random floating cell of the other kind with it."""
    other = np.int64(floating[below(luck, len(floating))])  # of the type of `cell`, for the loop over both
    while mines[other] == mines[cell]:
        other = np.int64(floating[below(luck, len(floating))])
    for changed in (cell, other):
        mines[changed] = not mines[changed]
        for near in neighbours[changed]:
            if near < 0:
                break
            counts[near] += 1 if mines[changed] else -1
            if g.cells[near] >= 0:
                g.cells[near] = counts[near]
                look_again(g, near)
