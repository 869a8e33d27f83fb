"""From merged clues back to the clues on the board, for reasons."""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.knowledge.supercells import MINE, UNDECIDED, Problem


@kernel
def clues_behind(c: Constraints, decided: Bytes, p: Problem, clue: int) -> Ints:
    """The clues of the constraints that were merged into a clue of the problem.

    A clue that alone says all that the merged one says stands for the rest.
    """
    first = p.clue_boxes[p.clue_start[clue]]
    size = 0
    for i in range(p.clue_start[clue], p.clue_start[clue + 1]):
        box = p.clue_boxes[i]
        size += p.size[box]
    cell = 0
    while p.box[cell] != first:
        cell += 1
    found = np.empty(c.touch_start[cell + 1] - c.touch_start[cell], np.int32)
    count = 0
    for i in range(c.touch_start[cell], c.touch_start[cell + 1]):
        other = c.touching[i]
        inside, mines, same = 0, 0, True
        for j in range(c.start[other], c.start[other + 1]):
            member = c.members[j]
            mines += decided[member] == MINE
            if decided[member] == UNDECIDED:
                inside += 1
                same &= _among(p, clue, p.box[member])
        if same and inside == size:
            if c.low[other] == c.high[other] and c.low[other] - mines == p.low[clue] == p.high[clue]:
                found[0] = other
                return found[:1]
            found[count] = other
            count += 1
    return found[:count]


@kernel
def _among(p: Problem, clue: int, box: int) -> bool:
    """Whether a supercell belongs to a clue of the problem."""
    found = False
    for i in range(p.clue_start[clue], p.clue_start[clue + 1]):
        found |= p.clue_boxes[i] == box
    return found
