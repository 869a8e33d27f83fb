"""Level `mine_count` (report 004, first bonus): the number of mines as one more fact, looked at first.

What
    If as many mines are decided as are left, every other cell is safe; if as many cells are undecided as mines are
    missing, they are all mines. `with_mine_count` gives other levels the count as one more clue over all unknown
    cells; `finding` names it in their reasons.

Why it is sound
    The mine count is a clue like any other, on all unknown cells at once.

Cost
    Linear in the unknown cells. In a level that counts, each decided cell has one more clue to tell.

Example
    `1../...` with 1 mine — nothing yet; `1*./...` with 1 mine — all other hidden cells are safe.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sapper.compiled import kernel
from sapper.inference.level import BROKEN, Contradiction, Finding
from sapper.knowledge.constraints import COUNTS, Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED


def mine_count_level(c: Constraints, decided: Bytes) -> list[Finding]:
    """Decide all other cells when no mine is missing, or when each of them must be one."""
    order = np.empty(len(c.cells), np.int32)
    found = mine_count_step(c, decided, order)
    if found == BROKEN:
        raise Contradiction(-1)
    return [Finding(cell, bool(decided[cell] == MINE), (), True) for cell in order[:found].tolist()]


@kernel
def mine_count_step(c: Constraints, decided: Bytes, order: Ints) -> int:
    """Decide in place, if the count decides anything; order int32 [n], in place: the cells. How many, or BROKEN."""
    rest, missing = 0, c.mines_left
    if c.mines_left < 0:
        return 0
    for cell in range(len(decided)):
        missing -= decided[cell] == MINE
        if decided[cell] == UNDECIDED:
            order[rest] = cell
            rest += 1
    if not 0 <= missing <= rest:
        return BROKEN
    if 0 < missing < rest:
        return 0
    for i in range(rest):
        decided[order[i]] = MINE if missing else SAFE
    return rest


def finding(m: int, cell: int, mine: bool, used: npt.NDArray[np.bool_]) -> Finding:
    """A finding by the clues that are marked as used; of these, number m is the mine count."""
    return Finding(cell, mine, tuple(np.flatnonzero(used[:m]).tolist()), bool(used[m:].any()))


@kernel
def with_mine_count(c: Constraints) -> Constraints:
    """The same constraints with the mine count as the last clue, over all unknown cells.

    Its row of `weight` stays empty: counts above 8 do not fit, and levels that use it look at `low` and `high` only.
    """
    n, m, total = len(c.cells), len(c.clues), len(c.members)
    start, members = np.empty(m + 2, np.int32), np.empty(total + n, np.int32)
    touch_start, touching = np.empty(n + 1, np.int32), np.empty(total + n, np.int32)
    clues, low, high = np.empty(m + 1, np.int32), np.empty(m + 1, np.int32), np.empty(m + 1, np.int32)
    for clue in range(m):
        start[clue], clues[clue], low[clue], high[clue] = c.start[clue], c.clues[clue], c.low[clue], c.high[clue]
    for i in range(total):
        members[i] = c.members[i]
    start[m], start[m + 1], clues[m], low[m], high[m] = total, total + n, -1, c.mines_left, c.mines_left
    touch_start[0] = 0
    for cell in range(n):
        members[total + cell] = cell
        to = touch_start[cell]
        for j in range(c.touch_start[cell], c.touch_start[cell + 1]):
            touching[to] = c.touching[j]
            to += 1
        touching[to] = m
        touch_start[cell + 1] = to + 1
    weight = np.zeros((0, COUNTS))
    return Constraints(
        c.cells, clues, start, members, touch_start, touching, low, high, weight, c.mines_left, c.log2_factor
    )
