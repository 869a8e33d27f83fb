"""Level `zones` (report 003): every two overlapping zones, and the mines that their common part may hold.

    legend   zone      the undecided cells of a clue, with the fewest and most mines among them
             common    the cells in both of two zones; `only` the cells in just one of them

What
    For every two overlapping zones the least and the most mines of the common part follow from both, and from these
    the least and the most of the two other parts. A part that has no room for a mine is safe; one that needs a mine
    on every cell is all mines. Returns after the first productive pair, so that the zones are kept up to date.

Why it is sound
    Mines of a zone = mines of its two parts, and a part holds between 0 and all of its cells. For two zones these
    bounds are the best: whatever the common part holds within them, the other two parts can be filled freely.

Cost
    One look at each overlapping pair of clues, with sizes only: linear in the frontier, since a clue overlaps few.

Example
    `..../*31_` — the 3 has one known mine: 2 mines in the red zone, the first three cells. The 1 has 1 mine in the
    blue zone, the last three. At most one is common, so the first cell is a mine; at least one, so the last is safe.
"""

from __future__ import annotations

import numpy as np

from sapper.board.grid import MAX_NEIGHBOURS
from sapper.compiled import kernel
from sapper.inference.level import Contradiction, Finding
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED

NOTHING = -1
BROKEN = -2


def zones_level(c: Constraints, decided: Bytes) -> list[Finding]:
    """Decide the parts of the first productive pair of zones."""
    order, pair = np.empty(2 * MAX_NEIGHBOURS, np.int32), np.empty(2, np.int32)
    found = zones_step(c, decided, order, pair)
    if found < 0:
        raise Contradiction(int(pair[0]))
    clues = tuple(sorted(set(pair.tolist())))
    return [Finding(cell, bool(decided[cell] == MINE), clues) for cell in order[:found].tolist()]


@kernel
def zones_step(c: Constraints, decided: Bytes, order: Ints, pair: Ints) -> int:
    """Decide the parts of the first productive pair of zones, in place; how many cells, or BROKEN.

    order int32 [16], in place: the cells, those of the first zone before those only in the second. pair int32 [2], in
    place: the clues.
    """
    parts = np.zeros(3, np.int8)
    outcome = compare(c, decided, pair, parts)
    if outcome != 1:
        return 0 if outcome == NOTHING else BROKEN
    found = 0
    for which in range(2):
        clue, other = pair[which], pair[1 - which]
        for i in range(c.start[clue], c.start[clue + 1]):
            cell, part = c.members[i], 1 + which
            for j in range(c.touch_start[cell], c.touch_start[cell + 1]):
                if c.touching[j] == other:
                    part = 0
            if decided[cell] == UNDECIDED and parts[part] != UNDECIDED:
                decided[cell] = parts[part]
                order[found] = cell
                found += 1
    return found


@kernel
def compare(c: Constraints, decided: Bytes, pair: Ints, parts: Bytes) -> int:
    """Find two zones of which a part is decided.

    pair int32 [2], in place: the clues. parts int8 [3], in place: verdict on the common part, the part only in the
    first and the part only in the second. Returns 1 if found, NOTHING, or BROKEN if the pair cannot hold.
    """
    m = len(c.clues)
    size, low, high = np.zeros(m, np.int32), np.zeros(m, np.int32), np.zeros(m, np.int32)
    for clue in range(m):
        mines = 0
        for i in range(c.start[clue], c.start[clue + 1]):
            size[clue] += decided[c.members[i]] == UNDECIDED
            mines += decided[c.members[i]] == MINE
        low[clue], high[clue] = max(c.low[clue] - mines, 0), min(c.high[clue] - mines, size[clue])
        if low[clue] > high[clue]:
            pair[0], pair[1] = clue, clue
            return BROKEN
    common = np.zeros(m, np.int32)
    met = np.empty(m, np.int32)
    for one in range(m):
        if size[one] == 0 or high[one] - low[one] == size[one]:
            continue
        count = _overlaps(c, decided, one, common, met)
        for k in range(count):
            two = met[k]
            shared = common[two]
            common[two] = 0
            left, right = size[one] - shared, size[two] - shared
            least = max(0, low[one] - left, low[two] - right)
            most = min(shared, high[one], high[two])
            pair[0], pair[1] = one, two
            if least > most:
                return BROKEN
            parts[0] = _verdict(least, most, shared)
            parts[1] = _verdict(low[one] - most, high[one] - least, left)
            parts[2] = _verdict(low[two] - most, high[two] - least, right)
            if parts[0] != UNDECIDED or parts[1] != UNDECIDED or parts[2] != UNDECIDED:
                return 1
    return NOTHING


@kernel
def _overlaps(c: Constraints, decided: Bytes, one: int, common: Ints, met: Ints) -> int:
    """List in `met` this clue and the later ones that share undecided cells with it; count the cells in `common`."""
    count = 0
    for i in range(c.start[one], c.start[one + 1]):
        cell = c.members[i]
        if decided[cell] != UNDECIDED:
            continue
        for j in range(c.touch_start[cell], c.touch_start[cell + 1]):
            two = c.touching[j]
            if two >= one:
                if common[two] == 0:
                    met[count] = two
                    count += 1
                common[two] += 1
    return count


@kernel
def _verdict(least: int, most: int, size: int) -> int:
    """What bounds on the mines of a part say of its cells."""
    if size == 0:
        return UNDECIDED
    return SAFE if most <= 0 else MINE if least >= size else UNDECIDED
