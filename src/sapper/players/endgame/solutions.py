"""Every layout that a view allows, when there are few.

Depth first over the undecided cells, each clue's neighbours together; a branch ends when a clue has too many mines or
too little room, or when the mines do not fit. Cost: bounded by `most` layouts and a number of steps.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import FLAG, HIDDEN, MINE
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Ints, hidden_around, known_around, take_around

STEPS_PER_SOLUTION = 400
"""A search that takes more steps than so many times the allowed layouts is given up."""
MINED = 9
"""What stands in place of a clue where a layout has a mine."""
ANY_NUMBER = -1
"""In place of the mines that are left, where it is not known how many."""


@kernel
def layouts_of(cells: Bytes, neighbours: Ints, mines_left: int, most: int) -> tuple[Ints, Bytes, int]:
    """The hidden cells [n], what each shows in each layout [layouts, n] (MINED for a mine), and how many layouts.

    mines_left: in the hidden cells, or ANY_NUMBER.
    The number is -1 if there are more than `most` or the search took too long.
    """
    order = _clue_by_clue(cells, neighbours)
    n = len(order)
    place = np.full(len(cells), -1, np.int32)
    for i in range(n):
        place[order[i]] = i
    need, room = _needs(cells, neighbours)
    mined = np.zeros(n, np.int8)
    tried = np.zeros(n, np.int8)
    shown = np.empty((most, n), np.int8)
    found, depth, left, steps = 0, 0, mines_left, 0
    while depth >= 0:
        steps += 1
        if steps > STEPS_PER_SOLUTION * most:
            return order, shown, -1
        if depth == n:
            if found == most:
                return order, shown, -1
            _write(order, mined, cells, place, neighbours, shown[found])
            found += 1
            depth -= 1
            continue
        if tried[depth]:  # take the last try back
            left += mined[depth]
            _put(order[depth], mined[depth], -1, cells, neighbours, need, room)
        if tried[depth] == 2:
            tried[depth] = 0
            depth -= 1
            continue
        mined[depth] = tried[depth]
        tried[depth] += 1
        left -= mined[depth]
        fits = _put(order[depth], mined[depth], 1, cells, neighbours, need, room)
        if fits and (mines_left == ANY_NUMBER or 0 <= left <= n - depth - 1):
            depth += 1
    return order, shown, found


@kernel
def _clue_by_clue(cells: Bytes, neighbours: Ints) -> Ints:
    """The hidden cells: those of a clue, and of clues that share cells, stand together; the floating ones are last."""
    n = 0
    for i in range(len(cells)):
        n += cells[i] == HIDDEN
    order = np.empty(n, np.int32)
    seen = np.zeros(len(cells), np.int8)
    filled = 0
    for clue in range(len(cells)):
        if cells[clue] < 0:
            continue
        head = filled
        filled = take_around(clue, cells, neighbours, seen, order, filled)
        while head < filled:
            for k in range(8):
                other = neighbours[order[head], k]
                if other < 0:
                    break
                if cells[other] >= 0:
                    filled = take_around(other, cells, neighbours, seen, order, filled)
            head += 1
    for cell in range(len(cells)):
        if cells[cell] == HIDDEN and not seen[cell]:
            order[filled] = cell
            filled += 1
    return order


@kernel
def _needs(cells: Bytes, neighbours: Ints) -> tuple[Bytes, Bytes]:
    """For each clue, how many mines it misses, and how many hidden neighbours may be them."""
    need, room = np.zeros(len(cells), np.int8), np.zeros(len(cells), np.int8)
    for clue in range(len(cells)):
        if cells[clue] < 0:
            continue
        need[clue] = cells[clue] - known_around(clue, cells, neighbours)
        room[clue] = hidden_around(clue, cells, neighbours)
    return need, room


@kernel
def _put(cell: int, mine: int, sign: int, cells: Bytes, neighbours: Ints, need: Bytes, room: Bytes) -> bool:
    """Decide a cell (sign 1) or take that back (-1), in place; whether every clue around can still hold."""
    fits = True
    for k in range(8):
        clue = neighbours[cell, k]
        if clue < 0:
            break
        if cells[clue] >= 0:
            need[clue] -= sign * mine
            room[clue] -= sign
            fits &= 0 <= need[clue] <= room[clue]
    return fits


@kernel
def _write(order: Ints, mined: Bytes, cells: Bytes, place: Ints, neighbours: Ints, row: Bytes) -> None:
    """What each hidden cell shows in a layout, in place."""
    for i in range(len(order)):
        if mined[i]:
            row[i] = MINED
            continue
        count = 0
        for k in range(8):
            near = neighbours[order[i], k]
            if near < 0:
                break
            code = cells[near]
            count += code in (MINE, FLAG) or (code == HIDDEN and mined[place[near]] == 1)
        row[i] = count
