"""The search for a board that can be solved by proof, in compiled code."""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.generator.lay import Luck, count_mines, lay, repair
from sapper.generator.solver import Bools, Longs, fresh, play_on, solve
from sapper.knowledge.constraints import Floats, Ints

REPAIRS = 20
"""So often a board is repaired before another is laid; most need one or two."""


@kernel
def find(
    luck: Luck, mines: Bools, allowed: Ints, total: int, neighbours: Ints, likelihoods: Floats,
    start: int, told: int, top: int, repairs: int, tries: int, steps: Longs,
) -> tuple[int, int]:  # fmt: skip
    """Lay boards until one is solved from the start by the rungs up to `top`.

    mines: filled. allowed: the cells that may be mined. total: mines to lay; told: the same, or NOT_TOLD. steps [4],
    filled: the hard steps of the board that was found. Returns how many boards were laid, negative if none was found,
    and how often the last was repaired. A repaired board counts only once it is solved from the start.
    """
    g = fresh(len(mines))
    counts = np.zeros(len(mines), np.int8)
    for attempt in range(tries):
        lay(luck, allowed, total, mines)
        count_mines(mines, neighbours, counts)
        if solve(g, mines, counts, neighbours, likelihoods, start, told, top, steps):
            return attempt + 1, 0
        for repaired in range(repairs):
            if not repair(luck, g, mines, counts, neighbours):
                break
            if not play_on(g, counts, neighbours, likelihoods, told, top, steps):
                continue
            if solve(g, mines, counts, neighbours, likelihoods, start, told, top, steps):
                return attempt + 1, repaired + 1
    return -tries, 0
