"""Points of the relaxed clues that are one exchange away from a point that is known: no programme is needed for them.

    legend   have     [columns] what there is of the thing that is wanted: mines, or safe cells
             ahead    [clues] how much more of it each clue allows
             behind   [clues] how much less

More in one column and as much less in another keeps the mine count, and all clues that both touch. Under uncertain
clues the others mostly have room, so nearly every cell that can be a mine is one after some exchange, and the same for
safe.
Cost: columns × columns × clues per column at worst, 20 µs usually; a programme takes ten times as long.
"""

from __future__ import annotations

import numpy as np

from sapper.compiled import kernel
from sapper.knowledge.constraints import Floats, Ints

ROUNDED = 1e-6
"""The solver's numbers are not exact. Nothing is proved by them: who is found here is only not asked about further."""


@kernel
def out_of_reach(
    columns: Ints, have: Floats, ahead: Floats, behind: Floats, box_start: Ints, box_clues: Ints, counted: bool
) -> Ints:
    """Those of some columns that have less than 1, at this point and after any one exchange.

    counted: whether the mine count is told. Columns behind the supercells touch no clue.
    """
    boxes = len(box_start) - 1
    own = np.zeros(len(ahead), np.bool_)
    kept, found = np.empty(len(columns), np.int32), 0
    for column in columns:
        missing = 1.0 - have[column] - ROUNDED
        own_start, own_end = (box_start[column], box_start[column + 1]) if column < boxes else (0, 0)
        tight = 0
        for k in range(own_start, own_end):
            own[box_clues[k]] = True
            tight += ahead[box_clues[k]] < missing
        reached = missing <= 0.0 or (tight == 0 and not counted)
        other = 0
        while not reached and other < len(have):
            if other != column and have[other] >= missing:
                relieved, possible = 0, True
                start, end = (box_start[other], box_start[other + 1]) if other < boxes else (0, 0)
                for k in range(start, end):
                    clue = box_clues[k]
                    relieved += own[clue] and ahead[clue] < missing
                    possible &= own[clue] or behind[clue] >= missing
                reached = possible and relieved == tight
            other += 1
        for k in range(own_start, own_end):
            own[box_clues[k]] = False
        if not reached:
            kept[found] = column
            found += 1
    return kept[:found]
