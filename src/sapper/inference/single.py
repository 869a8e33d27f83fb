"""Level `single`: one clue at a time, until nothing changes.

What
    If a clue allows no mine among its undecided cells, they are safe; if it needs all of them, they are mines.
    Every decided cell sends its clues back to the queue (the reports' rescan and "recrunch").

Why it is sound
    The clue itself says so: it bounds the mines among its cells, and decided cells are entailed by induction.

Cost
    Each clue is looked at once, and again whenever one of its cells is decided: linear in the size of the frontier.

Example
    `1.` — the 1 has one hidden neighbour, so that is a mine. `0.` — the 0 has no mine around, so it is safe.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.inference.level import Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED


def single_level(c: Constraints, decided: Bytes) -> list[Finding]:
    """Decide all that single clues decide."""
    n = len(c.cells)
    order, why = np.empty(n, np.int32), np.empty(n, np.int32)
    found = single(c, decided, order, why)
    if found < 0:
        raise Contradiction(-1 - found)
    return [Finding(order[i], decided[order[i]] == MINE, (why[i],)) for i in range(found)]


@kernel
def single(c: Constraints, decided: Bytes, order: Ints, why: Ints) -> int:
    """Decide cells by single clues.

    c: Constraints. decided int8 [n], in place: UNDECIDED, SAFE or MINE. order int32 [n], in place: the cells decided
    here, in order. why int32 [n], in place: the clue that decided each of them.
    Returns the number of cells decided, or -1 - clue for a clue that cannot hold.
    """
    start, members, touch_start, touching = c.start, c.members, c.touch_start, c.touching
    low, high = c.low, c.high
    m = len(c.clues)
    work = np.empty((3, m + 1), np.int32)
    undecided, mines, queue = work[0], work[1], work[2]
    queued = np.ones(m, np.bool_)
    for clue in range(m):
        free, mined = 0, 0
        for i in range(start[clue], start[clue + 1]):
            free += decided[members[i]] == UNDECIDED
            mined += decided[members[i]] == MINE
        undecided[clue], mines[clue], queue[clue] = free, mined, clue
    head, waiting, found = 0, m, 0
    while waiting:
        clue = queue[head]
        head = head + 1 if head < m else 0
        waiting -= 1
        queued[clue] = False
        free, mined = undecided[clue], mines[clue]
        if mined > high[clue] or mined + free < low[clue]:
            return int(-1 - clue)
        # One branch, not three: which clue decides something is hard to predict. See `roads-not-taken.md`.
        if (free == 0) | ((high[clue] > mined) & (low[clue] < mined + free)):
            continue
        verdict = SAFE if high[clue] == mined else MINE
        for i in range(start[clue], start[clue + 1]):
            cell = members[i]
            if decided[cell] != UNDECIDED:
                continue
            decided[cell] = verdict
            order[found] = cell
            why[found] = clue
            found += 1
            for j in range(touch_start[cell], touch_start[cell + 1]):
                other = touching[j]
                undecided[other] -= 1
                mines[other] += verdict == MINE
                place = head + waiting
                queue[place if place <= m else place - m - 1] = other  # there is one place more than clues
                waiting += not queued[other]
                queued[other] = True
    return found
