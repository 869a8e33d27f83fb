"""The levels in the lane: the steps of `sapper.inference` by number, and the loop that goes back to the cheapest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.compiled import inlined
from sapper.inference.assume import assume_step
from sapper.inference.contradiction import contradiction_step
from sapper.inference.enumeration import enumeration_step
from sapper.inference.level import BROKEN
from sapper.inference.linear import linear_step
from sapper.inference.mine_count import mine_count_step
from sapper.inference.queue import sweep
from sapper.inference.single import single
from sapper.inference.subset import subset_step
from sapper.inference.window import window_step
from sapper.inference.zones import zones_step
from sapper.knowledge.constraints import Bytes, Constraints, Ints
from sapper.sim.lane.agenda import Longs

SINGLE, QUEUE, MINE_COUNT, WINDOW, ZONES, SUBSET, CONTRADICTION, ASSUME, LINEAR, ENUMERATION = range(10)
CODES = {
    "single": SINGLE,
    "queue": QUEUE,
    "mine_count": MINE_COUNT,
    "window": WINDOW,
    "zones": ZONES,
    "subset": SUBSET,
    "contradiction": CONTRADICTION,
    "assume": ASSUME,
    "linear": LINEAR,
    "enumeration": ENUMERATION,
}

Mask = npt.NDArray[np.bool_]


class Trail(NamedTuple):
    """What was proved in one view, and room to work; all [cells]."""

    cells: Ints
    """The unknown cells that were decided, in order."""
    level: Bytes
    """The place of the level that decided each of them."""
    order: Ints
    """What one step decided."""
    why: Ints


@inlined
def prove(c: Constraints, decided: Bytes, levels: Longs, inner: Mask, trail: Trail) -> int:
    """Let levels decide all they can, in place; how many cells, or BROKEN. See `run` in `inference/level.py`."""
    proved, turn = 0, 0
    while turn < len(levels):
        found = step(levels[turn, 0], levels[turn, 1], levels[turn, 2] > 0, c, decided, inner, trail.order, trail.why)
        if found < 0:
            proved, turn = BROKEN, len(levels)
        else:
            for i in range(found):
                trail.cells[proved], trail.level[proved] = trail.order[i], turn
                proved += 1
            turn = 0 if found and turn else turn + 1
    return proved


@inlined
def step(
    code: int, parameter: int, count: bool, c: Constraints, decided: Bytes, inner: Mask, order: Ints, why: Ints
) -> int:
    """One turn of one level, in place; how many cells it decided, or a negative number."""
    found = 0
    if code == SINGLE:
        found = single(c, decided, order, why)
    elif code == QUEUE:
        found = sweep(c, decided, np.ones(len(c.clues), np.bool_), order, why)
    elif code == MINE_COUNT:
        found = mine_count_step(c, decided, order)
    elif code == WINDOW:
        found = window_step(c, decided, order, inner, why)
    elif code == ZONES:
        found = zones_step(c, decided, order, why)
    elif code == SUBSET:
        found = subset_step(c, decided, order, count)[0]
    elif code == CONTRADICTION:
        found = contradiction_step(c, decided, order)
    elif code == ASSUME:
        found = assume_step(c, decided, order, parameter, count)
    elif code == LINEAR:
        found = linear_step(c, decided, order)
    elif code == ENUMERATION:
        found = enumeration_step(c, decided, order, parameter, count)
    return found
