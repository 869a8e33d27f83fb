"""Level `contradiction` (report 001): assume a frontier cell safe, then mined; a broken clue proves the opposite.

What
    For each undecided cell of a clue: decide it one way, let the single-clue rules run, and see whether a clue
    breaks (more mines than it allows, or too few cells left for the mines it needs). If so, the cell is the other
    way. Returns after the first cell decided.

Why it is sound
    The single-clue rules only say what every solution with the assumption has. A broken clue means that there is
    none, so every solution has the opposite. The reason names the broken clue and the clues on the way to it.

Cost
    Two propagations per frontier cell at worst. If an assumption breaks nothing, neither does anything that follows
    from it (its consequences are among those already seen), so a cell met that way is not tried again with the same
    verdict.

Example
    `..../_21_` without the mine count — assume the first cell safe: the 2 makes the next two mines, which are one
    too many for the 1. So the first cell is a mine.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import inlined, kernel
from sapper.inference.level import BROKEN, Contradiction, Finding
from sapper.inference.propagate import NOTHING, Track, begin, clues_behind, follow, take_back
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, SAFE, UNDECIDED


def contradiction_level(c: Constraints, decided: Bytes) -> list[Finding]:
    """Decide the first frontier cell whose opposite breaks a clue."""
    track, broken = begin(c, decided)
    if broken != NOTHING:
        raise Contradiction(broken)
    cell, assumed = refute(c, decided, track)
    if cell == NOTHING:
        return []
    clues = np.flatnonzero(clues_behind(c, decided, track, cell, assumed, NOTHING))
    decided[cell] = MINE if assumed == SAFE else SAFE
    return [Finding(cell, assumed == SAFE, tuple(clues.tolist()))]


@inlined
def contradiction_step(c: Constraints, decided: Bytes, order: Ints) -> int:
    """The same in place, without the reasons; order int32 [n], in place: the cell. How many cells, or BROKEN."""
    track, broken = begin(c, decided)
    if broken != NOTHING:
        return BROKEN
    cell, assumed = refute(c, decided, track)
    if cell == NOTHING:
        return 0
    decided[cell] = MINE if assumed == SAFE else SAFE
    order[0] = cell
    return 1


@kernel
def refute(c: Constraints, decided: Bytes, track: Track) -> tuple[int, int]:
    """The first assumption that breaks a clue, as cell and verdict, or NOTHING.

    decided int8 [n] and the track are as before when it returns.
    """
    harmless = np.zeros((len(c.cells), 3), np.bool_)
    for cell in range(len(c.cells)):
        if decided[cell] != UNDECIDED or c.touch_start[cell] == c.touch_start[cell + 1]:
            continue
        for verdict in (SAFE, MINE):
            if harmless[cell, verdict]:
                continue
            length, taken, broken = follow(c, decided, track, cell, verdict)
            for k in range(length):
                harmless[track.trail[k], decided[track.trail[k]]] = True
            take_back(c, decided, track, length, taken)
            if broken != NOTHING:
                return cell, verdict
    return NOTHING, UNDECIDED
