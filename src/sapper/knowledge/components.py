"""Components: clues that share supercells, directly or through others. Only the mine count couples components."""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.constraints import Ints
from sapper.knowledge.supercells import Problem


@kernel
def components(p: Problem) -> tuple[Ints, Ints]:
    """The clues of component k are `clues[start[k] : start[k + 1]]`. Cost: linear, by flooding."""
    box_start, box_clues, clue_start, clue_boxes = p.box_start, p.box_clues, p.clue_start, p.clue_boxes
    low = p.low
    m = len(low)
    start = np.zeros(m + 1, np.int32)
    clues = np.empty(m, np.int32)
    seen = np.zeros(m, np.bool_)
    filled, found = 0, 0
    for seed in range(m):
        if seen[seed]:
            continue
        seen[seed] = True
        clues[filled] = seed
        head = filled
        filled += 1
        while head < filled:
            clue = clues[head]
            head += 1
            for i in range(clue_start[clue], clue_start[clue + 1]):
                box = clue_boxes[i]
                for j in range(box_start[box], box_start[box + 1]):
                    other = box_clues[j]
                    if not seen[other]:
                        seen[other] = True
                        clues[filled] = other
                        filled += 1
        found += 1
        start[found] = filled
    return start[: found + 1], clues
