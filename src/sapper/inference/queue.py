"""Level `queue`: both single-clue rules, each clue looked at once, in order, and never again (report 000).

What
    The rules are those of `single`: a clue that allows no mine among its undecided cells makes them safe, one that
    needs all of them makes them mines. But there is no rescan: the clues wait in a queue, in reading order; each is
    taken once, sees what those before it decided, and is not put back when a later one decides one of its cells.

    Our reading. In report 000 a clue is looked at when its cell is opened, and the queue holds the cells opened since
    the last guess. An agent that sees only a view cannot know when a cell was opened; so each view makes one queue of
    all its clues. Within one view the level is weaker than `single`, as in the report; but the next view, after
    a deduced or guessed move, makes a new queue, and what one round missed the next may find. In a whole game nothing
    is missed for good: the level takes more moves than `single` to reach the same cells. Somebody who does remember
    when cells were opened may give the new clues as `fresh`, and gets the report's queue to the letter.

Why it is sound
    It makes a part of the deductions of `single`.

Cost
    Each clue once: linear in the size of the frontier.

Example
    `.1.1.0` — only the 0 decides anything, the cell before it; the two 1s had their turn. `single` goes back to them
    and finds a mine and another safe cell.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.inference.level import Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

Mask = npt.NDArray[np.bool_]


def queue_level(c: Constraints, decided: Bytes, fresh: Mask | None = None) -> list[Finding]:
    """Decide what clues decide that are looked at once; `fresh` [clues]: those to look at, all by default."""
    n = len(c.cells)
    order, why = np.empty(n, np.int32), np.empty(n, np.int32)
    waiting = np.ones(len(c.clues), np.bool_) if fresh is None else fresh
    found = sweep(c, decided, waiting, order, why)
    if found < 0:
        raise Contradiction(-1 - found)
    return [Finding(int(order[i]), bool(decided[order[i]] == MINE), (int(why[i]),)) for i in range(found)]


@kernel
def sweep(c: Constraints, decided: Bytes, waiting: Mask, order: Ints, why: Ints) -> int:
    """Look at every waiting clue once, in order; decide in place.

    order, why int32 [n], in place: the cells decided and the clue of each. Returns how many, or -1 - clue for a clue
    that cannot hold.
    """
    found = 0
    for clue in range(len(c.clues)):
        if not waiting[clue]:
            continue
        undecided, mines = 0, 0
        for i in range(c.start[clue], c.start[clue + 1]):
            undecided += decided[c.members[i]] == UNDECIDED
            mines += decided[c.members[i]] == MINE
        if mines > c.high[clue] or mines + undecided < c.low[clue]:
            return -1 - clue
        if c.high[clue] == mines:
            verdict = SAFE
        elif c.low[clue] == mines + undecided:
            verdict = MINE
        else:
            continue
        for i in range(c.start[clue], c.start[clue + 1]):
            cell = c.members[i]
            if decided[cell] == UNDECIDED:
                decided[cell] = verdict
                order[found], why[found] = cell, clue
                found += 1
    return found
