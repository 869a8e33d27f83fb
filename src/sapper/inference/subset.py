"""Level `subset` (report 004, ARAVIND): equations closed under "a is part of b, so b − a is an equation too".

    legend   equation   a set of undecided cells with the fewest and the most mines among them; a clue gives the first
             entry      8 × equation + position: an equation in the list of the cell that it has at that position

What
    Start with what each clue says of its undecided cells. Whenever the cells of one equation are part of another's,
    the difference is an equation as well: of b's mines between `low` and `high`, less those of a. Stop at the first
    equation that has no mine, or one on every cell. With `count` the mine count, if told, is one more equation over
    all undecided cells: equations without common cells are taken away from it, and the rest may be decided.

Why it is sound
    Mines of b = mines of a + mines of b − a, in every solution. Bounds for the same cells from two sources both hold.
    The reason names the clues that an equation was made of.

Cost
    Each equation is compared with those that share a cell with it: linear in the frontier as long as few equations
    follow. Confessed caps: no more than EQUATIONS_PER_CLUE × clues + EQUATIONS are kept (an equation has at most 8
    cells, being part of a clue). Differences of the mine count could be as many as the sets of disjoint equations: we
    take away disjoint equations one after the other, in PACKINGS different orders at most, and look at the last rest.

Example
    `.../11_` — the first 1 says one mine among the first two cells, the second one among all three: the third is safe.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.board.grid import MAX_NEIGHBOURS
from sapper.compiled import kernel
from sapper.inference.level import Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

EQUATIONS_PER_CLUE, EQUATIONS = 4, 64
PACKINGS = 64
NOTHING, BROKEN = -1, -2
CLUE = 2
"""A parent of an equation is another equation e ≥ 0, NOTHING, or clue k as −CLUE − k."""


class Equations(NamedTuple):
    """Up to q equations."""

    known: Ints
    """[1] how many there are."""
    cells: Ints
    """[q, 8] the cells, in rising order."""
    size: Ints
    low: Ints
    high: Ints
    alive: Bytes
    """[q] 0 if another equation on the same cells says more."""
    parents: Ints
    """[q, 3] what the equation was made of."""
    head: Ints
    """[n] the first entry in the list of each cell, or NOTHING."""
    after: Ints
    """[8 q] the entry after each entry, or NOTHING."""


def subset_level(c: Constraints, decided: Bytes, count: bool = False) -> list[Finding]:
    """Decide the cells of the first equation in the closure that decides its cells."""
    order = np.empty(len(c.cells), np.int32)
    found, equations, family, counted = subset_step(c, decided, order, bool(count))
    if found < 0:
        raise Contradiction(-1 if counted else _clues(equations.parents, [int(equations.known[0])])[-1])
    clues = _clues(equations.parents, family.tolist())
    return [Finding(cell, bool(decided[cell] == MINE), clues, bool(counted)) for cell in order[:found].tolist()]


@kernel
def subset_step(c: Constraints, decided: Bytes, order: Ints, count: bool) -> tuple[int, Equations, Ints, bool]:
    """Decide the cells of the first equation that decides its cells, in place; or, with `count`, by the mine count.

    order int32 [n], in place: the cells. Returns how many they are, or BROKEN; all equations, those that the decision
    rests on, and whether it is by the mine count.
    """
    equations, one = close(c, decided)
    family, found = np.empty(equations.known[0] + 1, np.int32), 0
    if one == NOTHING and count and c.mines_left >= 0:
        taken, verdict = pack(equations, decided, c.mines_left, family)
        if taken != BROKEN and verdict != UNDECIDED:
            found = _decide_outside(equations, family[:taken], verdict, decided, order)
        return BROKEN if taken == BROKEN else found, equations, family[: max(taken, 0)], True
    if one >= 0:
        family[0], found = one, equations.size[one]
        for i in range(found):
            order[i] = equations.cells[one, i]
            decided[order[i]] = MINE if equations.high[one] > 0 else SAFE
    return BROKEN if one == BROKEN else found, equations, family[: 1 if one >= 0 else 0], False


@kernel
def _decide_outside(q: Equations, family: Ints, verdict: int, decided: Bytes, order: Ints) -> int:
    """Decide, in place, the undecided cells that are in none of some equations; how many."""
    covered = np.zeros(len(decided), np.bool_)
    for e in family:
        for i in range(q.size[e]):
            covered[q.cells[e, i]] = True
    found = 0
    for cell in range(len(decided)):
        if decided[cell] == UNDECIDED and not covered[cell]:
            decided[cell] = verdict
            order[found] = cell
            found += 1
    return found


def _clues(parents: Ints, equations: list[int]) -> tuple[int, ...]:
    """The clues that equations were made of."""
    clues, stack, seen = set(), list(equations), set(equations)
    while stack:
        for parent in parents[stack.pop()].tolist():
            if parent <= -CLUE:
                clues.add(-CLUE - parent)
            elif parent != NOTHING and parent not in seen:
                seen.add(parent)
                stack.append(parent)
    return tuple(sorted(clues))


@kernel
def close(c: Constraints, decided: Bytes) -> tuple[Equations, int]:
    """Add equations until one decides its cells or none is left to add.

    Returns the equations and the one that decides, or NOTHING, or BROKEN.
    """
    q, found = _from_clues(c, decided)
    met = np.full(len(q.size), NOTHING, np.int32)
    mark = np.full(len(c.cells), NOTHING, np.int32)
    cells = np.empty(MAX_NEIGHBOURS, np.int32)
    one = 0
    while one < q.known[0] and found == NOTHING:
        for i in range(q.size[one]):
            mark[q.cells[one, i]] = one
        for i in range(q.size[one]):
            entry = q.head[q.cells[one, i]]
            while entry != NOTHING and found == NOTHING and q.alive[one]:
                two = entry // MAX_NEIGHBOURS
                entry = q.after[entry]
                if two >= one or not q.alive[two] or met[two] == one:
                    continue
                met[two] = one
                shared = 0
                for k in range(q.size[two]):
                    shared += mark[q.cells[two, k]] == one
                if shared == q.size[two]:
                    big, small = one, two
                elif shared == q.size[one]:
                    big, small = two, one
                else:
                    continue
                _subtract(q, big, small, cells)
                low, high = q.low[big] - q.high[small], q.high[big] - q.low[small]
                found = _add(q, cells, q.size[big] - q.size[small], low, high, big, small)
        one += 1
    return q, found


@kernel
def _from_clues(c: Constraints, decided: Bytes) -> tuple[Equations, int]:
    """One equation per clue that says something of its undecided cells."""
    n, m = len(c.cells), len(c.clues)
    room = EQUATIONS_PER_CLUE * m + EQUATIONS
    q = Equations(
        np.zeros(1, np.int32),
        np.empty((room, MAX_NEIGHBOURS), np.int32),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.zeros(room, np.int8),
        np.empty((room, 3), np.int32),
        np.full(n, NOTHING, np.int32),
        np.empty(room * MAX_NEIGHBOURS, np.int32),
    )
    cells = np.empty(MAX_NEIGHBOURS, np.int32)
    found, clue = NOTHING, 0
    while clue < m and found == NOTHING:
        size, mines = _undecided(c, decided, clue, cells)
        low, high, leaf = c.low[clue] - mines, c.high[clue] - mines, -CLUE - clue
        found = _add(q, cells, size, low, high, leaf, leaf)
        clue += 1
    return q, found


@kernel
def _undecided(c: Constraints, decided: Bytes, clue: int, cells: Ints) -> tuple[int, int]:
    """List the undecided cells of a clue, in rising order; how many they are, and how many others are mines."""
    size, mines = 0, 0
    for i in range(c.start[clue], c.start[clue + 1]):
        cell = c.members[i]
        mines += decided[cell] == MINE
        if decided[cell] == UNDECIDED:
            k = size
            while k > 0 and cells[k - 1] > cell:
                cells[k] = cells[k - 1]
                k -= 1
            cells[k] = cell
            size += 1
    return size, mines


@kernel
def _add(q: Equations, cells: Ints, size: int, low: int, high: int, parent: int, other: int) -> int:
    """Add an equation unless it says nothing new; return it if it decides its cells, or NOTHING, or BROKEN.

    The parents of an equation that is broken are left in the place where it would have stood.
    """
    new = q.known[0]
    low, high = max(low, 0), min(high, size)
    if new == len(q.size) or (low == 0 and high == size):
        return NOTHING
    q.parents[new, 0], q.parents[new, 1], q.parents[new, 2] = parent, other, NOTHING
    if low > high:
        return BROKEN
    old = _same(q, cells, size)
    if old != NOTHING:
        if low <= q.low[old] and high >= q.high[old]:
            return NOTHING
        low, high = max(low, q.low[old]), min(high, q.high[old])
        q.parents[new, 2] = old
        if low > high:
            return BROKEN
        q.alive[old] = 0
    q.size[new], q.low[new], q.high[new], q.alive[new] = size, low, high, 1
    for i in range(size):
        entry = new * MAX_NEIGHBOURS + i
        q.cells[new, i] = cells[i]
        q.after[entry] = q.head[cells[i]]
        q.head[cells[i]] = entry
    q.known[0] += 1
    return int(new) if high == 0 or low == size else NOTHING


@kernel
def _same(q: Equations, cells: Ints, size: int) -> int:
    """The living equation on these cells, or NOTHING."""
    entry = q.head[cells[0]]
    while entry != NOTHING:
        e: int = entry // MAX_NEIGHBOURS
        if q.alive[e] and q.size[e] == size:
            equal = 0
            while equal < size and q.cells[e, equal] == cells[equal]:
                equal += 1
            if equal == size:
                return e
        entry = q.after[entry]
    return NOTHING


@kernel
def _subtract(q: Equations, big: int, small: int, cells: Ints) -> None:
    """List the cells of one equation that are not in another, which is part of it."""
    k, to = 0, 0
    for i in range(q.size[big]):
        if k < q.size[small] and q.cells[small, k] == q.cells[big, i]:
            k += 1
        else:
            cells[to] = q.cells[big, i]
            to += 1


@kernel
def pack(q: Equations, decided: Bytes, mines_left: int, family: Ints) -> tuple[int, int]:
    """Take disjoint equations from the mine count until the rest is decided.

    family int32 [known], in place: the equations taken. Returns how many were taken, or BROKEN, and the verdict on
    the cells of the rest.
    """
    known, undecided, missing = q.known[0], 0, mines_left
    for cell in range(len(decided)):
        undecided += decided[cell] == UNDECIDED
        missing -= decided[cell] == MINE
    covered = np.full(len(decided), NOTHING, np.int32)
    for first in range(min(max(known, 1), PACKINGS)):
        taken, rest, least, most = 0, undecided, missing, missing
        for k in range(known):
            e = (first + k) % known
            free = q.alive[e] == 1
            for i in range(q.size[e]):
                free = free and covered[q.cells[e, i]] != first
            if free:
                for i in range(q.size[e]):
                    covered[q.cells[e, i]] = first
                rest, least, most = rest - q.size[e], least - q.high[e], most - q.low[e]
                family[taken] = e
                taken += 1
        if most < 0 or least > rest:
            return BROKEN, UNDECIDED
        if rest and (most == 0 or least == rest):
            return taken, SAFE if most == 0 else MINE
    return 0, UNDECIDED
