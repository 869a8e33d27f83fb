"""Enclosed regions: hidden cells with a certain number of mines, about which no other hidden cell could tell anything.

    legend   region   hidden cells, with all hidden cells that touch them or share a clue with them
             alone    the board with one region only; all other hidden cells are taken as safe

Neither a clue nor the mine count connects such a region with the rest of the board, so waiting gains nothing. It is
played at once, and as an endgame of its own: its layouts are few even where those of the whole board are not.
Cost: a pass over the hidden cells; each region whose risks add up to a whole number is searched, with a bound.
"""

from __future__ import annotations

import numpy as np

from sapper.board.notation import HIDDEN
from sapper.board.notation import SAFE as NO_CLUE
from sapper.compiled import kernel
from sapper.knowledge.constraints import Bytes, Floats, Ints, take_around
from sapper.players.champion.kinds import IN_FRONTIER
from sapper.players.endgame.search import GIVEN_UP, search_layouts
from sapper.players.endgame.solutions import ANY_NUMBER, MINED, layouts_of

WHOLE = 1e-6
"""Risks that add up to a whole number do so to this error."""


@kernel
def search_enclosed(
    cells: Bytes, neighbours: Ints, risk: Floats, kind_of: Bytes, survey: bool, most_layouts: int, most_looks: int
) -> int:
    """The best cell to open of an enclosed region, or -1 if there is none, or none that can be searched.

    risk: exact. kind_of: see `kinds.py`. A region without any other hidden cell is the whole endgame, and not meant.
    """
    hidden = int((cells == HIDDEN).sum())
    region, seen = np.empty(hidden, np.int32), np.zeros(len(cells), np.int8)
    for start in range(len(cells)):
        if cells[start] != HIDDEN or seen[start]:
            continue
        size = _region(start, cells, neighbours, region, seen)
        if size == hidden or not _has_certain_sum(region[:size], risk, kind_of):
            continue
        alone = np.where(cells == HIDDEN, NO_CLUE, cells).astype(np.int8)
        for i in range(size):
            alone[region[i]] = HIDDEN
        order, shown, layouts = layouts_of(alone, neighbours, ANY_NUMBER, most_layouts)
        if layouts < 2 or not _have_the_same_number(shown[:layouts]):
            continue
        lost, first = search_layouts(shown[:layouts], survey, most_looks)
        if lost != GIVEN_UP:
            return int(order[first])
    return -1


@kernel
def _region(start: int, cells: Bytes, neighbours: Ints, region: Ints, seen: Bytes) -> int:
    """The region of a cell, in place; how many cells."""
    region[0], seen[start] = start, 1
    found, head = 1, 0
    while head < found:
        cell = region[head]
        head += 1
        found = take_around(cell, cells, neighbours, seen, region, found)
        for k in range(8):
            near = neighbours[cell, k]
            if near < 0:
                break
            if cells[near] >= 0:
                found = take_around(near, cells, neighbours, seen, region, found)
    return found


@kernel
def _has_certain_sum(region: Ints, risk: Floats, kind_of: Bytes) -> bool:
    """Whether the number of mines may be certain: every cell touches a clue, and the risks add up to a whole number."""
    total = 0.0
    for i in range(len(region)):
        if kind_of[region[i]] != IN_FRONTIER:
            return False
        total += risk[region[i]]
    return bool(abs(total - np.round(total)) < WHOLE)


@kernel
def _have_the_same_number(shown: Bytes) -> bool:
    """Whether all layouts have as many mines."""
    fewest, most = shown.shape[1], 0
    for i in range(len(shown)):
        number = int((shown[i] == MINED).sum())
        fewest, most = min(fewest, number), max(most, number)
    return bool(fewest == most)
